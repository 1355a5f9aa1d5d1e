/**
 * An agency's size through the whole system, beside bare limits in the same run: `node infra/bench/scale.ts [links]`
 * (default 100,000 links among 500,000 events; a minute). `node infra/bench/scale.ts 1000000` also runs a tenth, to compare
 * with: some twenty-five minutes, and 12 GB under the system's folder for temporary files. The goals are for a million, at
 * which the bare limits need long themselves.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { request } from 'undici';
import { PERSONAL_FIELDS } from '../../command-service/contract/events.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { LINK_SORTS, MAX_COUNTED } from '../../query-service/contract/list-options.ts';
import { rebuildViews } from '../main/parts/fill-views.ts';
import { createLogger } from '../observability/logger.ts';
import type { Visitor } from '../testing/actors/visitor.ts';
import { signIn } from '../testing/actors/visitor.ts';
import { startProcess } from '../testing/apps/server-process.ts';
import { openStores } from '../testing/apps/stores.ts';
import { formatMs, median, percentile, printGoal, printRow, rate, timed } from './measure.ts';
import { readProcessMetrics, untilAtRest } from './process-metrics.ts';
import { EVENTS_A_LINK, writeAgency } from './scale/agency-log.ts';
import { bareReplay } from './scale/baseline-replay.ts';
import { benchCommands } from './scale/command-throughput.ts';

const ROUNDS = 6;
const count = Number(process.argv[2] ?? 100_000);
const smaller = count > 100_000 ? count / 10 : null;

/** The queries of the list: every sort in both directions, and filters together with sorts. */
const QUERIES = [
  ...LINK_SORTS.flatMap((sort) => ['asc', 'desc'].map((dir) => ({ sort, dir }))),
  { sort: 'lastChecked', dir: 'desc', status: 'removed' },
  { sort: 'articleLink', dir: 'asc', status: 'live' },
  { sort: 'anchor', dir: 'desc', status: 'removed' },
  { sort: 'lastChecked', dir: 'desc', clientDomain: 'client-7.example' },
  { sort: 'expirationDate', dir: 'asc', clientDomain: 'client-8.example' },
];
const SEARCHES = ['tea-77777', 'magazine-123.', 'products/4', 'furniture 79', 'garden', 'nowhere-to-be-found'];

interface Measured {
  readonly ours: readonly number[];
  readonly bare: readonly number[];
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-bench-scale-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(size: number): Promise<Measured> {
  return inFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    const { scope, userId } = await personIn(dataDir);
    printRow(`${size.toLocaleString('en')} links, ${(size * EVENTS_A_LINK).toLocaleString('en')} events`);
    const written = await timed(() => writeAgency(dataDir, scope, userId, size));
    printRow('written', `${(written / 1e3).toFixed(1)} s`, rate(size * EVENTS_A_LINK, written));
    await benchRebuild(dataDir, folder);
    await benchReads(dataDir, path.join(folder, 'bare.db'), scope);
    return benchPages(dataDir, path.join(folder, 'bare.db'));
  });
}

async function personIn(dataDir: string): Promise<{ scope: Scope; userId: string }> {
  const linkledger = await startProcess({ DATA_DIR: dataDir, SERVICES: 'command,query,projections' });
  const person = await signIn(linkledger.url, 'owner@bench.example', linkledger.said);
  const { body } = await person.get<{ id: string }>('/api/auth/user');
  await linkledger.end('SIGTERM');
  return { scope: `user:${body.id}`, userId: body.id };
}

async function benchRebuild(dataDir: string, folder: string): Promise<void> {
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('error'));
  const head = await stores.feed.head();
  const bareCpu = process.cpuUsage();
  const bare = await timed(() => bareReplay(path.join(dataDir, 'events.db'), path.join(folder, 'bare.db')));
  const ourCpu = process.cpuUsage();
  const context = { engine: stores, logger: createLogger('error') };
  const ours = await timed(async () => void (await rebuildViews(context, [], { write: () => true })));
  const cpu = `CPU ${secondsSince(ourCpu)} s; bare ${secondsSince(bareCpu, ourCpu)} s`;
  await stores.close();
  const made = `${rate(head, ours)} events/s into ${allViews.length} views, by two threads; bare, one row an event and one a link, ${rate(head, bare)}; ${cpu}`;
  printGoal('rebuild from empty, rate of bare replay', bare / ours, 'at least', 0.45, made);
}

function secondsSince(start: NodeJS.CpuUsage, end = process.cpuUsage()): string {
  return ((end.user + end.system - start.user - start.system) / 1e6).toFixed(1);
}

async function benchReads(dataDir: string, bareFile: string, scope: Scope): Promise<void> {
  const { reads, close } = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('error'));
  const bare = new DatabaseSync(bareFile);
  const four = ['articleLink', 'clientLink', 'anchor', 'assignedTo'].map((column) => `${column} LIKE ?1`).join(' OR ');
  const like = bare.prepare(
    `SELECT doc FROM links WHERE scope = 'bench' AND (${four}) ORDER BY lastChecked DESC LIMIT 100`,
  );
  const search = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    for (const needle of SEARCHES) {
      const query = { where: { scope, place: 'active' }, contains: needle, limit: 100, countUpTo: MAX_COUNTED };
      const sort = { field: 'lastChecked', descending: true } as const;
      search.ours.push(await timed(async () => void (await reads.find(links, { ...query, sort }))));
      search.bare.push(await timed(() => void like.all(`%${needle}%`)));
    }
  }
  const [found, liked] = [percentile(search.ours, 0.95), percentile(search.bare, 0.95)];
  const searched = `p95 ${formatMs(found)}, median ${formatMs(median(search.ours))}; four LIKEs ${formatMs(liked)}`;
  printGoal('substring search, part of four LIKEs (p95)', found / liked, 'at most', 0.1, searched);

  const group = bare.prepare(
    `SELECT clientDomain, status, count(*) FROM links WHERE scope = 'bench' GROUP BY clientDomain, status`,
  );
  const stats = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 20; round += 1) {
    const where = { scope, kind: 'client' };
    stats.ours.push(await timed(async () => void (await reads.find(linkCounts, { where }))));
    stats.bare.push(await timed(() => void group.all()));
  }
  const [counted, grouped] = [percentile(stats.ours, 0.95), percentile(stats.bare, 0.95)];
  printGoal(
    'all clients’ stats, part of GROUP BY on a covering index (p95)',
    counted / grouped,
    'at most',
    0.1,
    `${formatMs(counted)}; GROUP BY ${formatMs(grouped)}`,
  );
  bare.close();
  await close();
}

async function benchPages(dataDir: string, bareFile: string): Promise<Measured> {
  const bare = spawn(process.execPath, [path.join(import.meta.dirname, 'scale', 'baseline-server.ts'), bareFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await once(bare.stdout, 'data');
  const bareUrl = `http://127.0.0.1:${String(said).trim()}`;
  const linkledger = await startProcess({ DATA_DIR: dataDir, SERVICES: 'command,query,projections' });
  const took = { ours: [] as number[], bare: [] as number[] };
  let held = 0;
  try {
    const person = await signIn(linkledger.url, 'owner@bench.example', linkledger.said);
    await untilAtRest(linkledger.url);
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const question of QUERIES) {
        const query = new URLSearchParams(question).toString();
        const ours = await timed(() => pageOf(person, query));
        const theirs = await timed(async () => void (await (await request(`${bareUrl}/?${query}`)).body.json()));
        // The round before the first warms up.
        if (round < 0) continue;
        took.ours.push(ours);
        took.bare.push(theirs);
      }
    }
    for (const needle of SEARCHES) await pageOf(person, new URLSearchParams({ q: needle }).toString());
    held = (await readProcessMetrics(linkledger.url)).longestHoldMs;
  } finally {
    await linkledger.end('SIGTERM');
    bare.stdin.end();
  }
  const [ours, theirs] = [percentile(took.ours, 0.95), percentile(took.bare, 0.95)];
  printGoal(
    'page of 100, any filter and sort, over HTTP, times bare (p95)',
    ours / theirs,
    'at most',
    1.5,
    `p95 ${formatMs(ours)}, median ${formatMs(median(took.ours))}; bare ${formatMs(theirs)}, median ${formatMs(median(took.bare))}`,
  );
  printGoal(
    'longest time the event loop was held by pages and searches (ms)',
    held,
    'at most',
    50,
    'including the first pages and searches',
  );
  return took;
}

async function pageOf(person: Visitor, query: string): Promise<void> {
  const { status } = await person.get(`/api/links?page=1&pageSize=100&${query}`);
  if (status !== 200) throw new Error(`the list answered ${status} to ${query}`);
}

await inFolder(benchCommands);
const before = smaller === null ? null : await measure(smaller);
const after = await measure(count);
if (before !== null && smaller !== null) {
  const [small, large] = [percentile(before.ours, 0.95), percentile(after.ours, 0.95)];
  const figures = `p95 ${formatMs(large)} at ${count.toLocaleString('en')}, ${formatMs(small)} at ${smaller.toLocaleString('en')}`;
  printGoal('page of 100 over HTTP, times itself at a tenth (p95)', large / small, 'at most', 2, figures);
}
