import test from 'ava';
import fc from 'fast-check';
import { LINK_SORTS, PAGE_SIZES, STATUS_FILTERS } from '../../../query-service/contract/list-options.ts';
import { countFilters, hasFilters, pathOf } from './list-request.ts';
import { DEFAULT_VIEW, LINK_TYPE_CHOICES, type ListView, readListView, writeListView } from './list-view.ts';

const day = fc.constantFrom('', '2026-02-28', '2024-02-29');

const views: fc.Arbitrary<ListView> = fc.record({
  page: fc.integer({ min: 1, max: 1_000_000 }),
  pageSize: fc.constantFrom(...PAGE_SIZES),
  sort: fc.constantFrom(...LINK_SORTS),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
  status: fc.subarray([...STATUS_FILTERS]),
  linkType: fc.subarray([...LINK_TYPE_CHOICES]),
  q: fc.string({ maxLength: 200 }),
  expiring: fc.boolean(),
  expired: fc.boolean(),
  teamId: fc.constantFrom('', 'personal', 't1'),
  clientDomain: fc.subarray(['client.example', 'two.example']),
  publisher: fc.subarray(['blog.example', 'bär.example']),
  campaignId: fc.subarray(['c1', 'c2']),
  assignedTo: fc.subarray(['unassigned', 'u1']),
  reason: fc.subarray(['timeout', 'not-on-page']),
  warning: fc.subarray(['hidden', 'noindex']),
  deviation: fc.subarray(['late', 'wrong-type', 'any']),
  vendor: fc.subarray(['Northside', 'Acme Inc.']),
  tag: fc.subarray(['spring', 'Q4 & more', 'été']),
  lostFrom: day,
  lostTo: day,
  liveFrom: day,
  liveTo: day,
  addedFrom: day,
  addedTo: day,
  expiresFrom: day,
  expiresTo: day,
});

test('a view written into an address reads back the same', (t) => {
  fc.assert(
    fc.property(views, (view) => {
      const written = writeListView(new URLSearchParams(), view).toString();
      t.deepEqual(readListView(new URLSearchParams(written)), view);
    }),
  );
});

test('any address reads as a view that the API accepts', (t) => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (query) => {
      const view = readListView(new URLSearchParams(query));
      t.true(view.page >= 1 && PAGE_SIZES.includes(view.pageSize) && LINK_SORTS.includes(view.sort));
    }),
  );
});

test('invalid parameters are read as the default', (t) => {
  const view = readListView(
    new URLSearchParams(
      'page=-2&pageSize=7&sort=colour&dir=up&status=gone&expiringWithin=99&reason=bored&liveFrom=2026-02-30&expired=1',
    ),
  );
  t.deepEqual(view, DEFAULT_VIEW);
});

test('the default view leaves the address clean', (t) => {
  t.is(writeListView(new URLSearchParams('page=3&sort=anchor'), DEFAULT_VIEW).toString(), '');
});

test('a change of filter, sort or search goes to the first page, a change of page does not', (t) => {
  const third = new URLSearchParams('page=3&status=live');
  t.is(readListView(writeListView(third, { status: [] })).page, 1);
  t.is(readListView(writeListView(third, { sort: 'anchor' })).page, 1);
  t.is(readListView(writeListView(third, { page: 4 })).page, 4);
});

test('other parameters, such as an open dialog, stay', (t) => {
  t.is(writeListView(new URLSearchParams('link=a1'), { status: ['live'] }).toString(), 'link=a1&status=live');
});

test('the request has the filters and nothing else', (t) => {
  t.is(String(pathOf(DEFAULT_VIEW)), '/api/links?page=1&pageSize=10&sort=lastChecked&dir=desc');
  const path = pathOf({ ...DEFAULT_VIEW, status: ['live', 'removed'], linkType: ['none'], q: ' a&b ', expiring: true });
  t.is(
    String(path),
    '/api/links?page=1&pageSize=10&sort=lastChecked&dir=desc&status=live%2Cremoved&linkType=none&q=a%26b&expiringWithin=30&countUpTo=10000',
  );
});

test('only filters and search count as filters', (t) => {
  t.false(hasFilters({ ...DEFAULT_VIEW, page: 9, sort: 'anchor', q: '  ' }));
  t.true(hasFilters({ ...DEFAULT_VIEW, expiring: true }));
  t.true(hasFilters({ ...DEFAULT_VIEW, clientDomain: ['client.example'] }));
  t.true(hasFilters({ ...DEFAULT_VIEW, tag: ['spring'] }));
});

test('the page of a team or client requests its links only, whatever the address filters', (t) => {
  t.is(
    String(pathOf({ ...DEFAULT_VIEW, clientDomain: ['a.example'] }, { teamId: 't1' })),
    '/api/links?page=1&pageSize=10&sort=lastChecked&dir=desc&clientDomain=a.example&teamId=t1',
  );
});

test('tags in an address are unique and trimmed', (t) => {
  t.deepEqual(readListView(new URLSearchParams('tag=spring,%20outreach%20,,spring')).tag, ['spring', 'outreach']);
});

test('each filter and each range of days counts once, and the search does not count', (t) => {
  const at = (query: string) => countFilters(readListView(new URLSearchParams(query)));
  t.is(at(''), 0);
  t.is(at('q=lamp&sort=articleLink&page=2'), 0);
  t.is(at('status=live,removed'), 1);
  t.is(at('clientDomain=client.example&assignedTo=ann&expired=true'), 3);
  t.is(at('liveFrom=2026-01-01&liveTo=2026-02-01&tag=vip&expiringWithin=30'), 3);
});
