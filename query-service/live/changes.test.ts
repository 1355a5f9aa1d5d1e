import test from 'ava';
import { CommitWatch } from '../../infra/engines/commit-watch.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { type ScopeChange, scopeChanges, summaryOf } from './change-summary.ts';
import { openChanges } from './changes.ts';

const ann = { scope: 'user:ann', place: 'active' };
const bob = { scope: 'user:bob', place: 'trash' };

test('a commit becomes one change per scope, with the affected lists', (t) => {
  const changes = [
    { id: 'l1', before: null, after: ann },
    { id: 'l2', before: bob, after: { ...bob, place: 'active' } },
    { id: 'l3', before: ann, after: bob },
  ];
  t.deepEqual(scopeChanges({ view: 'links', position: 7, changes }), [
    { scope: 'user:ann', lists: ['links', 'stats', 'clients', 'trash'], linkIds: ['l1', 'l3'], position: 7 },
    { scope: 'user:bob', lists: ['links', 'stats', 'clients', 'trash'], linkIds: ['l2', 'l3'], position: 7 },
  ]);
});

test('views that no list shows cause no change', (t) => {
  const changes = [{ id: 'l1', before: null, after: { state: 'open' } }];
  t.deepEqual(scopeChanges({ view: 'checks', position: 1, changes }), []);
});

const changed = (view: string, id: string, before: object | null, after: object | null) =>
  scopeChanges({ view, position: 9, changes: [{ id, before, after }] }).map(({ position: _, ...rest }) => rest);

test('each view maps to the lists that show it', (t) => {
  const scoped = { scope: 'team:t1' };
  const team = { scope: 'team:t1', linkIds: [] };
  t.deepEqual<unknown, unknown>(changed('campaigns', 'c', scoped, null), [{ ...team, lists: ['campaigns'] }]);
  for (const before of [null, { ...scoped, name: 'Spring' }])
    t.deepEqual<unknown, unknown>(changed('campaigns', 'c', before, { ...scoped, name: 'Summer' }), [
      { ...team, lists: ['campaigns', 'links', 'stats'] },
    ]);
  t.deepEqual<unknown, unknown>(changed('shares', 's', null, { ...scoped, scopes: ['team:t1'] }), [
    { ...team, lists: ['shares'] },
  ]);
  t.deepEqual<unknown, unknown>(changed('status-checks', 'r', scoped, scoped), [{ ...team, lists: ['status-checks'] }]);
  const batch = { startedBy: 'ann', state: 'running' };
  t.deepEqual<unknown, unknown>(changed('bulks', 'b', batch, { ...batch, done: 1 }), [
    { ...team, scope: 'user:ann', lists: ['bulk'] },
  ]);
  t.deepEqual<unknown, unknown>(changed('teams', 't1', {}, {}), [{ ...team, lists: ['teams'] }]);
  t.deepEqual(changed('teams', 't1', null, {})[0]?.lists, changed('memberships', 'm', null, {})[0]?.lists);
  t.deepEqual<unknown, unknown>(changed('invitations', 'i', { teamId: 't1' }, { teamId: 't1' }), [
    { ...team, lists: ['teams'] },
  ]);
  const own = { scope: 'user:ann', linkIds: [] };
  t.deepEqual<unknown, unknown>(changed('subscriptions', 'ann', null, {}), [{ ...own, lists: ['account', 'teams'] }]);
  const person = { firstName: 'Ann', photo: null };
  t.deepEqual<unknown, unknown>(changed('users', 'ann', null, person), [{ ...own, lists: ['profile'] }]);
  t.deepEqual<unknown, unknown>(changed('users', 'ann', person, { ...person, photo: {} }), [
    { ...own, lists: ['account'] },
  ]);
});

test('joining or leaving a team changes all lists; a changed permission only some', (t) => {
  const member = { teamId: 't1', userId: 'ann', role: 'view' };
  const [came] = changed('memberships', 'm', null, member);
  t.like(came, { scope: 'user:ann', linkIds: null, moved: { into: ['team:t1'], outOf: [] } });
  t.true(came?.lists.includes('links') && came.lists.includes('teams'));
  t.like(changed('memberships', 'm', member, null)[0], { scope: 'user:ann', moved: { into: [], outOf: ['team:t1'] } });
  const promoted = changed('memberships', 'm', member, { ...member, role: 'full' });
  t.deepEqual<unknown, unknown>(promoted, [
    { scope: 'user:ann', lists: ['teams', 'shares', 'reports', 'campaigns', 'saved-views'], linkIds: [] },
  ]);
});

test('teammates get a change of the name but no other change of the account', async (t) => {
  const rows = [{ teamId: 't1' }, { teamId: 't2' }];
  const watch = new CommitWatch();
  const find = (async () => ({ rows, total: 2 })) as ReadStore['find'];
  const changes = openChanges({ find, watch: (signal) => watch.watch(signal) }, recordingLog());
  const stop = new AbortController();
  const following = changes.follow(stop.signal);
  const told: ScopeChange[] = [];
  const both = new Promise<void>((resolve) => {
    changes.subscribe((some) => {
      if (some !== 'lost') told.push(...some);
      if (told.length === 4) resolve();
    });
  });
  const person = { firstName: 'Ann', settings: { retryCount: 3 } };
  const commit = (after: object, position: number) => {
    const committed = { view: 'users', position, changes: [{ id: 'ann', before: person, after }] };
    watch.notify({ ...committed, hasWrites: true, note: summaryOf(committed) });
  };
  commit({ ...person, settings: { retryCount: 4 } }, 7);
  commit({ ...person, firstName: 'Anna' }, 8);
  await both;
  stop.abort();
  await following;
  t.deepEqual(
    told.map(({ scope, lists, position }) => [scope, lists, position]),
    [
      ['user:ann', ['account'], 7],
      ['user:ann', ['profile'], 8],
      ['team:t1', ['teams'], 8],
      ['team:t2', ['teams'], 8],
    ],
  );
});
