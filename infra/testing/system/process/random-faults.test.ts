/**
 * Random faults on one machine while 16 people use everything: signals, a full disk, a folder that nobody may write, few
 * descriptors, a failing mail server, failing sites, a killed browser, cut connections, backups and verifications in
 * between. It needs FAULT_SECONDS, how long faults happen: 20 for a look, 600 before a release. FAULT_SEED repeats the
 * choice of faults, FAULT_ONLY chooses faults by their names, FAULT_PEOPLE and FAULT_THINK_MS change the load.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { PERSONAL_FIELDS } from '../../../../command-service/contract/events.ts';
import { MailOutbox } from '../../../../command-service/mail/outbox.ts';
import { rebuild } from '../../../../projections/runner/rebuild.ts';
import type { Recorded } from '../../../../projections/view.ts';
import { allViews } from '../../../../projections/views/all-views.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import { openDurableStores } from '../../../engines/embedded/stores/durable-stores.ts';
import { openStores } from '../../apps/stores.ts';
import { CLIENT, type FailingHosts, startFailingHosts } from '../../fakes/failing-hosts.ts';
import { type MailServer, startMailServer } from '../../fakes/mail-server.ts';
import { differences, openChecks } from '../../random-faults/compare-with-log.ts';
import { mountDisk } from '../../random-faults/disk.ts';
import { type Fault, faultsOf, processesOf, runTool } from '../../random-faults/faults.ts';
import { Person, type PersonOptions } from '../../random-faults/person.ts';
import { SupervisedServer } from '../../random-faults/supervised-server.ts';
import { randomNumbers } from '../../random-history.ts';
import { recordingLogger } from '../../recording-logger.ts';
import { freePorts } from '../../servers/find-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { hashViews } from '../../view-hashes.ts';
import { waitUntil } from '../../wait-until.ts';

const SECONDS = Number(process.env.FAULT_SECONDS ?? 0);
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 100_000);
const ONLY = process.env.FAULT_ONLY ?? '';
const PEOPLE = Number(process.env.FAULT_PEOPLE ?? 16);
const THINK_MS = Number(process.env.FAULT_THINK_MS ?? 400);
const HOSTS = 6;
/** Megabytes of the disk of the data folder, and what a minute of this load writes. */
const DISK_MB = 192;
const DISK_MB_A_MINUTE = 100;
/** Milliseconds until the server is ready after a fault, on a machine that is busy with other tests. */
const READY_MS = 60_000;
const { logger } = recordingLogger();

// Processes are found in /proc.
const canRun = process.platform === 'linux' && SECONDS > 0;
if (!canRun) process.stderr.write('SKIPPED: no random faults of one machine; they need Linux, and FAULT_SECONDS\n');

(canRun ? test : test.skip)(
  'people lose nothing and see nothing twice while one machine fails in every way',
  async (t) => {
    t.timeout(SECONDS * 2_000 + 600_000);
    const world = await startWorld(t);
    const { server, people, faults } = world;

    const over = new AbortController();
    const working = people.map((person) => person.work(over.signal));
    await breakThings(t, world, faults);
    over.abort();
    await Promise.all(working);

    t.true((await server.ready()) < READY_MS);
    await waitUntil(async () => (await areChecked(people)) || null, 200_000);
    await assertTold(t, people, world.hosts);
    await server.stop();

    t.log(summaryOf(people));
    t.log(loggedErrors(server.logged()));
    t.deepEqual([...server.wrong, ...world.wrong, ...people.flatMap(({ operations }) => operations.wrong)], []);
    t.deepEqual(processesOf(world.root), [], 'processes that were left behind');
    assertTidy(t, world);
    await assertLog(t, world);
    await assertMails(t, world);
    await assertVerified(t, world);
  },
);

interface World {
  readonly root: string;
  readonly dataDir: string;
  readonly backups: string;
  readonly temporary: string;
  readonly server: SupervisedServer;
  readonly mail: MailServer;
  readonly hosts: FailingHosts;
  readonly people: readonly Person[];
  readonly faults: readonly Fault[];
  readonly wrong: string[];
}

async function startWorld(t: ExecutionContext): Promise<World> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'linkledger-faults-'));
  const [disk, backups, temporary] = ['disk', 'backups', 'temporary'].map((name) => path.join(root, name));
  if (disk === undefined || backups === undefined || temporary === undefined) throw new Error('three folders');
  for (const folder of [backups, temporary]) mkdirSync(folder);
  const unmount = mountDisk(disk, DISK_MB + Math.ceil((SECONDS / 60) * DISK_MB_A_MINUTE));
  const dataDir = path.join(disk, 'data');
  const [mail, hosts, [port]] = await Promise.all([startMailServer(), startFailingHosts(HOSTS), freePorts(1)]);
  const server = new SupervisedServer({
    ...{ PORT: String(port), DATA_DIR: dataDir, TMPDIR: temporary, SMTP_URL: mail.url, LOG_LEVEL: 'warn' },
    ...{ CHECKER_ALLOW_HOSTS: hosts.hosts.join(), CHECKER_TIMEOUT_MS: '4000', CHECKER_TABS: '2' },
  });
  t.teardown(async () => {
    await server.stop();
    await Promise.all([mail.close(), hosts.close()]);
    unmount?.();
    rmSync(root, { recursive: true, force: true });
  });
  await server.start();
  const random = randomNumbers(SEED);
  const options: PersonOptions = { url: server.url, hosts: hosts.hosts, random, thinkMs: THINK_MS, scripted: 0.05 };
  const people: Person[] = [];
  for (let index = 0; index < PEOPLE; index += 1)
    people.push(await Person.signUp(`person${index}`, mail, { ...options, random: randomNumbers(SEED + index + 1) }));
  const wrong: string[] = [];
  const cookie = () => people[0]?.visitor.cookieHeader ?? '';
  const given = { server, disk, dataDir, backups, mail, hosts, random, cookie, wrong };
  const { faults, skipped } = faultsOf(given, unmount !== null);
  for (const each of skipped) process.stderr.write(`SKIPPED: ${each}\n`);
  return { root, dataDir, backups, temporary, server, mail, hosts, people, faults, wrong };
}

/** One fault after the other, for SECONDS. */
async function breakThings(t: ExecutionContext, { server }: World, all: readonly Fault[]): Promise<void> {
  const faults = all.filter(({ name }) => name.includes(ONLY));
  const random = randomNumbers(SEED);
  t.log(`FAULT_SEED=${SEED}`);
  const end = performance.now() + SECONDS * 1_000;
  const counts = new Map<string, number>();
  let slowest = 0;
  while (performance.now() < end) {
    const chosen = faults[Math.floor(random() * faults.length)];
    if (chosen === undefined) throw new Error(`there is no fault named ${ONLY}`);
    counts.set(chosen.name, (counts.get(chosen.name) ?? 0) + 1);
    const repair = await chosen.begin();
    await pause(random() * chosen.lasts);
    await repair();
    slowest = Math.max(slowest, await server.ready());
    await pause(300 + random() * 1_700);
  }
  t.log([...counts].map(([name, count]) => `${name} ×${count}`).join(', '));
  t.log(`ready again after at most ${Math.round(slowest)} ms`);
  t.true(slowest < READY_MS);
}

/** Nothing is left but what a killed process could not remove: empty files, and profiles that the next browser removes. */
function assertTidy(t: ExecutionContext, { temporary, server }: World): void {
  const left = readdirSync(temporary, { withFileTypes: true }).filter(({ name }) => name.startsWith('linkledger-'));
  const isProfile = (name: string) => server.pids.some((pid) => name.startsWith(`linkledger-chrome-${pid}-`));
  const wrong = left.filter((each) =>
    each.isDirectory() ? !isProfile(each.name) : statSync(path.join(temporary, each.name)).size > 0,
  );
  t.deepEqual(
    wrong.map(({ name }) => name),
    [],
    'temporary files that were left behind',
  );
  t.log(`${left.length} temporary files of killed processes are left`);
}

async function areChecked(people: readonly Person[]): Promise<boolean> {
  for (const { visitor } of people) {
    const { body } = await visitor.get<string>('/api/links/export?format=ndjson');
    const links = body.split('\n').flatMap((line): LinkAnswer[] => (line === '' ? [] : [JSON.parse(line)]));
    if (links.some(({ checking }) => checking)) return false;
  }
  return true;
}

/** After the faults, a change is announced to everybody who may see it. */
async function assertTold(t: ExecutionContext, [first]: readonly Person[], { hosts: [host] }: FailingHosts) {
  if (first === undefined) return;
  const stream = await first.visitor.stream('/api/stream');
  const articleLink = `http://${host}/linked/told`;
  const { body } = await first.visitor.send<{ id: string }>('POST', '/api/links', { articleLink, clientLink: CLIENT });
  t.true(await stream.has(body.id));
  stream.leave();
}

function summaryOf(people: readonly Person[]): string {
  const done = new Map<string, number>();
  const failures = new Map<string, number>();
  for (const { operations } of people) {
    for (const { what, outcome } of operations.all) {
      const name = outcome === 'done' ? what : `${what}: ${outcome}`;
      done.set(name, (done.get(name) ?? 0) + 1);
    }
    for (const [name, count] of operations.failures) failures.set(name, (failures.get(name) ?? 0) + count);
  }
  const listed = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, count]) => `${name} ×${count}`).join(', ');
  return `${listed(done)}; answers: ${listed(failures)}`;
}

/** What the server logged as an error, with the number of times and one example. */
function loggedErrors(logged: string): string {
  const found = new Map<string, { count: number; readonly example: string }>();
  for (const line of logged.split('\n')) {
    const { level = '', msg = '', err } = parseLine(line);
    if (level !== 'error' && level !== 'fatal') continue;
    const key = `${msg} ${err?.message ?? ''}`;
    const seen = found.get(key) ?? { count: 0, example: line.slice(0, 1_200) };
    seen.count += 1;
    found.set(key, seen);
  }
  return [...found].map(([key, { count, example }]) => `${key} ×${count}: ${example}`).join('\n');
}

function parseLine(line: string): { level?: string; msg?: string; err?: { readonly message: string } } {
  try {
    return JSON.parse(line);
  } catch {
    return line.trim() === '' ? {} : { level: 'error', msg: line };
  }
}

/** The log has what was acknowledged, once; every check is done; the views are those of a rebuild. */
async function assertLog(t: ExecutionContext, { dataDir, people }: World): Promise<void> {
  const live = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger);
  const rebuilt = await openStores({ dataDir: temporaryFolder(t) }, PERSONAL_FIELDS, allViews, logger);
  try {
    const head = await live.store.head();
    const events: Recorded[] = [];
    for await (const batch of live.feed.follow(0, new AbortController().signal)) {
      events.push(...batch);
      if ((batch.at(-1)?.position ?? 0) >= head) break;
    }
    t.log(`${events.length} events`);
    t.deepEqual(differences(events, people), []);
    t.deepEqual(openChecks(events), []);
    t.deepEqual(new Set(await live.reads.positions(allViews)), new Set([head]));
    await rebuild(allViews, [], { feed: live.feed, reads: rebuilt.reads, logger }, { write: () => true });
    t.deepEqual(
      await hashViews(live.reads, allViews, 'with positions'),
      await hashViews(rebuilt.reads, allViews, 'with positions'),
    );
  } finally {
    await live.close();
    await rebuilt.close();
  }
}

/** No mail arrived twice, and each one that did not arrive waits, or the log says that it may have arrived. */
async function assertMails(t: ExecutionContext, { dataDir, mail, people, server }: World): Promise<void> {
  const ids = mail.received.map(({ messageId }) => messageId);
  t.is(new Set(ids).size, ids.length, 'mails that arrived twice');
  const arrived = new Set(mail.received.map(({ to }) => to));
  const missing = people.flatMap(({ invited }) => invited.filter((email) => !arrived.has(email)));
  const unknown = server.logged().split('a mail may have arrived').length - 1;
  const durable = openDurableStores(path.join(dataDir, 'durable.db'), () => new Date());
  const mailer = { send: () => Promise.reject(new Error('nothing is sent here')) };
  const parts = {
    state: durable.state,
    mailer,
    secret: 'unused',
    isOpen: async () => true,
    logger,
    now: () => new Date(),
  };
  const waiting = await new MailOutbox(parts).waiting();
  durable.close();
  t.log(`${mail.received.length} mails, ${missing.length} invitations did not arrive, ${waiting} mails wait`);
  t.true(missing.length <= waiting + unknown, `${missing.length} invitations are lost`);
}

/** The log fits its hash chain, and the newest backup is whole. */
async function assertVerified(t: ExecutionContext, { backups, dataDir }: World): Promise<void> {
  const verified = await runTool('verify', [dataDir], dataDir);
  t.is(verified.code, 0, verified.output);
  if (!readdirSync(backups).some((name) => name.endsWith('Z'))) return;
  const { code, output } = await runTool('restore', [backups, '--check'], dataDir);
  t.is(code, 0, output);
}
