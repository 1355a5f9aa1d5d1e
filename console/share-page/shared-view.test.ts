import test from 'ava';
import { DEFAULT_VIEW, readView, type SharedView, urlOf, writeView } from './shared-view.ts';

test('a view written into an address reads back the same', (t) => {
  const view: SharedView = { page: 3, q: 'winter & more', status: 'not-found', sort: 'lastChecked', dir: 'desc' };
  t.deepEqual(readView(writeView(view, { page: 3 })), view);
  t.is(writeView(DEFAULT_VIEW, {}).size, 0);
});

test('a mangled address shows the default view', (t) => {
  for (const search of ['?page=-1&status=gone', '?page=x', '?status=', '?page=1e99', '?sort=price&dir=up'])
    t.deepEqual(readView(new URLSearchParams(search)), DEFAULT_VIEW, search);
});

test('another search or status begins at the first page', (t) => {
  const far = { ...DEFAULT_VIEW, page: 9 };
  t.is(writeView(far, { status: 'live' }).toString(), 'status=live');
  t.is(writeView(far, { q: 'a' }).toString(), 'q=a');
});

test('the request has the filters and no password', (t) => {
  t.is(
    String(urlOf('a b', { ...DEFAULT_VIEW, page: 2, q: ' x ', status: 'live' })),
    '/api/shared/a%20b?page=2&pageSize=25&sort=status&dir=asc&q=x&status=live',
  );
});
