import test from 'ava';
import { contrast } from '../../command-service/contract/brand.ts';
import { streamOf as checkStreamOf } from '../../command-service/model/check/decider.ts';
import { EVIDENCE } from '../../infra/ports/storage/blob-store.ts';
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
import { pngOf } from '../../infra/testing/sample-images.ts';
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
  const report = async (more: object = {}, user = 'ann', end = position, begin = after) => {
    const id = `r${JSON.stringify(more).length}`;
    await app.given([defined(id, more), on(6)], [drafted(id, begin, end), on(6)]);
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

/** Pictures of the status changes of "gone": when it was live, and when it was lost. */
async function withPictures(app: Awaited<ReturnType<typeof february>>['app'], files: readonly Buffer[]) {
  const { events } = await app.feed.read(checkStreamOf('"gone"'));
  const changes = events.filter(({ type }) => type === 'LinkStatusChanged');
  for (const [index, file] of files.entries()) {
    const hash = await app.blobs.put(EVIDENCE, file);
    const of = { linkId: '"gone"', checkId: 'c', transition: changes[index]?.id ?? '', takenAt: on(3 + index).at };
    const picture = { kind: 'screenshot', hash, bytes: 1, width: 1280, height: 800, outlined: true } as const;
    await app.given([{ type: 'EvidenceKept', stream: 'evidence-"gone"', data: { ...of, ...picture } }, on(3 + index)]);
  }
}
const jpegsOf = (page: string) => [...page.matchAll(/<img src="data:image\/jpeg;base64,([^"]+)" alt="([^"]+)"/g)];
const parts = ['pictures'];

test('a report shows a lost link while it was live and when it was lost, drawn small and within the page', async (t) => {
  const { app, report } = await february(t);
  await withPictures(app, [pngOf(1280, 800), pngOf(1280, 801)]);
  const { page } = await report({ parts });
  t.deepEqual(
    jpegsOf(page).map(([, , alt]) => alt),
    [
      'blog.example/&quot;gone&quot;: Live on February 3, 2026',
      'blog.example/&quot;gone&quot;: Lost on February 4, 2026',
    ],
  );
  for (const [, jpeg = ''] of jpegsOf(page)) t.is(Buffer.from(jpeg, 'base64').readUInt16BE(0), 0xffd8);
  t.false((await report()).page.includes('Pictures of Lost Links'), 'a report has pictures only if they are chosen');
});

test('a report says which lost links have no picture, and why', async (t) => {
  const { app, report } = await february(t);
  t.true((await report({ parts })).page.includes('No picture of this link was taken.'));
  await withPictures(app, [pngOf(10, 10), Buffer.from('no picture')]);
  const [file] = await app.blobs.list(EVIDENCE);
  await app.blobs.remove(EVIDENCE, file?.hash ?? '');
  const { page } = await report({ parts });
  t.true(page.includes('The picture of February 3, 2026 was removed to make room for newer pictures.'));
  t.true(page.includes('The picture of February 4, 2026 is left out'), 'a damaged file breaks nothing');
  await app.given([linkPlaced('LinkTrashed', '"gone"'), on(8)], [linkPlaced('LinkPurged', '"gone"'), on(8)]);
  const { page: purged } = await report({ parts, name: 'Later' });
  t.true(purged.includes('The picture of February 4, 2026 was deleted with its link.'));
  t.is(jpegsOf(purged).length, 0);
});

test('a report has the pictures of at most 20 lost links, and says how many it leaves out', async (t) => {
  const { app, report } = await february(t);
  const scope = 'team:t1' as const;
  const many = Array.from({ length: 30 }, (_, n) => `many-${n}`);
  const position = await app.given(
    ...many.flatMap((id) => [
      [linkAdded(id, { scope, articleLink: articleOf(id) }), on(5)] as const,
      ...checked(id, 5, live, 'pending'),
      ...checked(id, 6, lost, 'live'),
    ]),
  );
  const { page } = await report({ parts }, 'ann', position);
  t.is(page.split('No picture of this link was taken.').length - 1, 20);
  t.true(page.includes('The pictures of 11 more lost links are left out: a report shows those of 20.'));
});

test('a report counts the domains that its client had at the end, whatever becomes of the client', async (t) => {
  const { app, report } = await february(t);
  const of = { clientId: 'c1', scope: 'team:t1' } as const;
  const record = { ...of, name: 'Tea Ltd.', notes: '' };
  const domains = ['client.example', 'other.example'];
  const end = await app.given([
    { type: 'ClientAdded', stream: 'client-c1', data: { ...record, domains } } as const,
    on(6),
  ]);
  const before = await report({}, 'ann', end);
  t.true(before.page.includes('Tea Ltd.'));
  t.is(numbersOf(before.page).pending, 2);
  const split = { domains: { from: domains, to: ['client.example'] }, name: { from: 'Tea Ltd.', to: 'Chai' } };
  await app.given([{ type: 'ClientEdited', stream: 'client-c1', data: { ...of, changes: split } }, on(7)]);
  t.deepEqual((await report({}, 'ann', end)).page, before.page);
  await app.given([{ type: 'ClientDeleted', stream: 'client-c1', data: { ...of, contactIds: [] } }, on(8)]);
  t.deepEqual((await report({}, 'ann', end)).page, before.page);
});

test('a report about days before the first event is empty', async (t) => {
  const { report } = await february(t);
  const { status, page } = await report({ parts: [...PARTS, 'pictures'] }, 'ann', 0, 0);
  t.is(status, 200);
  t.deepEqual(numbersOf(page), { live: 0, delivered: 0, lost: 0, back: 0, pending: 0 });
});
