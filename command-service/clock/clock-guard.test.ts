/** Rounds of the scheduler on the real log and views, with clocks that the test moves. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createLogger } from '../../infra/observability/logger.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import { testClocks } from '../../infra/testing/clock.ts';
import {
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  linkPlaced,
  recordingLog,
  statusChanged,
  teamCreated,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { checks } from '../../projections/views/links/checks.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import { recordReport } from '../checks/check-reports.ts';
import { PERSONAL_FIELDS } from '../contract/events.ts';
import { checkerIdleMs, MAX_CHECKER_IDLE_MS } from '../scheduled/checker-watchdog.ts';
import { GRACE_MS, runRound, watchChecker } from '../scheduled/scheduler.ts';
import { ClockGuard } from './clock-guard.ts';
import { LONG_WAIT_MS, SHORT_WAIT_MS } from './clock-trust.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2027-01-01T00:00:00Z');
const LINKS = ['l0', 'l1', 'l2'];

/**
 * Three live links, of which one ends in 40 days; one link in the trash; an invitation for 14 days. The process has run
 * for twenty minutes.
 */
async function world(t: ExecutionContext) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-clock-'));
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('silent'));
  const { store, feed, reads } = stores;
  const logger = recordingLog();
  const projections = startProjections(allViews, { feed, reads, logger });
  t.teardown(async () => {
    await projections.stop();
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const caughtUp = async () => projections.caughtUp(await feed.head());
  const clocks = testClocks(START);
  const { now } = clocks;
  const events = new EventBuilder();
  const at = { at: now().toISOString() };
  const end = { liveDate: '2027-01-11', duration: '30 days' };
  for (const id of LINKS) events.add(linkAdded(id, id === 'l2' ? end : { duration: '12 months' }), at);
  events.add(linkAdded('t0'), at);
  for (const id of LINKS) {
    events.add(checkRequested(id, `${id}-c0`), at);
    events.add(linkChecked(id, `${id}-c0`, { status: 'live', reason: 'found-static' }), at);
    events.add(statusChanged(id, 'pending', 'live', 'found-static'), at);
  }
  events.add(linkPlaced('LinkTrashed', 't0'), at);
  events.add(teamCreated('t1', 'ann'), at);
  const expiresAt = new Date(START + 14 * DAY).toISOString();
  const guest = { email: 'bob@example.com', name: 'Bob', permission: 'view', expiresAt } as const;
  events.add({ type: 'MemberInvited', stream: 'team-t1', data: { teamId: 't1', invitationId: 'i1', ...guest } }, at);
  for (const event of events.all) await writeAll(store, [event]);
  await caughtUp();

  const startProcess = () => {
    const clock = new ClockGuard(clocks, logger);
    const deps = { store, reads, logger, now, clock };
    return { clock, deps, tellOfSilence: watchChecker(deps) };
  };
  let running = startProcess();
  const round = async () => {
    await caughtUp();
    await runRound(running.deps, GRACE_MS);
    await running.tellOfSilence();
    await caughtUp();
  };
  /** Lets the process run for `ms`: its clock is read every half hour, and a round ends it. */
  const runs = async (ms: number) => {
    for (let left = ms; left > 0; left -= 30 * MINUTE) {
      clocks.pass(Math.min(left, 30 * MINUTE));
      running.clock.status();
    }
    await round();
  };
  await runs(20 * MINUTE);
  const types = async (stream: string) => (await store.read(stream)).events.map(({ type }) => type);
  return {
    clocks,
    logger,
    round,
    runs,
    types,
    silent: () => checkerIdleMs(reads, now(), running.clock.steadySince()),
    status: () => running.clock.status(),
    /** Ends the process, and begins another one after `ms`. */
    async restartsAfter(ms: number) {
      clocks.pass(ms);
      running = startProcess();
      await running.clock.compareWithRecorded(reads);
    },
    /** The checker reports every open check as live. */
    async report() {
      await caughtUp();
      const { rows } = await reads.find(checks, { where: { state: 'open' } });
      const nothing = { anchor: null, linkType: null, linkTypeCause: null, ruleVersion: 1 };
      const verdict = { ...nothing, status: 'live', reason: 'found-static' } as const;
      for (const { id: linkId, checkId, articleLink, clientLink } of rows) {
        const order = { linkId, checkId: checkId ?? '', articleLink, clientLink };
        await recordReport(store, order, { visits: [], browserSkipped: null }, verdict, now);
      }
      await caughtUp();
      return rows.map(({ id }) => id).toSorted();
    },
    async place(type: 'LinkTrashed' | 'LinkRestored', linkId: string) {
      await writeAll(store, [events.add(linkPlaced(type, linkId), { at: now().toISOString() })]);
    },
    async add(linkId: string, timelineDate: string | null) {
      await writeAll(store, [events.add(linkAdded(linkId, { timelineDate }), { at: now().toISOString() })]);
    },
    async invited() {
      return (await reads.find(invitations, {})).rows.map(({ id }) => id);
    },
    /** Everything that cannot be undone: purges, notices, alarms. */
    async irreversible() {
      const streams = ['link-t0', ...LINKS.map((id) => `notice-${id}`), 'silence-checker'];
      const all = (await Promise.all(streams.map(types))).flat();
      return all.filter((type) => !['LinkAdded', 'LinkTrashed'].includes(type));
    },
  };
}

test('a clock that is 31 days ahead for twenty seconds ends nothing, and every link is checked again', async (t) => {
  const { clocks, round, runs, report, irreversible, invited, logger, status, silent, types } = await world(t);
  clocks.jump(31 * DAY);
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await round();
    await report();
    clocks.pass(5 * SECOND);
  }
  t.deepEqual(await types('check-l0'), [
    ...['CheckRequested', 'LinkChecked', 'LinkStatusChanged'],
    ...['CheckRequested', 'LinkChecked'],
  ]);
  t.false(status().trusted);
  t.regex(status().message, /jumped ahead by 31 days/);
  clocks.jump(-31 * DAY);
  await round();
  t.regex(status().message, /jumped back by 31 days/);
  t.is(await silent(), 0);
  clocks.pass(5 * MINUTE);
  t.is(await silent(), 5 * MINUTE);
  await runs(SHORT_WAIT_MS);
  t.true(status().trusted);
  t.deepEqual(await report(), LINKS);
  t.is(await silent(), 0);
  await runs(HOUR);
  t.deepEqual(await report(), []);
  t.deepEqual(await irreversible(), []);
  t.deepEqual(await invited(), ['i1']);
  t.deepEqual(
    logger.lines.map(([level, message]) => [level, message.split('.')[0]]),
    [
      ['warn', 'The system clock jumped ahead by 31 days'],
      ['warn', 'The system clock jumped back by 31 days'],
      ['info', 'the system clock has run steadily for a while: deleting, ending and mailing go on'],
    ],
  );
});

test('after a clock was ahead, a checker that never answers is still noticed', async (t) => {
  const { clocks, round, runs, report, irreversible, silent } = await world(t);
  clocks.jump(31 * DAY);
  await round();
  await report();
  clocks.jump(-31 * DAY);
  await round();
  await runs(SHORT_WAIT_MS);
  await runs(MAX_CHECKER_IDLE_MS - MINUTE);
  t.deepEqual(await irreversible(), []);
  await runs(MINUTE);
  t.is(await silent(), MAX_CHECKER_IDLE_MS);
  t.deepEqual(await irreversible(), ['CheckerFellSilent']);
});

test('a clock that is ahead when the process starts, and corrected minutes later, ends nothing', async (t) => {
  const { clocks, restartsAfter, round, runs, report, irreversible, invited, status } = await world(t);
  clocks.jump(31 * DAY);
  await restartsAfter(MINUTE);
  t.regex(status().message, /31 days ahead of the newest recorded event/);
  await round();
  await report();
  await runs(20 * MINUTE);
  t.deepEqual(await irreversible(), []);
  clocks.jump(-31 * DAY);
  await round();
  await runs(20 * MINUTE);
  t.deepEqual(await report(), LINKS);
  await runs(2 * HOUR);
  t.deepEqual([await irreversible(), await invited()], [[], ['i1']]);
});

for (const [what, pause] of [
  ['slept', 'sleep'],
  ['was off', 'restart'],
] as const) {
  test(`a machine that ${what} for 40 days resumes by itself, and checks links before it complains`, async (t) => {
    const { clocks, round, runs, report, irreversible, invited, restartsAfter, status } = await world(t);
    if (pause === 'sleep') clocks.jump(40 * DAY);
    else await restartsAfter(40 * DAY);
    await round();
    t.deepEqual(await report(), LINKS);
    await runs(LONG_WAIT_MS - MINUTE);
    t.false(status().trusted);
    t.deepEqual([await irreversible(), await invited()], [[], ['i1']]);
    await runs(MINUTE);
    t.true(status().trusted);
    t.deepEqual((await irreversible()).toSorted(), ['LinkExpiryNoticed', 'LinkPurged']);
    t.deepEqual(await invited(), []);
  });
}

test('a process that starts after a clock was ahead resumes within the hour, not after a month', async (t) => {
  const { clocks, round, runs, report, restartsAfter, irreversible, status, silent } = await world(t);
  clocks.jump(31 * DAY);
  await round();
  await report();
  clocks.jump(-31 * DAY);
  await restartsAfter(MINUTE);
  t.regex(status().message, /30 days|31 days behind the newest recorded event/);
  await runs(LONG_WAIT_MS);
  t.true(status().trusted);
  t.deepEqual(await report(), LINKS);
  t.is(await silent(), 0);
  t.deepEqual(await irreversible(), []);
  // Events recorded again with the right clock leave no doubt at the next start.
  await restartsAfter(MINUTE);
  t.regex(status().message, /^Linkledger started a moment ago/);
});

test('a clock that is behind for a moment makes no link due', async (t) => {
  const { clocks, round, report, irreversible } = await world(t);
  clocks.jump(-60 * DAY);
  await round();
  t.deepEqual(await report(), []);
  clocks.jump(60 * DAY);
  await round();
  t.deepEqual([await report(), await irreversible()], [[], []]);
});

test('a link in the trash whose last check lies in the future is not checked until it is restored', async (t) => {
  const { clocks, round, runs, report, place } = await world(t);
  clocks.jump(31 * DAY);
  await round();
  await report();
  clocks.jump(-31 * DAY);
  await round();
  await place('LinkTrashed', 'l0');
  await runs(SHORT_WAIT_MS);
  t.deepEqual(await report(), ['l1', 'l2']);
  await place('LinkRestored', 'l0');
  await round();
  t.deepEqual(await report(), ['l0']);
});

test('a link that was added while the clock was ahead is checked once it is right, but not before the day it is expected', async (t) => {
  const { clocks, round, runs, report, add } = await world(t);
  clocks.jump(31 * DAY);
  await add('new', null);
  await add('expected', '2027-04-01');
  await round();
  clocks.jump(-31 * DAY);
  await round();
  t.deepEqual(await report(), LINKS);
  await runs(SHORT_WAIT_MS);
  t.deepEqual(await report(), ['new']);
});

test('trusted() returns the time only if the clock has been steady for as long as asked', (t) => {
  const clocks = testClocks(START);
  const clock = new ClockGuard(clocks, recordingLog());
  clocks.pass(SHORT_WAIT_MS - 1);
  t.is(clock.trusted(), null);
  clocks.pass(1);
  t.deepEqual(clock.trusted(), new Date(START + SHORT_WAIT_MS));
  t.is(clock.trusted(30 * MINUTE), null);
  clocks.pass(20 * MINUTE);
  t.deepEqual(clock.trusted(30 * MINUTE), clocks.now());
});
