import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createLogger } from '../../infra/observability/logger.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import {
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  recordingLog,
  statusChanged,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { rebuild } from '../../projections/runner/rebuild.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { checks } from '../../projections/views/links/checks.ts';
import { recordReport } from '../checks/check-reports.ts';
import { PERSONAL_FIELDS } from '../contract/events.ts';
import type { LinkStatus, Verdict } from '../contract/observation.ts';
import { checkerIdleMs } from './checker-watchdog.ts';
import { MAX_OPEN, MAX_PER_ROUND } from './due-checks.ts';
import { GRACE_MS, runRound, watchChecker } from './scheduler.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2027-01-01T00:00:00Z');
const CODES = { live: 'found-static', removed: 'not-on-page', pending: 'timeout' } as const;

/** The real stores and views in the test's own folder, with a clock that the test moves. */
async function world(t: ExecutionContext) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-due-'));
  const logger = recordingLog();
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('silent'));
  const { store, feed, reads } = stores;
  let projections = startProjections([checks], { feed, reads, logger });
  t.teardown(async () => {
    await projections.stop();
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const clock = { ms: START };
  const now = () => new Date(clock.ms);
  const deps = { store, reads, logger, now, clock: { trusted: now, steadySince: () => new Date(START) } };
  const caughtUp = async () => projections.caughtUp(await feed.head());
  const docs = async () => {
    await caughtUp();
    return (await reads.find(checks, { sort: { field: 'nextDueAt', descending: false } })).rows;
  };
  return {
    clock,
    log: logger,
    reads,
    docs,
    caughtUp,
    silent: () => checkerIdleMs(reads, now(), new Date(START)),
    teller: watchChecker(deps),
    /** Adds links as an import does: nobody requests their checks. */
    async addLinks(count: number) {
      const events = new EventBuilder();
      const at = { at: new Date(START).toISOString() };
      for (let index = 0; index < count; index += 1) events.add(linkAdded(`n${index}`), at);
      await writeAll(store, events.all);
      await caughtUp();
    },
    /** Adds links that were checked and found live, the first at the start and each a second later. */
    async liveLinks(count: number) {
      const events = new EventBuilder();
      for (let index = 0; index < count; index += 1) {
        const id = `l${index}`;
        const at = { at: new Date(START + index * 1000).toISOString() };
        events.add(linkAdded(id), at);
        events.add(checkRequested(id, `${id}-c0`), at);
        events.add(linkChecked(id, `${id}-c0`, { status: 'live', reason: 'found-static' }), at);
        events.add(statusChanged(id, 'pending', 'live', 'found-static'), at);
      }
      // Writes the links first: a check is never in the log before its link.
      await writeAll(
        store,
        events.all.filter(({ type }) => type === 'LinkAdded'),
      );
      await writeAll(
        store,
        events.all.filter(({ type }) => type !== 'LinkAdded'),
      );
      await caughtUp();
    },
    /** Adds links whose first check is open. */
    async openLinks(count: number) {
      const events = new EventBuilder();
      const ids = Array.from({ length: count }, (_, index) => `o${index}`);
      const at = { at: new Date(START).toISOString() };
      for (const id of ids) events.add(linkAdded(id), at);
      for (const id of ids) events.add(checkRequested(id, `${id}-c0`), at);
      const unique = events.all.map((event) => ({ ...event, id: `o-${event.id}` }));
      await writeAll(store, unique.slice(0, count));
      await writeAll(store, unique.slice(count));
      await caughtUp();
    },
    /** Runs one round of the scheduler on the present views. */
    round: () => runRound(deps, GRACE_MS),
    async openIds() {
      return (await docs()).flatMap(({ id, state }) => (state === 'open' ? [id] : []));
    },
    /** The checker reports every open check, or the first few. */
    async report(status: LinkStatus, most = Number.POSITIVE_INFINITY) {
      const open = (await docs()).filter(({ state }) => state === 'open').slice(0, most);
      const verdict: Verdict = {
        status,
        reason: CODES[status],
        anchor: null,
        linkType: null,
        linkTypeCause: null,
        ruleVersion: 1,
      };
      const observation = { visits: [], browserSkipped: null };
      await Promise.all(
        open.map(({ id, checkId }) =>
          recordReport(store, { linkId: id, checkId: checkId ?? '' }, observation, verdict, now),
        ),
      );
      await caughtUp();
    },
    /**
     * The story of a link's checks: reasons of requests, reported statuses, and, in capitals, the statuses it changed
     * to.
     */
    async story(id: string) {
      const { events } = await store.read(`check-${id}`);
      return events.flatMap(({ type, data }) => {
        if (type === 'CheckRequested') return [data.reason];
        if (type === 'LinkChecked') return [data.verdict.status];
        return type === 'LinkStatusChanged' ? [data.to.toUpperCase()] : [];
      });
    },
    async rebuilt() {
      await projections.stop();
      await rebuild([checks], [], { feed, reads, logger }, { write: () => {} });
      projections = startProjections([checks], { feed, reads, logger });
    },
    /** Two concurrent rounds with the same views. */
    twoAtOnce: () => Promise.all([runRound(deps, GRACE_MS), runRound(deps, GRACE_MS)]),
    async breakOne(id: string) {
      const { revision } = await store.read(`check-${id}`);
      const metadata = { actor: 'a', correlationId: 'c', causationId: 'c', at: now().toISOString() };
      await store.append(
        `check-${id}`,
        revision,
        [{ id: 'wrong', type: 'LinkTrashed', data: { linkId: 'other' } }],
        metadata,
      );
    },
  };
}

test('a live link is checked again by itself within fourteen days, and no more often', async (t) => {
  const { clock, liveLinks, round, report, story } = await world(t);
  await liveLinks(1);
  clock.ms += 13 * DAY - 1;
  await round();
  t.deepEqual(await story('l0'), ['added', 'live', 'LIVE']);
  clock.ms += DAY + 1;
  await round();
  await round();
  await report('live');
  await round();
  t.deepEqual(await story('l0'), ['added', 'live', 'LIVE', 'scheduled', 'live']);
});

test('a loss found by a scheduled check is confirmed by a second check ten minutes later', async (t) => {
  const { clock, liveLinks, round, report, story, caughtUp } = await world(t);
  await liveLinks(1);
  clock.ms += 14 * DAY;
  await round();
  await report('removed');
  clock.ms += 10 * MINUTE - 1;
  await round();
  t.deepEqual((await story('l0')).slice(3), ['scheduled', 'removed']);
  clock.ms += 5 * MINUTE + 1;
  await round();
  await caughtUp();
  await report('removed');
  t.deepEqual((await story('l0')).slice(3), ['scheduled', 'removed', 'confirm', 'removed', 'REMOVED']);
});

test('a page that cannot be read is retried three times and never called removed', async (t) => {
  const { clock, liveLinks, round, report, story, caughtUp } = await world(t);
  await liveLinks(1);
  clock.ms += 14 * DAY;
  for (let hour = 0; hour < 48; hour += 1) {
    await round();
    await caughtUp();
    await report('pending');
    clock.ms += HOUR;
  }
  const told = ['scheduled', 'pending', 'PENDING', 'retry', 'pending', 'retry', 'pending', 'retry', 'pending'];
  t.deepEqual((await story('l0')).slice(3), told);
});

test('checks overdue after a downtime are requested in bounded rounds, the oldest first', async (t) => {
  const { clock, liveLinks, round, docs, openIds } = await world(t);
  await liveLinks(MAX_PER_ROUND + 100);
  const order = (await docs()).map(({ id }) => id);
  clock.ms += 60 * DAY;
  await round();
  t.deepEqual((await openIds()).toSorted(), order.slice(0, MAX_PER_ROUND).toSorted());
  await round();
  t.deepEqual((await openIds()).toSorted(), order.toSorted());
});

test('while many checks are open, only as many are requested as the limit allows', async (t) => {
  const { clock, liveLinks, openLinks, round, report, openIds } = await world(t);
  await liveLinks(300);
  await openLinks(MAX_OPEN - 100);
  clock.ms += 60 * DAY;
  await round();
  t.is((await openIds()).length, MAX_OPEN);
  await round();
  t.is((await openIds()).length, MAX_OPEN);
  await report('live', 50);
  await round();
  t.is((await openIds()).length, MAX_OPEN);
});

test('two schedulers at once, one with a stale view, request each check once', async (t) => {
  const { clock, liveLinks, round, twoAtOnce, report, story, openIds } = await world(t);
  await liveLinks(30);
  clock.ms += 14 * DAY;
  await twoAtOnce();
  t.is((await openIds()).length, 30);
  await report('live');
  await round();
  for (let index = 0; index < 30; index += 1) {
    t.deepEqual((await story(`l${index}`)).slice(3), ['scheduled', 'live']);
  }
});

test('a view rebuilt from the log has the same checks due at the same times', async (t) => {
  const { clock, liveLinks, round, report, docs, rebuilt } = await world(t);
  await liveLinks(40);
  clock.ms += 13.5 * DAY;
  await round();
  await docs();
  await report('removed', 5);
  await report('pending', 5);
  await report('live', 5);
  const before = await docs();
  const reasons = new Set(before.map(({ nextReason }) => nextReason ?? 'none'));
  t.deepEqual([...reasons].toSorted(), ['confirm', 'none', 'retry', 'scheduled']);
  await rebuilt();
  t.deepEqual(await docs(), before);
});

test('a first visit that nobody waits for yields to checks that people wait for', async (t) => {
  const { clock, addLinks, round, story } = await world(t);
  await addLinks(2);
  clock.ms += HOUR;
  await round();
  t.deepEqual([await story('n0'), await story('n1')], [['scheduled'], ['scheduled']]);
});

test('a link with an unreadable history does not block the checks of others', async (t) => {
  const { clock, liveLinks, round, breakOne, openIds, log: logger } = await world(t);
  await liveLinks(3);
  await breakOne('l1');
  clock.ms += 14 * DAY;
  await round();
  t.deepEqual((await openIds()).toSorted(), ['l0', 'l2']);
  t.deepEqual(
    logger.lines.map(([level, message]) => [level, message]),
    [['error', 'some due checks could not be requested']],
  );
});

test('silence counts only while checks are due, and from the last check on', async (t) => {
  const { clock, liveLinks, round, report, silent, docs } = await world(t);
  t.is(await silent(), 0);
  await liveLinks(1);
  clock.ms += 12 * DAY;
  t.is(await silent(), 0);
  const [due] = await docs();
  clock.ms = Date.parse(due?.nextDueAt ?? '') + 3 * HOUR;
  t.is(await silent(), 3 * HOUR);
  await round();
  await docs();
  clock.ms += HOUR;
  t.is(await silent(), HOUR);
  await report('live');
  t.is(await silent(), 0);
});

test('26 hours without a check although one is due are logged once, and their end once', async (t) => {
  const { clock, liveLinks, round, report, docs, teller, log: logger } = await world(t);
  await liveLinks(2);
  clock.ms += 14 * DAY;
  await round();
  await docs();
  clock.ms += 26 * HOUR - 1;
  await teller();
  t.deepEqual(logger.lines, []);
  clock.ms += 1;
  await teller();
  clock.ms += HOUR;
  await teller();
  t.deepEqual(logger.lines, [
    ['error', 'nothing was checked for 26 hours although checks are due: is the checker running?', { hours: 26 }],
  ]);
  await report('live', 1);
  await teller();
  t.deepEqual(logger.lines.slice(1), [['info', 'checks have resumed', {}]]);
});
