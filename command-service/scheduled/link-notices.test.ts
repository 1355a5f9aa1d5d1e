/** Notices that are due on a date, on the real log and views, with a clock that the test moves. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import {
  calendarChosen,
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  linkEdited,
  linkPlaced,
  recordingLog,
  statusChanged,
  teamCreated,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { noticeExpiries, noticeLate, noticeUnchecked, ROUND } from './link-notices.ts';
import { watchChecker } from './scheduler.ts';

const LIVE = { status: 'live', reason: 'found-static' } as const;

async function world(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'notices-'));
  const feed = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const logger = recordingLog();
  const projections = startProjections(allViews, { feed, reads, logger });
  t.teardown(async () => {
    await projections.stop();
    await feed.close();
    reads.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const events = new EventBuilder();
  let clock = '';
  /** A round at the start of a day, or at an instant. */
  const round = async (time: string, work: typeof noticeExpiries) => {
    await projections.caughtUp(await feed.head());
    const metadata = {
      actor: 'scheduler',
      correlationId: 'c',
      causationId: 'c',
      at: time.includes('T') ? time : `${time}T00:00:05.000Z`,
    };
    await work({ store: feed, reads, logger }, metadata);
    await projections.caughtUp(await feed.head());
  };
  return {
    given: async (day: string, ...all: Parameters<EventBuilder['add']>[0][]) => {
      await writeAll(
        feed,
        all.map((event) => events.add(event, { at: `${day}T10:00:00.000Z` })),
      );
    },
    expiriesOn: (day: string) => round(day, noticeExpiries),
    uncheckedOn: (day: string) => round(day, noticeUnchecked),
    lateOn: (day: string) => round(day, noticeLate),
    /** The notices of a link: how many days before the end, or after which check. */
    said: async (linkId = 'l1') =>
      (await feed.read(`notice-${linkId}`)).events.map(({ type, data }) =>
        type === 'LinkExpiryNoticed' && 'daysLeft' in data ? data.daysLeft : type,
      ),
    log: logger,
    moveTo: async (day: string) => {
      clock = `${day}T10:00:01.000Z`;
      await projections.caughtUp(await feed.head());
    },
    /** Notices as of a newly started process. */
    teller: () => {
      const now = () => new Date(clock);
      return watchChecker({ store: feed, reads, logger, now, clock: { trusted: now, steadySince: now } });
    },
    silence: async () => (await feed.read('silence-checker')).events.map(({ type }) => type),
  };
}

/** The promise is for 30 days from 1 March, so it ends on 31 March. */
const promised = (linkId = 'l1') => linkAdded(linkId, { liveDate: '2026-03-01' });

test('the end of a promise is noticed seven days and one day before, each once', async (t) => {
  const { given, expiriesOn, said } = await world(t);
  await given('2026-03-01', promised());
  await expiriesOn('2026-03-23');
  t.deepEqual(await said(), []);
  await expiriesOn('2026-03-24');
  await expiriesOn('2026-03-24');
  await expiriesOn('2026-03-29');
  t.deepEqual(await said(), [7]);
  await expiriesOn('2026-03-30');
  await expiriesOn('2026-03-31');
  await expiriesOn('2026-04-01');
  t.deepEqual(await said(), [7, 1]);
});

test('after a downtime a notice is recorded late, once, and not for links that have ended', async (t) => {
  const { given, expiriesOn, said } = await world(t);
  await given('2026-03-01', promised('late'), promised('over'));
  await given('2026-03-01', linkEdited('late', { duration: { from: '30 days', to: '2 months' } }));
  await expiriesOn('2026-04-30');
  t.deepEqual(await said('late'), [1]);
  t.deepEqual(await said('over'), []);
});

test('a link in the trash gets no notice, a restored one does', async (t) => {
  const { given, expiriesOn, said } = await world(t);
  await given('2026-03-01', promised(), linkPlaced('LinkTrashed', 'l1'));
  await expiriesOn('2026-03-25');
  t.deepEqual(await said(), []);
  await given('2026-03-26', linkPlaced('LinkRestored', 'l1'));
  await expiriesOn('2026-03-26');
  t.deepEqual(await said(), [7]);
});

test('a live link that was not checked for more than 14 days gets one notice', async (t) => {
  const { given, uncheckedOn, said } = await world(t);
  const live = (linkId: string) => [
    linkAdded(linkId),
    linkChecked(linkId, 'c1', LIVE),
    statusChanged(linkId, 'pending', 'live', 'found-static'),
  ];
  await given('2026-03-01', ...live('l1'), ...live('gone'), linkAdded('new'));
  await given('2026-03-02', statusChanged('gone', 'live', 'removed', 'not-on-page'));
  await uncheckedOn('2026-03-15');
  t.deepEqual(await said(), []);
  await uncheckedOn('2026-03-16');
  await uncheckedOn('2026-03-17');
  t.deepEqual(await said(), ['LinkUncheckedNoticed']);
  t.deepEqual([...(await said('gone')), ...(await said('new'))], []);
  await given('2026-03-18', linkChecked('l1', 'c2', LIVE));
  await uncheckedOn('2026-03-20');
  t.is((await said()).length, 1);
  await uncheckedOn('2026-04-02');
  t.is((await said()).length, 2);
});

test('a link that was due and never live gets one notice, unless its page was never readable', async (t) => {
  const { given, lateOn, said } = await world(t);
  const timelineDate = '2026-03-10';
  const checked = (linkId: string, status: 'live' | 'removed' | 'pending') => [
    linkAdded(linkId, { timelineDate }),
    linkChecked(linkId, 'c1', { status, reason: status === 'live' ? 'found-static' : 'not-on-page' }),
    ...(status === 'pending' ? [] : [statusChanged(linkId, 'pending', status, 'not-on-page')]),
  ];
  await given('2026-03-01', linkAdded('l1', { timelineDate }), linkAdded('moved', { timelineDate }));
  await given('2026-03-01', ...checked('live', 'live'), ...checked('gone', 'removed'), ...checked('unread', 'pending'));
  await lateOn('2026-03-10');
  t.deepEqual(await said(), []);
  await given('2026-03-10', linkEdited('moved', { timelineDate: { from: timelineDate, to: '2026-04-10' } }));
  await lateOn('2026-03-11');
  await lateOn('2026-03-12');
  t.deepEqual(await said(), ['LinkDeviationNoticed']);
  t.deepEqual(await said('gone'), ['LinkDeviationNoticed']);
  t.deepEqual([...(await said('live')), ...(await said('unread')), ...(await said('moved'))], []);
  await lateOn('2026-04-11');
  t.deepEqual(await said('moved'), ['LinkDeviationNoticed']);
  await given('2026-04-12', linkAdded('overdue', { timelineDate: '2026-04-01' }));
  await lateOn('2026-04-13');
  t.deepEqual(await said('overdue'), [], 'it was late when the day was entered');
});

test('a link is late and a promise ends on the days of its own list', async (t) => {
  const { given, lateOn, expiriesOn, said } = await world(t);
  // Kiritimati is 14 hours ahead of UTC, Honolulu 10 hours behind.
  await given('2026-03-01', teamCreated('east', 'ann'), calendarChosen('east', 'Pacific/Kiritimati'));
  await given('2026-03-01', teamCreated('west', 'ann'), calendarChosen('west', 'Pacific/Honolulu'));
  for (const list of ['east', 'west']) {
    const scope = `team:${list}` as const;
    await given('2026-03-01', linkAdded(`${list}-due`, { scope, timelineDate: '2026-03-10' }));
    await given('2026-03-01', linkAdded(`${list}-end`, { scope, liveDate: '2026-03-01' }));
  }
  const east = async () => [...(await said('east-due')), ...(await said('east-end'))];
  const west = async () => [...(await said('west-due')), ...(await said('west-end'))];
  await lateOn('2026-03-10T09:59:00.000Z');
  await expiriesOn('2026-03-23T09:59:00.000Z');
  t.deepEqual(await east(), []);
  await lateOn('2026-03-10T10:01:00.000Z');
  await expiriesOn('2026-03-23T10:01:00.000Z');
  t.deepEqual(await east(), ['LinkDeviationNoticed', 7]);
  await lateOn('2026-03-11T09:59:00.000Z');
  await expiriesOn('2026-03-24T09:59:00.000Z');
  t.deepEqual(await west(), []);
  await lateOn('2026-03-11T10:01:00.000Z');
  await expiriesOn('2026-03-24T10:01:00.000Z');
  t.deepEqual(await west(), ['LinkDeviationNoticed', 7]);
});

test('links that are not due yet in their list do not hold up the others', async (t) => {
  const { given, lateOn, said } = await world(t);
  const timelineDate = '2026-03-10';
  await given('2026-03-01', teamCreated('west', 'ann'), calendarChosen('west', 'Pacific/Honolulu'));
  const waiting = Array.from({ length: ROUND + 1 }, (_, each) => `a${each}`);
  await given('2026-03-01', ...waiting.map((id) => linkAdded(id, { scope: 'team:west', timelineDate })));
  await given('2026-03-01', linkAdded('z', { timelineDate }));
  await lateOn('2026-03-11');
  t.deepEqual(await said('z'), ['LinkDeviationNoticed']);
  t.deepEqual(await said('a0'), []);
});

test('a stalled checker is reported once, also across a restart, and its recovery once', async (t) => {
  const { given, teller, moveTo, silence } = await world(t);
  await given('2026-03-01', linkAdded('l1'));
  await moveTo('2026-03-02');
  await teller()();
  t.deepEqual(await silence(), []);
  await moveTo('2026-03-04');
  const tell = teller();
  await tell();
  await tell();
  await teller()();
  t.deepEqual(await silence(), ['CheckerFellSilent']);
  await given('2026-03-04', checkRequested('l1', 'c1'), linkChecked('l1', 'c1', LIVE));
  await moveTo('2026-03-04');
  await tell();
  await teller()();
  t.deepEqual(await silence(), ['CheckerFellSilent', 'CheckerResumed']);
});

test('many notices are recorded in bounded rounds, and a failing one blocks no other', async (t) => {
  const { given, expiriesOn, said, log: logger } = await world(t);
  const ids = Array.from({ length: ROUND + 5 }, (_, index) => `many${index}`);
  await given('2026-03-01', ...ids.map((id) => promised(id)));
  // A stream with an event that does not belong there.
  await given('2026-03-01', { ...promised('other'), stream: 'notice-many0' });
  const count = async () => (await Promise.all(ids.slice(1).map((id) => said(id)))).flat().length;
  await expiriesOn('2026-03-25');
  const first = await count();
  t.true(first <= ROUND && first >= ROUND - 2, String(first));
  t.is(logger.lines.length, 1);
  await expiriesOn('2026-03-25');
  t.is(await count(), ids.length - 1);
});
