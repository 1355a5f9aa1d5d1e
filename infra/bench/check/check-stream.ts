/**
 * Many checks of one link: `node infra/bench/check/check-stream.ts [checks]` (default 2,000; some seconds). Each check is a
 * request and a report, decided on the link's check stream. The last checks should cost no more than the first.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { handle, load } from '../../../command-service/core/handle.ts';
import { check, streamOf } from '../../../command-service/model/check/decider.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { createLogger } from '../../observability/logger.ts';
import { openStores } from '../../testing/apps/stores.ts';
import { checkRequested, linkChecked } from '../../testing/event-builder.ts';
import { formatMs, median, printRow } from '../measure.ts';

const SAMPLE = 100;
const LOADS = 20;
const count = Number(process.argv[2] ?? 2_000);
const linkId = 'l1';
const metadata = { actor: 'scheduler', correlationId: 'r1', causationId: 'r1', at: '2027-01-01T00:00:00.000Z' };

const dataDir = mkdtempSync(join(tmpdir(), 'linkledger-bench-checks-'));
const { store, close } = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('error'));

const schedule = { everyDays: 1, retries: 3 };
const times: number[] = [];
const begin = performance.now();
for (let index = 0; index < count; index += 1) {
  const checkId = `c${index}`;
  const { data: request } = checkRequested(linkId, checkId);
  // Half of the reports could not read the page, as on a site that blocks bots now and then.
  const readable = index % 2 === 0;
  const { data: report } = readable
    ? linkChecked(linkId, checkId, { status: 'live', reason: 'found-static' })
    : linkChecked(linkId, checkId, { status: 'pending', reason: 'timeout' });
  const start = performance.now();
  await handle(store, check, { type: 'RequestCheck', ...request, reason: 'scheduled', schedule }, metadata);
  await handle(store, check, { type: 'RecordCheck', ...report }, metadata);
  times.push(performance.now() - start);
}
const total = performance.now() - begin;

const loads: number[] = [];
for (let index = 0; index < LOADS; index += 1) {
  const start = performance.now();
  await load(store, check, streamOf(linkId));
  loads.push(performance.now() - start);
}
printRow(`${count.toLocaleString('en')} checks of one link`, formatMs(total));
printRow(`one check, median of the first ${SAMPLE}`, formatMs(median(times.slice(0, SAMPLE))));
printRow(`one check, median of the last ${SAMPLE}`, formatMs(median(times.slice(-SAMPLE))));
printRow('reading the state after all of them', formatMs(median(loads)));

await close();
rmSync(dataDir, { recursive: true, force: true });
