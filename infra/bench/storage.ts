/**
 * What the embedded stores can do on this machine, each beside the same work in bare node:sqlite, in interleaved rounds:
 * `node infra/bench/storage.ts [links]` (default 100,000; about a minute).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchEvents } from './storage/event-log.ts';
import { benchViews } from './storage/read-store.ts';

const links = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'linkledger-bench-'));
try {
  await benchEvents(folder);
  await benchViews(folder, links);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
