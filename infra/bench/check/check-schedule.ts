/**
 * Scheduler rounds over many links: `node infra/bench/check/check-schedule.ts [links]` (default 100,000; half a minute). Once with
 * no check due and once with all due. Prints the time of each and the longest block of the event loop.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { checkerIdleMs } from '../../../command-service/scheduled/checker-watchdog.ts';
import { GRACE_MS, runRound } from '../../../command-service/scheduled/scheduler.ts';
import { startProjections } from '../../../projections/runner/start-projections.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { checks } from '../../../projections/views/links/checks.ts';
import { createLogger } from '../../observability/logger.ts';
import { openStores } from '../../testing/apps/stores.ts';
import {
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  statusChanged,
  writeAll,
} from '../../testing/event-builder.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.parse('2027-01-01T00:00:00Z');
const CHUNK = 2_000;
const count = Number(process.argv[2] ?? 100_000);

const dataDir = mkdtempSync(join(tmpdir(), 'linkledger-bench-schedule-'));
const logger = createLogger('error');
const { store, feed, reads, close } = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger);

for (let from = 0; from < count; from += CHUNK) {
  const events = new EventBuilder();
  for (let index = from; index < Math.min(from + CHUNK, count); index += 1) {
    const id = `l${index}`;
    const at = { at: new Date(START).toISOString() };
    events.add(linkAdded(id), at);
    events.add(checkRequested(id, `${id}-c0`), at);
    events.add(linkChecked(id, `${id}-c0`, { status: 'live', reason: 'found-static' }), at);
    events.add(statusChanged(id, 'pending', 'live', 'found-static'), at);
  }
  const unique = events.all.map((event) => ({ ...event, id: `${from}-${event.id}` }));
  await writeAll(
    store,
    unique.filter(({ type }) => type === 'LinkAdded'),
  );
  await writeAll(
    store,
    unique.filter(({ type }) => type !== 'LinkAdded'),
  );
}
const projections = startProjections([checks], { feed, reads, logger });
const caughtUp = async () => projections.caughtUp(await feed.head());
await timed('the view from an empty file', caughtUp);

const round = (days: number) => {
  const now = () => new Date(START + days * DAY);
  return runRound({ store, reads, logger, now, clock: { trusted: now, steadySince: () => new Date(START) } }, GRACE_MS);
};
await timed('first round, none due', () => round(1));
await timed('another round, none due', () => round(1));
await timed('first round, all due', () => round(20));
await caughtUp();
await timed('second round, all due', () => round(20));
await caughtUp();
await timed('idle time of the checker', () => checkerIdleMs(reads, new Date(START + 20 * DAY), new Date(START)));

await projections.stop();
await close();
rmSync(dataDir, { recursive: true, force: true });

/** Prints the time of `run` and the longest block of the event loop meanwhile. */
async function timed(what: string, run: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The monitor counts from its second sample.
  await pause(20);
  const begin = performance.now();
  await run();
  const ms = performance.now() - begin;
  await pause(20);
  delay.disable();
  const blocked = Math.max(0, delay.max / 1e6 - 1);
  process.stdout.write(`${what.padEnd(32)} ${ms.toFixed(1).padStart(9)} ms   longest block ${blocked.toFixed(1)} ms\n`);
}
