import test from 'ava';
import { openQueries } from '../../../infra/testing/apps/query-app.ts';
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
  userRegistered,
} from '../../../infra/testing/event-builder.ts';
import type { CampaignWithLinksAnswer } from '../../contract/answers/campaigns.ts';
import type { HistoryAnswer, LinkAnswer } from '../../contract/answers/links.ts';
import type { StatsAnswer } from '../../contract/answers/stats.ts';
import type { TeamAnswer } from '../../contract/answers/teams.ts';

const on = (day: number) => ({ at: `2026-03-0${day}T10:00:00.000Z` });

/** Day 1: a team with a campaign and a link. Day 2: it is live. Day 3: renamed, edited. Day 4: moved. Day 5: removed, purged. */
async function fiveDays(t: Parameters<typeof openQueries>[0]) {
  const app = await openQueries(t);
  const verdict = { status: 'live', reason: 'found-static', anchor: 'shoes', linkType: 'dofollow' } as const;
  await app.given(
    [userRegistered('ann', { firstName: 'Ann' }), on(1)],
    [userRegistered('bob', { firstName: 'Bob' }), on(1)],
    [teamCreated('t1', 'ann', 'Before'), on(1)],
    [teamCreated('t2', 'ann'), on(1)],
    [campaignCreated('c1', { name: 'Spring' }), on(1)],
    [linkAdded('l1', { scope: 'team:t1', campaignId: 'c1', tags: ['paid'], pocEmail: 'joe@example.com' }), on(1)],
    [checkRequested('l1', 'k1'), on(2)],
    [linkChecked('l1', 'k1', verdict), on(2)],
    [statusChanged('l1', 'pending', 'live', 'found-static'), on(2)],
    [{ type: 'TeamRenamed', stream: 'team-t1', data: { teamId: 't1', from: 'Before', to: 'After' } }, on(3)],
    [joinedTeam('t1', 'bob'), on(3)],
    [linkEdited('l1', { remarks: { from: null, to: 'call them' } }), on(3)],
    [linkAdded('l2', { scope: 'user:ann' }), on(3)],
    [linkMoved('l1', 'team:t1', 'team:t2'), on(4)],
    [linkPlaced('LinkTrashed', 'l1'), on(5)],
    [linkPlaced('LinkPurged', 'l1'), on(5)],
  );
  return app;
}

test('lists, counts, campaigns, clients, tags and link pages show the requested moment', async (t) => {
  const app = await fiveDays(t);
  const onDay = (path: string, day: number) =>
    app.get<never>(`${path}${path.includes('?') ? '&' : '?'}asOf=2026-03-0${day}`);
  const links = async (day: number): Promise<LinkAnswer[]> => (await onDay('/api/links', day)).body;
  t.deepEqual(
    (await links(1)).map(({ id, status, teamName, campaignName }) => [id, status, teamName, campaignName]),
    [['l1', 'pending', 'Before', 'Spring']],
  );
  t.like((await links(2))[0], { status: 'live', anchor: 'shoes', linkType: 'dofollow', remarks: null });
  t.deepEqual((await links(3)).map(({ id, teamName, remarks }) => [id, teamName, remarks]).toSorted(), [
    ['l1', 'After', 'call them'],
    ['l2', null, null],
  ]);
  t.is((await links(4)).find(({ id }) => id === 'l1')?.teamId, 't2');
  t.deepEqual(
    (await links(5)).map(({ id }) => id),
    ['l2'],
  );

  const answer = await app.get<LinkAnswer[]>('/api/teams/t1/links?asOf=2026-03-02&pageSize=5');
  t.is(answer.headers['x-as-of'], '2026-03-02T23:59:59.999Z');
  t.is(answer.headers['x-as-of-position'], '9');
  t.is(answer.headers['x-total-count'], '1');

  const stats = async (day: number): Promise<StatsAnswer> => (await onDay('/api/stats?teamId=t1', day)).body;
  t.like(await stats(1), { total: 1, live: 0, pending: 1, uniqueClients: 1 });
  t.like(await stats(2), { total: 1, live: 1, pending: 0 });
  t.like(await stats(4), { total: 0 });
  t.deepEqual((await onDay('/api/stats/history?teamId=t1&from=2026-03-01', 2)).body, [
    { day: '2026-03-01', live: 0, removed: 0, notFound: 0, pending: 1 },
    { day: '2026-03-02', live: 1, removed: 0, notFound: 0, pending: 0 },
  ]);
  t.like((await onDay('/api/clients/client.example', 2)).body, { total: 1, live: 1 });
  t.like((await onDay('/api/clients', 1)).body, [{ clientDomain: 'client.example', pending: 1 }]);
  t.like((await onDay('/api/tags', 1)).body, [{ tag: 'paid' }]);
  t.like((await onDay('/api/links/facets?of=status', 2)).body, [{ value: 'live', count: 1 }]);
  const campaign: CampaignWithLinksAnswer = (await onDay('/api/campaigns/c1', 2)).body;
  t.like(campaign, { name: 'Spring', live: 1, links: [{ id: 'l1' }] });
  t.is((await onDay('/api/trash', 4)).headers['x-total-count'], '0');
});

test('a link page and its history end at the requested moment', async (t) => {
  const app = await fiveDays(t);
  const one = await app.get<LinkAnswer>('/api/links/l1?asOf=2026-03-02');
  t.like(one.body, { status: 'live', teamName: 'Before', daysLeft: 30 });
  const history = await app.get<HistoryAnswer[]>('/api/links/l1/history?asOf=2026-03-02&pageSize=2');
  t.deepEqual(
    history.body.map(({ kind }) => kind),
    ['status-changed', 'checked'],
  );
  t.is(history.headers['x-total-count'], '4');
  const position = history.body[1]?.position;
  const before = await app.get<HistoryAnswer[]>(`/api/links/l1/history?asOf=${position}`);
  t.is(before.body.length, 3);
  const none = await app.get<{ message: string }>('/api/links/l2?asOf=2026-03-02');
  t.is(none.status, 404);
  t.is(none.body.message, 'This did not exist at 2026-03-02T23:59:59.999Z, or you may not see it.');
});

test('a team is as it was, and people have their present names', async (t) => {
  const app = await fiveDays(t);
  const team = async (day: number) => (await app.get<TeamAnswer>(`/api/teams/t1?asOf=2026-03-0${day}`)).body;
  t.like(await team(2), { name: 'Before', memberCount: 1, role: 'admin', links: { live: 1 } });
  t.like(await team(3), { name: 'After', memberCount: 2, members: [{ name: 'Bob' }] });
  const bob = await app.get<TeamAnswer>('/api/teams/t1?asOf=2026-03-02', {}, 'bob');
  t.like(bob.body, { memberCount: 1, role: 'contributor', permission: 'edit' });
  await app.given([{ type: 'AccountDeleted', stream: 'user-bob', data: { userId: 'bob', heirs: [] } }]);
  t.like(await team(3), { members: [{ name: 'Deleted user', user: { firstName: '', email: '' } }] });
});

test('present access decides: a newcomer sees the past of the team, and former members do not', async (t) => {
  const app = await fiveDays(t);
  const seen = async (user: string) =>
    (await app.get<LinkAnswer[]>('/api/links?asOf=2026-03-02', {}, user)).body.length;
  t.is(await seen('bob'), 1, 'bob joined later');
  t.is(await seen('eve'), 0);
  t.is((await app.get('/api/links/l1?asOf=2026-03-02', {}, 'eve')).status, 404);
  await app.given([{ type: 'MemberLeft', stream: 'team-t1', data: { teamId: 't1', userId: 'bob' } }, on(6)]);
  t.is(await seen('bob'), 0);
  t.is((await app.get('/api/teams/t1/links?asOf=2026-03-03', {}, 'bob')).status, 404);
});

test('the owner of a deleted team inherits its past, and its members do not', async (t) => {
  const app = await fiveDays(t);
  const deleted = { teamId: 't1', ownerId: 'ann', memberIds: ['bob'], invitationIds: [] };
  await app.given([{ type: 'TeamDeleted', stream: 'team-t1', data: deleted }, on(6)]);
  const { body } = await app.get<LinkAnswer[]>('/api/links?asOf=2026-03-02');
  t.like(body, [{ id: 'l1', teamName: 'Before' }]);
  t.deepEqual((await app.get('/api/links?asOf=2026-03-02', {}, 'bob')).body, []);
});

test('before the first event every list is empty', async (t) => {
  const app = await fiveDays(t);
  const answer = await app.get('/api/links?asOf=2020-01-01');
  t.is(answer.status, 200);
  t.deepEqual(answer.body, []);
  t.is(answer.headers['x-as-of-position'], '0');
  t.like((await app.get('/api/stats?asOf=2020-01-01')).body, { total: 0, uniqueClients: 0 });
  t.deepEqual((await app.get('/api/teams/my?asOf=2020-01-01')).body, []);
});

test('a moment after the last event shows what the live lists show', async (t) => {
  const app = await fiveDays(t);
  await app.given(
    [linkMoved('l2', 'user:ann', 'team:t1'), on(6)],
    [linkEdited('l2', { tags: { from: [], to: ['a'] } }), on(6)],
  );
  const paths = [
    ...['/api/links', '/api/links?sort=anchor&dir=asc&pageSize=2', '/api/stats', '/api/clients', '/api/campaigns'],
    ...['/api/campaigns/c1', '/api/tags', '/api/trash', '/api/teams/my', '/api/teams/joined', '/api/teams/t1'],
    ...['/api/teams/t1/members', '/api/teams/t1/links', '/api/teams/t1/clients', '/api/links/l2'],
    ...['/api/links/l2/history', '/api/stats/history', '/api/links/facets?of=tag', '/api/links/facets?of=teamId'],
  ];
  for (const path of paths) {
    const [live, past] = [
      await app.get(path),
      await app.get(`${path}${path.includes('?') ? '&' : '?'}asOf=2026-03-10`),
    ];
    t.is(past.status, 200, path);
    t.deepEqual(past.body, live.body, path);
    t.is(past.headers['x-total-count'], live.headers['x-total-count'], path);
  }
});

test('an invalid moment is refused with advice', async (t) => {
  const app = await fiveDays(t);
  for (const asOf of [
    'tomorrow',
    '2026-03-12',
    '2026-02-31',
    '12345678',
    '2026-03-10T12:00:01Z',
    '%00',
    '2026-03-01,2026-03-02',
  ]) {
    const { status, body } = await app.get<{ fields: object }>(`/api/links?asOf=${asOf}`);
    t.is(status, 400, asOf);
    t.deepEqual(Object.keys(body.fields), ['asOf'], asOf);
  }
  const twice = await app.get('/api/links?asOf=2026-03-01&asOf=2026-03-02');
  t.is(twice.status, 400);
  t.is((await app.get('/api/links?asOf=2026-03-01', {}, '')).status, 401);
});

test('the moment of a day, an instant, a position and of now is answered with the first day', async (t) => {
  const app = await fiveDays(t);
  const moment = async (asOf: string) => (await app.get(`/api/as-of${asOf}`)).body;
  const firstDay = '2026-03-01';
  t.deepEqual(await moment('?asOf=2026-03-01'), { at: '2026-03-01T23:59:59.999Z', position: 6, firstDay });
  t.deepEqual(await moment('?asOf=7'), { at: '2026-03-02T10:00:00.000Z', position: 7, firstDay });
  t.deepEqual(await moment('?asOf=2020-01-01'), { at: '2020-01-01T23:59:59.999Z', position: 0, firstDay });
  t.like(await moment(''), { at: '2026-03-10T12:00:00.000Z', position: 16 });
  t.is((await app.get('/api/as-of?asOf=5')).status, 200);
  t.is((await app.get('/api/as-of?asOf=1')).status, 400, 'a registration is not in the ledger');
});

test('two moments are compared: links that were added, went live, were lost, came back, changed and were deleted', async (t) => {
  const app = await fiveDays(t);
  const live = { status: 'live', reason: 'found-static', anchor: 'shoes', linkType: 'dofollow' } as const;
  const lost = { status: 'removed', reason: 'not-on-page' } as const;
  const check = (id: string, check: string, day: number, verdict: Parameters<typeof linkChecked>[2]) =>
    [
      [checkRequested(id, check), on(day)],
      [linkChecked(id, check, verdict), on(day)],
    ] as const;
  await app.given(
    ...check('l2', 'k2', 4, live),
    [statusChanged('l2', 'pending', 'live', 'found-static'), on(4)],
    ...check('l2', 'k3', 6, lost),
    [statusChanged('l2', 'live', 'removed', 'not-on-page'), on(6)],
    ...check('l2', 'k4', 7, { ...live, anchor: '=boots' }),
    [statusChanged('l2', 'removed', 'live', 'found-static'), on(7)],
    [linkAdded('l3', { scope: 'team:t1', articleLink: 'https://a.example/' }), on(8)],
  );
  interface Compared {
    readonly counts: object;
    readonly total: number;
    readonly rows: readonly { readonly link: { readonly id: string }; readonly changes: readonly string[] }[];
  }
  const compared = async (query: string) => {
    const { body } = await app.get<Compared>(`/api/compare?${query}`);
    return body.rows.map(({ link, changes }) => [link.id, ...changes]);
  };
  t.deepEqual(await compared('from=2026-03-01&to=2026-03-03'), [
    ['l1', 'went-live'],
    ['l2', 'added'],
  ]);
  t.deepEqual(await compared('from=2026-03-02&to=2026-03-05'), [
    ['l1', 'deleted'],
    ['l2', 'added', 'went-live'],
  ]);
  t.deepEqual(await compared('from=2026-03-05&to=2026-03-06'), [['l2', 'lost']]);
  t.deepEqual(await compared('from=2026-03-06&to=2026-03-07'), [['l2', 'came-back']]);
  t.deepEqual(await compared('from=2026-03-05'), [
    ['l3', 'added'],
    ['l2', 'anchor'],
  ]);
  t.deepEqual(await compared('from=2026-03-05&teamId=t1'), [['l3', 'added']]);
  t.deepEqual(await compared('from=2026-03-05&teamId=t1,personal,t1'), [
    ['l3', 'added'],
    ['l2', 'anchor'],
  ]);
  t.deepEqual(await compared('from=2026-03-05&teamId=t9'), []);
  t.deepEqual(await compared('from=2026-03-01&to=2026-03-03&campaignId=c1'), [['l1', 'went-live']]);
  t.deepEqual(await compared('from=2026-03-03&to=2026-03-04&campaignId=c1'), [['l1', 'deleted']]);
  t.deepEqual(await compared('from=2026-03-05&change=anchor,lost'), [['l2', 'anchor']]);
  t.deepEqual(await compared('from=2026-03-07&to=2026-03-07'), []);
  const { body } = await app.get<Compared>('/api/compare?from=2026-03-05&pageSize=1&page=2');
  t.like(body, {
    from: '2026-03-05T23:59:59.999Z',
    to: '2026-03-10T12:00:00.000Z',
    total: 2,
    counts: { added: 1, 'went-live': 0, lost: 0, 'came-back': 0, type: 0, anchor: 1, deleted: 0 },
    rows: [{ link: { id: 'l2' }, before: { anchor: 'shoes' }, after: { anchor: '=boots', status: 'live' } }],
  });
});

test('a comparison is a CSV file too, and refuses invalid moments and moments in the wrong order', async (t) => {
  const app = await fiveDays(t);
  const answer = await fetch(`${app.url}/api/compare/export?from=2026-03-01&to=2026-03-03`, {
    headers: { 'X-Test-User': 'ann' },
  });
  t.is(answer.headers.get('content-disposition'), 'attachment; filename="changes-2026-03-01-2026-03-03.csv"');
  const lines = (await answer.text()).split('\n');
  t.regex(lines[0] ?? '', /id,changes,articleLink,clientLink/);
  t.regex(lines[1] ?? '', /^l1,went-live,https:\/\/blog.example\/post,.*,pending,live,,dofollow,,shoes$/);
  const wrong: readonly (readonly [string, string])[] = [
    ['from=2026-03-03&to=2026-03-01', 'from'],
    ['from=2026-03-01&to=2027-01-01', 'to'],
    ['from=yesterday', 'from'],
    ['to=2026-03-01', 'from'],
    ['from=2026-03-01&change=better', 'change'],
  ];
  for (const [query, field] of wrong) {
    const { status, body } = await app.get<{ fields: object }>(`/api/compare?${query}`);
    t.is(status, 400, query);
    t.deepEqual(Object.keys(body.fields), [field], query);
  }
});
