/**
 * Random faults on a whole cluster while people work: processes and servers are killed or stopped, the network between
 * them fails, Kafka loses everything. FAULT_SECONDS makes the run longer, FAULT_LINKS gives it more links, FAULT_SEED
 * repeats the choice of faults.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { rebuild } from '../../../projections/runner/rebuild.ts';
import type { Recorded } from '../../../projections/view.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { openLog } from '../../main/parts/open-log.ts';
import { signIn, type Visitor } from '../../testing/actors/visitor.ts';
import { clusterSettings, NO_CLUSTER, startCluster, type TestCluster } from '../../testing/apps/cluster.ts';
import { recipientsIn } from '../../testing/apps/outbox.ts';
import { MANY_SIGN_INS } from '../../testing/apps/server.ts';
import { openStores } from '../../testing/apps/stores.ts';
import { article, type Pages, startPageServer } from '../../testing/fakes/page-server.ts';
import { openChecks } from '../../testing/random-faults/compare-with-log.ts';
import { randomNumbers } from '../../testing/random-history.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { startEventStoreDb } from '../../testing/servers/eventstoredb.ts';
import { findProgram, type ServerProcess } from '../../testing/servers/find-server.ts';
import { hasKafkaProgram, startOwnKafka } from '../../testing/servers/kafka.ts';
import { freshDatabase, startMongoDb } from '../../testing/servers/mongodb.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/servers/tcp-proxy.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { hashViews } from '../../testing/view-hashes.ts';
import { HANGING_MS, waitUntil } from '../../testing/wait-until.ts';
import { openDistributedEngine } from './engine.ts';

const SECONDS = Number(process.env.FAULT_SECONDS ?? 30);
const LINKS = Number(process.env.FAULT_LINKS ?? 100);
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);
const CLIENT = 'https://client.example/tea';
const PEOPLE = ['ann', 'bob', 'eve'];
/** How many links a person adds and edits at once. */
const AT_ONCE = 2;
/** Milliseconds after which a person gives up on an answer and tries again. */
const PATIENCE_MS = 40_000;
/**
 * Milliseconds until everything is in order after the last fault: a lost check is announced again after a minute, and
 * the checks of many links take time.
 */
const RECOVER_MS = 150_000 + 30 * LINKS;
const { logger } = recordingLogger();

const hasPrograms = findProgram('kurrentd', 'eventstored') !== null && findProgram('mongod') !== null;
if (!hasPrograms) test.skip(NO_CLUSTER, () => undefined);
else
  test('people lose nothing and see nothing twice while processes, servers and the network fail', async (t) => {
    t.timeout(SECONDS * 1_000 + 600_000);
    const world = await startWorld(t);
    const { cluster, pages } = world;
    const people = await Promise.all(PEOPLE.map((name) => signUp(cluster, name)));
    const [ann] = people;
    if (ann === undefined) throw new Error('nobody signed in');
    await importLinks(ann, pages);

    const over = new AbortController();
    const working = people.flatMap((person) => Array.from({ length: AT_ONCE }, () => work(person, pages, over.signal)));
    await breakThings(t, world);
    over.abort();
    await Promise.all(working);

    const healed = performance.now();
    for (const name of cluster.processes.keys()) await waitUntil(() => isReady(cluster, name));
    t.log(`every process is ready after ${Math.round(performance.now() - healed)} ms`);
    const engine = await openEngine(t, world);
    const log = openLog(engine, logger);
    await waitUntil(async () => (await openChecks(await readAll(log))).length === 0, 600_000);
    const recovered = performance.now() - healed;
    t.log(`every check is done after ${Math.round(recovered)} ms`);

    const events = await readAll(log);
    assertOnce(t, events, people);
    await assertTold(t, ann.visitor, cluster, pages);
    t.deepEqual(crashesIn(cluster.said), []);
    assertOneMail(t, world.dataDir);
    await assertRebuilt(t, engine, cluster);
    t.true(recovered < RECOVER_MS);
  });

interface World {
  readonly cluster: TestCluster;
  readonly pages: Pages;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  /** The addresses of the servers themselves, without a proxy. */
  readonly urls: { readonly eventStore: string; readonly mongo: string };
}

/** Something breaks, until the returned function repairs it. */
interface Fault {
  readonly name: string;
  /** The longest duration in milliseconds. */
  readonly lasts: number;
  begin(): Promise<() => unknown>;
}

async function startWorld(t: ExecutionContext): Promise<World> {
  const [eventStore, mongo] = await Promise.all([startEventStoreDb(), startMongoDb()]);
  if (eventStore === null || mongo === null) throw new Error(NO_CLUSTER);
  const kafka = hasKafkaProgram ? await startOwnKafka() : null;
  const [toEvents, toViews] = await Promise.all([eventStore, mongo].map(({ ports }) => startTcpProxy(ports[0] ?? 0)));
  if (toEvents === undefined || toViews === undefined) throw new Error('two proxies were started');
  const database = freshDatabase(mongo.url);
  const settings = {
    ...clusterSettings(),
    EVENT_STORE_URL: `esdb://127.0.0.1:${toEvents.port}?tls=false`,
    // The members of a replica set name themselves: only a direct connection goes through the proxy.
    READ_STORE_URL: `mongodb://127.0.0.1:${toViews.port}${new URL(database).pathname}?directConnection=true`,
    ...(kafka !== null && { KAFKA_BROKERS: kafka.brokers.join() }),
  };
  const pages = await startPageServer();
  t.teardown(async () => {
    await Promise.all([eventStore, mongo, kafka, pages].map((each) => (each === null ? null : closing(each))));
    await Promise.all([toEvents.close(), toViews.close()]);
  });
  const dataDir = temporaryFolder(t);
  const checkers = kafka === null ? '1' : '3';
  const args = ['--command', '2', '--query', '2', '--projections', '2', '--checker', checkers];
  const given = { ...settings, ...MANY_SIGN_INS, CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' };
  const cluster = await startCluster(args, dataDir, given);
  t.teardown(() => cluster.close());
  const faults = [
    ...serverFaults('EventStoreDB', eventStore, toEvents),
    ...serverFaults('MongoDB', mongo, toViews),
    ...(kafka === null ? [] : [blow('Kafka loses everything', () => kafka.lose())]),
  ];
  return { cluster, pages, dataDir, settings, faults, urls: { eventStore: eventStore.url, mongo: database } };
}

const closing = (part: { stop(): Promise<void> } | { close(): Promise<void> }) =>
  'stop' in part ? part.stop() : part.close();

function fault(name: string, lasts: number, begin: Fault['begin']): Fault {
  return { name, lasts, begin };
}

/** A fault that happens in a moment and needs no repair. */
function blow(name: string, strike: () => unknown): Fault {
  return fault(name, 0, async () => {
    await strike();
    return () => undefined;
  });
}

function serverFaults(name: string, server: ServerProcess, proxy: TcpProxy): readonly Fault[] {
  const mode = (how: Parameters<TcpProxy['set']>[0]) => async () => {
    proxy.set(how);
    // The swallowed bytes are missing in the middle of a connection, so it cannot go on.
    return () => {
      proxy.reset();
      proxy.set('pass');
    };
  };
  const at = (what: string, lasts: number, begin: Fault['begin']) => fault(`${name}: ${what}`, lasts, begin);
  return [
    at('killed', 2_000, async () => {
      await server.signal('SIGKILL');
      return () => server.start();
    }),
    at('stopped', 12_000, async () => {
      await server.signal('SIGSTOP');
      return () => server.signal('SIGCONT');
    }),
    at('unreachable', 12_000, mode('swallow')),
    at('its answers are lost', 5_000, mode('swallow-answers')),
    at('slow', 8_000, mode('slow')),
    blow(`${name}: cut off`, () => proxy.cut()),
    blow(`${name}: reset`, () => proxy.reset()),
  ];
}

/** One fault after the other, for SECONDS. */
async function breakThings(t: ExecutionContext, { cluster, faults }: World): Promise<void> {
  const random = randomNumbers(SEED);
  t.log(`FAULT_SEED=${SEED}`);
  const end = performance.now() + SECONDS * 1_000;
  const counts = new Map<string, number>();
  while (performance.now() < end) {
    const processes = [...cluster.processes].flatMap(([name, { pid }]) => [
      blow(`${name.replace(/ \d+$/, '')}: killed`, () => signal(pid, 'SIGKILL')),
      fault(`${name.replace(/ \d+$/, '')}: stopped`, 20_000, async () => {
        signal(pid, 'SIGSTOP');
        return () => signal(pid, 'SIGCONT');
      }),
    ]);
    const kind = random() < 0.5 ? processes : faults;
    const chosen = kind[Math.floor(random() * kind.length)];
    if (chosen === undefined) throw new Error('there is a fault');
    counts.set(chosen.name, (counts.get(chosen.name) ?? 0) + 1);
    const repair = await chosen.begin();
    await pause(random() * chosen.lasts);
    await repair();
    await pause(500 + random() * 2_500);
  }
  t.log([...counts].map(([name, count]) => `${name} ×${count}`).join(', '));
}

/** A process that ended a moment ago gets no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** A person, with everything that was acknowledged to them, and the writes with unknown results. */
interface Person {
  readonly visitor: Visitor;
  /** Articles of links that were certainly added; and those that may have been. */
  readonly added: Set<string>;
  readonly unknown: Set<string>;
  /** Remarks that were certainly written. */
  readonly written: Set<string>;
  /** Sentences about what must never happen. */
  readonly wrong: string[];
}

async function signUp({ url, said }: TestCluster, name: string): Promise<Person> {
  const visitor = await signIn(url, `${name}@example.com`, said);
  return { visitor, added: new Set(), unknown: new Set(), written: new Set(), wrong: [] };
}

async function importLinks({ visitor, added }: Person, pages: Pages): Promise<void> {
  if (LINKS === 0) return;
  const articles = Array.from({ length: LINKS }, (_, index) => pages.at(`/imported-${index}`));
  for (const at of articles) pages.set(new URL(at).pathname, LINKED);
  const rows = articles.map((at) => `${at},${CLIENT}\n`);
  const file = `articleLink,clientLink\n${rows.join('')}`;
  const answer = await visitor.send('POST', '/api/links/import', file, { 'Content-Type': 'text/csv' });
  if (answer.status >= 300) throw new Error(`importing answered ${answer.status}`);
  for (const at of articles) added.add(at);
  await waitUntil(async () => {
    const { headers } = await visitor.get<LinkAnswer[]>('/api/links?pageSize=1');
    return Number(headers['x-total-count']) >= LINKS;
  }, 600_000);
}

const LINKED = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);

/** Adds and edits links until the signal, and retries whatever fails. Reads its own writes back. */
async function work(person: Person, pages: Pages, over: AbortSignal): Promise<void> {
  const { visitor, added, unknown, written } = person;
  while (!over.aborted) {
    const at = `/${randomUUID()}`;
    pages.set(at, LINKED);
    const articleLink = pages.at(at);
    const key = { 'Idempotency-Key': randomUUID() };
    unknown.add(articleLink);
    const answer = await again(over, () =>
      visitor.send<{ id: string }>('POST', '/api/links', { articleLink, clientLink: CLIENT }, key),
    );
    // 409: the process that took the request was killed; its key is free again after two minutes.
    if (answer === null || answer.status === 409) continue;
    if (answer.status !== 201) person.wrong.push(`adding a link answered ${answer.status}`);
    unknown.delete(articleLink);
    added.add(articleLink);
    const { id } = answer.body;
    await readBack(person, id, answer.headers, ({ articleLink: seen }) => seen === articleLink);
    const remarks = randomUUID();
    const edited = await again(over, () => visitor.send('PATCH', `/api/links/${id}`, { remarks }));
    if (edited === null) continue;
    if (edited.status !== 200) person.wrong.push(`editing a link answered ${edited.status}`);
    written.add(remarks);
    await readBack(person, id, edited.headers, (link) => link.remarks === remarks);
  }
}

/** How long a missing write is looked for, to tell a late write from a lost one. */
const MISSING_MS = 20_000;

type Answered = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

/** Repeats a request until the application answers it, or the signal aborts. */
async function again<T extends Answered>(over: AbortSignal, ask: () => Promise<T>): Promise<T | null> {
  while (!over.aborted) {
    const answer = await Promise.race([ask().catch(() => null), pause(PATIENCE_MS, null)]);
    if (answer !== null && answer.status < 500) return answer;
    await pause(100);
  }
  return null;
}

/** A person's own writes are in the answer, unless the answer says that it is stale. */
async function readBack(
  { visitor, wrong }: Person,
  id: string,
  written: Readonly<Record<string, string>>,
  isSeen: (link: LinkAnswer) => boolean,
): Promise<void> {
  const headers = { 'X-Position': written['x-position'] ?? '' };
  const answer = await visitor.get<LinkAnswer>(`/api/links/${id}`, headers).catch(() => null);
  if (answer === null || answer.status >= 500 || answer.headers['x-stale'] !== undefined) return;
  if (answer.status === 200 && isSeen(answer.body)) return;
  const missingSince = performance.now();
  const later = async () => {
    const again = await visitor.get<LinkAnswer>(`/api/links/${id}`, headers).catch(() => null);
    return again?.status === 200 && isSeen(again.body);
  };
  const came = await waitUntil(later, MISSING_MS).then(
    () => true,
    () => false,
  );
  const waited = Math.round(performance.now() - missingSince);
  wrong.push(
    `an own write was missing at position ${headers['X-Position']} of link ${id}: ${answer.status}; ${came ? 'it came' : 'still missing'} after ${waited} ms`,
  );
}

async function isReady({ processes }: TestCluster, name: string): Promise<boolean> {
  const { url } = processes.get(name) ?? { url: '' };
  const answer = await fetch(`${url}/api/ready`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

async function openEngine(t: ExecutionContext, { settings, urls }: World) {
  const engine = await openDistributedEngine<LinkledgerEvent, CheckQueues>(
    { dataDir: '', logLevel: 'silent', schemas: allViews, logger, now: () => new Date(), mayRemove: () => false },
    { eventStoreUrl: urls.eventStore, readStoreUrl: urls.mongo, kafka: null, namespace: settings.NAMESPACE ?? '' },
  );
  t.teardown(() => engine.close());
  return engine;
}

async function readAll(log: ReturnType<typeof openLog>): Promise<readonly Recorded[]> {
  const head = await log.head();
  const events: Recorded[] = [];
  for await (const batch of log.follow(0, new AbortController().signal)) {
    events.push(...batch);
    if ((batch.at(-1)?.position ?? 0) >= head) break;
  }
  return events;
}

/** Every acknowledged command is in the log once, and no command is in it twice. */
function assertOnce(t: ExecutionContext, events: readonly Recorded[], people: readonly Person[]): void {
  for (const { wrong } of people) t.deepEqual(wrong, []);
  const times = (values: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };
  const added = times(events.flatMap((event) => (event.type === 'LinkAdded' ? [event.data.articleLink] : [])));
  const edits = times(
    events.flatMap((event) => (event.type === 'LinkEdited' ? [event.data.changes.remarks?.to ?? ''] : [])),
  );
  const checked = times(events.flatMap((event) => (event.type === 'LinkChecked' ? [event.data.checkId] : [])));
  const acknowledged = people.flatMap((person) => [...person.added]);
  const written = people.flatMap((person) => [...person.written]);
  t.deepEqual(
    acknowledged.filter((at) => !added.has(at)),
    [],
    'acknowledged links that were lost',
  );
  t.deepEqual(
    written.filter((remarks) => !edits.has(remarks)),
    [],
    'acknowledged edits that were lost',
  );
  for (const [what, counts] of Object.entries({ added, edits, checked }))
    t.deepEqual(
      [...counts].filter(([, count]) => count > 1),
      [],
      `${what} twice`,
    );
  t.is(new Set(events.map(({ id }) => id)).size, events.length);
  const surely = `${acknowledged.length} links and ${written.length} edits acknowledged`;
  t.log(`${events.length} events, ${surely}, ${checked.size} checks`);
}

/** After the faults, each query process announces a change to everybody. */
async function assertTold(t: ExecutionContext, visitor: Visitor, { processes }: TestCluster, pages: Pages) {
  const queries = [...processes].filter(([name]) => name.startsWith('query'));
  const streams = await Promise.all(queries.map(([, { url }]) => visitor.at(url).stream('/api/stream')));
  pages.set('/told', LINKED);
  const { body } = await visitor.send<{ id: string }>('POST', '/api/links', {
    ...{ articleLink: pages.at('/told'), clientLink: CLIENT },
  });
  const answered = performance.now();
  for (const stream of streams) {
    t.true(await stream.has(`"linkIds":["${body.id}"]`));
    stream.leave();
  }
  const ms = performance.now() - answered;
  t.true(ms < HANGING_MS, `announced after ${Math.round(ms)} ms`);
}

/**
 * Lines about processes that were ready and ended by themselves. A process that starts while a server is down may end.
 */
function crashesIn(said: readonly string[]): readonly string[] {
  const ready = new Set<string>();
  return said.flatMap((line) => {
    const [, name = '', what] = /^(\w+ \d+): (process \d+ at|ended with \w+)/.exec(line) ?? [];
    if (what === undefined) return [];
    if (what.startsWith('process')) {
      ready.add(name);
      return [];
    }
    return ready.delete(name) && what !== 'ended with SIGKILL' ? [line] : [];
  });
}

/** The mails of this test are sign-in links: one per person. */
function assertOneMail(t: ExecutionContext, dataDir: string): void {
  t.deepEqual(recipientsIn(dataDir).toSorted(), PEOPLE.map((name) => `${name}@example.com`).toSorted());
}

/** The views equal those of a rebuild, positions included. */
async function assertRebuilt(
  t: ExecutionContext,
  engine: Awaited<ReturnType<typeof openEngine>>,
  { processes }: TestCluster,
): Promise<void> {
  const rebuilt = await openStores({ dataDir: temporaryFolder(t) }, PERSONAL_FIELDS, allViews, logger);
  t.teardown(() => rebuilt.close());
  // Reactors in the command processes would go on: the evidence of many links takes longer than their checks.
  for (const [name, { pid }] of processes) {
    if (!name.startsWith('command')) continue;
    signal(pid, 'SIGSTOP');
    t.teardown(() => signal(pid, 'SIGCONT'));
  }
  await waitUntil(async () => {
    const head = await engine.log.head();
    const positions = await engine.views.positions(allViews);
    await pause(1_000);
    return positions.every((position) => position >= head) && (await engine.log.head()) === head;
  }, 600_000);
  const feed = openLog(engine, logger);
  await rebuild(allViews, [], { feed, reads: rebuilt.reads, logger }, { write: () => true });
  t.deepEqual(
    await hashViews(engine.views, allViews, 'with positions'),
    await hashViews(rebuilt.reads, allViews, 'with positions'),
  );
}
