/** Evidence on the real log, views and files. Pictures come from a function that counts, as bytes of no format. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openBlobFiles } from '../../infra/engines/embedded/stores/blob-store.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import { EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
import {
  checkRequested,
  EventBuilder,
  linkAdded,
  linkChecked,
  linkPlaced,
  recordingLog,
  statusChanged,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { forgetCheckpoint } from '../../infra/testing/forget-checkpoint.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import type { Screenshot } from '../contract/check-contract.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { FoundLink, LinkStatus, ReasonCode, Visit } from '../contract/observation.ts';
import { type EvidenceDeps, evidenceCapture, TOO_LATE_MS } from './evidence-capture.ts';
import { runReactor } from './run-reactor.ts';

const AT = '2026-03-01T10:00:00.000Z';
const SEEN: FoundLink = {
  href: 'https://www.client.example/shoes',
  anchor: 'shoes',
  rel: [],
  snippet: '<a href="x">shoes',
};

/** A log, its views and its evidence in their own folder; the reactor runs until the test ends, or is restarted. */
async function world(t: ExecutionContext, more: Partial<EvidenceDeps> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evidence-'));
  const feed = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const durable = openDurableStores(path.join(folder, 'durable.db'), () => new Date(AT));
  const logger = recordingLog();
  let seconds = 0;
  const files = openBlobFiles(folder, () => new Date(Date.parse(AT) + 1_000 * seconds++));
  const projections = startProjections(allViews, { feed, reads, logger });
  const asked: string[] = [];
  let stop = new AbortController();
  let running = Promise.resolve();
  let next: () => Promise<Screenshot> | Screenshot = () => picture(`picture ${asked.length}`);
  const keep = () => {
    stop = new AbortController();
    const deps: EvidenceDeps = {
      store: feed,
      feed,
      reads,
      ...durable,
      files,
      quota: 1_000_000,
      takePicture: async ({ checkId, articleLink }) => {
        asked.push(articleLink);
        return { checkId, screenshot: await next() };
      },
      logger,
      now: () => new Date(AT),
      ...more,
    };
    running = runReactor(deps, evidenceCapture(deps), stop.signal);
  };
  const end = async () => {
    stop.abort();
    await running;
  };
  t.teardown(async () => {
    await end();
    await projections.stop();
    await feed.close();
    reads.close();
    durable.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const events = new EventBuilder();
  const add = async (...given: Parameters<EventBuilder['add']>[]) => {
    await writeAll(
      feed,
      given.map((event) => events.add(...event)),
    );
    // The reactor appends events too, so positions come from the log.
    return { id: events.all.at(-1)!.id, position: await feed.head() };
  };
  const story = async (linkId: string) =>
    (await feed.read(`evidence-${linkId}`)).events.map(({ type, data }) => ({ type, ...data }));
  return {
    files,
    asked,
    log: logger,
    keep,
    end,
    story,
    /** The recorded removal of a file. */
    removal: async (hash: string) => (await feed.read(`evidencefile-${hash}`)).events.map(({ type }) => type),
    add,
    forgetCheckpoint: () => forgetCheckpoint(path.join(folder, 'durable.db'), 'evidence'),
    pictures(give: typeof next) {
      next = give;
    },
    /** A link whose check changes its status. */
    change: (linkId: string, to: LinkStatus, reason: ReasonCode, visit: Partial<Visit> = {}, at = AT) => {
      const by = { actor: 'checker', at };
      const checkId = `${linkId}-${to}`;
      return add(
        [checkRequested(linkId, checkId)],
        [linkChecked(linkId, checkId, { status: to, reason }, visit), by],
        [statusChanged(linkId, 'pending', to, reason), by],
      );
    },
    /** Resolves once everything up to an event is handled. */
    reached: (event: { readonly position: number }) =>
      waitUntil(async () => ((await durable.checkpoints.get('evidence')) ?? 0) >= event.position),
  };
}

function picture(text: string, html: string | null = null): Screenshot {
  return { kind: 'taken', webp: Buffer.from(text), width: 1280, height: 800, outlined: true, html };
}
const live = { matches: [SEEN] };

test('a status change gets one screenshot, a check without a change gets none', async (t) => {
  const w = await world(t);
  w.keep();
  await w.add([linkAdded('l1')]);
  const change = await w.change('l1', 'live', 'found-static', live);
  const again = await w.add(
    [checkRequested('l1', 'c2')],
    [linkChecked('l1', 'c2', { status: 'live', reason: 'found-static' }, live)],
  );
  await w.reached(again);
  t.deepEqual(w.asked, ['https://blog.example/post']);
  const [screenshot, html, ...rest] = await w.story('l1');
  t.deepEqual(rest, []);
  t.like(screenshot, {
    type: 'EvidenceKept',
    kind: 'screenshot',
    transition: change.id,
    checkId: 'l1-live',
    width: 1280,
  });
  t.like(html, { type: 'EvidenceKept', kind: 'html', transition: change.id, width: null, outlined: null });
  const kept = await w.files.list(EVIDENCE);
  t.deepEqual(await Promise.all(kept.map(async ({ hash }) => String(await w.files.get(EVIDENCE, hash)))), [
    'picture 1',
    SEEN.snippet,
  ]);
});

test('a screenshot interrupted by a stop is taken once after the next start', async (t) => {
  const w = await world(t);
  const { promise, resolve } = Promise.withResolvers<Screenshot>();
  w.pictures(() => promise);
  w.keep();
  await w.add([linkAdded('l1')]);
  const change = await w.change('l1', 'removed', 'not-on-page');
  await waitUntil(() => w.asked.length === 1);
  const ended = w.end();
  resolve(picture('given up'));
  await ended;
  t.deepEqual(await w.story('l1'), []);

  w.pictures(() => picture('after'));
  w.keep();
  await w.reached(change);
  t.is(w.asked.length, 2);
  t.like(await w.story('l1'), [{ type: 'EvidenceKept', kind: 'screenshot' }]);
  await w.end();
  await w.forgetCheckpoint();
  w.keep();
  await w.reached(change);
  t.is(w.asked.length, 2);
  t.is((await w.story('l1')).length, 1);
});

test('no screenshot is taken without a page, long after the change, or for a changed address', async (t) => {
  const w = await world(t);
  await w.add([linkAdded('l1')], [linkAdded('l2')], [linkAdded('l3')], [linkAdded('l4')], [linkAdded('l5')]);
  const error = { code: 'timeout', message: 'the page was not there in time' } as const;
  await w.change('l1', 'pending', 'timeout', { httpStatus: null, contentType: null, error });
  await w.change('l2', 'live', 'found-static', live, new Date(Date.parse(AT) - TOO_LATE_MS - 1).toISOString());
  await w.add([statusChanged('l3', 'live', 'pending', 'address-changed')]);
  const file = { code: 'not-html', message: 'the address answers with application/pdf' } as const;
  await w.change('l4', 'removed', 'not-html', { contentType: 'application/pdf', error: file });
  const blocked = await w.change('l5', 'pending', 'blocked', { httpStatus: 403, challenge: true });
  w.keep();
  await w.reached(blocked);
  t.is(w.asked.length, 1);
  t.like(await w.story('l5'), [{ kind: 'screenshot' }]);
});

test('a screenshot of a later state and a failed one are recorded as missed, with the reason', async (t) => {
  const w = await world(t);
  await w.add([linkAdded('l1')]);
  const first = await w.change('l1', 'live', 'found-static');
  const last = await w.change('l1', 'removed', 'page-gone', { httpStatus: 404 });
  w.pictures(() => ({ kind: 'missed', reason: 'the page was not there in time' }));
  w.keep();
  await w.reached(last);
  t.is(w.asked.length, 1);
  t.like(await w.story('l1'), [
    {
      type: 'EvidenceMissed',
      transition: first.id,
      reason: 'the status had changed again before a picture could be taken',
    },
    { type: 'EvidenceMissed', transition: last.id, reason: 'the page was not there in time' },
  ]);
});

test('with screenshots switched off only the HTML is recorded', async (t) => {
  const w = await world(t, { takePicture: null });
  w.keep();
  await w.add([linkAdded('l1')]);
  await w.change('l1', 'live', 'found-static', live);
  const gone = await w.change('l1', 'removed', 'not-on-page');
  await w.reached(gone);
  t.like(await w.story('l1'), [{ type: 'EvidenceKept', kind: 'html' }]);
  t.is((await w.story('l1')).length, 1);
});

/** When files without an event are no longer those of an issue that is being made. */
const LATER = () => new Date(Date.parse(AT) + 2 * 60 * 60 * 1000);

test('over the quota, files without a reference are removed first, then the oldest', async (t) => {
  const w = await world(t, { quota: 1_000, now: LATER });
  await w.add([linkAdded('l1')], [linkAdded('l2')], [linkAdded('l3')]);
  const size = (letter: string) => picture(letter.repeat(400));
  w.keep();
  w.pictures(() => size('a'));
  await w.reached(await w.change('l1', 'removed', 'not-on-page'));
  const orphan = await w.files.put(EVIDENCE, Buffer.from('o'.repeat(400)));
  const [a] = await w.files.list(EVIDENCE);
  w.pictures(() => size('b'));
  await w.reached(await w.change('l2', 'removed', 'not-on-page'));
  t.false(await w.files.has(EVIDENCE, orphan));
  t.true(await w.files.has(EVIDENCE, a!.hash));
  w.pictures(() => size('c'));
  await w.reached(await w.change('l3', 'removed', 'not-on-page'));
  t.false(await w.files.has(EVIDENCE, a!.hash));
  t.deepEqual(await w.removal(orphan), ['EvidenceRemoved']);
  t.deepEqual(await w.removal(a!.hash), ['EvidenceRemoved']);
  const left = await w.files.list(EVIDENCE);
  t.deepEqual(await w.removal(left[0]!.hash), []);
  t.deepEqual(await Promise.all(left.map(async ({ hash }) => String(await w.files.get(EVIDENCE, hash))[0])), [
    'b',
    'c',
  ]);
});

test('a file of an issue that is being made stays, though no event names the file yet', async (t) => {
  const w = await world(t, { quota: 1_000 });
  await w.add([linkAdded('l1')], [linkAdded('l2')]);
  w.keep();
  w.pictures(() => picture('a'.repeat(400)));
  await w.reached(await w.change('l1', 'removed', 'not-on-page'));
  const made = await w.files.put(EVIDENCE, Buffer.from('o'.repeat(400)));
  w.pictures(() => picture('b'.repeat(400)));
  await w.reached(await w.change('l2', 'removed', 'not-on-page'));
  t.true(await w.files.has(EVIDENCE, made));
  t.is((await w.files.list(EVIDENCE)).length, 2);
});

test('making room for the HTML does not remove its own screenshot', async (t) => {
  const w = await world(t, { quota: 1_000 });
  await w.add([linkAdded('l1')], [linkAdded('l2')]);
  w.keep();
  w.pictures(() => picture('a'.repeat(400)));
  await w.reached(await w.change('l1', 'removed', 'not-on-page'));
  w.pictures(() => picture('b'.repeat(590), '<p>the markup</p>'));
  await w.reached(await w.change('l2', 'live', 'found-static', live));
  const kept = await Promise.all(
    (await w.files.list(EVIDENCE)).map(async ({ hash }) => String(await w.files.get(EVIDENCE, hash))),
  );
  t.deepEqual(kept, ['b'.repeat(590), '<p>the markup</p>']);
});

test('a purge removes the files, except those that another link refers to', async (t) => {
  const w = await world(t);
  w.keep();
  await w.add([linkAdded('l1')], [linkAdded('l2')]);
  w.pictures(() => picture('the same page', '<p>one</p>'));
  await w.change('l1', 'live', 'found-static', live);
  w.pictures(() => picture('the same page', '<p>two</p>'));
  await w.change('l2', 'live', 'found-static', live);
  const left = async () =>
    Promise.all((await w.files.list(EVIDENCE)).map(async ({ hash }) => String(await w.files.get(EVIDENCE, hash)))).then(
      (all) => all.sort(),
    );
  await w.reached(await w.add([linkPlaced('LinkTrashed', 'l1')], [linkPlaced('LinkPurged', 'l1')]));
  t.deepEqual(await left(), ['<p>two</p>', 'the same page']);
  await w.reached(await w.add([linkPlaced('LinkTrashed', 'l2')], [linkPlaced('LinkPurged', 'l2')]));
  t.deepEqual(await left(), []);
});

test('an event that fails repeatedly blocks no other', async (t) => {
  const w = await world(t);
  await w.add([linkAdded('l1')], [linkAdded('l2')]);
  await w.change('l1', 'live', 'found-static');
  const other = await w.change('l2', 'live', 'found-static');
  w.pictures(() => {
    if (w.asked.length <= 5) throw new Error('the disk is full');
    return picture('at last');
  });
  w.keep();
  await w.reached(other);
  t.deepEqual(await w.story('l1'), []);
  t.like(await w.story('l2'), [{ kind: 'screenshot' }]);
  t.deepEqual(
    w.log.lines.map(([level]) => level),
    ['error', 'error'],
  );
});
