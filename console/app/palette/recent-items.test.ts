import test from 'ava';
import { ofUser, parseRecentItems, type RecentItem, withItem } from './recent-items.ts';

const client = (id: string): RecentItem => ({ kind: 'client', id, title: id, detail: '' });
const none = parseRecentItems(null);

test('the newest item comes first, each item once, eight at most', (t) => {
  let items = none;
  for (let n = 0; n < 12; n += 1) items = withItem(items, 'ann', client(`${n % 10}.example`));
  const ids = ofUser(items, 'ann').map(({ id }) => id);
  t.deepEqual(ids.slice(0, 3), ['1.example', '0.example', '9.example']);
  t.is(ids.length, 8);
});

test('nobody sees or inherits the items of another person', (t) => {
  const items = withItem(none, 'ann', client('a.example'));
  t.deepEqual(ofUser(items, 'bob'), []);
  t.deepEqual(ofUser(withItem(items, 'bob', client('b.example')), 'bob'), [client('b.example')]);
});

test('saved items come back, and anything that is not an item is left out', (t) => {
  const items = withItem(none, 'ann', client('a.example'));
  t.deepEqual(parseRecentItems(JSON.stringify(items)), items);
  for (const text of ['', '[]', 'null', '{"user":"ann","opened":[1,{"kind":"spell","id":"x"}]}']) {
    t.deepEqual(parseRecentItems(text).opened, []);
  }
});
