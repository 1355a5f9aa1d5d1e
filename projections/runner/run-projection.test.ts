import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import type { ReadStore, ViewDoc } from '../../infra/ports/storage/read-store.ts';
import {
  EventBuilder,
  linkAdded,
  linkPlaced,
  recordingLog,
  storeOf,
  teamCreated,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import type { CommittedChanges, View } from '../view.ts';
import { linkCountMonths, linkCounts } from '../views/links/link-counts.ts';
import { links } from '../views/links/links.ts';
import { teams } from '../views/people/teams.ts';
import { rebuild, UnknownView, viewsAhead } from './rebuild.ts';
import { type ProjectionDeps, runProjection } from './run-projection.ts';
import { startProjections } from './start-projections.ts';

interface Counter {
  readonly id: string;
  readonly events: number;
}

/** Counts every event, so that an event folded twice, or not at all, shows. */
const counter: View<Counter> = {
  name: 'counter',
  version: 1,
  fields: [],
  keys: (event) => (event.data && 'linkId' in event.data ? ['all', event.data.linkId] : []),
  evolve: (doc, _event, id) => ({ id, events: (doc?.events ?? 0) + 1 }),
};

/** Throws when a link is moved to the trash. */
const fragile: View<Counter> = {
  ...counter,
  name: 'fragile',
  evolve(doc, event, id) {
    if (event.type === 'LinkTrashed') throw new TypeError('no trash here');
    return counter.evolve(doc, event, id);
  },
};

/** Views to which every event matters. */
const LARGE: readonly View<Counter>[] = ['large-a', 'large-b', 'large-c', 'large-d'].map((name) => ({
  ...counter,
  name,
}));

/** A real log and real views, `pageRows` events at a time. */
function open(t: ExecutionContext, { pageRows = 7, events = 0 } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'projections-'));
  const log = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'), { pageRows });
  const reads = openSqliteViews(path.join(folder, 'views.db'), [counter, fragile, links, teams, ...LARGE]);
  const recorded = new EventBuilder();
  for (let n = 0; n < events; n += 1) recorded.add(linkAdded(`l${n}`));
  const stop = new AbortController();
  t.teardown(async () => {
    stop.abort();
    await log.close();
    reads.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { feed: log, reads, recorded, stop, logger: recordingLog(), ready: writeAll(log, recorded.all) };
}

/** Runs a view up to `position`, then stops it. */
async function runTo(position: number, view: View<ViewDoc>, deps: ProjectionDeps): Promise<void> {
  const stop = new AbortController();
  await runProjection(
    view,
    {
      ...deps,
      onProgress(progress) {
        deps.onProgress?.(progress);
        if (progress.position >= position) stop.abort();
      },
    },
    stop.signal,
  );
}

/** Collects each commit, which is its own note. */
const noteInto = (commits: CommittedChanges[]) => (committed: CommittedChanges) => {
  commits.push(committed);
  return committed;
};

const count = async (reads: ReadStore, view = counter) => (await reads.get(view, 'all'))?.events;

test('a view sees past events, then new ones', async (t) => {
  const { ready, ...deps } = open(t, { events: 20 });
  await ready;
  const commits: CommittedChanges[] = [];
  const run = startProjections([counter], { ...deps, noteOf: noteInto(commits) });
  await run.caughtUp(20);
  t.is(await count(deps.reads), 20);
  const [last] = [deps.recorded.add(linkPlaced('LinkTrashed', 'l3'))];
  await writeAll(deps.feed, [last]);
  await run.caughtUp(21);
  await run.stop();
  t.is(await count(deps.reads), 21);
  t.deepEqual(run.status(), [{ view: 'counter', position: 21, state: 'following' }]);
  t.deepEqual(commits.at(-1), {
    view: 'counter',
    position: 21,
    changes: [
      { id: 'all', before: { id: 'all', events: 20 }, after: { id: 'all', events: 21 } },
      { id: 'l3', before: { id: 'l3', events: 1 }, after: { id: 'l3', events: 2 } },
    ],
  });
});

test('waiting pages are folded into one commit', async (t) => {
  const { ready, ...deps } = open(t, { events: 50, pageRows: 7 });
  await ready;
  const commits: CommittedChanges[] = [];
  await runTo(50, counter, { ...deps, noteOf: noteInto(commits) });
  t.deepEqual(
    commits.map(({ position }) => position),
    [50],
  );
});

test('a view with few changes commits between the large commits of others', async (t) => {
  const { ready, ...deps } = open(t, { events: 200, pageRows: 1_000 });
  await ready;
  const order: string[] = [];
  let team: Promise<unknown> = Promise.resolve();
  const run = startProjections([...LARGE, teams], {
    ...deps,
    noteOf({ view, changes, position }) {
      if (changes.length > 0) order.push(view);
      // Somebody creates a team during the first of the large commits.
      if (order.length === 1 && position === 200) {
        team = writeAll(deps.feed, [deps.recorded.add(teamCreated('t1', 'ann'))]);
      }
      return {};
    },
  });
  await run.caughtUp(201);
  await team;
  await run.stop();
  t.deepEqual(order.toSorted(), [...LARGE.map(({ name }) => name), 'teams']);
  t.true(order.indexOf('teams') < order.length - 1, order.join());
});

test('a stopped view continues at its checkpoint', async (t) => {
  const { ready, ...deps } = open(t, { events: 10 });
  await ready;
  await runTo(10, counter, deps);
  for (let n = 0; n < 5; n += 1) deps.recorded.add(linkPlaced('LinkTrashed', `l${n}`));
  await writeAll(deps.feed, deps.recorded.all.slice(10));
  await runTo(15, counter, deps);
  t.is(await count(deps.reads), 15);
});

test('two projectors of one view fold every event exactly once', async (t) => {
  const { ready, ...deps } = open(t, { pageRows: 3 });
  await ready;
  const both = [startProjections([counter], deps), startProjections([counter], deps)];
  for (let n = 0; n < 300; n += 1) deps.recorded.add(linkAdded(`l${n}`));
  for (let from = 0; from < 300; from += 10) await writeAll(deps.feed, deps.recorded.all.slice(from, from + 10));
  await Promise.all(both.map((run) => run.caughtUp(300)));
  await Promise.all(both.map((run) => run.stop()));
  t.is(await count(deps.reads), 300);
  t.deepEqual(deps.logger.lines, []);
});

test('a failing store is retried, with one log line at the start and one at the end', async (t) => {
  const { ready, ...deps } = open(t, { events: 10 });
  await ready;
  let failures = 3;
  const pauses: number[] = [];
  const troubles: (string | null)[] = [];
  const reads: ReadStore = {
    ...storeOf(deps.reads),
    async commit(...commit) {
      // The first failure comes after the commit, as when the answer of a remote store is lost.
      if (failures === 3) await deps.reads.commit(...commit);
      failures -= 1;
      if (failures >= 0) throw new Error('the disk is full');
      return deps.reads.commit(...commit);
    },
  };
  await runTo(10, counter, {
    ...deps,
    reads,
    onTrouble: (_view, reason) => troubles.push(reason),
    pauseMs(attempt) {
      pauses.push(attempt);
      return 0;
    },
  });
  deps.recorded.add(linkPlaced('LinkTrashed', 'l3'));
  await writeAll(deps.feed, deps.recorded.all.slice(10));
  await runTo(11, counter, { ...deps, reads, onTrouble: (_view, reason) => troubles.push(reason), pauseMs: () => 0 });
  t.is(await count(deps.reads), 11);
  t.is(pauses[0], 1);
  t.deepEqual(troubles, ['the disk is full', null, 'the disk is full', null]);
  t.deepEqual(
    deps.logger.lines.map(([level]) => level),
    ['error', 'info', 'error', 'info'],
  );
});

test('a poison event stops only its view and logs the position', async (t) => {
  const { ready, ...deps } = open(t, { events: 4 });
  await ready;
  const poison = deps.recorded.add(linkPlaced('LinkTrashed', 'l1'));
  deps.recorded.add(linkAdded('l9'));
  await writeAll(deps.feed, deps.recorded.all.slice(4));
  const run = startProjections([fragile, counter], deps);
  await run.caughtUp(6);
  t.deepEqual(run.status(), [
    {
      view: 'fragile',
      position: 4,
      state: 'stopped',
      error: `LinkTrashed ${poison.id} at position 5: no trash here`,
    },
    { view: 'counter', position: 6, state: 'following' },
  ]);
  t.is(await count(deps.reads, fragile), 4);
  t.is(await count(deps.reads), 6);
  t.is(deps.logger.lines.length, 1);
  t.like(deps.logger.lines[0]?.[2], { view: 'fragile', position: 5, eventId: poison.id, eventType: 'LinkTrashed' });
  await run.stop();
});

test('a commit whose summary fails has no note', async (t) => {
  const { ready, ...deps } = open(t, { events: 3 });
  await ready;
  const noteOf = () => {
    throw new Error('no summary');
  };
  const watching = deps.reads.watch(AbortSignal.timeout(60_000))[Symbol.asyncIterator]();
  const notice = watching.next();
  await runTo(3, counter, { ...deps, noteOf });
  t.deepEqual((await notice).value, { view: 'counter', position: 3, hasWrites: true, note: null });
  t.is(await count(deps.reads), 3);
  t.is(deps.logger.lines.length, 1);
});

test('a rebuild restores a view from any content', async (t) => {
  const { ready, ...deps } = open(t, { events: 30 });
  await ready;
  await runTo(30, links, deps);
  const before = await deps.reads.find(links, {});
  const counts = await deps.reads.find(linkCounts, {});
  const months = await deps.reads.find(linkCountMonths, {});
  t.true(months.total > 0);
  await deps.reads.commit(links, 30, 31, [
    { id: 'l1', doc: null },
    { id: 'user:ann', doc: { id: 'user:ann', total: 99 }, companion: linkCounts },
    { id: 'user:ann 2026-03', doc: null, companion: linkCountMonths },
  ]);
  const shown: string[] = [];
  const statuses = await rebuild([counter, links], ['links'], deps, { write: (text) => shown.push(text) });
  t.deepEqual(statuses, [{ view: 'links', position: 30, state: 'following' }]);
  t.deepEqual(await deps.reads.find(links, {}), before);
  t.deepEqual(await deps.reads.find(linkCounts, {}), counts);
  t.deepEqual(await deps.reads.find(linkCountMonths, {}), months);
  t.is(await deps.reads.position(counter), 0);
  t.is(shown.at(-1), 'links                     30 events, up to date\n');
});

test('a rebuild stops one view at a poison event and completes the others', async (t) => {
  const { ready, recorded, ...deps } = open(t, { events: 3 });
  await ready;
  await writeAll(deps.feed, [recorded.add(linkPlaced('LinkTrashed', 'l1')), recorded.add(linkAdded('l9'))]);
  const statuses = await rebuild([fragile, counter], [], deps, { write: () => true });
  const error = 'LinkTrashed e4 at position 4: no trash here';
  t.deepEqual(statuses, [
    { view: 'fragile', position: 3, state: 'stopped', error },
    { view: 'counter', position: 5, state: 'following' },
  ]);
  t.is(await deps.reads.position(fragile), 3);
  t.like(await deps.reads.get(counter, 'all'), { events: 5 });
  t.deepEqual(
    deps.logger.lines.map(([level]) => level),
    ['error'],
  );
});

test('rebuilding an unknown view changes nothing and lists the existing views', async (t) => {
  const { ready, ...deps } = open(t, { events: 5 });
  await ready;
  await runTo(5, links, deps);
  const error = await t.throwsAsync(rebuild([counter, links], ['links', 'lniks'], deps, { write: () => true }), {
    instanceOf: UnknownView,
  });
  t.is(error?.message, 'There is no view named “lniks”. The views are: counter, links.');
  t.is(await deps.reads.position(links), 5);
});

test('a view ahead of the log is detected, does not move on, and is correct after a rebuild', async (t) => {
  const { ready, ...deps } = open(t, { events: 4 });
  await ready;
  await runTo(4, counter, deps);
  await runTo(4, links, deps);
  t.deepEqual(await viewsAhead([counter, links], deps), []);
  const head = await deps.feed.head();
  await deps.reads.commit(counter, head, head + 10, [{ id: 'all', doc: { id: 'all', events: 99 } }]);
  t.deepEqual(await viewsAhead([counter, links], deps), ['counter']);

  const trouble: (string | null)[] = [];
  const stop = new AbortController();
  const onTrouble = (_: string, reason: string | null) => {
    trouble.push(reason);
    stop.abort();
  };
  await runProjection(counter, { ...deps, onTrouble }, stop.signal);
  t.regex(
    String(trouble[0]),
    /view counter is at position .*, but the log ends at .*, as after restoring an older log/,
  );
  t.is(await count(deps.reads), 99);

  await rebuild([counter, links], ['counter'], deps, { write: () => true });
  t.is(await count(deps.reads), 4);
  t.deepEqual(await viewsAhead([counter, links], deps), []);
});

test('a view ahead of an empty log is empty after a rebuild', async (t) => {
  const deps = open(t);
  await deps.reads.commit(counter, 0, 10, [{ id: 'all', doc: { id: 'all', events: 9 } }]);
  await rebuild([counter], await viewsAhead([counter], deps), deps, { write: () => true });
  t.is(await deps.reads.position(counter), 0);
  t.is(await deps.reads.get(counter, 'all'), null);
});
