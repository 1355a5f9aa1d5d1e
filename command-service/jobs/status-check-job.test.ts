import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { judgeAgain } from '../../checker/verdict/judge-again.ts';
import { createLogger } from '../../infra/observability/logger.ts';
import { personPrincipal } from '../../infra/ports/process/principal.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import {
  EventBuilder,
  linkAdded,
  linkPlaced,
  recordingLog,
  userRegistered,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { announceChecks } from '../checks/check-orders.ts';
import { CheckReplies } from '../checks/check-replies.ts';
import { recordReport } from '../checks/check-reports.ts';
import type { CheckOrder } from '../contract/check-contract.ts';
import { PERSONAL_FIELDS } from '../contract/events.ts';
import type { LinkStatus } from '../contract/observation.ts';
import { handle } from '../core/handle.ts';
import { runIdOf, statusCheck } from '../model/status-check/decider.ts';
import type { RunCounts, StatusCheckEvent } from '../model/status-check/events.ts';
import { subscription } from '../model/subscription/decider.ts';
import { type JobRunnerDeps, runJobs } from './job-runner.ts';
import { startStatusCheck } from './start-status-check.ts';

const CODES = { live: 'found-static', removed: 'not-on-page', pending: 'timeout' } as const;
const metadata = (): EventMetadata => ({
  actor: 'ann',
  correlationId: 'c',
  causationId: 'c',
  at: new Date().toISOString(),
});

/** The real stores and views in the test's own folder, a runner that can be stopped, and the test's own checker. */
async function world(t: ExecutionContext, times: Partial<JobRunnerDeps> = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-runs-'));
  const logger = recordingLog();
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('silent'));
  const { store, feed, reads, expiring } = stores;
  const projections = startProjections(allViews, { feed, reads, logger });
  const end = new AbortController();
  const working: Promise<unknown>[] = [];
  let stopRunner = async () => {};
  t.teardown(async () => {
    end.abort();
    await stopRunner();
    await Promise.all(working);
    await projections.stop();
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const now = () => new Date();
  const deps = { store, feed, reads, now };
  const caughtUp = async () => projections.caughtUp(await feed.head());
  const events = new EventBuilder();

  return {
    ...deps,
    log: logger,
    caughtUp,
    /** Adds links of ann's, `l000` and so on, as of an hour ago. */
    async links(count: number): Promise<readonly string[]> {
      const ids = Array.from({ length: count }, (_, index) => `l${String(index).padStart(3, '0')}`);
      const at = new Date(Date.now() - 3_600_000).toISOString();
      await writeAll(
        store,
        ids.map((id) => events.add(linkAdded(id), { at })),
      );
      await caughtUp();
      return ids;
    },
    begin: (tokenId: string | null = null) =>
      startStatusCheck(
        deps,
        { scope: 'user:ann', clientDomain: null },
        { ...personPrincipal('ann'), tokenId },
        metadata(),
      ),
    async createToken(tokenId: string) {
      const data = { tokenId, userId: 'ann', name: '', access: 'write', teamId: null, expiresAt: null } as const;
      await writeAll(store, [events.add({ type: 'TokenCreated', stream: `token-${tokenId}`, data })]);
    },
    async revokeToken(tokenId: string) {
      const data = { tokenId, userId: 'ann', reason: 'revoked' } as const;
      await writeAll(store, [events.add({ type: 'TokenRevoked', stream: `token-${tokenId}`, data })]);
    },
    async deleteAnn() {
      await writeAll(store, [events.add(userRegistered('ann'))]);
      const deleted = { type: 'AccountDeleted', stream: 'user-ann', data: { userId: 'ann', heirs: [] } } as const;
      await writeAll(store, [events.add(deleted)]);
    },
    trash: (id: string) => writeAll(store, [events.add(linkPlaced('LinkTrashed', id), { at: now().toISOString() })]),
    /** Starts a runner, which goes on until the returned function is called. */
    run(): () => Promise<void> {
      const stop = new AbortController();
      const checkReplies = new CheckReplies(stop.signal);
      const both = Promise.all([
        checkReplies.follow(feed),
        runJobs(
          { ...deps, claims: expiring, checkReplies, logger, judge: judgeAgain, everyMs: 5, ...times },
          stop.signal,
        ),
      ]);
      stopRunner = async () => {
        stop.abort();
        await both;
      };
      return stopRunner;
    },
    /** A checker that reports the `status` of each requested check; null: it never reports. */
    checker(
      status: (order: CheckOrder) => LinkStatus | null,
      before: () => Promise<unknown> = nextTurn,
      linksOf: (order: CheckOrder) => number = () => 1,
    ) {
      const work = async () => {
        for await (const batch of stores.checks.orders(end.signal)) {
          for (const order of batch) {
            const found = status(order);
            if (found === null) continue;
            await before();
            const verdict = { status: found, reason: CODES[found], anchor: null, linkType: null };
            const links = linksOf(order);
            const observation = { visits: [], browserSkipped: null, ...(links > 1 ? { links } : {}) };
            await recordReport(store, order, observation, { ...verdict, linkTypeCause: null, ruleVersion: 1 }, now);
          }
        }
      };
      working.push(work(), announceChecks({ ...stores, logger, now }, end.signal));
    },
    async story(runId: string): Promise<readonly StatusCheckEvent[]> {
      const { events: all } = await store.read(`statuscheck-${runId}`);
      return all.filter((event) => statusCheck.isEvent(event));
    },
    async subscription() {
      const { events: all } = await store.read('subscription-ann');
      return all.map(({ type, data }) => ({ type, data }));
    },
    /** How often a check of the link was requested. */
    async requests(linkId: string) {
      const { events: all } = await store.read(`check-${linkId}`);
      return all.filter(({ type }) => type === 'CheckRequested').length;
    },
  };
}

type World = Awaited<ReturnType<typeof world>>;

/** How the run ended. */
function ending({ story }: World, runId: string) {
  return waitUntil(async () => {
    const last = (await story(runId)).at(-1);
    return last?.type === 'StatusCheckFinished' && last.data;
  });
}

const statusOf = (linkId: string): LinkStatus =>
  (['live', 'live', 'removed', 'pending'] as const)[Number(linkId.slice(1)) % 4] ?? 'live';

function countsOf(ids: readonly string[]): RunCounts {
  const of = (status: LinkStatus) => ids.filter((id) => statusOf(id) === status).length;
  return { done: ids.length, live: of('live'), removed: of('removed'), pending: of('pending') };
}

test('a run requests a check of every link once, and reports the results', async (t) => {
  const all = await world(t, { window: 7 });
  const ids = await all.links(60);
  all.checker(({ linkId }) => statusOf(linkId));
  all.run();
  const { runId, total } = await all.begin();
  t.is(total, 60);
  t.like(await ending(all, runId), { outcome: 'whole', scope: 'user:ann', ...countsOf(ids) });
  for (const id of ids) t.is(await all.requests(id), 1);
  const story = await all.story(runId);
  t.is(story[0]?.type, 'StatusCheckStarted');
  const cursors = story.flatMap((event) => (event.type === 'StatusCheckProgressed' ? [event.data.cursor] : []));
  t.true(cursors.length > 1, `the run reported its progress ${cursors.length} times`);
  t.deepEqual(cursors, cursors.toSorted());
  t.deepEqual(
    (await all.subscription()).map(({ type }) => type),
    ['StatusCheckWindowOpened'],
  );
});

test('a run counts its visits: one that served several links counts once', async (t) => {
  const all = await world(t);
  await all.links(10);
  // Seven links are on one page, each other link on its own page.
  all.checker(
    () => 'live',
    nextTurn,
    ({ linkId }) => (Number(linkId.slice(1)) < 7 ? 7 : 1),
  );
  all.run();
  const { runId } = await all.begin();
  const end = await ending(all, runId);
  t.like(end, { outcome: 'whole', live: 10, visited: { checks: 10 } });
  t.true(Math.abs((end?.visited?.visits ?? 0) - 4) < 1e-6);
});

test('stopped at any point and started again, a run loses no link, and counts and visits each once', async (t) => {
  const moments = fc.array(fc.nat(40), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(moments, fc.integer({ min: 1, max: 9 }), async (stops, window) => {
      const all = await world(t, { window });
      const ids = await all.links(30);
      let reported = 0;
      all.checker(
        ({ linkId }) => statusOf(linkId),
        async () => {
          reported++;
          await nextTurn();
        },
      );
      const { runId } = await all.begin();
      for (const after of stops.toSorted((one, other) => one - other)) {
        const stop = all.run();
        await waitUntil(
          async () => reported >= after || (await all.story(runId)).at(-1)?.type === 'StatusCheckFinished',
        );
        await stop();
      }
      all.run();
      t.like(await ending(all, runId), { outcome: 'whole', ...countsOf(ids) });
      for (const id of ids) t.is(await all.requests(id), 1, id);
      t.is((await all.subscription()).length, 1);
    }),
    { numRuns: 12 },
  );
});

test('a scope never has two runs at once, however many start together or right after one ends', async (t) => {
  const all = await world(t);
  await all.links(3);
  await handle(
    all.store,
    subscription,
    { type: 'ChangePlan', userId: 'ann', plan: 'starter', billingCycle: 'monthly' },
    metadata(),
  );
  all.checker(({ linkId }) => statusOf(linkId));
  all.run();
  const runs = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const begun = await Promise.all(Array.from({ length: 6 }, () => all.begin()));
    for (const { runId } of begun) runs.add(runId);
    // Some runs start while the run goes on, some as it ends.
    if (round % 2 === 0) for (const { runId } of begun) await ending(all, runId);
  }
  for (const runId of runs) await ending(all, runId);
  const head = await all.feed.head();
  let running = 0;
  let most = 0;
  for await (const batch of all.feed.follow(0, AbortSignal.timeout(30_000))) {
    for (const { type } of batch) {
      if (type === 'StatusCheckStarted') running++;
      if (type === 'StatusCheckFinished') running--;
      most = Math.max(most, running);
    }
    if ((batch.at(-1)?.position ?? 0) >= head) break;
  }
  t.is(most, 1);
  t.true(runs.size >= 4, `${runs.size} runs`);
  t.deepEqual(
    (await all.subscription()).map(({ type }) => type),
    ['PlanActivated'],
  );
});

test('a link whose check gets no reply counts as pending while others do', async (t) => {
  const all = await world(t, { window: 3, linkMs: 5_000 });
  const ids = await all.links(12);
  all.checker(({ linkId }) => (linkId === 'l000' ? null : statusOf(linkId)));
  all.run();
  const { runId } = await all.begin();
  const { live, pending, ...rest } = countsOf(ids);
  t.like(await ending(all, runId), { outcome: 'whole', ...rest, live: live - 1, pending: pending + 1 });
});

test('a run without any reply for long is aborted, and starts no cooldown', async (t) => {
  const all = await world(t, { window: 3, linkMs: 50, silentMs: 300 });
  await all.links(12);
  all.checker(({ linkId }) => (linkId < 'l002' ? 'live' : null));
  all.run();
  const { runId } = await all.begin();
  const end = await ending(all, runId);
  t.is(end.outcome, 'broken-off');
  t.true(end.done < 12);
  t.deepEqual(await all.subscription(), []);
});

test('a run does not start for a person whose role ended while the views caught up', async (t) => {
  const all = await world(t);
  await all.links(1);
  const starting = startStatusCheck(all, { scope: 'user:ann', clientDomain: null }, personPrincipal('bob'), metadata());
  await t.throwsAsync(starting, { message: /you may not see it/ });
  t.deepEqual(await all.story(runIdOf('user:ann', 0)), []);
});

test('a run ends without checks once the API token that started it is revoked, and goes on until then', async (t) => {
  const all = await world(t);
  await all.links(3);
  all.checker(() => 'live');
  await all.createToken('t1');
  const { runId } = await all.begin('t1');
  await all.revokeToken('t1');
  const stop = all.run();
  t.like(await ending(all, runId), { outcome: 'broken-off', done: 0 });
  await stop();

  await all.createToken('t2');
  const next = await all.begin('t2');
  t.true(next.isNew);
  all.run();
  t.like(await ending(all, next.runId), { outcome: 'whole', done: 3 });
});

test('a run ends without checks and without a cooldown once the account that started it is deleted', async (t) => {
  const all = await world(t, { window: 3 });
  await all.links(12);
  all.checker(() => 'live');
  const { runId } = await all.begin();
  await all.deleteAnn();
  all.run();
  t.like(await ending(all, runId), { outcome: 'broken-off', done: 0 });
  t.is(await all.requests('l000'), 0);
  t.deepEqual(await all.subscription(), []);
});

test('stopping the server aborts no run', async (t) => {
  const all = await world(t);
  await all.links(3);
  const { runId } = await all.begin();
  const stop = all.run();
  await waitUntil(async () => (await all.requests('l002')) > 0);
  await stop();
  t.deepEqual(
    (await all.story(runId)).map(({ type }) => type),
    ['StatusCheckStarted'],
  );
});

test('a link that is trashed before its turn is done without a result', async (t) => {
  const all = await world(t, { window: 1 });
  const ids = await all.links(4);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  all.checker(
    ({ linkId }) => statusOf(linkId),
    () => held,
  );
  const { runId } = await all.begin();
  all.run();
  await waitUntil(async () => (await all.requests('l000')) > 0);
  await all.trash('l003');
  release();
  t.like(await ending(all, runId), { outcome: 'whole', ...countsOf(ids), pending: 0 });
  t.is(await all.requests('l003'), 0);
});

test('a link with an unreadable history does not prevent the end of the run', async (t) => {
  const all = await world(t);
  const ids = await all.links(4);
  await all.store.append(
    'check-l000',
    -1,
    [{ id: 'wrong', type: 'LinkTrashed', data: { linkId: 'other' } }],
    metadata(),
  );
  all.checker(({ linkId }) => statusOf(linkId));
  all.run();
  const { runId } = await all.begin();
  const { live, pending, ...rest } = countsOf(ids);
  t.like(await ending(all, runId), { outcome: 'whole', ...rest, live: live - 1, pending: pending + 1 });
  t.true(all.log.lines.some(([level, line]) => level === 'error' && line.includes('could not check a link')));
});
