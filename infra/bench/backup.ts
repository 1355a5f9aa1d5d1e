/**
 * What people notice of a backup: `node infra/bench/backup.ts [links]` (default 40,000 links among 200,000 events, and 300
 * pictures of 200 kB; two minutes). One person edits links through HTTP at 200 writes a second, by the clock, so that a pause
 * counts for every write that waits for it. Rounds with and without `npm run backup` alternate.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import type { BackupSummary } from '../engines/embedded/backup/take-backup.ts';
import { openBlobFiles } from '../engines/embedded/stores/blob-store.ts';
import { EVIDENCE } from '../ports/storage/blob-store.ts';
import { signIn, type Visitor } from '../testing/actors/visitor.ts';
import { startProcess } from '../testing/apps/server-process.ts';
import { toolSettings } from '../testing/tool-settings.ts';
import { formatMs, median, percentile, printGoal, printRow } from './measure.ts';
import { untilAtRest } from './process-metrics.ts';
import { writeAgency } from './scale/agency-log.ts';

const count = Number(process.argv[2] ?? 40_000);
const PICTURES = 300;
const PICTURE_BYTES = 200_000;
const WRITES_A_SECOND = 200;
const ROUND_MS = 8_000;
const ROUNDS = 3;
/** Links that are edited in turn. */
const EDITED = 400;
const root = path.resolve(import.meta.dirname, '..', '..');

/** Edits links by the clock until `isDone`. How long each took, from the moment it was due. */
async function write(person: Visitor, ids: readonly string[], isDone: () => boolean): Promise<number[]> {
  const took: number[] = [];
  const all: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; !isDone(); index += 1) {
    const due = start + (index * 1_000) / WRITES_A_SECOND;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const edit = async () => {
      const { status } = await person.send('PATCH', `/api/links/${ids[index % ids.length]}`, {
        remarks: `edit ${index} ${due}`,
      });
      if (status !== 200) throw new Error(`an edit answered ${status}`);
      took.push(performance.now() - due);
    };
    all.push(edit());
  }
  await Promise.all(all);
  return took;
}

async function takeBackup(dataDir: string, to: string): Promise<BackupSummary> {
  const env = { ...toolSettings(), DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, ['infra/main/cli/backup.ts', to, '--json'], {
    cwd: root,
    env,
  });
  return JSON.parse(stdout);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-bench-backup-'));
const dataDir = path.join(folder, 'data');
try {
  await writeAgency(dataDir, 'user:somebody', 'somebody', count);
  const files = openBlobFiles(dataDir, () => new Date());
  for (let index = 0; index < PICTURES; index += 1) await files.put(EVIDENCE, randomBytes(PICTURE_BYTES));
  const app = await startProcess({ DATA_DIR: dataDir, SERVICES: 'command,query,projections' });
  try {
    const person = await signIn(app.url, 'owner@bench.example', app.said);
    const row = (index: number) => `https://magazine.example/${index},https://client.example/`;
    const file = `articleLink,clientLink\n${Array.from({ length: EDITED }, (_, index) => row(index)).join('\n')}`;
    await person.send('POST', '/api/links/import', file, { 'Content-Type': 'text/csv' });
    const ids: string[] = [];
    for (let page = 1; ids.length < EDITED; page += 1) {
      const { body } = await person.get<LinkAnswer[]>(`/api/links?page=${page}&pageSize=100&sort=articleLink`);
      ids.push(...body.map(({ id }) => id));
    }
    await untilAtRest(app.url);
    await write(person, ids, after(ROUND_MS / 4));
    const [without, during]: [number[], number[]] = [[], []];
    const backups: BackupSummary[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(...(await write(person, ids, after(ROUND_MS))));
      const to = path.join(folder, 'backups');
      let isDone = false;
      const backup = (async () => {
        const isLate = after(ROUND_MS);
        do {
          backups.push(await takeBackup(dataDir, to));
          rmSync(to, { recursive: true });
        } while (!isLate());
        isDone = true;
      })();
      during.push(...(await write(person, ids, () => isDone)));
      await backup;
    }
    const bytes = backups[0]?.bytes ?? 0;
    const seconds = median(backups.map((each) => each.seconds));
    printRow('', 'writes', 'median', 'p99', 'longest');
    for (const [title, took] of [
      ['edits without a backup', without],
      ['edits during backups', during],
    ] as const) {
      printRow(
        ...[
          title,
          String(took.length),
          formatMs(median(took)),
          formatMs(percentile(took, 0.99)),
          formatMs(Math.max(...took)),
        ],
      );
    }
    const figures = `${backups.length} backups of ${Math.round(bytes / 1e6)} MB, each ${seconds.toFixed(1)} s, ${Math.round(bytes / 1e6 / seconds)} MB/s`;
    printGoal('p99 of edits during a backup (ms)', percentile(during, 0.99), 'at most', 100, figures);
  } finally {
    await app.end('SIGTERM');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Whether so many milliseconds have passed since now. */
function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}
