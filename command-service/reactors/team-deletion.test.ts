/** The consequences of a team's end on the real log and views; the follower stops and starts as a process would. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import {
  EventBuilder,
  joinedTeam,
  linkAdded,
  linkEdited,
  linkPlaced,
  recordingLog,
  teamCreated,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { links } from '../../projections/views/links/links.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { runReactor } from './run-reactor.ts';
import { teamDeletion } from './team-deletion.ts';

const now = () => new Date('2026-03-10T12:00:00.000Z');

async function open(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'teams-'));
  const store = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  const logger = recordingLog();
  const projections = startProjections(allViews, { feed: store, reads, logger });
  const events = new EventBuilder();
  let stop = async () => {};
  t.teardown(async () => {
    await stop();
    await projections.stop();
    await store.close();
    reads.close();
    durable.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const world = {
    store,
    log: logger,
    given: (...given: Parameters<EventBuilder['add']>[0][]) =>
      writeAll(
        store,
        given.map((event) => events.add(event)),
      ),
    follow() {
      const stopping = new AbortController();
      const deps = { store, feed: store, reads, ...durable, logger, now };
      const ended = runReactor(deps, teamDeletion(deps), stopping.signal);
      stop = async () => {
        stopping.abort();
        await ended;
      };
    },
    stop: () => stop(),
    caughtUp: async () => projections.caughtUp(await store.head()),
    link: (id: string) => reads.get(links, id),
    campaign: (id: string) => reads.get(campaigns, id),
    linksIn: async (scope: string) => (await reads.find(links, { where: { scope }, limit: 0 })).total,
    /** Waits until the follower has handled the whole log, including its own events. */
    settled: () => waitUntil(async () => (await durable.checkpoints.get('teams')) === (await store.head())),
  };
  await world.given(teamCreated('t1', 'ann'), joinedTeam('t1', 'bob'));
  return world;
}

const teamDeleted = (teamId = 't1') =>
  ({
    type: 'TeamDeleted',
    stream: `team-${teamId}`,
    data: { teamId, ownerId: 'ann', memberIds: ['bob'], invitationIds: [] },
  }) as const;
const gone = (type: 'MemberRemoved' | 'MemberLeft', userId: string) =>
  ({ type, stream: 'team-t1', data: { teamId: 't1', userId } }) as const;
const campaignCreated = (campaignId: string): Parameters<EventBuilder['add']>[0] => ({
  type: 'CampaignCreated',
  stream: `campaign-${campaignId}`,
  data: {
    ...{ campaignId, scope: 'team:t1', name: 'Spring', description: null },
    ...{ startDate: null, endDate: null, status: 'planning' },
  },
});

test('a deleted team’s links and campaigns go to its owner, even those in the trash', async (t) => {
  const world = await open(t);
  await world.given(
    campaignCreated('c1'),
    linkAdded('active', { scope: 'team:t1', assignedTo: 'bob' }),
    linkAdded('trashed', { scope: 'team:t1', assignedTo: 'ann' }),
    linkAdded('others', { scope: 'team:t2' }),
    linkPlaced('LinkTrashed', 'trashed'),
    // Two links with the same addresses both stay.
    linkAdded('mine', { scope: 'user:ann' }),
    teamDeleted(),
  );
  world.follow();
  await world.settled();
  await world.caughtUp();
  t.like(await world.link('active'), { scope: 'user:ann', place: 'active', assignedTo: null });
  t.like(await world.link('trashed'), { scope: 'user:ann', place: 'trash', assignedTo: 'ann' });
  t.like(await world.link('others'), { scope: 'team:t2' });
  t.like(await world.campaign('c1'), { scope: 'user:ann' });
  t.is(await world.linksIn('user:ann'), 3);
  const moved = (await world.store.read('link-active')).events.at(-1);
  t.like(moved, { type: 'LinkMoved', metadata: { actor: 'system' } });
});

test('a link restored or added during the deletion of the team goes to the owner as well', async (t) => {
  const world = await open(t);
  await world.given(teamDeleted());
  world.follow();
  await world.settled();
  await world.given(linkAdded('late', { scope: 'team:t1' }), campaignCreated('late'));
  await world.settled();
  await world.stop();
  await world.caughtUp();
  // The same after a restart of the process.
  await world.given(linkAdded('later', { scope: 'team:t1' }));
  await world.caughtUp();
  world.follow();
  await world.settled();
  await world.caughtUp();
  for (const id of ['late', 'later']) t.is((await world.link(id))?.scope, 'user:ann', id);
  t.is((await world.campaign('late'))?.scope, 'user:ann');
});

test('the links of a member who leaves become unassigned', async (t) => {
  const world = await open(t);
  await world.given(
    joinedTeam('t1', 'cat'),
    linkAdded('l1', { scope: 'team:t1', assignedTo: 'bob' }),
    linkAdded('l2', { scope: 'team:t1', assignedTo: 'cat' }),
    linkAdded('l3', { scope: 'team:t1', assignedTo: 'cat' }),
    linkAdded('elsewhere', { scope: 'user:bob', assignedTo: 'bob' }),
    gone('MemberRemoved', 'bob'),
  );
  world.follow();
  await world.settled();
  await world.caughtUp();
  t.is((await world.link('l1'))?.assignedTo, null);
  t.is((await world.link('l2'))?.assignedTo, 'cat');
  t.is((await world.link('elsewhere'))?.assignedTo, 'bob');
  await world.given(linkEdited('l3', { assignedTo: { from: 'cat', to: 'ann' } }), gone('MemberLeft', 'cat'));
  await world.settled();
  await world.caughtUp();
  t.is((await world.link('l2'))?.assignedTo, null);
  t.is((await world.link('l3'))?.assignedTo, 'ann');
});

test('a restored link is not assigned to a person who has left the team', async (t) => {
  const world = await open(t);
  await world.given(
    linkAdded('gone', { scope: 'team:t1', assignedTo: 'bob' }),
    linkAdded('there', { scope: 'team:t1', assignedTo: 'ann' }),
    linkAdded('own', { scope: 'user:bob', assignedTo: 'bob' }),
    ...['gone', 'there', 'own'].map((id) => linkPlaced('LinkTrashed', id)),
    gone('MemberRemoved', 'bob'),
    ...['gone', 'there', 'own'].map((id) => linkPlaced('LinkRestored', id)),
  );
  world.follow();
  await world.settled();
  await world.caughtUp();
  t.like(await world.link('gone'), { scope: 'team:t1', place: 'active', assignedTo: null });
  t.like(await world.link('there'), { place: 'active', assignedTo: 'ann' });
  t.like(await world.link('own'), { place: 'active', assignedTo: 'bob' });
});

test('a member who returns before the event is handled keeps their links', async (t) => {
  const world = await open(t);
  await world.given(
    linkAdded('l1', { scope: 'team:t1', assignedTo: 'bob' }),
    gone('MemberLeft', 'bob'),
    joinedTeam('t1', 'bob'),
  );
  world.follow();
  await world.settled();
  await world.caughtUp();
  t.is((await world.link('l1'))?.assignedTo, 'bob');
});

/** The longest turn's share of the event loop's computing time: waiting for a busy machine does not count. */
function watchTurns(): () => number {
  let longest = 0;
  const start = process.threadCpuUsage();
  let before = start;
  let watching = true;
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    watching = false;
    const { user, system } = process.threadCpuUsage(start);
    return longest / (user + system);
  };
}

test('repeated stops move each of many links once and block nothing else', async (t) => {
  const world = await open(t);
  const COUNT = 3_000;
  const ids = Array.from({ length: COUNT }, (_, n) => `l${String(n).padStart(5, '0')}`);
  await world.given(...ids.map((id) => linkAdded(id, { scope: 'team:t1' })));
  await world.given(teamDeleted());
  await world.caughtUp();
  const longestTurn = watchTurns();
  for (const stopAt of [COUNT - 100, COUNT - 1_200]) {
    world.follow();
    await waitUntil(async () => (await world.linksIn('team:t1')) <= stopAt);
    await world.stop();
  }
  t.true((await world.linksIn('team:t1')) > 0);
  world.follow();
  await world.settled();
  await world.caughtUp();
  t.is(await world.linksIn('team:t1'), 0);
  t.is(await world.linksIn('user:ann'), COUNT);
  for (const id of ids.filter((_, n) => n % 100 === 0)) {
    const { events } = await world.store.read(`link-${id}`);
    t.deepEqual(
      events.map(({ type }) => type),
      ['LinkAdded', 'LinkMoved'],
    );
  }
  const share = longestTurn();
  t.true(share < 0.3, `one turn of the event loop took ${Math.round(100 * share)} % of the computing time`);
  t.deepEqual(world.log.lines, []);
});
