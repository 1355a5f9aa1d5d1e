/** Notices of deviations that a check finds, on the real log and views. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import {
  calendarChosen,
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  recordingLog,
  statusChanged,
  teamCreated,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { deviationNotices } from './deviation-notices.ts';
import { runReactor } from './run-reactor.ts';

test('a check finds a link late once the day after its due day has begun in its list', async (t) => {
  const now = () => new Date('2026-03-10T10:30:00.000Z');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'deviations-'));
  const feed = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  const logger = recordingLog();
  const projections = startProjections(allViews, { feed, reads, logger });
  const stop = new AbortController();
  const running = runReactor({ feed, ...durable, logger, now }, deviationNotices({ store: feed, reads }), stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
    await projections.stop();
    await feed.close();
    reads.close();
    durable.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const events = new EventBuilder();
  const on = (at: string, ...all: Parameters<EventBuilder['add']>[0][]) =>
    writeAll(
      feed,
      all.map((event) => events.add(event, { at })),
    );
  const handled = async () => {
    const head = await feed.head();
    await waitUntil(async () => ((await durable.checkpoints.get('deviations')) ?? -1) >= head);
  };
  await handled();
  // It is March 11 in Kiritimati, and March 10 in Honolulu.
  for (const [list, zone] of [
    ['east', 'Pacific/Kiritimati'],
    ['west', 'Pacific/Honolulu'],
  ] as const) {
    const link = { scope: `team:${list}`, timelineDate: '2026-03-10' } as const;
    await on('2026-03-01T10:00:00.000Z', teamCreated(list, 'ann'), calendarChosen(list, zone), linkAdded(list, link));
    await on(
      '2026-03-10T10:30:00.000Z',
      checkRequested(list, `c-${list}`),
      linkChecked(list, `c-${list}`, { status: 'removed', reason: 'not-on-page' }),
      statusChanged(list, 'pending', 'removed', 'not-on-page'),
    );
  }
  await handled();
  const noticed = async (id: string) => (await feed.read(`notice-${id}`)).events.map(({ data }) => data);
  t.like(await noticed('east'), [{ code: 'late', since: '2026-03-11' }]);
  t.deepEqual(await noticed('west'), []);
});
