import test from 'ava';
import { contrast } from '../../command-service/contract/brand.ts';
import { openQueries } from '../../infra/testing/apps/query-app.ts';
import {
  checkRequested,
  joinedTeam,
  linkAdded,
  linkChecked,
  linkPlaced,
  reportDefined,
  statusChanged,
  teamCreated,
  userRegistered,
} from '../../infra/testing/event-builder.ts';
import type { ReportAnswer } from '../contract/answers/reports.ts';

const on = (day: number) => ({ at: `2026-02-${String(day).padStart(2, '0')}T10:00:00.000Z` });
const live = { status: 'live', reason: 'found-static', anchor: 'shoes', linkType: 'dofollow' } as const;
const lost = { status: 'removed', reason: 'not-on-page' } as const;

const articleOf = (id: string) => `https://blog.example/${id}`;

function checked(
  id: string,
  day: number,
  verdict: Parameters<typeof linkChecked>[2],
  from: 'pending' | 'live' | 'removed',
) {
  const check = `${id}-${day}`;
  return [
    [checkRequested(id, check, { articleLink: articleOf(id) }), on(day)],
    [linkChecked(id, check, verdict), on(day)],
    [statusChanged(id, from, verdict.status, verdict.reason), on(day)],
  ] as const;
}

const PARTS = ['delivered', 'lost', 'back', 'deviations', 'pending', 'anchors', 'standing', 'all'] as const;
const defined = (reportId: string, more: object) =>
  reportDefined(reportId, { scope: 'team:t1', name: 'February <b>', parts: PARTS, ...more });
const drafted = (reportId: string, after: number, position: number) => ({
  type: 'ReportDrafted' as const,
  stream: `report-${reportId}`,
  data: {
    ...{ reportId, issueId: 'i1', shareId: 'S'.repeat(22), rules: 1, held: null },
    period: { from: '2026-02-03', to: '2026-02-06', timeZone: 'UTC', after, position },
  },
});

/** A team's links of a client; of days 3 to 6: two went live, one of them was lost, and an old link came back. */
async function february(t: Parameters<typeof openQueries>[0]) {
  const app = await openQueries(t);
  const after = await app.given(
    [userRegistered('ann', { firstName: 'Ann' }), on(1)],
    [teamCreated('t1', 'ann', 'Agency & Sons'), on(1)],
    [joinedTeam('t1', 'bob', 'view'), on(1)],
    [linkAdded('old', { scope: 'team:t1', articleLink: articleOf('old'), tags: ['tea'] }), on(1)],
    ...checked('old', 1, live, 'pending'),
    ...checked('old', 2, lost, 'live'),
  );
  const position = await app.given(
    [linkAdded('new', { scope: 'team:t1', articleLink: articleOf('new') }), on(3)],
    ...checked('new', 3, live, 'pending'),
    [linkAdded('"gone"', { scope: 'team:t1', articleLink: articleOf('"gone"') }), on(3)],
    ...checked('"gone"', 3, live, 'pending'),
    ...checked('"gone"', 4, lost, 'live'),
    ...checked('old', 5, live, 'removed'),
    [linkAdded('waits', { scope: 'team:t1', articleLink: articleOf('waits') }), on(5)],
    [linkAdded('foreign', { scope: 'team:t1', clientLink: 'https://other.example/' }), on(5)],
  );
  const report = async (more: object = {}, user = 'ann', end = position) => {
    const id = `r${JSON.stringify(more).length}`;
    await app.given([defined(id, more), on(6)], [drafted(id, after, end), on(6)]);
    const path = `${app.url}/api/reports/${id}/issues/i1/html`;
    const answer = await fetch(path, { headers: { 'X-Test-User': user } });
    return { status: answer.status, headers: answer.headers, page: await answer.text() };
  };
  return { app, report };
}

/** The numbers at the top of a page. */
const numbersOf = (page: string) =>
  Object.fromEntries([...page.matchAll(/<dd class="(\w+)">(\d+)</g)].map(([, name, count]) => [name, Number(count)]));
/** The articles in the tables, in their order. */
const articlesOf = (page: string) =>
  [...page.matchAll(/<td class="article"[^>]*><a href="https:\/\/blog.example\/([^"]*)"/g)].map(([, name]) => name);

test('a report counts the events of its period, and the links as they stood at its end', async (t) => {
  const { app, report } = await february(t);
  await app.given(...checked('new', 7, lost, 'live'), [linkPlaced('LinkTrashed', 'old'), on(8)]);
  const { page, headers } = await report();
  t.deepEqual(numbersOf(page), { live: 2, delivered: 2, lost: 1, back: 1, pending: 1 });
  const [delivered, gone, back, waits] = [['new', '&quot;gone&quot;'], ['&quot;gone&quot;'], ['old'], ['waits']];
  const standing = ['new', 'old'];
  t.deepEqual(articlesOf(page), [
    ...[...delivered, ...gone, ...back, ...waits, ...standing],
    ...['&quot;gone&quot;', 'new', 'old', 'waits'],
  ]);
  t.true(page.includes('Agency &amp; Sons') && page.includes('February 3, 2026 – February 6, 2026'));
  t.true(page.includes('February &lt;b&gt;') && !page.includes('<b>'), 'a name is text');
  t.regex(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'self'/);
  t.false(page.includes('<script') || page.includes('http://') || page.includes('url(https'), 'it loads nothing');
});

test('a report about a tag counts the links that had the tag at its end', async (t) => {
  const { report } = await february(t);
  const { page } = await report({ subject: { kind: 'tag', id: 'Tea' }, parts: ['all'] });
  t.deepEqual(numbersOf(page), { live: 1, delivered: 0, lost: 0, back: 1, pending: 0 });
  t.deepEqual(articlesOf(page), ['old']);
  const { page: none } = await report({ subject: { kind: 'tag', id: 'nobody has it' }, parts: ['all'] });
  t.deepEqual(numbersOf(none), { live: 0, delivered: 0, lost: 0, back: 0, pending: 0 });
  t.true(none.includes('No links.'));
});

test('a number of a draft leads to what it counts', async (t) => {
  const { app, report } = await february(t);
  const { page } = await report();
  const addresses = [...page.matchAll(/<a href="(\/[^"]+)" target="_top"/g)].map(([, at = '']) =>
    at.replaceAll('&amp;', '&'),
  );
  const live = addresses.find((at) => at.includes('status=live')) ?? '';
  t.is((await app.get<unknown[]>(`/api/links?${new URL(live, app.url).searchParams}`)).body.length, 2);
  const { searchParams } = new URL(addresses.find((at) => at.includes('kind=went-live')) ?? '', app.url);
  const range = { from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '', kind: 'went-live' };
  const of = { clientDomain: searchParams.get('client') ?? '', teamId: searchParams.get('team') ?? '' };
  t.like((await app.get(`/api/activity?${new URLSearchParams({ ...range, ...of })}`)).body, { total: 2 });
});

test('members read the reports of their list, and those with prices only who may read money', async (t) => {
  const { app, report } = await february(t);
  await report();
  t.is((await report({ prices: true })).status, 200);
  t.is((await report({ prices: true }, 'bob')).status, 404);
  const names = async (user: string) =>
    (await app.get<ReportAnswer[]>('/api/reports', {}, user)).body.map(({ id }) => id);
  t.deepEqual([(await names('ann')).length, (await names('bob')).length, (await names('eve')).length], [2, 1, 0]);
  const [seen] = (await app.get<ReportAnswer[]>('/api/reports?teamId=t1', {}, 'bob')).body;
  t.like(seen, { name: 'February <b>', subjectName: 'client.example', teamName: 'Agency & Sons', mayEdit: false });
  t.like(seen?.issues[0], { status: 'draft', from: '2026-02-03', to: '2026-02-06', url: null, formats: [] });
});

test('a page has at most 500 rows, and says how many more the tables have', async (t) => {
  const { app, report } = await february(t);
  const scope = 'team:t1' as const;
  const many = Array.from({ length: 600 }, (_, n) => linkAdded(`many-${n}`, { scope, articleLink: articleOf(`${n}`) }));
  const position = await app.given(...many.map((event) => [event, on(6)] as const));
  const { page } = await report({ parts: ['all'] }, 'ann', position);
  t.is(articlesOf(page).length, 500);
  t.true(page.includes('104 more links are in the tables of this report.'));
});

test('a report has the name, accent and footer of the brand of its list, and its colors of statuses', async (t) => {
  const { app, report } = await february(t);
  const brand = { name: 'Fair & Wind', logo: null, accent: '#ffffff', senderName: '', footer: 'Talk to <us>.' };
  const data = { scope: 'team:t1' as const, ownerId: 't1', ...brand };
  await app.given([{ type: 'BrandChanged', stream: 'brand-team:t1', data }, on(7)]);
  const { page } = await report();
  t.true(page.includes('<p class="agency">Fair &amp; Wind</p>') && page.includes('Talk to &lt;us&gt;.'));
  const [, accent = ''] = /:root { --link: (#\w{6}); }/.exec(page) ?? [];
  t.true(contrast(accent, '#ffffff') >= 4.5, 'white on white cannot be read');
  t.true(page.includes('--live: #1b7f4d'));
});
