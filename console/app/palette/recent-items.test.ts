import test from 'ava';
import { addRecent, forgetRecent, type RecentItem, readRecent } from './recent-items.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const client = (id: string): RecentItem => ({ kind: 'client', id, title: id, detail: '' });

test('the newest comes first, each once, and not too many', (t) => {
  const store = memory();
  for (let n = 0; n < 12; n += 1) addRecent(store, 'ann', client(`${n % 10}.example`));
  const kept = readRecent(store, 'ann').map(({ id }) => id);
  t.deepEqual(kept.slice(0, 3), ['1.example', '0.example', '9.example']);
  t.is(kept.length, 8);
});

test('what one person opened is not shown to another one, nor after signing out', (t) => {
  const store = memory();
  addRecent(store, 'ann', client('a.example'));
  t.deepEqual(readRecent(store, 'bob'), []);
  forgetRecent(store);
  t.deepEqual(readRecent(store, 'ann'), []);
});

test('what is not understood, or cannot be kept, counts as nothing', (t) => {
  const store = memory();
  for (const text of ['', '[]', 'null', '{"user":"ann","opened":[1,{"kind":"spell","id":"x"}]}']) {
    store.setItem('recent', text);
    t.deepEqual(readRecent(store, 'ann'), []);
  }
  const full = {
    ...memory(),
    setItem: () => {
      throw new Error('full');
    },
  };
  t.notThrows(() => addRecent(full, 'ann', client('a.example')));
});
