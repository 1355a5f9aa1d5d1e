import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createLogger } from '../../infra/observability/logger.ts';
import type { EventMetadata, NewEvent } from '../../infra/ports/storage/event-store.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { forgetCheckpoint } from '../../infra/testing/forget-checkpoint.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { checks } from '../../projections/views/links/checks.ts';
import { assertNoCooldown, scheduleOfScope } from '../billing/entitlements.ts';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../contract/events.ts';
import { FREE_CHECK_SCHEDULE } from '../contract/plans.ts';
import type { Scope } from '../contract/scope.ts';
import { load } from '../core/handle.ts';
import { check } from '../model/check/decider.ts';
import type { CheckSchedule } from '../model/check/events.ts';
import type { SettingsFields } from '../model/user/events.ts';
import { ATTEMPTS, checkSchedule } from './check-schedule.ts';
import { runReactor } from './run-reactor.ts';

const DAILY: CheckSchedule = { everyDays: 1, retries: 3 };
const WEEKLY: CheckSchedule = { everyDays: 7, retries: 3 };
const metadata: EventMetadata = {
  actor: 'ann',
  correlationId: 'c',
  causationId: 'c',
  at: '2027-01-01T00:00:00.000Z',
};

/** The real stores and views in the test's own folder, and a follower that can be stopped. */
async function world(t: ExecutionContext) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-schedules-'));
  const logger = recordingLog();
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('silent'));
  const { store, feed, reads, checkpoints, leases } = stores;
  const projections = startProjections(allViews, { feed, reads, logger });
  let stop = async () => {};
  t.teardown(async () => {
    await stop();
    await projections.stop();
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  let made = 0;
  const happened = async (stream: string, ...events: readonly LinkledgerEvent[]) => {
    const { revision } = await store.read(stream);
    const named = events.map((event): NewEvent<LinkledgerEvent> => ({ ...event, id: `e${++made}` }));
    await store.append(stream, revision, named, metadata);
  };
  return {
    store,
    log: logger,
    happened,
    /** Starts the follower; the returned function stops it. */
    follow(failing: Partial<typeof store> = {}) {
      const end = new AbortController();
      const deps = {
        store: { ...store, ...failing },
        ...{ feed, reads, checkpoints, leases, logger },
        now: () => new Date(),
        pauseMs: () => 1,
      };
      const following = runReactor(deps, checkSchedule(deps), end.signal);
      stop = async () => {
        end.abort();
        await following;
      };
      return stop;
    },
    forgetCheckpoint: () => forgetCheckpoint(path.join(dataDir, 'durable.db'), 'timetables'),
    /** Waits until the follower has handled everything, and returns the links' schedules. */
    async schedules(...linkIds: readonly string[]) {
      await waitUntil(async () => ((await checkpoints.get('timetables')) ?? 0) >= (await feed.head()));
      await projections.caughtUp(await feed.head());
      return (await reads.getMany(checks, linkIds)).map(({ timetable }) => timetable);
    },
    /** The schedule in the log, after the newest event of the link's checks. */
    async inLog(linkId: string) {
      return (await load(store, check, `check-${linkId}`)).state.schedule;
    },
    sets: async (linkId: string) =>
      (await store.read(`check-${linkId}`)).events.filter(({ type }) => type === 'CheckTimetableSet').length,
    /** Adds a link that was checked. */
    async link(linkId: string, scope: Scope, schedule?: CheckSchedule) {
      const addresses = { articleLink: 'https://blog.example/post', clientLink: 'https://client.example/' };
      const fields = { duration: '30 days', liveDate: null, assignedTo: null, pocEmail: null, remarks: null };
      const nothing = { anchor: null, linkType: null };
      await happened(`link-${linkId}`, {
        type: 'LinkAdded',
        data: { linkId, scope, ...addresses, ...fields, ...nothing },
      });
      const requested = { linkId, checkId: `${linkId}-c`, reason: 'added', ...addresses } as const;
      await happened(`check-${linkId}`, {
        type: 'CheckRequested',
        data: { ...requested, ...(schedule && { timetable: schedule }) },
      });
    },
    team: (teamId: string, ownerId: string) =>
      happened(`team-${teamId}`, { type: 'TeamCreated', data: { teamId, name: 'Agency', ownerId } }),
    activate: (userId: string, plan: 'starter' | 'professional') =>
      happened(`subscription-${userId}`, {
        type: 'PlanActivated',
        data: { userId, plan, billingCycle: 'monthly' },
      }),
    register: (userId: string) =>
      happened(`user-${userId}`, {
        type: 'UserRegistered',
        data: { userId, email: `${userId}@example.com`, firstName: '', lastName: '', company: '' },
      }),
    set: (userId: string, settings: Partial<SettingsFields>) =>
      happened(`user-${userId}`, { type: 'SettingsChanged', data: { userId, ...settings } }),
  };
}

test('a new plan changes the schedule of all links of its owner and their teams, and of no other links', async (t) => {
  const { link, team, activate, follow, schedules } = await world(t);
  await team('t1', 'ann');
  await link('own', 'user:ann');
  await link('teams', 'team:t1');
  await link('others', 'user:ben');
  await activate('ann', 'professional');
  follow();
  t.deepEqual(await schedules('own', 'teams', 'others'), [DAILY, DAILY, FREE_CHECK_SCHEDULE]);
});

test('settings apply as far as the plan allows', async (t) => {
  const { link, register, activate, set, follow, schedules, happened } = await world(t);
  await register('ann');
  await link('l1', 'user:ann');
  follow();
  await set('ann', { checkFrequency: 'daily', retryCount: 0 });
  t.deepEqual(await schedules('l1'), [{ everyDays: 14, retries: 0 }]);
  await activate('ann', 'starter');
  t.deepEqual(await schedules('l1'), [{ everyDays: 7, retries: 0 }]);
  await set('ann', { checkFrequency: 'biweekly', retryCount: 10 });
  t.deepEqual(await schedules('l1'), [{ everyDays: 14, retries: 10 }]);
  await set('ann', { checkFrequency: null });
  await happened('subscription-ann', {
    type: 'PlanChanged',
    data: {
      userId: 'ann',
      from: { plan: 'starter', billingCycle: 'monthly' },
      to: { plan: 'professional', billingCycle: 'monthly' },
    },
  });
  t.deepEqual(await schedules('l1'), [{ everyDays: 1, retries: 10 }]);
});

test('a list’s matching goes to its own links only, and a moved link takes its new list’s matching', async (t) => {
  const { link, register, team, set, follow, schedules, happened } = await world(t);
  await register('ann');
  await team('t1', 'ann');
  await link('own', 'user:ann');
  await link('shared', 'team:t1');
  follow();
  const free = { everyDays: 14, retries: 3 };
  await set('ann', { matching: 'ignore-query' });
  const own = { ...free, matching: 'ignore-query' } as const;
  t.deepEqual(await schedules('own', 'shared'), [own, free]);
  const chosen = { teamId: 't1', from: 'exact', to: 'any-subdomain' } as const;
  await happened('team-t1', { type: 'TeamMatchingChosen', data: chosen });
  const shared = { ...free, matching: 'any-subdomain' } as const;
  t.deepEqual(await schedules('own', 'shared'), [own, shared]);
  await happened('link-own', { type: 'LinkMoved', data: { linkId: 'own', from: 'user:ann', to: 'team:t1' } });
  t.deepEqual(await schedules('own'), [shared]);
});

test('a team that is handed over, and a link that moves, get the schedule of their new owner', async (t) => {
  const { link, team, activate, follow, schedules, happened, sets } = await world(t);
  await team('t1', 'ann');
  await activate('ben', 'starter');
  await link('teams', 'team:t1');
  await link('moving', 'user:ann');
  follow();
  t.deepEqual(await schedules('teams', 'moving'), [FREE_CHECK_SCHEDULE, FREE_CHECK_SCHEDULE]);
  await happened('team-t1', { type: 'TeamHandedOver', data: { teamId: 't1', from: 'ann', to: 'ben' } });
  await happened('link-moving', { type: 'LinkMoved', data: { linkId: 'moving', from: 'user:ann', to: 'user:ben' } });
  t.deepEqual(await schedules('teams', 'moving'), [WEEKLY, WEEKLY]);
  t.is(await sets('moving'), 1);
});

test('stopped in the middle and started again, the reactor misses no link and sets no schedule twice', async (t) => {
  const { link, activate, follow, schedules, sets, forgetCheckpoint } = await world(t);
  const ids = Array.from({ length: 120 }, (_, index) => `l${index}`);
  await Promise.all(ids.map((id) => link(id, 'user:ann')));
  await activate('ann', 'starter');
  const stop = follow();
  await waitUntil(async () => (await sets(ids[0]!)) > 0);
  await stop();
  const again = follow();
  t.deepEqual(
    await schedules(...ids),
    ids.map(() => WEEKLY),
  );
  await again();
  await forgetCheckpoint();
  follow();
  await schedules();
  for (const id of ids) t.is(await sets(id), 1);
});

test('a link that was never checked, or has the schedule already, stays unchanged', async (t) => {
  const { link, activate, follow, schedules, sets, happened } = await world(t);
  await link('new', 'user:ann', WEEKLY);
  const fields = { duration: '30 days', liveDate: null, assignedTo: null, pocEmail: null, remarks: null };
  await happened('link-unchecked', {
    type: 'LinkAdded',
    data: {
      ...{ linkId: 'unchecked', scope: 'user:ann', articleLink: '', clientLink: 'https://client.example/' },
      ...{ ...fields, anchor: null, linkType: null },
    },
  });
  await activate('ann', 'starter');
  follow();
  t.deepEqual(await schedules('new'), [WEEKLY]);
  t.is(await sets('new'), 0);
  t.is(await sets('unchecked'), 0);
});

test('an unreadable history is logged and skipped, and the reactor continues', async (t) => {
  const { link, activate, follow, schedules, happened, inLog, log: logger, store } = await world(t);
  await link('broken', 'user:ann');
  await link('moved', 'user:ann');
  await store.append('check-broken', 0, [{ id: 'wrong', type: 'LinkTrashed', data: { linkId: 'other' } }], metadata);
  await happened('link-broken', { type: 'LinkMoved', data: { linkId: 'broken', from: 'user:ann', to: 'user:ben' } });
  await activate('ben', 'professional');
  await happened('link-moved', { type: 'LinkMoved', data: { linkId: 'moved', from: 'user:ann', to: 'user:ben' } });
  follow();
  await schedules();
  t.deepEqual(await inLog('moved'), DAILY);
  t.true(logger.lines.some(([level, line]) => level === 'error' && line.includes('giving up')));
});

test('neither minutes of store failures nor one failing link loses another schedule', async (t) => {
  const { link, activate, follow, schedules, store } = await world(t);
  await link('broken', 'user:ann');
  await link('own', 'user:ann');
  await store.append('check-broken', 0, [{ id: 'wrong', type: 'LinkTrashed', data: { linkId: 'other' } }], metadata);
  await activate('ann', 'starter');
  let failures = 0;
  follow({
    async append(...given: Parameters<typeof store.append>) {
      if (given[0] === 'check-own' && ++failures < ATTEMPTS - 2) throw new Error('the disk is full');
      return store.append(...given);
    },
  });
  t.deepEqual(await schedules('own'), [WEEKLY]);
});

test('the links of a deleted team have the schedule of the free plan, and no cooldown', async (t) => {
  const { team, activate, happened, store } = await world(t);
  await team('t1', 'ann');
  await activate('ann', 'professional');
  t.deepEqual(await scheduleOfScope(store, 'team:t1'), DAILY);
  await happened('team-t1', {
    type: 'TeamDeleted',
    data: { teamId: 't1', ownerId: 'ann', memberIds: [], invitationIds: [] },
  });
  t.deepEqual(await scheduleOfScope(store, 'team:t1'), FREE_CHECK_SCHEDULE);
  await t.notThrowsAsync(assertNoCooldown(store, 'team:t1', new Date()));
});
