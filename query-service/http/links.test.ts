import test from 'ava';
import { request } from 'undici';
import { openQueries, until } from '../../infra/testing/apps/query-app.ts';
import {
  calendarChosen,
  checkRequested,
  joinedTeam,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  statusChanged,
  storeOf,
  teamCreated,
  userRegistered,
} from '../../infra/testing/event-builder.ts';
import type { ClientAnswer } from '../contract/answers/clients.ts';
import type { FacetValueAnswer, HistoryAnswer, LinkAnswer, LinkDetailsAnswer } from '../contract/answers/links.ts';
import type { DayCountsAnswer } from '../contract/answers/stats.ts';

const FOUND = { status: 'live', reason: 'found-static', anchor: 'Shoes', linkType: 'dofollow' } as const;
const CHECKER = { actor: 'checker', at: '2026-03-03T08:00:00.000Z' };

/** A link added, and seen live on 3 March. */
function live(id: string, fields: Parameters<typeof linkAdded>[1] = {}) {
  return [
    [linkAdded(id, fields)],
    [checkRequested(id, `c-${id}`, fields)],
    [linkChecked(id, `c-${id}`, FOUND), CHECKER],
    [statusChanged(id, 'pending', 'live', 'found-static'), CHECKER],
  ] satisfies Parameters<Awaited<ReturnType<typeof openQueries>>['given']>;
}

const ids = ({ body }: { body: LinkAnswer[] }) => body.map(({ id }) => id);

test('a link has exactly its own fields', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [userRegistered('ann', { firstName: 'Ann', lastName: 'Lee' })],
    ...live('l1', { assignedTo: 'ann', pocEmail: 'joe@example.com', remarks: 'paid' }),
  );
  const { status, headers, body } = await queries.get<LinkDetailsAnswer>('/api/links/l1');
  t.is(status, 200);
  t.is(headers.etag, '"0"');
  t.deepEqual(body, {
    id: 'l1',
    articleLink: 'https://blog.example/post',
    clientLink: 'https://www.client.example/shoes',
    clientDomain: 'client.example',
    anchor: 'Shoes',
    linkType: 'dofollow',
    status: 'live',
    statusSince: '2026-03-03',
    publisher: 'blog.example',
    wasLive: true,
    lastLiveAt: '2026-03-03T08:00:00.000Z',
    reason: { code: 'found-static', text: 'The link is on the page.', details: null },
    warnings: [],
    checking: false,
    lastChecked: '2026-03-03T08:00:00.000Z',
    liveDate: '2026-03-03',
    duration: '30 days',
    daysLeft: 23,
    expirationDate: '2026-04-02',
    assignedTo: 'ann',
    assignedToName: 'Ann Lee',
    assignedByName: 'Ann Lee',
    teamId: null,
    teamName: null,
    campaignId: null,
    campaignName: null,
    promotionType: null,
    websiteUrl: null,
    timelineDate: null,
    terms: null,
    termsRevision: 0,
    termsTemplate: null,
    money: null,
    moneyRevision: 0,
    deviations: [],
    pocEmail: 'joe@example.com',
    remarks: 'paid',
    tags: [],
    addedAt: '2026-03-01T10:00:00.000Z',
    revision: 0,
    correction: null,
    nextCheck: { at: body.nextCheck?.at, reason: 'scheduled' },
  });
  t.regex(body.nextCheck?.at ?? '', /^2026-03-1[67]T/);
  const { nextCheck: _, correction: __, ...inList } = body;
  t.deepEqual((await queries.get('/api/links')).body, [inList]);
});

test('a link is late and days are left by the day of its own list, in answers, filters, facets and counts', async (t) => {
  const queries = await openQueries(t);
  const { get } = queries;
  // It is March 10, 12:00 in UTC, and March 11 in Kiritimati.
  const agreed = { timelineDate: '2026-03-10', liveDate: '2026-03-01' };
  await queries.given(
    [userRegistered('ann')],
    [teamCreated('t1', 'ann')],
    [calendarChosen('t1', 'Pacific/Kiritimati')],
    [linkAdded('own', agreed)],
    [linkAdded('theirs', { ...agreed, scope: 'team:t1' })],
  );
  const late = async (id: string) => (await get<LinkDetailsAnswer>(`/api/links/${id}`)).body;
  t.like(await late('own'), { daysLeft: 21, deviations: { length: 0 } });
  t.like(await late('theirs'), { daysLeft: 20, deviations: [{ code: 'late', since: '2026-03-11' }] });
  const filter = 'deviation=late&teamId';
  t.deepEqual(ids(await get<LinkAnswer[]>(`/api/links?${filter}=t1`)), ['theirs']);
  t.deepEqual(ids(await get<LinkAnswer[]>(`/api/links?${filter}=personal`)), []);
  t.deepEqual(ids(await get<LinkAnswer[]>('/api/links?expiringWithin=20&teamId=t1')), ['theirs']);
  t.deepEqual(ids(await get<LinkAnswer[]>('/api/links?expiringWithin=20&teamId=personal')), []);
  const facet = async (teamId: string) =>
    (await get<FacetValueAnswer[]>(`/api/links/facets?of=deviation&teamId=${teamId}`)).body.map(({ value }) => value);
  t.deepEqual([await facet('t1'), await facet('personal')], [['late'], []]);
  const { body } = await get<{ deviating: number }>('/api/stats?teamId=t1');
  t.is(body.deviating, 1);
});

test('a lost link has the date when it was last live', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    ...live('l1'),
    [checkRequested('l1', 'c2')],
    [linkChecked('l1', 'c2', { status: 'removed', reason: 'page-gone' }), CHECKER],
    [statusChanged('l1', 'live', 'removed', 'page-gone'), CHECKER],
  );
  const { body } = await queries.get<LinkAnswer>('/api/links/l1');
  t.is(body.reason.text, 'The page no longer exists. Last seen live on March 3, 2026.');
});

test('the name of an assignee stays hidden from readers who may not see it', async (t) => {
  const queries = await openQueries(t);
  await queries.given([userRegistered('eve', { firstName: 'Eve' })], [linkAdded('l1', { assignedTo: 'eve' })]);
  const { body } = await queries.get<LinkAnswer>('/api/links/l1');
  t.is(body.assignedTo, 'eve');
  t.is(body.assignedToName, null);
});

test('without sort the link checked last comes first and links never checked come last', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [linkAdded('never')],
    [linkAdded('early')],
    [checkRequested('early', 'c1')],
    [linkChecked('early', 'c1', FOUND), { at: '2026-03-01T00:00:00.000Z' }],
    [linkAdded('late')],
    [checkRequested('late', 'c2')],
    [linkChecked('late', 'c2', FOUND), { at: '2026-03-02T00:00:00.000Z' }],
  );
  t.deepEqual(ids(await queries.get('/api/links')), ['late', 'early', 'never']);
  t.deepEqual(ids(await queries.get('/api/links?dir=asc')), ['early', 'late', 'never']);
  t.deepEqual(ids(await queries.get('/api/links?sort=lastChecked')), ['early', 'late', 'never']);
});

test('a column sorts ascending, without regard to case, and by length if it has durations', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [linkAdded('a', { anchor: 'beta', duration: '1 month' })],
    [linkAdded('b', { anchor: 'Alpha', duration: 'permanent' })],
    [linkAdded('c', { duration: '9 days' })],
  );
  t.deepEqual(ids(await queries.get('/api/links?sort=anchor')), ['b', 'a', 'c']);
  t.deepEqual(ids(await queries.get('/api/links?sort=anchor&dir=desc')), ['a', 'b', 'c']);
  t.deepEqual(ids(await queries.get('/api/links?sort=duration')), ['c', 'a', 'b']);
});

test('a page has the number of links on all pages', async (t) => {
  const queries = await openQueries(t);
  const added = Array.from({ length: 12 }, (_, n) => [linkAdded(`l${String(n).padStart(2, '0')}`)] as const);
  await queries.given(...added.map(([event]): [typeof event] => [event]));
  const second = await queries.get<LinkAnswer[]>('/api/links?page=2&pageSize=5&sort=articleLink');
  t.deepEqual(ids(second), ['l05', 'l06', 'l07', 'l08', 'l09']);
  t.is(second.headers['x-total-count'], '12');
  t.is((await queries.get<LinkAnswer[]>('/api/links?page=1')).body.length, 10);
  const beyond = await queries.get('/api/links?page=1000000&pageSize=500');
  t.deepEqual(beyond.body, []);
  t.is(beyond.headers['x-total-count'], '12');
});

test('countUpTo limits the count, and every page stays readable', async (t) => {
  const queries = await openQueries(t);
  const added = Array.from({ length: 7 }, (_, n) => [linkAdded(`l${n}`)] as const);
  await queries.given(...added.map(([event]): [typeof event] => [event]));
  const ask = async (query: string) => {
    const answer = await queries.get<LinkAnswer[]>(`/api/links?pageSize=5&q=blog&${query}`);
    return [answer.headers['x-total-count'], ids(answer)];
  };
  t.deepEqual(await ask('page=1&sort=articleLink&countUpTo=4'), ['4', ['l0', 'l1', 'l2', 'l3', 'l4']]);
  t.deepEqual(await ask('page=2&sort=articleLink&countUpTo=4'), ['4', ['l5', 'l6']]);
  t.deepEqual(await ask('page=2&sort=assignedTo&countUpTo=4'), ['4', ['l5', 'l6']]);
  t.deepEqual(await ask('page=3&sort=articleLink&countUpTo=4'), ['4', []]);
  t.deepEqual(await ask('page=2&sort=articleLink&countUpTo=8'), ['7', ['l5', 'l6']]);
});

test('filters combine', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    ...live('live-shoes'),
    [linkAdded('new-shoes', { assignedTo: 'ann' })],
    [linkAdded('new-hats', { clientLink: 'https://hats.example.co.uk/', anchor: 'Größe 100%_ \\ 帽子' })],
  );
  const found = async (query: string) => ids(await queries.get(`/api/links?sort=clientLink&${query}`)).sort();
  t.deepEqual(await found('status=live'), ['live-shoes']);
  t.deepEqual(await found('status=live,pending'), ['live-shoes', 'new-hats', 'new-shoes']);
  t.deepEqual(await found('status=live&status=live,removed'), ['live-shoes']);
  t.deepEqual(await found('linkType=none'), ['new-hats', 'new-shoes']);
  t.deepEqual(await found('linkType=none,dofollow&clientDomain=CLIENT.example'), ['live-shoes', 'new-shoes']);
  t.deepEqual(await found('clientDomain=hats.example.co.uk'), []);
  t.deepEqual(await found('clientDomain=example.co.uk'), ['new-hats']);
  t.deepEqual(await found('assignedTo=ann'), ['new-shoes']);
  t.deepEqual(await found('status=&q=&page='), ['live-shoes', 'new-hats', 'new-shoes']);
  t.deepEqual(await found('q=HATS.ex'), ['new-hats']);
  t.deepEqual(await found(`q=${encodeURIComponent('GRÖSSE')}`), ['new-hats']);
  t.deepEqual(await found(`q=${encodeURIComponent('帽子')}`), ['new-hats']);
  t.deepEqual(await found(`q=${encodeURIComponent('100%_ \\')}`), ['new-hats']);
  t.deepEqual(await found(`q=${'%25'.repeat(200)}`), []);
  t.deepEqual(await found('q=%00%00'), []);
});

test('links that were never found are filtered, charted and counted apart from lost ones', async (t) => {
  const queries = await openQueries(t);
  const gone = (id: string) => [statusChanged(id, 'pending', 'removed', 'not-on-page')] as const;
  await queries.given(
    [linkAdded('lost')],
    [checkRequested('lost', 'c1')],
    [linkChecked('lost', 'c1', FOUND)],
    [statusChanged('lost', 'pending', 'live', 'found-static')],
    gone('lost'),
  );
  await queries.given([linkAdded('never')], gone('never'), [linkAdded('new')]);
  const found = async (status: string) =>
    ids(await queries.get(`/api/links?sort=articleLink&status=${status}`)).toSorted();
  t.deepEqual(await found('removed'), ['lost']);
  t.deepEqual(await found('removed,not-found'), ['lost', 'never']);
  t.deepEqual(await found('not-found'), ['never']);
  t.deepEqual(await found('not-found,pending'), ['never', 'new']);
  const facets = await queries.get<FacetValueAnswer[]>('/api/links/facets?of=status');
  t.deepEqual(Object.fromEntries(facets.body.map(({ value, count }) => [value, count])), {
    removed: 1,
    'not-found': 1,
    pending: 1,
  });
  const assigned = await queries.get<FacetValueAnswer[]>('/api/links/facets?of=assignedTo&status=removed');
  t.like(assigned.body, [{ value: 'unassigned', count: 1 }]);
  const history = await queries.get<DayCountsAnswer[]>('/api/stats/history');
  t.like(history.body.at(-1), { live: 0, removed: 2, notFound: 1, pending: 1 });
  const { body } = await queries.get<LinkAnswer[]>('/api/links?status=removed,not-found');
  t.deepEqual(
    new Map(body.map(({ id, wasLive }) => [id, wasLive])),
    new Map([
      ['lost', true],
      ['never', false],
    ]),
  );
});

test('a search also finds the links of an assignee by their name, before those with the text', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [userRegistered('ann', { firstName: 'Ann', lastName: 'Lee' })],
    [userRegistered('sam', { firstName: 'Sam', lastName: 'Lumen' })],
    [teamCreated('t1', 'ann', 'Agency')],
    [joinedTeam('t1', 'sam')],
    [linkAdded('of-sam', { scope: 'team:t1', assignedTo: 'sam' })],
    [linkAdded('of-sam-too', { scope: 'team:t1', assignedTo: 'sam', anchor: 'lumen lamps' })],
    [linkAdded('text', { scope: 'team:t1', anchor: 'Lumen lamps' })],
    [linkAdded('other', { scope: 'team:t1' })],
  );
  const found = async (query: string) => {
    const answer = await queries.get<LinkAnswer[]>(`/api/links?${query}&page=1&pageSize=10`);
    return [Number(answer.headers['x-total-count']), ...ids(answer)];
  };
  t.deepEqual(await found('q=LUMEN&sort=articleLink'), [3, 'of-sam', 'of-sam-too', 'text']);
  t.deepEqual(await found('q=lumen&sort=assignedTo'), [3, 'of-sam', 'of-sam-too', 'text']);
  t.deepEqual(await found('q=lumen&assignedTo=unassigned'), [1, 'text']);
  t.deepEqual(await found('q=lumen&assignedTo=sam&sort=articleLink'), [2, 'of-sam', 'of-sam-too']);
  t.deepEqual(await found('q=nobody'), [0]);
});

test('addresses are searched and filtered in Unicode and as browsers copy them, names composed or not', async (t) => {
  const queries = await openQueries(t);
  const typed = { articleLink: 'https://žurnál.example/wiki/Žižek', clientLink: 'https://bücher.example/' };
  const copied = {
    articleLink: 'https://xn--urnl-7na25g.example/wiki/%C5%BDi%C5%BEek',
    clientLink: 'https://xn--bcher-kva.example/',
  };
  await queries.given(
    [userRegistered('ann', { firstName: 'Zoë', lastName: '' })],
    [linkAdded('typed', typed)],
    [linkAdded('copied', copied)],
    [linkAdded('other', { assignedTo: 'ann' })],
  );
  const found = async (query: Record<string, string>) =>
    ids(await queries.get(`/api/links?sort=articleLink&${new URLSearchParams(query)}`)).toSorted();
  const facet = async (of: string, find: string) =>
    (await queries.get<FacetValueAnswer[]>(`/api/links/facets?${new URLSearchParams({ of, find })}`)).body;

  for (const q of ['žiž', 'Žižek'.normalize('NFD'), '%C5%BDi%C5', 'büch', 'xn--bch']) {
    t.deepEqual(await found({ q }), ['copied', 'typed'], q);
  }
  t.deepEqual(await found({ q: 'zoe\u0308' }), ['other']);
  for (const clientDomain of ['bücher.example', 'BÜCHER.example'.normalize('NFD'), 'xn--bcher-kva.example']) {
    t.deepEqual(await found({ clientDomain }), ['copied', 'typed'], clientDomain);
    t.deepEqual(
      (await queries.get<ClientAnswer[]>(`/api/clients?q=${encodeURIComponent(clientDomain)}`)).body.length,
      1,
    );
    t.is((await queries.get(`/api/clients/${encodeURIComponent(clientDomain)}`)).status, 200);
  }
  t.deepEqual(await found({ publisher: 'žurnál.example' }), ['copied', 'typed']);
  for (const find of ['žur', 'xn--ur']) t.like(await facet('publisher', find), { length: 1, 0: { count: 2 } });
  for (const find of ['büch', 'xn--bc']) t.like(await facet('clientDomain', find), { length: 1, 0: { count: 2 } });
});

test('expiringWithin selects links by days left, from today on', async (t) => {
  const queries = await openQueries(t);
  const ending = (id: string, liveDate: string) => [linkAdded(id, { liveDate, duration: '1 day' })] as const;
  await queries.given(
    [...ending('yesterday', '2026-03-08')],
    [...ending('today', '2026-03-09')],
    [...ending('in-7', '2026-03-16')],
    [...ending('in-8', '2026-03-17')],
    [linkAdded('never', { liveDate: '2026-03-01', duration: 'permanent' })],
  );
  t.deepEqual(ids(await queries.get('/api/links?expiringWithin=7&sort=liveDate')), ['today', 'in-7']);
  t.deepEqual(ids(await queries.get('/api/links?expiringWithin=0')), ['today']);
  const { body } = await queries.get<LinkAnswer[]>('/api/links?sort=liveDate');
  t.deepEqual(
    body.map(({ id, daysLeft }) => [id, daysLeft]),
    [
      ['never', null],
      ['yesterday', -1],
      ['today', 0],
      ['in-7', 7],
      ['in-8', 8],
    ],
  );
});

test('publishers, reasons, several clients and ranges of days narrow a list', async (t) => {
  const queries = await openQueries(t);
  const at = (day: string) => ({ at: `${day}T10:00:00.000Z`, actor: 'ann' });
  await queries.given(
    ...live('found', { articleLink: 'https://www.Blog.example/a', clientLink: 'https://one.example/' }),
    [linkAdded('early', { articleLink: 'https://news.blog.example/b', liveDate: '2026-01-31' }), at('2026-02-01')],
    [
      linkAdded('late', { articleLink: 'https://other.example/c', clientLink: 'https://two.example/' }),
      at('2026-03-05'),
    ],
  );
  const listed = async (query: string) => ids(await queries.get<LinkAnswer[]>(`/api/links?${query}`)).toSorted();
  t.deepEqual(await listed('publisher=BLOG.example'), ['early', 'found']);
  t.deepEqual(await listed('publisher=blog.example,other.example'), ['early', 'found', 'late']);
  t.deepEqual(await listed('clientDomain=one.example,two.example'), ['found', 'late']);
  t.deepEqual(await listed('reason=found-static'), ['found']);
  t.deepEqual(await listed('reason=never-checked&publisher=blog.example'), ['early']);
  t.deepEqual(await listed('addedFrom=2026-02-01&addedTo=2026-02-01'), ['early']);
  t.deepEqual(await listed('addedFrom=2026-03-02'), ['late']);
  t.deepEqual(await listed('liveTo=2026-02-28'), ['early']);
  t.deepEqual(await listed('teamId=personal'), ['early', 'found', 'late']);
  t.deepEqual(ids(await queries.get<LinkAnswer[]>('/api/links?sort=addedAt&dir=desc')), ['late', 'found', 'early']);
});

test('lost links are found by the day since when they are removed', async (t) => {
  const queries = await openQueries(t);
  const at = (day: string) => ({ at: `${day}T10:00:00.000Z`, actor: 'ann' });
  await queries.given(
    ...live('gone', { articleLink: 'https://third.example/d' }),
    [statusChanged('gone', 'live', 'removed', 'page-gone'), at('2026-03-07')],
    [linkAdded('never', { articleLink: 'https://third.example/e' }), at('2026-03-07')],
    [statusChanged('never', 'pending', 'removed', 'not-on-page'), at('2026-03-07')],
  );
  const listed = async (query: string) => ids(await queries.get<LinkAnswer[]>(`/api/links?${query}`)).toSorted();
  t.deepEqual(await listed('lostFrom=2026-03-07&lostTo=2026-03-07'), ['gone']);
  t.deepEqual(await listed('lostFrom=2026-03-08'), []);
  t.deepEqual(await listed('lostTo=2026-03-07&status=live,not-found'), []);
  t.deepEqual(await listed('lostTo=2026-03-07&status=live,removed'), ['gone']);
  const since = await queries.get<LinkAnswer[]>('/api/links?publisher=third.example&sort=statusSince&dir=desc');
  t.is(since.body[0]?.statusSince, '2026-03-07');
});

test('expired links are found, alone and beside those that expire soon', async (t) => {
  const queries = await openQueries(t);
  const ending = (id: string, liveDate: string) => linkAdded(id, { liveDate, duration: '1 day' });
  await queries.given(
    [ending('long-ago', '2019-01-01')],
    [ending('yesterday', '2026-03-08')],
    [ending('today', '2026-03-09')],
  );
  const listed = async (query: string) => ids(await queries.get<LinkAnswer[]>(`/api/links?${query}`)).toSorted();
  t.deepEqual(await listed('expired=true'), ['long-ago', 'yesterday']);
  t.deepEqual(await listed('expired=true&expiringWithin=3'), ['long-ago', 'today', 'yesterday']);
  t.deepEqual(await listed('expired=true&expiresFrom=2026-01-01'), ['yesterday']);
});

test('a facet counts its values under all other filters of the list', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [userRegistered('ann', { firstName: 'Ann', lastName: 'Lee' })],
    ...live('l1', { articleLink: 'https://blog.example/1', assignedTo: 'ann', tags: ['Press'] }),
    ...live('l2', { articleLink: 'https://blog.example/2', clientLink: 'https://two.example/', tags: ['press'] }),
    [linkAdded('l3', { articleLink: 'https://other.example/3' })],
    [linkAdded('theirs', { scope: 'user:bob', articleLink: 'https://secret.example/' })],
  );
  const facet = async (query: string) =>
    (await queries.get<FacetValueAnswer[]>(`/api/links/facets?of=${query}`)).body.map(({ value, label, count }) =>
      value === label ? `${value} ${count}` : `${value} (${label}) ${count}`,
    );
  t.deepEqual(await facet('publisher'), ['blog.example 2', 'other.example 1']);
  t.deepEqual(await facet('publisher&status=live'), ['blog.example 2']);
  t.deepEqual(await facet('publisher&clientDomain=two.example'), ['blog.example 1']);
  t.deepEqual(await facet('publisher&publisher=other.example'), ['blog.example 2', 'other.example 1']);
  t.deepEqual(await facet('publisher&find=OTHER'), ['other.example 1']);
  t.deepEqual(await facet('clientDomain&q=blog'), ['client.example 1', 'two.example 1']);
  t.deepEqual(await facet('status'), ['live 2', 'pending 1']);
  t.deepEqual(await facet('linkType&publisher=blog.example'), ['dofollow 2']);
  t.deepEqual(await facet('reason'), ['found-static 2', 'never-checked 1']);
  t.deepEqual(await facet('assignedTo'), ['unassigned 2', 'ann (Ann Lee) 1']);
  t.deepEqual(await facet('tag'), ['Press 2']);
  t.deepEqual(await facet('teamId'), ['personal 3']);
  t.deepEqual(await facet('teamId&teamId=t1'), ['personal 3']);
  t.deepEqual(await facet('publisher&teamId=t1'), []);
  t.is((await queries.get('/api/links/facets')).status, 400);
  t.is((await queries.get('/api/links/facets?of=scope')).status, 400);
});

test('a team or campaign the caller may not see has no links', async (t) => {
  const queries = await openQueries(t);
  await queries.given([linkAdded('l1')], [linkAdded('l2', { scope: 'team:t1' })]);
  for (const query of ['teamId=t1', 'teamId=nope', 'campaignId=c1', 'page=1&teamId=t1']) {
    const { status, headers, body } = await queries.get(`/api/links?${query}`);
    t.deepEqual([status, headers['x-total-count'], body], [200, '0', []], query);
  }
});

const WRONG: Record<string, string> = {
  'page=0': 'page',
  'page=-1': 'page',
  'page=1.5': 'page',
  'page=0x10': 'page',
  'page=1e3': 'page',
  'page=99999999999999999999': 'page',
  'page=1&page=2': 'page',
  'pageSize=1000000000': 'pageSize',
  'pageSize=1e9': 'pageSize',
  'sort=__proto__': 'sort',
  'sort=scope': 'sort',
  'sort=durationDays': 'sort',
  'dir=down': 'dir',
  'status=live,live,bogus': 'status',
  'linkType=N/A': 'linkType',
  'expiringWithin=367': 'expiringWithin',
  'expiringWithin=soon': 'expiringWithin',
  'reason=bored': 'reason',
  'expired=yes': 'expired',
  'liveFrom=2026-02-30': 'liveFrom',
  'addedFrom=2026-03-02&addedTo=2026-03-01': 'addedTo',
  'expiresFrom=1990-01-01&expiresTo=2026-01-01': 'expiresFrom',
  'scope=user:bob': 'scope',
  '__proto__=1': '__proto__',
  'constructor=1': 'constructor',
  'statsu=live': 'statsu',
  [`q=${'x'.repeat(201)}`]: 'q',
  'countUpTo=0': 'countUpTo',
  'after=-1': 'after',
  'after=1e3': 'after',
};

for (const [query, field] of Object.entries(WRONG)) {
  test(`“${query.slice(0, 40)}” is refused by the name of its parameter`, async (t) => {
    const queries = await openQueries(t);
    const { status, body } = await queries.get<{ code: string; message: string; fields: object }>(
      `/api/links?${query}`,
    );
    t.is(status, 400);
    t.is(body.code, 'invalid');
    t.deepEqual(Object.keys(body.fields), [field]);
    t.deepEqual(Object.values(body.fields), [body.message]);
  });
}

test('a missing link and another person’s link get the same answer', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [linkAdded('theirs', { scope: 'user:bob' })],
    [linkAdded('trashed')],
    [linkPlaced('LinkTrashed', 'trashed')],
  );
  const unknown = await queries.get('/api/links/unknown');
  t.is(unknown.status, 404);
  for (const address of [
    '/api/links/theirs',
    '/api/links/trashed',
    '/api/links/unknown/history',
    '/api/links/theirs/history',
    '/api/links/__proto__',
    '/api/links/%00',
    `/api/links/${'x'.repeat(5_000)}`,
  ]) {
    const { status, body } = await queries.get(address);
    t.deepEqual({ status, body }, { status: 404, body: unknown.body }, address.slice(0, 50));
  }
  t.deepEqual((await queries.get('/api/links')).body, []);
  t.is((await queries.get('/api/links/theirs', {}, 'bob')).status, 200);
});

test('a request without a session is asked to sign in', async (t) => {
  const queries = await openQueries(t);
  for (const address of ['/api/links', '/api/links/l1', '/api/links/l1/history', '/api/links?page=0']) {
    t.is((await queries.get(address, {}, '')).status, 401, address);
  }
});

test('a history lists newest first, with names and observations', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [userRegistered('ann', { firstName: 'Ann' })],
    [linkAdded('l1')],
    [linkEdited('l1', { remarks: { from: null, to: 'paid' } })],
    [checkRequested('l1', 'c1')],
    [linkChecked('l1', 'c1', { status: 'pending', reason: 'blocked' }, { httpStatus: 403 }), CHECKER],
    [linkAdded('l2')],
    [statusChanged('l1', 'live', 'pending', 'blocked'), CHECKER],
    [linkPlaced('LinkTrashed', 'l1'), { actor: 'gone' }],
  );
  const { body, headers } = await queries.get<HistoryAnswer[]>('/api/links/l1/history');
  t.is(headers['x-total-count'], '6');
  t.deepEqual(
    body.map(({ kind, actorName, position }) => [kind, actorName, position]),
    [
      ['trashed', 'Unknown person', 8],
      ['status-changed', 'Checker', 7],
      ['checked', 'Checker', 5],
      ['check-requested', 'Ann', 4],
      ['edited', 'Ann', 3],
      ['added', 'Ann', 2],
    ],
  );
  const checked = body.find(({ kind }) => kind === 'checked');
  t.like(checked, {
    reasonText: 'The page answered 403: the site blocks automated visits.',
    verdict: { status: 'pending' },
    observation: { visits: { 0: { httpStatus: 403 } } },
  });
  t.like(body[1], {
    from: 'live',
    to: 'pending',
    reason: { code: 'blocked', text: 'The site blocks automated visits.' },
  });
  const page = await queries.get<HistoryAnswer[]>('/api/links/l1/history?page=2&pageSize=2');
  t.deepEqual(
    page.body.map(({ position }) => position),
    [5, 4],
  );
});

test('a history names the people, campaigns and teams of its changes', async (t) => {
  const queries = await openQueries(t);
  const campaign = {
    type: 'CampaignCreated',
    stream: 'campaign-c1',
    data: {
      campaignId: 'c1',
      scope: 'team:t1',
      name: 'Spring',
      description: null,
      startDate: null,
      endDate: null,
      status: 'planning',
    },
  } as const;
  await queries.given(
    [userRegistered('ann', { firstName: 'Ann' })],
    [userRegistered('bob', { firstName: 'Bob' })],
    [teamCreated('t1', 'ann', 'Agency')],
    [campaign],
    [linkAdded('l1')],
    [linkMoved('l1', 'user:ann', 'team:t1')],
    [linkEdited('l1', { assignedTo: { from: 'bob', to: null }, campaignId: { from: null, to: 'c1' } })],
  );
  const [edited, moved] = (await queries.get<HistoryAnswer[]>('/api/links/l1/history')).body;
  t.deepEqual(edited?.kind === 'edited' ? edited.changes : null, [
    { field: 'assignedTo', from: 'bob', to: null, fromName: 'Bob', toName: null },
    { field: 'campaignId', from: null, to: 'c1', fromName: null, toName: 'Spring' },
  ]);
  t.like(moved, { fromTeamId: null, fromTeamName: null, toTeamId: 't1', toTeamName: 'Agency' });
});

test('the history of a link that was moved around has each move once, on every page', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [teamCreated('t1', 'ann', 'Agency')],
    [linkAdded('l1')],
    [linkMoved('l1', 'user:ann', 'team:t1')],
    [linkEdited('l1', { remarks: { from: null, to: 'paid' } })],
    [linkMoved('l1', 'team:t1', 'user:ann')],
    [linkPlaced('LinkTrashed', 'l1')],
  );
  const pages = [1, 2, 3].map((page) => queries.get<HistoryAnswer[]>(`/api/links/l1/history?page=${page}&pageSize=2`));
  const answers = await Promise.all(pages);
  t.deepEqual(
    answers.map(({ body, headers }) => [headers['x-total-count'], ...body.map(({ kind }) => kind)]),
    [
      ['5', 'trashed', 'moved'],
      ['5', 'edited', 'moved'],
      ['5', 'added'],
    ],
  );
});

test('a history outlives its link, for its owner only', async (t) => {
  const queries = await openQueries(t);
  await queries.given([linkAdded('l1')], [linkPlaced('LinkTrashed', 'l1')], [linkPlaced('LinkPurged', 'l1')]);
  const { body } = await queries.get<HistoryAnswer[]>('/api/links/l1/history');
  t.deepEqual(
    body.map(({ kind }) => kind),
    ['purged', 'trashed', 'added'],
  );
  t.is((await queries.get('/api/links/l1/history', {}, 'bob')).status, 404);
  t.is((await queries.get('/api/links/l1')).status, 404);
});

test('without a page the whole list is streamed, in order', async (t) => {
  const queries = await openQueries(t);
  const all = Array.from({ length: 2_500 }, (_, n) => `l${String(n).padStart(4, '0')}`);
  await queries.given(...all.map((id): [ReturnType<typeof linkAdded>] => [linkAdded(id)]));
  const answer = await queries.get<LinkAnswer[]>('/api/links?sort=articleLink');
  t.deepEqual(ids(answer), all);
  t.is(answer.headers['x-total-count'], '2500');
  t.is(answer.headers['transfer-encoding'], 'chunked');
});

test('links that move during a stream are neither lost nor repeated', async (t) => {
  let meanwhile = async () => {};
  const queries = await openQueries(t, {}, (reads) => ({
    ...storeOf(reads),
    async find(view, query) {
      const happens = query.skip === 1_000 ? meanwhile : async () => {};
      if (query.skip === 1_000) meanwhile = async () => {};
      await happens();
      return reads.find(view, query);
    },
  }));
  const all = Array.from({ length: 2_500 }, (_, n) => `l${String(n).padStart(4, '0')}`);
  await queries.given(
    ...all.map((id): [ReturnType<typeof linkAdded>] => [linkAdded(id, { articleLink: `https://m.example/${id}` })]),
  );
  // The last two links move to the front; ten links that were already sent go to the trash, and two to the end.
  meanwhile = async () => {
    const moved = (id: string, to: string) => [linkEdited(id, { articleLink: { from: '', to } })] as const;
    await queries.given(
      ...all.slice(0, 10).map((id): [ReturnType<typeof linkPlaced>] => [linkPlaced('LinkTrashed', id)]),
      [...moved('l2498', 'https://a.example/1')],
      [...moved('l2499', 'https://a.example/2')],
      [...moved('l0500', 'https://z.example/1')],
      [...moved('l0501', 'https://z.example/2')],
    );
  };
  const told = ids(await queries.get('/api/links?sort=articleLink'));
  t.is(new Set(told).size, told.length);
  t.deepEqual(told.toSorted(), all);
});

test('a read with the position of a write waits for it', async (t) => {
  const queries = await openQueries(t, { patienceMs: 60_000 });
  await queries.given([linkAdded('l1')]);
  const resume = await queries.pauseProjections();
  const position = await queries.append([linkAdded('l2')]);
  const byHeader = queries.get<LinkAnswer[]>('/api/links?sort=articleLink', { 'X-Position': String(position) });
  const byQuery = queries.get<HistoryAnswer[]>(`/api/links/l2/history?after=${position}`);
  await queries.get('/api/links');
  resume();
  t.deepEqual(ids(await byHeader), ['l1', 'l2']);
  t.is((await byHeader).headers['x-stale'], undefined);
  t.is((await byQuery).body[0]?.kind, 'added');
});

test('the answer of a read that waits in vain is marked as stale', async (t) => {
  const queries = await openQueries(t, { patienceMs: 30 });
  await queries.given([linkAdded('l1')]);
  const { status, headers, body } = await queries.get<LinkAnswer[]>('/api/links', { 'X-Position': '999999999999999' });
  t.deepEqual([status, headers['x-stale'], body.length], [200, 'true', 1]);
  t.is(queries.changes.audience, 0);
});

test('a draining server ends all waits', async (t) => {
  const queries = await openQueries(t, { patienceMs: 60_000 });
  const waiting = queries.get('/api/links', { 'X-Position': '5' });
  await queries.get('/api/links');
  queries.stopping.abort();
  t.is((await waiting).headers['x-stale'], 'true');
});

for (const garbage of ['abc', '-1', '1.5', '1,2', '0x1', '9'.repeat(16), `1${' '.repeat(3)}2`, '9'.repeat(8_000)]) {
  test(`“${garbage.slice(0, 16)}”, ${garbage.length} characters, is not a position`, async (t) => {
    const queries = await openQueries(t);
    const { status, body } = await queries.get<{ fields: object }>('/api/links', { 'X-Position': garbage });
    t.is(status, 400);
    t.deepEqual(Object.keys(body.fields), ['X-Position']);
  });
}

test('a person has four exports at once: a fifth is refused with a message until one is complete', async (t) => {
  const reading = Promise.withResolvers<void>();
  let begun = 0;
  const queries = await openQueries(t, {}, (reads) => ({
    ...storeOf(reads),
    async find(view, query) {
      if (view.name === 'links') {
        begun += 1;
        await reading.promise;
      }
      return reads.find(view, query);
    },
  }));
  const exported = async () => {
    const answer = await request(`${queries.url}/api/links/export`, {
      dispatcher: queries.agent,
      headers: { 'X-Test-User': 'ann' },
    });
    return [answer.statusCode, await answer.body.text()] as const;
  };
  const four = Array.from({ length: 4 }, exported);
  await until(() => begun === 4);
  const fifth = await queries.get<{ code: string }>('/api/links/export');
  t.deepEqual([fifth.body.code, fifth.headers['retry-after']], ['too-many-at-once', '10']);
  reading.resolve();
  for (const [status] of await Promise.all(four)) t.is(status, 200);
  t.is((await exported())[0], 200);
});
