/**
 * Past states at an agency's size, over HTTP: `node infra/bench/as-of.ts [links] [--servers]` (default 200,000 links among a
 * million events; some minutes; 1,000,000 needs an hour and 25 GB under the system's folder for temporary files). The scope
 * that is asked for has 20,000 links, whose events lie all over the log. With --servers the log is in EventStoreDB and the
 * views in MongoDB, as in engines/, and a query process of a cluster answers.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckQueues } from '../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { rebuild } from '../../projections/runner/rebuild.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { openEngine } from '../engines/open-engine.ts';
import { openLog } from '../main/parts/open-log.ts';
import { createLogger } from '../observability/logger.ts';
import type { Servers } from '../ports/engine.ts';
import { signIn, type Visitor } from '../testing/actors/visitor.ts';
import { NO_CLUSTER, startCluster } from '../testing/apps/cluster.ts';
import { startProcess } from '../testing/apps/server-process.ts';
import { findEventStoreDb } from '../testing/servers/eventstoredb.ts';
import { findMongoDb, freshDatabase } from '../testing/servers/mongodb.ts';
import { formatMs, median, percentile, printGoal, printRow, timed } from './measure.ts';
import { readProcessMetrics, untilAtRest } from './process-metrics.ts';
import { appendAgency, EVENTS_A_LINK, writeAgency } from './scale/agency-log.ts';

const { values: options, positionals } = parseArgs({
  options: { servers: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const count = Number(positionals[0] ?? 200_000);
/** Of so many links, one is of the scope, which has 20,000; the others belong to as many teams. */
const SCOPES = Math.max(1, Math.round(count / 20_000));
/** The last days of the log: each is a state of its own. */
const DAYS = ['2026-02-20', '2026-02-21', '2026-02-22', '2026-02-23', '2026-02-24', '2026-02-25', '2026-02-26'];
const LISTS = ['sort=lastChecked&dir=desc', 'sort=anchor&dir=asc', 'status=removed', 'clientDomain=client-7.example'];
const ROUNDS = 200;
const OWNER = 'owner@bench.example';
const MONGO_CACHE_GB = 4;

const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-bench-as-of-'));
try {
  if (options.servers) await runOnServers();
  else await runEmbedded(path.join(folder, 'data'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runEmbedded(dataDir: string): Promise<void> {
  const settings = { DATA_DIR: dataDir, SERVICES: 'command,query,projections' };
  const first = await startProcess(settings);
  const userId = await idOf(await signIn(first.url, OWNER, first.said));
  await first.end('SIGTERM');
  printWritten(await timed(() => writeAgency(dataDir, scopeBy(userId), userId, count, secondOf)));
  // Filling new views takes half the time of following so long a log.
  for (const name of readdirSync(dataDir)) if (name.startsWith('views.db')) rmSync(path.join(dataDir, name));
  const linkledger = await startProcess(settings);
  try {
    const person = await signIn(linkledger.url, OWNER, linkledger.said);
    await untilAtRest(linkledger.url);
    await measure(linkledger.url, person);
  } finally {
    await linkledger.end('SIGTERM');
  }
}

async function runOnServers(): Promise<void> {
  const [log, mongo] = await Promise.all([findEventStoreDb(), findMongoDb({ cacheGb: MONGO_CACHE_GB })]);
  try {
    if (log === null || mongo === null) console.log(NO_CLUSTER);
    else await runInCluster(log.url, freshDatabase(mongo.url));
  } finally {
    await Promise.all([log?.stop(), mongo?.stop()]);
  }
}

async function runInCluster(eventStoreUrl: string, readStoreUrl: string): Promise<void> {
  const namespace = `t${randomBytes(6).toString('hex')}-`;
  const settings = { EVENT_STORE_URL: eventStoreUrl, READ_STORE_URL: readStoreUrl, NAMESPACE: namespace };
  const roles = ['--command', '1', '--query', '1', '--projections', '1', '--checker', '0'];
  const start = () => startCluster(roles, mkdtempSync(path.join(folder, 'cluster-')), settings);
  const first = await start();
  const userId = await idOf(await signIn(first.url, OWNER, first.said));
  await first.close();
  await writeToServers({ eventStoreUrl, readStoreUrl, kafka: null, namespace }, userId);
  const cluster = await start();
  try {
    const person = await signIn(cluster.url, OWNER, cluster.said);
    const url = cluster.processes.get('query 1')?.url;
    if (url === undefined) throw new Error('the cluster has no query process');
    await untilAtRest(url);
    await measure(url, person.at(url));
  } finally {
    await cluster.close();
  }
}

/** Appends the agency's events and fills the views, as `npm run rebuild` does. */
async function writeToServers(servers: Servers, userId: string): Promise<void> {
  const logger = createLogger('error');
  const engine = await openEngine<LinkledgerEvent, CheckQueues>({
    ...{ dataDir: folder, logLevel: 'error', schemas: allViews, logger, servers },
    ...{ now: () => new Date(), mayRemove: () => false },
  });
  try {
    const log = openLog(engine, logger);
    printWritten(await timed(() => appendAgency(log, scopeBy(userId), userId, count, secondOf)));
    const deps = { feed: log, reads: engine.views, logger };
    const filled = await timed(async () => void (await rebuild(allViews, [], deps, process.stderr)));
    printRow('views filled', `${(filled / 1e3).toFixed(0)} s`);
  } finally {
    await engine.close();
  }
}

async function idOf(person: Visitor): Promise<string> {
  return (await person.get<{ id: string }>('/api/auth/user')).body.id;
}

function scopeBy(userId: string): (index: number) => Scope {
  return (index) => (index % SCOPES === 0 ? `user:${userId}` : `team:other-${index % SCOPES}`);
}

/** In the order of the log, through 57 days. */
function secondOf(index: number): number {
  return Math.floor((index / count) * 57 * 86_400);
}

function printWritten(ms: number): void {
  const events = (count * EVENTS_A_LINK).toLocaleString('en');
  printRow(`${count.toLocaleString('en')} links, ${events} events`, `${(ms / 1e3).toFixed(0)} s`);
}

async function measure(url: string, person: Visitor): Promise<void> {
  const own = (count / SCOPES).toLocaleString('en');
  const idle = await liveLists(person, ROUNDS);
  const before = await readProcessMetrics(url);
  const [one = '', ...others] = DAYS;
  const cold = await timed(() => pageOf(person, `${LISTS[0]}&asOf=${one}`));
  printGoal('first page of a past day (ms)', cold, 'at most', 2_000, `a scope of ${own} links`);
  const warm: number[] = [];
  for (let round = 0; round < 10; round += 1)
    for (const list of LISTS) warm.push(await timed(() => pageOf(person, `${list}&asOf=${one}`)));
  const figures = `median ${formatMs(median(warm))}`;
  printGoal('later pages of it, any order and filter (ms, p95)', percentile(warm, 0.95), 'at most', 50, figures);

  let isBuilding = true;
  const firsts: number[] = [];
  const building = (async () => {
    for (const day of others) firsts.push(await timed(() => pageOf(person, `${LISTS[0]}&asOf=${day}`)));
    isBuilding = false;
  })();
  const busy: number[] = [];
  while (isBuilding) busy.push(...(await liveLists(person, 10)));
  await building;
  const slower = median(busy) / median(idle);
  const live = `median ${formatMs(median(busy))}, idle ${formatMs(median(idle))}; p95 ${formatMs(percentile(busy, 0.95))}, idle ${formatMs(percentile(idle, 0.95))}`;
  printGoal('live pages while other past days are built, times idle', slower, 'at most', 1.2, live);
  const { residentMB, longestHoldMs } = await readProcessMetrics(url);
  const grown = `${residentMB.toFixed(0)} MB, ${before.residentMB.toFixed(0)} MB before; ${DAYS.length} days; first pages ${firsts.map(formatMs).join(', ')}`;
  printGoal('memory of the process with these days (MB more)', residentMB - before.residentMB, 'at most', 600, grown);
  printGoal('longest time the event loop was held (ms)', longestHoldMs, 'at most', 50, 'during all requests above');
}

async function liveLists(person: Visitor, rounds: number): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const list = LISTS[round % LISTS.length] ?? '';
    took.push(await timed(() => pageOf(person, list)));
  }
  return took;
}

async function pageOf(person: Visitor, query: string): Promise<void> {
  const { status, body } = await person.get<readonly unknown[]>(`/api/links?page=1&pageSize=100&${query}`);
  if (status !== 200 || body.length === 0) throw new Error(`the list answered ${status} with ${JSON.stringify(body)}`);
}
