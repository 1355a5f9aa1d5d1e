/** Each role in a process of its own, over the same stores and behind the proxy of a cluster. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import type { CheckQueues } from '../../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../../command-service/contract/events.ts';
import { allViews } from '../../../../projections/views/all-views.ts';
import type { ReadyAnswer } from '../../../../query-service/contract/answers/command-results.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { SystemAnswer } from '../../../../query-service/contract/answers/system.ts';
import type { CreatedTokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import { listen } from '../../../http/routing/server.ts';
import { createProxy } from '../../../main/cli/cluster-proxy.ts';
import { readConfig } from '../../../main/config/config.ts';
import type { LinkledgerEngine } from '../../../main/parts/role.ts';
import { type RunningServer, start } from '../../../main/process/start.ts';
import { signIn, Visitor } from '../../actors/visitor.ts';
import { openMemoryEngine } from '../../apps/memory-engine.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { problemsOf, readMetrics } from '../../prometheus-text.ts';
import { recordingLogger } from '../../recording-logger.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const ROLES = ['command', 'query', 'query', 'projections', 'projections', 'reactors', 'relay', 'checker'];

/** Figures that only processes with one of the roles report. */
const OWN_FIGURES: readonly (readonly [string, readonly string[]])[] = [
  ['linkledger_log_position', ['command', 'projections', 'reactors', 'relay']],
  ['linkledger_view_position', ['projections']],
  ['linkledger_view_lag_seconds', ['projections', 'query']],
  ['linkledger_checks_silent_seconds', ['reactors']],
  ['linkledger_mails_waiting', ['reactors']],
  ['linkledger_channel_messages_waiting', ['reactors']],
  ['linkledger_chain_fits', ['reactors']],
  ['linkledger_checker_orders_waiting', ['checker']],
];

/** Starts the roles on one engine in memory. No role gets more of it than a process of its own would open. */
async function startRoles(t: ExecutionContext) {
  const pages = await startPageServer();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-roles-'));
  const printed: string[] = [];
  const processes: { readonly role: string; readonly server: RunningServer }[] = [];
  const portsOf = (role: string) => processes.filter((each) => each.role === role).map(({ server }) => server.port);
  const proxy = await listen(createProxy(portsOf), '127.0.0.1', 0);
  const url = `http://127.0.0.1:${proxy.port}`;
  const { logger } = recordingLogger();
  const engine = openMemoryEngine<LinkledgerEvent, CheckQueues>({ schemas: allViews, logger, now: () => new Date() });
  for (const role of ROLES) {
    const config = readConfig({
      ...{ PORT: '0', PUBLIC_URL: url, SERVICES: role, LOG_LEVEL: 'error', TRUSTED_PROXIES: '1' },
      ...{ EVENT_STORE_URL: 'esdb://memory', READ_STORE_URL: 'mongodb://memory', KAFKA_BROKERS: 'memory:9092' },
      ...{
        SESSION_SECRET: 's'.repeat(32),
        IDENTITY_SECRET: 'i'.repeat(32),
        SMTP_URL: `file:${dataDir}`,
        ADMINS: 'ann@example.com',
      },
      ...{ CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' },
    });
    const server = await start(config, {
      print: (line) => void printed.push(line),
      open: async ({ servers }) => ({
        ...onlyWhatIsReached(engine, servers?.eventStoreUrl != null, servers?.readStoreUrl != null),
        isShared: true,
        close: async () => {},
      }),
    });
    processes.push({ role, server });
  }
  t.teardown(async () => {
    await proxy.stop(0);
    for (const { server } of processes.toReversed()) await server.stop();
    await pages.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const ask = async (role: string, at: string, which = 0) => {
    const answer = await request(`http://127.0.0.1:${portsOf(role)[which]}${at}`);
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  return { url, pages, printed, ask };
}

/** An engine whose log or stores this process did not open: using them is an error. */
function onlyWhatIsReached(engine: LinkledgerEngine, hasLog: boolean, hasStores: boolean): LinkledgerEngine {
  const unopened = (name: string) =>
    new Proxy(
      {},
      {
        get() {
          throw new TypeError(`this role must not use ${name}`);
        },
      },
    );
  const stores = ['views', 'values', 'state', 'keys', 'checkpoints', 'leases', 'blobs'];
  const names = [...(hasLog ? [] : ['log']), ...(hasStores ? [] : stores)];
  return { ...engine, ...Object.fromEntries(names.map((name) => [name, unopened(name)])) };
}

test('people sign in, write and read through processes of one role each', async (t) => {
  const { url, pages, printed, ask } = await startRoles(t);
  pages.set('/tea', article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const ann = await signIn(url, 'ann@example.com', printed);

  // One of the query processes streams what the projections of other processes commit.
  const { body: user } = await ann.get<{ id: string }>('/api/auth/user');
  const stream = await ann.stream('/api/stream');
  const added = await ann.send<{ id: string; checkResult: { status: string } }>('POST', '/api/links', {
    articleLink: pages.at('/tea'),
    clientLink: CLIENT,
  });
  t.is(added.status, 201);
  t.is(added.body.checkResult.status, 'live', 'the reply of a checker elsewhere reaches the request');
  const read = await ann.get<LinkAnswer>(`/api/links/${added.body.id}`);
  t.is(read.body.status, 'live', 'a read waits for the write');
  t.true(await stream.has(`"linkIds":["${added.body.id}"]`));
  stream.leave();

  const made = await ann.send<CreatedTokenAnswer>('POST', '/api/tokens', { name: 'A program', access: 'read' });
  await ann.get('/api/tokens');
  const program = await new Visitor(url).get<{ id: string }>('/api/auth/user', {
    Authorization: `Bearer ${made.body.token}`,
  });
  t.is(program.body.id, user.id, 'a query process finds tokens in their view');

  for (const role of new Set(ROLES)) {
    const ready = await ask(role, '/api/ready');
    t.is(ready.status, 200, role);
    t.deepEqual((JSON.parse(ready.text) as ReadyAnswer).roles, [role]);
    const { text } = await ask(role, '/metrics');
    t.regex(text, new RegExp(`^linkledger_role\\{role="${role}"\\} 1$`, 'm'));
    const families = readMetrics(t, text);
    t.deepEqual(
      [...families].flatMap(([name, family]) => problemsOf(name, family)),
      [],
      role,
    );
    t.deepEqual(
      OWN_FIGURES.flatMap(([name, roles]) => (families.has(name) ? [[name, roles.includes(role)]] : [])),
      OWN_FIGURES.flatMap(([name, roles]) => (roles.includes(role) ? [[name, true]] : [])),
      role,
    );
  }
  const system = await waitUntil(async () => {
    const { body: seen } = await ann.get<SystemAnswer>('/api/system');
    return seen.problems.length === 0 && seen.processes.every(({ state }) => state === 'running') && seen;
  });
  t.deepEqual(
    system.processes.map(({ roles }) => roles.join()),
    ROLES.filter((role) => role !== 'checker').toSorted(),
  );
  t.deepEqual(system.engines, { log: 'EventStoreDB', views: 'MongoDB', checks: 'Kafka' });
  t.true(system.views.every(({ state, error }) => /^(following|behind)$/.test(state) && error === null));
  t.like(system, { resting: null, backup: null, disk: null, mails: { waiting: 0, givenUp: [] } });
  t.is(system.checks.silentSeconds, 0);

  const checking = (await ask('checker', '/metrics')).text;
  t.regex(checking, /^linkledger_checker_checks_total\{status="live"\} [1-9]/m);
  t.regex(checking, /^linkledger_checker_visits_saved_total 0$/m);
  const kept = async (which: number) =>
    (JSON.parse((await ask('projections', '/api/ready', which)).text) as ReadyAnswer).views.map(({ view }) => view);
  await waitUntil(async () => (await kept(0)).length + (await kept(1)).length === allViews.length);
  await waitUntil(async () => Math.abs((await kept(0)).length - (await kept(1)).length) <= 1);
});
