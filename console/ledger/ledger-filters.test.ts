import test from 'ava';
import { addressOf, hasFilters, type LedgerFilters, NO_FILTERS, queryOf, readFilters } from './ledger-filters.ts';

const read = (address: string) => readFilters(new URLSearchParams(address));

test('filters written into an address read back the same', (t) => {
  const filters: LedgerFilters = {
    ...NO_FILTERS,
    kinds: ['links', 'teams'],
    person: 'ann',
    client: 'client.example',
    site: 'blog.example',
    campaign: 'c1',
    linkId: 'l1',
    from: '2026-03-01',
    to: '2026-03-31',
    people: 'true',
  };
  const address = Object.entries(addressOf(filters)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  t.deepEqual(readFilters(new URLSearchParams(address)), filters);
  t.true(hasFilters(filters));
  t.deepEqual(read(''), NO_FILTERS);
  t.false(hasFilters(NO_FILTERS));
});

test('an invalid filter is ignored, and a cleared filter leaves the address', (t) => {
  t.deepEqual(read('kind=nonsense,links&from=yesterday&to=2026-13-99x'), { ...NO_FILTERS, kinds: ['links'] });
  t.deepEqual(read('from=2026-03-05&to=2026-03-01'), { ...NO_FILTERS, from: '2026-03-05' });
  t.deepEqual(Object.values(addressOf(NO_FILTERS)), Array(9).fill(null));
  t.deepEqual(addressOf({ linkId: 'l1' }), { of: 'l1' });
});

test('the query names only chosen filters', (t) => {
  t.deepEqual(queryOf(NO_FILTERS), {});
  t.deepEqual(queryOf({ ...NO_FILTERS, kinds: ['links', 'status'], site: 'blog.example', to: '2026-03-01' }), {
    kind: 'links,status',
    publisher: 'blog.example',
    dayTo: '2026-03-01',
  });
});
