import test from 'ava';
import { idsIn, withIds } from './read-alerts-storage.ts';

test('only its owner can read a copy', (t) => {
  const text = JSON.stringify({ user: 'ada', ids: ['a', 'b'] });
  t.deepEqual(idsIn(text, 'ada'), ['a', 'b']);
  t.deepEqual(idsIn(text, 'ben'), []);
});

test('a mangled copy is ignored', (t) => {
  for (const text of [null, '', 'no', 'null', '[]', '["a"]', '{"user":"ada"}', '{"user":"ada","ids":"a"}'])
    t.deepEqual(idsIn(text, 'ada'), [], String(text));
  t.deepEqual(idsIn('{"user":"ada","ids":[1,"a",null]}', 'ada'), ['a']);
});

test('each id is stored once, the newest last, at most 500 in all', (t) => {
  t.deepEqual(withIds(['a', 'b'], ['a', 'c', 'c']), ['b', 'a', 'c']);
  const many = Array.from({ length: 600 }, (_, place) => `${place}`);
  const kept = withIds(many, ['new']);
  t.is(kept.length, 500);
  t.is(kept.at(-1), 'new');
});
