import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { isOf } from '../../command-service/events.ts';
import type { Scope } from '../../command-service/scope.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import { TooManyLinksError } from '../../infra/ports/past-views.ts';
import type { ReadStore, ViewDoc, ViewRef } from '../../infra/ports/read-store.ts';
import { EventBuilder, linkAdded, linkEdited, linkPlaced, recordingLog } from '../../infra/testing/event-builder.ts';
import { memoryViews } from '../../infra/testing/memory-engine.ts';
import { randomHistory } from '../../infra/testing/random-history.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { commitEvents } from '../runner/commit.ts';
import type { Recorded, View } from '../view.ts';
import { allViews } from '../views/all-views.ts';
import { campaigns } from '../views/links/campaigns.ts';
import { checks } from '../views/links/checks.ts';
import { linkCountMonths, linkCounts } from '../views/links/link-counts.ts';
import { links } from '../views/links/links.ts';
import { teams } from '../views/people/teams.ts';
import { PastStates } from './past-states.ts';

const logger = recordingLog();

/** A history as decisions make it: a link is added once, is moved from where it is, and not after its purge. */
function fitting(history: readonly Recorded[]): readonly Recorded[] {
  const places = new Map<string, Scope | null>();
  return history.flatMap((event): Recorded[] => {
    if (event.type === 'CampaignCreated' || event.type === 'CampaignMoved') {
      const id = `campaign ${event.data.campaignId}`;
      const from = places.get(id);
      if (event.type === 'CampaignCreated') {
        if (from !== undefined) return [];
        places.set(id, event.data.scope);
        return [event];
      }
      if (from === undefined || from === null || from === event.data.to) return [];
      places.set(id, event.data.to);
      return [{ ...event, data: { ...event.data, from } }];
    }
    if (!isOf(event, 'link')) return [event];
    const from = places.get(event.data.linkId);
    if (event.type === 'LinkAdded') {
      if (from !== undefined) return [];
      places.set(event.data.linkId, event.data.scope);
    }
    if (event.type === 'LinkPurged') places.set(event.data.linkId, null);
    if (event.type !== 'LinkMoved') return [event];
    if (from === undefined || from === null || from === event.data.to) return [];
    places.set(event.data.linkId, event.data.to);
    return [{ ...event, data: { ...event.data, from } }];
  });
}

async function fill(
  reads: ReadStore,
  events: readonly Recorded[],
  views: readonly View<ViewDoc>[],
): Promise<ReadStore> {
  for (const view of views) await commitEvents(view, { reads, logger }, 0, events);
  return reads;
}

const FOLDED: readonly View<ViewDoc>[] = [links, campaigns, teams, checks];

const all = async (reads: ReadStore, view: ViewRef): Promise<readonly ViewDoc[]> =>
  (await reads.find(view, { countUpTo: Number.POSITIVE_INFINITY })).rows;

for (const engine of ['memory', 'SQLite'] as const) {
  test(`the state at any position equals a rebuild up to it (${engine})`, async (t) => {
    let round = 0;
    const folder = temporaryFolder(t);
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), async (seed, part) => {
        round += 1;
        const history = fitting(randomHistory(seed, 300));
        const views = path.join(folder, `${round}.db`);
        const sqlite = engine === 'memory' ? null : openSqliteViews(views, allViews);
        const store = sqlite ?? memoryViews(allViews);
        await fill(store, history, allViews);
        const states = new PastStates({ reads: store, logger });
        const { position } = history[Math.floor(part * (history.length - 1))] as Recorded;
        const upTo = history.filter((event) => event.position <= position);
        const rebuilt = await fill(memoryViews(FOLDED), upTo, FOLDED);
        const scopes = scopesIn(history);
        const past = { position, scopes };
        const sorted = (docs: readonly ViewDoc[]) => docs.toSorted((one, other) => (one.id < other.id ? -1 : 1));
        const normal = (docs: readonly ViewDoc[]) => JSON.parse(JSON.stringify(sorted(docs)));
        for (const view of [links, linkCounts, campaigns]) {
          const { rows } = await states.find(view.name, { where: { scope: scopes } }, past);
          t.deepEqual(normal(rows), normal(await all(rebuilt, view)), `${view.name} of seed ${seed} at ${position}`);
        }
        const months = await all(rebuilt, linkCountMonths);
        const counter = months.map((month) => String(Reflect.get(month, 'counter')));
        const found = await states.find(linkCountMonths.name, { where: { counter } }, past);
        t.deepEqual(normal(found.rows), normal(months));
        for (const view of [links, checks, teams]) {
          const docs = await all(rebuilt, view);
          const ids = docs.map(({ id }) => id);
          t.deepEqual(normal(await states.getMany(view.name, ids, past)), normal(docs));
        }
        sqlite?.close();
      }),
      { numRuns: engine === 'memory' ? 10 : 6 },
    );
  });
}

function scopesIn(history: readonly Recorded[]): readonly Scope[] {
  const named = history.flatMap((event): Scope[] => {
    if (isOf(event, 'team')) return [`team:${event.data.teamId}`];
    if (event.type === 'LinkMoved' || event.type === 'CampaignMoved') return [event.data.to];
    return 'scope' in event.data && typeof event.data.scope === 'string' ? [event.data.scope] : [];
  });
  return [...new Set(named)];
}

function addLinks(count: number, scope: Scope) {
  const events = new EventBuilder();
  for (let index = 0; index < count; index += 1) events.add(linkAdded(`${scope} ${index}`, { scope }));
  return events;
}

test('a link’s contact of that time is shown until the link is purged, and never after', async (t) => {
  const events = new EventBuilder();
  events.add(linkAdded('l1', { pocEmail: 'first@example.com' }));
  const change = { from: 'first@example.com', to: 'second@example.com' };
  events.add(linkEdited('l1', { pocEmail: change }));
  const reads = await fill(memoryViews(allViews), events.all, allViews);
  const states = new PastStates({ reads, logger });
  const contact = async (position: number) => {
    const past = { position, scopes: ['user:ann'] };
    const [row] = (await states.find('links', { where: { scope: 'user:ann' } }, past)).rows;
    const [one] = await states.getMany('links', ['l1'], past);
    t.is(Reflect.get(row ?? {}, 'pocEmail'), Reflect.get(one ?? {}, 'pocEmail'));
    return Reflect.get(row ?? {}, 'pocEmail');
  };
  t.is(await contact(1), 'first@example.com');
  t.is(await contact(2), 'second@example.com');

  const purged = events.add(linkPlaced('LinkPurged', 'l1'));
  for (const view of allViews) await commitEvents(view, { reads, logger }, 2, [purged]);
  t.is(await contact(1), null);
  t.is(await contact(2), null);
});

test('a state with more links than the memory allows is refused, and smaller ones still answer', async (t) => {
  const events = addLinks(30, 'team:large');
  for (let index = 0; index < 5; index += 1) events.add(linkAdded(`small ${index}`, { scope: 'team:small' }));
  const reads = await fill(memoryViews(allViews), events.all, allViews);
  const states = new PastStates({ reads, logger }, 10);
  const position = events.all.length;
  const ask = (scope: Scope) => states.find('links', { where: { scope } }, { position, scopes: [scope] });
  const error = await t.throwsAsync(ask('team:large'), { instanceOf: TooManyLinksError });
  t.is(error?.most, 10);
  t.is((await ask('team:small')).total, 5);
});

test('the least recently used states go first, and what is kept never exceeds the limit', async (t) => {
  const events = addLinks(6, 'team:one');
  for (let index = 0; index < 6; index += 1) events.add(linkAdded(`two ${index}`, { scope: 'team:two' }));
  const reads = await fill(memoryViews(allViews), events.all, allViews);
  let builds = 0;
  const counting: Pick<ReadStore, 'find' | 'getMany'> = {
    getMany: (view, ids) => reads.getMany(view, ids),
    find(view, query) {
      if (query.where !== undefined && !('type' in query.where) && query.before === undefined) builds += 1;
      return reads.find(view, query);
    },
  };
  const states = new PastStates({ reads: counting, logger }, 10);
  const ask = (scope: Scope) => states.find('links', { where: { scope } }, { position: 12, scopes: [scope] });
  await Promise.all([ask('team:one'), ask('team:one')]);
  t.is(builds, 1, 'two questions at once build once');
  await ask('team:two');
  t.true(states.links <= 10);
  await ask('team:two');
  t.is(builds, 2);
  await ask('team:one');
  t.is(builds, 3);
});
