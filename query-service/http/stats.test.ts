import test from 'ava';
import type { Scope } from '../../command-service/contract/scope.ts';
import { openQueries } from '../../infra/testing/apps/query-app.ts';
import {
  campaignCreated,
  checkRequested,
  joinedTeam,
  linkAdded,
  linkChecked,
  linkEdited,
  linkMoved,
  linkPlaced,
  statusChanged,
  teamCreated,
} from '../../infra/testing/event-builder.ts';
import type { ClientAnswer } from '../contract/answers/clients.ts';
import type { DayCountsAnswer } from '../contract/answers/stats.ts';

const NOTHING = { live: 0, removed: 0, notFound: 0, pending: 0 };
const at = (day: string, time = '10:00:00.000') => ({ at: `${day}T${time}Z` });
type Queries = Awaited<ReturnType<typeof openQueries>>;

/** 'day live/removed/pending', for the first day and all days with changes. */
async function changes(queries: Queries, query: string, user = 'ann'): Promise<readonly string[]> {
  const { body } = await queries.get<readonly DayCountsAnswer[]>(`/api/stats/history?${query}`, {}, user);
  const days = body.map(({ day, live, removed, pending }) => `${day} ${live}/${removed}/${pending}`);
  return days.filter((day, index) => day.slice(10) !== days[index - 1]?.slice(10));
}

test('a history counts the links at the end of each day', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [linkAdded('l1'), at('2026-02-27', '23:59:59.999')],
    [statusChanged('l1', 'pending', 'live', 'found-static'), at('2026-02-28', '00:00:00.000')],
    [linkAdded('l2'), at('2026-03-02')],
    [statusChanged('l1', 'live', 'removed', 'not-on-page'), at('2026-03-04')],
    [linkPlaced('LinkTrashed', 'l1'), at('2026-03-05')],
    [linkPlaced('LinkRestored', 'l1'), at('2026-03-06')],
    [linkPlaced('LinkTrashed', 'l1'), at('2026-03-08')],
    [linkPlaced('LinkPurged', 'l1'), at('2026-03-09')],
  );
  t.deepEqual(await changes(queries, ''), [
    '2026-02-09 0/0/0',
    '2026-02-27 0/0/1',
    '2026-02-28 1/0/0',
    '2026-03-02 1/0/1',
    '2026-03-04 0/1/1',
    '2026-03-05 0/0/1',
    '2026-03-06 0/1/1',
    '2026-03-08 0/0/1',
  ]);
  const { body } = await queries.get<readonly DayCountsAnswer[]>('/api/stats/history');
  t.is(body.length, 30);
  t.deepEqual(body.at(-1), { day: '2026-03-10', ...NOTHING, pending: 1 });
  t.deepEqual((await queries.get('/api/stats/history?from=2026-03-02&to=2026-03-03')).body, [
    { day: '2026-03-02', ...NOTHING, live: 1, pending: 1 },
    { day: '2026-03-03', ...NOTHING, live: 1, pending: 1 },
  ]);
});

test('a history covers all links the caller sees, a team, a client, a campaign, or a client within one', async (t) => {
  const queries = await openQueries(t);
  const hats = { clientLink: 'https://hats.example/' };
  const ours: Scope = 'team:t1';
  await queries.given(
    [teamCreated('t1', 'bob'), at('2026-03-01')],
    [joinedTeam('t1', 'ann', 'view'), at('2026-03-01')],
    [teamCreated('t2', 'cid'), at('2026-03-01')],
    [campaignCreated('c1', { scope: ours }), at('2026-03-01')],
    [campaignCreated('theirs', { scope: 'team:t2' }), at('2026-03-01')],
    [linkAdded('own'), at('2026-03-02')],
    [linkAdded('team', { scope: ours, ...hats }), at('2026-03-03')],
    [linkAdded('enlisted', { scope: ours, ...hats, campaignId: 'c1' }), at('2026-03-04')],
    [linkAdded('shoes', { scope: ours, campaignId: 'c1' }), at('2026-03-05')],
    [linkAdded('hidden', { scope: 'team:t2', ...hats, campaignId: 'theirs' }), at('2026-03-05')],
    [linkEdited('enlisted', { campaignId: { from: 'c1', to: null } }), at('2026-03-07')],
  );
  const since = 'from=2026-03-01';
  const ends = async (query: string, user?: string) => (await changes(queries, `${since}&${query}`, user)).slice(1);
  t.deepEqual(await ends(''), ['2026-03-02 0/0/1', '2026-03-03 0/0/2', '2026-03-04 0/0/3', '2026-03-05 0/0/4']);
  t.deepEqual(await ends('teamId=t1'), ['2026-03-03 0/0/1', '2026-03-04 0/0/2', '2026-03-05 0/0/3']);
  t.deepEqual(await ends('clientDomain=HATS.example'), ['2026-03-03 0/0/1', '2026-03-04 0/0/2']);
  t.deepEqual(await ends('campaignId=c1'), ['2026-03-04 0/0/1', '2026-03-05 0/0/2', '2026-03-07 0/0/1']);
  t.deepEqual(await ends('campaignId=c1&clientDomain=hats.example'), ['2026-03-04 0/0/1', '2026-03-07 0/0/0']);
  t.deepEqual(await ends('teamId=t2'), []);
  t.deepEqual(await ends('campaignId=theirs'), []);
  t.deepEqual(await ends('campaignId=c1', 'cid'), []);
  t.deepEqual(await ends('', 'dan'), []);
  await queries.given([
    { type: 'CampaignDeleted', stream: 'campaign-c1', data: { campaignId: 'c1' } },
    at('2026-03-08'),
  ]);
  t.deepEqual(await ends('campaignId=c1'), []);
  t.is((await ends('teamId=t1')).length, 3);
});

test('a moved link counts in its old list until the day of the move, and in its new list from then on', async (t) => {
  const queries = await openQueries(t);
  await queries.given(
    [teamCreated('t1', 'ann'), at('2026-03-01')],
    [linkAdded('l1'), at('2026-03-02')],
    [linkMoved('l1', 'user:ann', 'team:t1'), at('2026-03-04')],
  );
  t.deepEqual(await changes(queries, 'from=2026-03-01'), ['2026-03-01 0/0/0', '2026-03-02 0/0/1']);
  t.deepEqual(await changes(queries, 'from=2026-03-01&teamId=t1'), ['2026-03-01 0/0/0', '2026-03-04 0/0/1']);
});

test('only the owner of a deleted team gets its history, with its links and campaigns', async (t) => {
  const queries = await openQueries(t);
  const ended = { teamId: 't1', ownerId: 'ann', memberIds: ['bob'], invitationIds: [] };
  await queries.given(
    [teamCreated('t1', 'ann'), at('2026-03-01')],
    [joinedTeam('t1', 'bob'), at('2026-03-01')],
    [campaignCreated('c1', { scope: 'team:t1' }), at('2026-03-01')],
    [linkAdded('l1', { scope: 'team:t1', campaignId: 'c1' }), at('2026-03-02')],
    [{ type: 'TeamDeleted', stream: 'team-t1', data: ended }, at('2026-03-04')],
    [linkMoved('l1', 'team:t1', 'user:ann'), at('2026-03-04')],
    [
      { type: 'CampaignMoved', stream: 'campaign-c1', data: { campaignId: 'c1', from: 'team:t1', to: 'user:ann' } },
      at('2026-03-04'),
    ],
  );
  for (const part of ['', '&clientDomain=client.example', '&campaignId=c1']) {
    t.deepEqual(await changes(queries, `from=2026-03-01${part}`), ['2026-03-01 0/0/0', '2026-03-02 0/0/1'], part);
  }
  t.deepEqual(await changes(queries, 'from=2026-03-01', 'bob'), ['2026-03-01 0/0/0']);
  t.deepEqual(await changes(queries, 'from=2026-03-01&teamId=t1'), ['2026-03-01 0/0/0']);
});

test('a history covers at most 1,100 days and no future days', async (t) => {
  const queries = await openQueries(t);
  await queries.given([linkAdded('old'), at('2020-02-29')]);
  const longest = await queries.get<readonly DayCountsAnswer[]>('/api/stats/history?from=2023-03-07');
  t.is(longest.body.length, 1_100);
  t.deepEqual(longest.body[0], { day: '2023-03-07', ...NOTHING, pending: 1 });
  t.is((await queries.get<readonly unknown[]>('/api/stats/history?to=2020-03-01')).body.length, 30);
  const { body: ahead } = await queries.get<readonly DayCountsAnswer[]>(
    '/api/stats/history?from=2026-03-11&to=2026-03-11',
  );
  t.deepEqual(
    ahead.map(({ day }) => day),
    ['2026-03-10'],
    'today in Kiribati',
  );
  const cases = {
    'from=2023-03-06': ['from', /^from must not be before 2023-03-07: a history has at most 1,100 days/],
    'to=2026-03-12': ['to', /^to must not be after today, which is 2026-03-10 in UTC/],
    'from=2026-03-12': ['from', /^from must not be after 2026-03-10/],
    'from=2026-03-02&to=2026-03-01': ['from', /^from must not be after 2026-03-01/],
    'from=2026-02-30': ['from', /^from must be a day without a time, written as YYYY-MM-DD/],
    'to=yesterday': ['to', /^to must be a day without a time, written as YYYY-MM-DD/],
    'status=live': ['status', /not a parameter/],
    'from=2026-03-01&from=2026-03-02': ['from', /once/],
  } as const;
  for (const [query, [field, message]] of Object.entries(cases)) {
    const { status, body } = await queries.get<{ fields: Record<string, string> }>(`/api/stats/history?${query}`);
    t.is(status, 400, query);
    t.regex(body.fields[field] ?? '', message, query);
  }
  t.like(await queries.get('/api/stats/history', {}, ''), { status: 401, body: { code: 'signed-out' } });
});

test('a list of clients has the last check and the number of expiring links, but only on a page', async (t) => {
  const queries = await openQueries(t);
  const hats = { clientLink: 'https://hats.example/' };
  await queries.given(
    [linkAdded('l1', { ...hats, liveDate: '2026-03-01', duration: '30 days' }), at('2026-03-01')],
    [linkAdded('l2', { ...hats, duration: 'permanent' }), at('2026-03-02')],
    [checkRequested('l2', 'c1', hats), at('2026-03-03')],
    [linkChecked('l2', 'c1', { status: 'live', reason: 'found-static' }), at('2026-03-03', '11:00:00.000')],
    [linkAdded('l3', { clientLink: 'https://shoes.example/', duration: 'permanent' }), at('2026-03-04')],
  );
  const { body } = await queries.get<readonly ClientAnswer[]>('/api/clients?page=1&activity=true');
  t.deepEqual(
    body.map(({ clientDomain, expiringSoon, lastChecked }) => [clientDomain, expiringSoon, lastChecked]),
    [
      ['hats.example', 1, '2026-03-03T11:00:00.000Z'],
      ['shoes.example', 0, null],
    ],
  );
  t.false('lastChecked' in ((await queries.get<readonly ClientAnswer[]>('/api/clients?page=1')).body[0] ?? {}));
  t.is((await queries.get('/api/clients?activity=true')).status, 400);
  const { body: lost } = await queries.get<readonly ClientAnswer[]>('/api/clients?sort=removed&dir=desc');
  t.is(lost.length, 2);
});
