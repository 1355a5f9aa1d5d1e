/**
 * An import through HTTP beside the bare limit in the same run: `node infra/bench/import.ts [rows]` (default 100,000).
 * Bare is one process that has nothing else to do: the same rows as events and as list rows, an index for each of the
 * columns a list sorts by, 500 rows a synced transaction. The import also answers other people meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { LINK_SORTS } from '../../query-service/contract/list-options.ts';
import type { Visitor } from '../testing/actors/visitor.ts';
import { signIn } from '../testing/actors/visitor.ts';
import { startProcess } from '../testing/apps/server-process.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { formatMs, median, percentile, printGoal, printRow, rate, timed } from './measure.ts';
import { readProcessMetrics } from './process-metrics.ts';

const rows = Number(process.argv[2] ?? 100_000);
/** Links of the person who reads their list meanwhile. */
const OTHERS = 1_000;
const SLICE = 500;
/** Bare inserts before the import, and as many after it. */
const ROUNDS = 2;

interface Row {
  readonly articleLink: string;
  readonly clientLink: string;
  readonly anchor: string;
}

const rowOf = (index: number): Row => ({
  articleLink: `https://magazine-${index % 997}.example/2026/an-article-about-tea-${index}`,
  clientLink: `https://client-${index % 211}.example/products/${index % 5_000}`,
  anchor: `Garden furniture ${index % 800}`,
});
const fileOf = (count: number) =>
  `articleLink,clientLink,anchor\n${Array.from({ length: count }, (_, index) => Object.values(rowOf(index)).join(',')).join('\n')}`;

/** Inserts the rows into a new file, as events and as rows of a list. */
function bareInsert(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -64000');
  database.exec(`
    CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, revision INTEGER, id TEXT, type TEXT, data TEXT);
    CREATE UNIQUE INDEX by_stream ON events (stream, revision);
    CREATE UNIQUE INDEX by_id ON events (id);
    CREATE TABLE links (id TEXT PRIMARY KEY, scope TEXT, ${LINK_SORTS.join(', ')}, doc TEXT);
    ${LINK_SORTS.map((column) => `CREATE INDEX by_${column} ON links (scope, ${column}, id);`).join('\n')}
  `);
  const event = database.prepare('INSERT INTO events VALUES (?, ?, 0, ?, ?, ?)');
  const link = database.prepare(`INSERT INTO links VALUES (?, ?, ${LINK_SORTS.map(() => '?').join(', ')}, ?)`);
  for (let from = 0; from < rows; from += SLICE) {
    database.exec('BEGIN');
    for (let index = from; index < Math.min(rows, from + SLICE); index++) {
      const row = rowOf(index);
      const id = crypto.randomUUID();
      const values: Record<string, string | null> = { ...row, status: 'pending', duration: '30 days', assignedTo: 'u' };
      const doc = JSON.stringify({ ...row, id, status: 'pending', duration: '30 days' });
      event.run(index, `link-${id}`, id, 'LinkAdded', doc);
      link.run(id, 'user:u', ...LINK_SORTS.map((column) => values[column] ?? null), doc);
    }
    database.exec('COMMIT');
  }
  database.close();
}

async function importFile(person: Visitor, file: string): Promise<void> {
  const { status } = await person.send('POST', '/api/links/import', file, { 'Content-Type': 'text/csv' });
  if (status !== 200) throw new Error(`the import answered ${status}`);
}

/** How long pages of a list take, one after the other, until `done`. */
async function lookAtList(person: Visitor, done: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!done()) {
    took.push(await timed(async () => void (await person.get('/api/links?page=1&pageSize=100&sort=anchor'))));
    await pause(10);
  }
  return took;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-bench-import-'));
const linkledger = await startProcess({ DATA_DIR: path.join(folder, 'data'), SERVICES: 'command,query,projections' });
try {
  const [owner, other] = [
    await signIn(linkledger.url, 'owner@bench.example', linkledger.said),
    await signIn(linkledger.url, 'other@bench.example', linkledger.said),
  ];
  await importFile(other, fileOf(OTHERS));
  const started = performance.now();
  const idle = await lookAtList(other, () => performance.now() - started > 3_000);

  const bare: number[] = [];
  const benchBare = async (when: string) => {
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await timed(() => bareInsert(path.join(folder, `bare-${when}-${round}.db`))));
    }
  };
  await benchBare('before');

  const file = fileOf(rows);
  const before = await readProcessMetrics(linkledger.url);
  let [done, mostMB, longestMs] = [false, 0, 0];
  const watching = (async () => {
    while (!done) {
      await pause(500);
      const { residentMB, longestHoldMs } = await readProcessMetrics(linkledger.url);
      [mostMB, longestMs] = [Math.max(mostMB, residentMB), Math.max(longestMs, longestHoldMs)];
    }
  })();
  const looking = lookAtList(other, () => done);
  const answered = await timed(() => importFile(owner, file));
  const listed = await timed(async () => {
    await waitUntil(async () => {
      const last = encodeURIComponent(rowOf(rows - 1).articleLink.slice(-25));
      const { headers } = await owner.get(`/api/links?page=1&pageSize=10&q=${last}`);
      return Number(headers['x-total-count']) > 0;
    }, 600_000);
  });
  done = true;
  await watching;
  const during = await looking;

  await benchBare('after');
  const limit = median(bare);
  const [idleMs, duringMs] = [percentile(idle, 0.95), percentile(during, 0.95)];
  printRow(`${rows.toLocaleString('en')} rows imported over HTTP`);
  printGoal(
    'import, times a bare indexed INSERT',
    answered / limit,
    'at most',
    2.2,
    `${(answered / 1e3).toFixed(1)} s, ${rate(rows, answered)} rows/s; bare ${(limit / 1e3).toFixed(1)} s, ${rate(rows, limit)}`,
  );
  printGoal('list and search show the last row after it (s)', listed / 1e3, 'at most', 5, 'asked every 20 ms');
  printGoal(
    'memory growth (MB)',
    mostMB - before.residentMB,
    'at most',
    150,
    `${before.residentMB.toFixed(0)} MB before, ${mostMB.toFixed(0)} MB at most`,
  );
  printGoal('longest time the event loop was held (ms)', longestMs, 'at most', 50, 'nodejs_eventloop_lag_max_seconds');
  printGoal(
    'another person’s list meanwhile, times idle (p95)',
    duringMs / idleMs,
    'at most',
    3,
    `${formatMs(duringMs)}; idle ${formatMs(idleMs)}`,
  );
} finally {
  await linkledger.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
