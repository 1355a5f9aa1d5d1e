import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { judgeAgain } from '../../checker/verdict/judge-again.ts';
import { createLogger } from '../../infra/observability/logger.ts';
import { personPrincipal } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import { EventBuilder, linkAdded, recordingLog, userRegistered, writeAll } from '../../infra/testing/event-builder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { type BulkDoc, bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { CheckReplies } from '../checks/check-replies.ts';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../contract/events.ts';
import type { Matching, Observation, Visit } from '../contract/observation.ts';
import { handle } from '../core/handle.ts';
import { bulk, streamOf } from '../model/bulk/decider.ts';
import type { BulkOperation } from '../model/bulk/events.ts';
import { check } from '../model/check/decider.ts';
import { link } from '../model/link/decider.ts';
import { token } from '../model/token/decider.ts';
import { runJobs } from './job-runner.ts';
import { startBulk, waitForLinkViews } from './start-bulk.ts';
import { startJudging } from './start-judging.ts';

const BATCH = 'b1';
const by = (actor: string) => ({ actor, correlationId: BATCH, causationId: 'c', at: new Date().toISOString() });

/** The real stores and views in the test's own folder, links of ann's, and a runner that can be stopped. */
async function world(t: ExecutionContext, many: number, remarks: string | null = null) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-bulk-'));
  const logger = recordingLog();
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, createLogger('silent'));
  const { store, feed, reads, expiring } = stores;
  const projections = startProjections(allViews, { feed, reads, logger });
  const caughtUp = async () => projections.caughtUp(await feed.head());
  let stop = async () => {};
  t.teardown(async () => {
    await stop();
    await projections.stop();
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const now = () => new Date();
  const events = new EventBuilder();
  const ids = Array.from({ length: many }, (_, index) => `l${String(index).padStart(4, '0')}`);
  await writeAll(
    store,
    ids.map((id) => events.add(linkAdded(id, { articleLink: `https://blog.example/${id}`, remarks }))),
  );
  await caughtUp();
  const begin = async (order: BulkOperation, tokenId: string | null = null) => {
    const deps = { store, feed, reads, now };
    await waitForLinkViews(deps);
    const body = { choice: { ids }, order, dryRun: false, expected: many };
    return startBulk(deps, BATCH, body, { ...personPrincipal('ann'), tokenId }, by('ann'));
  };
  return {
    ids,
    log: logger,
    begin,
    caughtUp,
    store,
    judge: (judgingId: string, expected: Matching | null = null) =>
      startJudging({ store, feed, reads, now }, judgingId, 'user:ann', expected, personPrincipal('ann'), by('ann')),
    undo: (tokenId: string | null = null) =>
      handle(store, bulk, { type: 'StartBulkUndo', batchId: BATCH, tokenId }, by('ann')),
    /** Starts a runner, which goes on until the returned function is called. */
    run(over: EventStore<LinkledgerEvent> = store): () => Promise<void> {
      const stopping = new AbortController();
      const checkReplies = new CheckReplies(stopping.signal);
      const deps = {
        feed,
        reads,
        claims: expiring,
        checkReplies,
        logger,
        now,
        judge: judgeAgain,
        everyMs: 5,
        retryMs: 5,
      };
      const running = Promise.all([checkReplies.follow(feed), runJobs({ ...deps, store: over }, stopping.signal)]);
      stop = async () => {
        stopping.abort();
        await running;
      };
      return stop;
    },
    async ended(state: BulkDoc['state']): Promise<BulkDoc> {
      return waitUntil(async () => {
        const doc = await reads.get(bulkOperations, BATCH);
        return doc?.state === state && doc;
      });
    },
    async deleteAnn() {
      await writeAll(store, [events.add(userRegistered('ann'))]);
      const deleted = { type: 'AccountDeleted', stream: 'user-ann', data: { userId: 'ann', heirs: [] } } as const;
      await writeAll(store, [events.add(deleted)]);
    },
    /** Somebody else's edit. */
    editByOther: (id: string, remarks: string) =>
      handle(store, link, { type: 'EditLink', linkId: id, fields: { remarks } }, { ...by('bob'), correlationId: 'c' }),
    /** The link's events of the batch, do and undo. */
    async story(id: string) {
      const { events: all } = await store.read(`link-${id}`);
      return all.filter(({ metadata }) => metadata.correlationId === BATCH);
    },
    async money(id: string) {
      return (await store.read(`money-${id}`)).events;
    },
    async remarks(id: string) {
      const { events: all } = await store.read(`link-${id}`);
      return all.findLast((event) => event.type === 'LinkEdited')?.data.changes.remarks?.to;
    },
  };
}

const EDIT: BulkOperation = { action: 'edit', fields: { remarks: 'all' }, allowDuplicate: false };

/** The same store, but it calls `before` with each append; if `before` throws, the append fails. */
function watched(store: EventStore<LinkledgerEvent>, before: (stream: string) => void): EventStore<LinkledgerEvent> {
  return {
    read: (stream) => store.read(stream),
    append: async (...args) => {
      before(args[0]);
      return store.append(...args);
    },
  };
}

test('money moves out of remarks once, and back once, though the server dies between the two changes of a link', async (t) => {
  const before = 'Vendor: Northside\nask Eve';
  const w = await world(t, 40, before);
  let stop = async () => {};
  let fails = true;
  const dying = (doomed: string) =>
    watched(w.store, (stream) => {
      if (!fails || !stream.startsWith(doomed)) return;
      void stop();
      throw new Error('the server dies');
    });
  await w.begin({ action: 'remarks' });
  stop = w.run(dying('link-l002'));
  await waitUntil(async () => (await w.money('l0020')).length === 1);
  await stop();
  fails = false;
  stop = w.run();
  t.like(await w.ended('done'), { done: 40, failed: 0 });
  await stop();
  for (const id of w.ids) {
    t.is(await w.remarks(id), 'ask Eve');
    t.deepEqual(
      (await w.money(id)).map((event) => event.type === 'LinkMoneyChanged' && event.data.changes),
      [{ vendor: { from: null, to: 'Northside' } }],
    );
  }
  fails = true;
  await w.undo();
  stop = w.run(dying('money-l002'));
  await waitUntil(async () => (await w.remarks('l0020')) === before);
  await stop();
  fails = false;
  w.run();
  t.like(await w.ended('undone'), { done: 40, failed: 0 });
  for (const id of w.ids) {
    t.is(await w.remarks(id), before);
    t.is((await w.story(id)).length, 2);
    t.is((await w.money(id)).length, 2);
  }
});

test('a batch resumes after a stop: each link is done once, and concurrent changes stay', async (t) => {
  const w = await world(t, 200);
  let stopped: Promise<void> | null = null;
  let appends = 0;
  let stop = async () => {};
  await w.begin(EDIT);
  stop = w.run(
    watched(w.store, (stream) => {
      if (stream.startsWith('link-') && ++appends === 100) stopped = stop();
    }),
  );
  await waitUntil(() => stopped !== null);
  await stopped;
  const done = (await Promise.all(w.ids.map(async (id) => (await w.story(id)).length))).filter((n) => n > 0).length;
  t.true(done >= 100 && done < 200, `${done} links were done`);
  const touched: string[] = [];
  for (const id of w.ids) {
    if ((await w.story(id)).length === 0) continue;
    await w.editByOther(id, 'bob');
    touched.push(id);
    if (touched.length === done - 20) break;
  }
  w.run();
  t.like(await w.ended('done'), { done: 200, failed: 0, total: 200 });
  for (const id of w.ids) {
    const story = await w.story(id);
    t.is(story.length, 1, id);
    t.is(story[0]?.metadata.actor, 'ann');
  }
  for (const id of touched) t.is(await w.remarks(id), 'bob');
  await w.undo();
  t.like(await w.ended('undone'), { done: 200, failed: touched.length });
  for (const id of w.ids) t.is(await w.remarks(id), touched.includes(id) ? 'bob' : null);
});

test('a batch changes nothing once the account that started it is deleted', async (t) => {
  const w = await world(t, 5);
  await w.begin(EDIT);
  await w.deleteAnn();
  w.run();
  t.like(await w.ended('done'), { done: 5, failed: 5 });
  for (const id of w.ids) t.is((await w.story(id)).length, 0);
});

test('a batch and its undo change nothing once the API token that started them is revoked or has expired', async (t) => {
  const w = await world(t, 5);
  const created = { type: 'CreateToken', userId: 'ann', name: 'script', access: 'write', teamId: null } as const;
  const expired = { ...created, tokenId: 't2', expiresAt: new Date(Date.now() - 1).toISOString() };
  await handle(w.store, token, { ...created, tokenId: 't1', expiresAt: null }, by('ann'));
  await handle(w.store, token, expired, by('ann'));
  await w.begin(EDIT, 't1');
  await handle(w.store, token, { type: 'RevokeToken', tokenId: 't1', reason: 'revoked' }, by('ann'));
  w.run();
  const done = await w.ended('done');
  t.like(done, { done: 5, failed: 5 });
  t.is(done.failures[0]?.message, 'The API token that started this was revoked or has expired.');
  await w.undo('t2');
  t.like(await w.ended('undone'), { done: 5, failed: 5 });
  for (const id of w.ids) t.is((await w.story(id)).length, 0, id);
});

test('a batch of a valid API token changes the links', async (t) => {
  const w = await world(t, 5);
  const created = { type: 'CreateToken', userId: 'ann', name: 'script', access: 'write', teamId: null } as const;
  const later = new Date(Date.now() + 3_600_000).toISOString();
  await handle(w.store, token, { ...created, tokenId: 't1', expiresAt: later }, by('ann'));
  await w.begin(EDIT, 't1');
  w.run();
  t.like(await w.ended('done'), { done: 5, failed: 0 });
});

test('an undo resumes after a stop, and restores nothing twice', async (t) => {
  const w = await world(t, 120);
  await w.begin(EDIT);
  const first = w.run();
  await w.ended('done');
  await first();
  let stopped: Promise<void> | null = null;
  let appends = 0;
  const stop = w.run(
    watched(w.store, (stream) => {
      if (stream.startsWith('link-') && ++appends === 40) stopped = stop();
    }),
  );
  await w.undo();
  await waitUntil(() => stopped !== null);
  await stopped;
  w.run();
  t.like(await w.ended('undone'), { done: 120, failed: 0 });
  for (const id of w.ids) t.is((await w.story(id)).length, 2, id);
});

test('a short failure of the store delays a batch but loses no link', async (t) => {
  const w = await world(t, 60);
  let fails = 3;
  w.run(
    watched(w.store, (stream) => {
      if (stream === 'link-l0030' && --fails > 0) throw new Error('disk full');
      if (stream === streamOf(BATCH) && fails === 0 && --fails < 0) throw new Error('disk full');
    }),
  );
  await w.begin(EDIT);
  t.like(await w.ended('done'), { done: 60, failed: 0 });
  for (const id of w.ids) t.is((await w.story(id)).length, 1, id);
});

test('a link that cannot be written is reported, and the others are done', async (t) => {
  const w = await world(t, 10);
  w.run(
    watched(w.store, (stream) => {
      if (stream === 'link-l0003') throw new Error('broken');
    }),
  );
  await w.begin({ action: 'trash' });
  const doc = await w.ended('done');
  t.like(doc, { done: 10, failed: 1 });
  t.like(doc.failures[0], {
    linkId: 'l0003',
    message: 'This link could not be read or written. Please try again later.',
  });
});

test('a request repeated after a crash selects each link once', async (t) => {
  const w = await world(t, 30);
  const linkIds = w.ids.slice(0, 10);
  await handle(w.store, bulk, { type: 'ChooseLinks', batchId: BATCH, from: 0, linkIds }, by('ann'));
  t.is((await w.begin(EDIT)).total, 30);
  t.is((await w.begin(EDIT)).total, 30);
  w.run();
  t.like(await w.ended('done'), { total: 30, done: 30, failed: 0 });
});

const CLIENT = 'https://client.example/tea';
const OTHER = { href: `${CLIENT}?ref=blog`, anchor: 'tea', rel: [], snippet: '<a>' };
/** An article read by both tiers that links to the client's page with a query. */
function readArticle(articleLink: string, similar: Pick<Visit, 'similar'>): Observation {
  const visit: Visit = {
    ...{ by: 'http', requestedUrl: articleLink, finalUrl: articleLink, hops: [], httpStatus: 200, charset: null },
    ...{ contentType: 'text/html', retryAfter: null, complete: true, bytes: 9, durationMs: 1, title: null },
    ...{ metaRobots: null, xRobotsTag: null, canonical: null, contentHash: null, challenge: false },
    ...{ matches: [], nearest: [], linkCount: 1, error: null },
    ...similar,
  };
  return { visits: [visit, { ...visit, by: 'browser' }], browserSkipped: null };
}

test('judging resumes after a stop, judges each link once, and leaves out those that it cannot judge', async (t) => {
  const w = await world(t, 60);
  const [old, purged, moved] = ['l0057', 'l0058', 'l0059'] as const;
  const nothing = { anchor: null, linkType: null, linkTypeCause: null, ruleVersion: 3 };
  for (const linkId of w.ids) {
    const articleLink = `https://blog.example/${linkId}`;
    const checked = { linkId, checkId: `c-${linkId}` };
    const addresses = { articleLink, clientLink: CLIENT };
    const request = { type: 'RequestCheck', ...checked, reason: 'manual', ...addresses } as const;
    await handle(w.store, check, request, by('ann'));
    const observation = readArticle(articleLink, linkId === old ? {} : { similar: [OTHER] });
    const verdict = { status: 'removed', reason: 'not-on-page', ...nothing } as const;
    await handle(w.store, check, { type: 'RecordCheck', ...checked, observation, verdict }, by('checker'));
  }
  await w.begin({ action: 'judge', scope: 'user:ann', matching: 'any-subdomain' });
  for (const type of ['TrashLink', 'PurgeLink'] as const)
    await handle(w.store, link, { type, linkId: purged }, by('ann'));
  await handle(w.store, link, { type: 'MoveLink', linkId: moved, from: 'user:ann', to: 'user:bob' }, by('ann'));

  let stopped: Promise<void> | null = null;
  let appends = 0;
  let stop = async () => {};
  stop = w.run({
    read: (stream, range) => w.store.read(stream, range),
    append: async (...args) => {
      if (args[0].startsWith('check-') && ++appends === 30) stopped = stop();
      return w.store.append(...args);
    },
  });
  await waitUntil(() => stopped !== null);
  await stopped;
  w.run();
  const ended = await w.ended('done');
  t.like(ended, { scope: 'user:ann', matching: 'any-subdomain', total: 60, done: 60, failed: 3 });
  t.deepEqual(
    ended.failures.map(({ linkId }) => linkId),
    [old, purged, moved],
  );
  t.regex(ended.failures[0]?.message ?? '', /cannot be judged again without a visit/);
  for (const linkId of w.ids.slice(0, 57)) {
    const { events } = await w.store.read(`check-${linkId}`);
    const types = events.map(({ type }) => type);
    t.deepEqual(types.slice(-2), ['VerdictJudgedAgain', 'LinkStatusChanged'], linkId);
    t.is(types.filter((type) => type === 'VerdictJudgedAgain').length, 1, linkId);
  }
  await t.throwsAsync(w.undo(), { message: /Choose the earlier matching/ });
});

test('a list that is being judged is not judged a second time before the first is done', async (t) => {
  const w = await world(t, 3);
  t.is(
    (await t.throwsAsync(w.judge(BATCH, 'ignore-query')))?.message,
    'Somebody changed the matching: look at the preview again.',
  );
  t.is((await w.judge(BATCH, 'exact')).total, 3);
  await t.throwsAsync(w.judge('b2'), { message: /already being judged again/ });
  w.run();
  t.like(await w.ended('done'), { total: 3, done: 3, failed: 0 });
  t.is((await w.judge('b2')).total, 3);
});
