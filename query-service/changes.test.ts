import test from 'ava';
import { openChanges, scopeChanges } from './changes.ts';

const ann = { scope: 'user:ann', place: 'active' };
const bob = { scope: 'user:bob', place: 'trash' };

test('a commit is told apart by scope, with the lists it concerns', (t) => {
  const changes = [
    { id: 'l1', before: null, after: ann },
    { id: 'l2', before: bob, after: { ...bob, place: 'active' } },
    { id: 'l3', before: ann, after: bob },
  ];
  t.deepEqual(scopeChanges({ view: 'links', position: 7, changes }), [
    { scope: 'user:ann', lists: ['links', 'stats', 'trash'], linkIds: ['l1', 'l3'], position: 7 },
    { scope: 'user:bob', lists: ['links', 'stats', 'trash'], linkIds: ['l2', 'l3'], position: 7 },
  ]);
});

test('views that no list shows are not told of', (t) => {
  const changes = [{ id: 'l1', before: null, after: { state: 'open' } }];
  t.deepEqual(scopeChanges({ view: 'checks', position: 1, changes }), []);
});

test('a position that the store has already is not waited for', async (t) => {
  const changes = openChanges({ position: async () => 5 });
  t.true(await changes.reached('links', 5, new AbortController().signal));
  t.is(changes.audience, 0);
});

test('a commit between asking and waiting is not missed', async (t) => {
  const changes = openChanges({
    async position(view) {
      changes.committed({ view, position: 5, changes: [] });
      return 4;
    },
  });
  t.true(await changes.reached('links', 5, new AbortController().signal));
});

test('waiting ends with its signal, also one that was aborted before', async (t) => {
  const changes = openChanges({ position: async () => 1 });
  const patience = new AbortController();
  const waiting = changes.reached('links', 2, patience.signal);
  patience.abort();
  t.false(await waiting);
  t.false(await changes.reached('links', 2, patience.signal));
  t.true(await changes.reached('links', 1, patience.signal));
  t.is(changes.audience, 0);
});
