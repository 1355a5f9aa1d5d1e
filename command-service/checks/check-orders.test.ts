/** A check from the log to a checker and back, on the real stores, views and queue. */
import test, { type ExecutionContext } from 'ava';
import { openStores } from '../../infra/testing/apps/stores.ts';
import { checkRequested, EventBuilder, linkAdded, recordingLog, writeAll } from '../../infra/testing/event-builder.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import type { CheckOrder, CheckReport } from '../contract/check-contract.ts';
import { PERSONAL_FIELDS } from '../contract/events.ts';
import type { CheckReason, Verdict } from '../contract/observation.ts';
import { announceChecks, type RelayDeps } from './check-orders.ts';
import { CheckReports } from './check-reports.ts';

const AT = '2026-03-01T10:00:00.000Z';
const VERDICT: Verdict = {
  status: 'live',
  reason: 'found-static',
  anchor: null,
  linkType: null,
  linkTypeCause: null,
  ruleVersion: 1,
};

async function world(t: ExecutionContext) {
  const dataDir = temporaryFolder(t);
  const logger = recordingLog();
  const now = () => new Date(Date.parse(AT) + 60 * 60_000);
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger, { now, mayRemove: () => true });
  const { store, feed, reads, state, checks } = stores;
  const projections = startProjections(allViews, { feed, reads, logger });
  const stop = new AbortController();
  const working: Promise<unknown>[] = [];
  t.teardown(async () => {
    stop.abort();
    await Promise.all(working);
    await projections.stop();
    await stores.close();
  });
  const reports = new CheckReports({ store, state, logger, now });
  const events = new EventBuilder();
  const delivered: CheckOrder[] = [];
  return {
    ...stores,
    delivered,
    logger,
    caughtUp: async () => projections.caughtUp(await feed.head()),
    times: (checkId: string) => delivered.filter((order) => order.checkId === checkId).length,
    async request(linkId: string, checkId: string, reason: CheckReason = 'added', articleEnd?: string) {
      const request = checkRequested(linkId, checkId);
      const requested = { ...request, data: { ...request.data, reason, ...(articleEnd && { articleEnd }) } };
      await writeAll(store, [events.add(linkAdded(linkId), { at: AT })]);
      await writeAll(store, [events.add(requested, { at: AT })]);
      await projections.caughtUp(await feed.head());
    },
    report: (report: CheckReport) => reports.take(report),
    reports,
    /** Takes the reports as another process. */
    others: new CheckReports({ store, state, logger, now }),
    /** A checker that takes orders and never reports by itself. */
    take() {
      const taking = async () => {
        for await (const batch of checks.orders(stop.signal)) delivered.push(...batch);
      };
      working.push(taking());
    },
    relay(more: Partial<RelayDeps> = {}) {
      working.push(announceChecks({ feed, reads, state, checks, logger, now, ...more }, stop.signal));
    },
  };
}

test('open checks are announced at the start, and new ones as they are requested', async (t) => {
  const { request, relay, take, delivered } = await world(t);
  await request('l1', 'c1', 'scheduled');
  await request('l2', 'c2', 'manual');
  relay();
  take();
  await waitUntil(() => delivered.length === 2);
  await request('l3', 'c3', 'batch');
  await waitUntil(() => delivered.length === 3);
  t.deepEqual(delivered.map(({ linkId, checkId, reason }) => [linkId, checkId, reason]).toSorted(), [
    ['l1', 'c1', 'scheduled'],
    ['l2', 'c2', 'manual'],
    ['l3', 'c3', 'batch'],
  ]);
});

test('a check that a checker lost is announced again, and a reported one is not', async (t) => {
  const { request, relay, take, report, times, caughtUp } = await world(t);
  relay({ againMs: { person: 20, others: 20 } });
  take();
  await request('l1', 'c1', 'manual');
  await request('l2', 'c2', 'scheduled');
  await waitUntil(() => times('c1') > 2 && times('c2') > 2);
  const observation = { visits: [], browserSkipped: null };
  await report({ kind: 'checked', checkId: 'c1', linkId: 'l1', observation, verdict: VERDICT });
  await caughtUp();
  const [reported, open] = [times('c1'), times('c2')];
  await waitUntil(() => times('c2') > open + 3);
  // An announcement may have been in progress.
  t.true(times('c1') <= reported + 1);
});

test('an order names where the redirects of its article ended, also when it is announced again', async (t) => {
  const { request, relay, take, delivered } = await world(t);
  relay({ againMs: { person: 20, others: 20 } });
  take();
  await request('l1', 'c1', 'manual', 'https://blog.example/moved');
  await waitUntil(() => delivered.length > 2);
  for (const { articleEnd } of delivered) t.is(articleEnd, 'https://blog.example/moved');
});

test('a check that a person waits for is announced again sooner than others', async (t) => {
  const { request, relay, take, times } = await world(t);
  await request('l1', 'c1', 'edited');
  await request('l2', 'c2', 'retry');
  relay({ againMs: { person: 20, others: 60_000 } });
  take();
  await waitUntil(() => times('c1') > 3 && times('c2') > 0);
  t.is(times('c2'), 1);
});

test('an order has the number of unreported attempts of its check, without abandoned ones', async (t) => {
  const { request, relay, take, report, reports, others, delivered, state } = await world(t);
  for (const id of ['1', '2', '3']) await request(`l${id}`, `c${id}`);
  for (const each of [reports, others, others]) await each.take({ kind: 'begun', checkId: 'c1', linkId: 'l1' });
  await report({ kind: 'begun', checkId: 'c2', linkId: 'l1' });
  await report({ kind: 'left', checkId: 'c2', linkId: 'l1' });
  await Promise.all([reports.written(), others.written()]);
  relay();
  take();
  await waitUntil(() => delivered.length === 3);
  const attempts = Object.fromEntries(delivered.map(({ checkId, attempts }) => [checkId, attempts]));
  t.deepEqual(attempts, { c1: 3, c2: 0, c3: 0 });
  const observation = { visits: [], browserSkipped: null };
  await report({ kind: 'checked', checkId: 'c1', linkId: 'l1', observation, verdict: VERDICT });
  await reports.written();
  const left = (await state.listOf<object>('check-attempts', 'open')).flatMap(({ value }) => Object.entries(value));
  t.deepEqual(left, [['c1', 2]], 'only the process that recorded the check forgets it');
});

test('a repeated report is recorded once', async (t) => {
  const { request, report, store } = await world(t);
  await request('l1', 'c1');
  const observation = { visits: [], browserSkipped: null };
  for (let round = 0; round < 2; round += 1) {
    await report({ kind: 'checked', checkId: 'c1', linkId: 'l1', observation, verdict: VERDICT });
  }
  const { events } = await store.read('check-l1');
  t.deepEqual(
    events.map(({ type }) => type),
    ['CheckRequested', 'LinkChecked', 'LinkStatusChanged'],
  );
});

test('a store that fails for a while delays announcements and loses none', async (t) => {
  const { request, relay, take, times, reads, logger } = await world(t);
  await request('l1', 'c1');
  let failures = 3;
  relay({
    reads: {
      ...reads,
      position: (view) => {
        if (failures-- > 0) throw new Error('the disk is away');
        return reads.position(view);
      },
      find: (view, query) => reads.find(view, query),
    },
  });
  take();
  await waitUntil(() => times('c1') === 1);
  t.is(logger.lines.filter(([, line]) => line.includes('cannot be announced')).length, 1);
});
