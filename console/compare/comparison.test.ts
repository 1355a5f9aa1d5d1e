import test from 'ava';
import { comparedAt, comparePath } from '../past/compare-path.ts';
import { addressOf, isFuture, isSame, queryOf, readComparison } from './comparison.ts';

const TODAY = '2026-11-20';
const read = (address: string) => readComparison(new URLSearchParams(address.replace(/^[^?]*\?/, '')), TODAY);

test('the address names the days, the lists, the client and the campaign, and the query asks for them', (t) => {
  const path = comparePath({ from: '2026-09-30', to: '2026-10-31', client: 'a.example', teams: ['t1', 'personal'] });
  t.is(path, '/compare?from=2026-09-30&to=2026-10-31&client=a.example&team=t1%2Cpersonal');
  const query = {
    from: '2026-09-30',
    to: '2026-10-31',
    teamId: 't1,personal',
    clientDomain: 'a.example',
    campaignId: 'c1',
  };
  t.deepEqual(queryOf(read(`${path}&campaign=c1&change=lost&page=2`)), { ...query, kind: 'lost' });
  t.deepEqual(queryOf(read(`${path}&campaign=c1&change=type&view=days`)), { ...query, change: 'type' });
  t.deepEqual(queryOf(read(`${path}&campaign=c1&change=type`)), query, 'no event has this kind');
  t.deepEqual(queryOf(read(comparePath({ from: '4711' }))), { from: '4711' });
});

test('a page of a client, a campaign or a team compares only its links', (t) => {
  t.is(comparePath({ from: '1', ...comparedAt('/clients/a.example') }), '/compare?from=1&client=a.example');
  t.is(comparePath({ from: '1', ...comparedAt('/campaigns/c1') }), '/compare?from=1&campaign=c1');
  t.is(comparePath({ from: '1', ...comparedAt('/teams/t1') }), '/compare?from=1&team=t1');
  t.is(comparePath({ from: '1', ...comparedAt('/expiring-soon') }), '/compare?from=1');
});

test('two days in the wrong order are swapped, and today means now', (t) => {
  t.like(read('from=2026-10-31&to=2026-09-30'), { from: '2026-09-30', to: '2026-10-31' });
  t.like(read(`from=2026-10-31&to=${TODAY}`), { from: '2026-10-31', to: '' });
  t.like(read(`from=${TODAY}&to=2026-10-31`), { from: '2026-10-31', to: '' });
  t.like(read('from=12&to=9'), { from: '12', to: '9' });
});

test('the same day twice is no comparison', (t) => {
  t.true(isSame(read('from=2026-10-31&to=2026-10-31'), TODAY));
  t.true(isSame(read(`from=${TODAY}`), TODAY));
  t.false(isSame(read('from=2026-10-31'), TODAY));
});

test('a day that is yet to come cannot be compared', (t) => {
  t.true(isFuture(read('from=2026-11-21'), TODAY));
  t.true(isFuture(read('from=2026-10-31&to=2026-11-21'), TODAY));
  t.false(isFuture(read(`from=2026-10-31&to=${TODAY}`), TODAY));
  t.false(isFuture(read('from=4711'), TODAY));
});

test('invalid parameters of an address are ignored', (t) => {
  t.like(read('change=nonsense&page=-3&team=,,'), { from: '', to: '', change: null, page: 1, teams: [] });
});

test('a changed choice leads to the first page', (t) => {
  t.deepEqual(addressOf({ client: 'a.example' }), { client: 'a.example', page: null });
  t.deepEqual(addressOf({ teams: [], change: null, to: '' }), { team: null, change: null, to: null, page: null });
  t.deepEqual(addressOf({ page: 3 }), { page: '3' });
  t.deepEqual(addressOf({ view: 'days' }), { view: 'days', page: null });
  t.deepEqual(addressOf({ view: 'happened' }), { view: null, page: null });
});
