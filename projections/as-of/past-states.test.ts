import test from 'ava';
import type { Scope } from '../../command-service/contract/scope.ts';
import { TooManyLinksError } from '../../infra/ports/storage/past-views.ts';
import type { ReadStore, ViewDoc } from '../../infra/ports/storage/read-store.ts';
import { memoryViews } from '../../infra/testing/apps/memory-engine.ts';
import { EventBuilder, linkAdded, linkEdited, linkPlaced, recordingLog } from '../../infra/testing/event-builder.ts';
import { commitEvents } from '../runner/commit.ts';
import type { Recorded, View } from '../view.ts';
import { allViews } from '../views/all-views.ts';
import { PastStates } from './past-states.ts';

const logger = recordingLog();

async function fill(
  reads: ReadStore,
  events: readonly Recorded[],
  views: readonly View<ViewDoc>[],
): Promise<ReadStore> {
  for (const view of views) await commitEvents(view, { reads, logger }, 0, events);
  return reads;
}

function addLinks(count: number, scope: Scope) {
  const events = new EventBuilder();
  for (let index = 0; index < count; index += 1) events.add(linkAdded(`${scope} ${index}`, { scope }));
  return events;
}

test('a link’s contact of that time is shown until the link is purged, and never afterwards', async (t) => {
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

test('the least recently used states go first, and the cached states never exceed the limit', async (t) => {
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
  t.is(builds, 1, 'two concurrent queries build once');
  await ask('team:two');
  t.true(states.links <= 10);
  await ask('team:two');
  t.is(builds, 2);
  await ask('team:one');
  t.is(builds, 3);
});
