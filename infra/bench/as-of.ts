/**
 * Past states at an agency's size, over HTTP: `node infra/bench/as-of.ts [links]` (default 200,000 links among a million
 * events; some minutes; 1,000,000 needs an hour and 25 GB under the system's folder for temporary files). The scope that is
 * asked for has 20,000 links, whose events lie all over the log.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Scope } from '../../command-service/scope.ts';
import { signIn, type Visitor } from '../testing/actors/visitor.ts';
import { startProcess } from '../testing/apps/server-process.ts';
import { formatMs, median, percentile, printGoal, printRow, timed } from './measure.ts';
import { readProcessMetrics, untilAtRest } from './process-metrics.ts';
import { EVENTS_A_LINK, writeAgency } from './scale/agency-log.ts';

const count = Number(process.argv[2] ?? 200_000);
/** Of so many links, one is of the scope, which has 20,000; the others belong to as many teams. */
const SCOPES = Math.max(1, Math.round(count / 20_000));
/** The last days of the log: each is a state of its own. */
const DAYS = ['2026-02-20', '2026-02-21', '2026-02-22', '2026-02-23', '2026-02-24', '2026-02-25', '2026-02-26'];
const LISTS = ['sort=lastChecked&dir=desc', 'sort=anchor&dir=asc', 'status=removed', 'clientDomain=client-7.example'];
const ROUNDS = 200;

const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-bench-as-of-'));
try {
  await run(path.join(folder, 'data'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(dataDir: string): Promise<void> {
  const settings = { DATA_DIR: dataDir, SERVICES: 'command,query,projections' };
  const first = await startProcess(settings);
  const owner = await signIn(first.url, 'owner@bench.example', first.said);
  const { body } = await owner.get<{ id: string }>('/api/auth/user');
  await first.end('SIGTERM');
  const scopeOf = (index: number): Scope => (index % SCOPES === 0 ? `user:${body.id}` : `team:other-${index % SCOPES}`);
  /** In the order of the log, through 57 days. */
  const secondOf = (index: number) => Math.floor((index / count) * 57 * 86_400);
  const written = await timed(() => writeAgency(dataDir, scopeOf, body.id, count, secondOf));
  const events = (count * EVENTS_A_LINK).toLocaleString('en');
  printRow(`${count.toLocaleString('en')} links, ${events} events`, `${(written / 1e3).toFixed(0)} s`);
  // Filling new views takes half the time of following so long a log.
  for (const name of readdirSync(dataDir)) if (name.startsWith('views.db')) rmSync(path.join(dataDir, name));
  const linkledger = await startProcess(settings);
  try {
    const person = await signIn(linkledger.url, 'owner@bench.example', linkledger.said);
    await untilAtRest(linkledger.url);
    await measure(linkledger.url, person);
  } finally {
    await linkledger.end('SIGTERM');
  }
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
  printGoal('longest time the event loop was held (ms)', longestHoldMs, 'at most', 50, 'by all of this');
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
