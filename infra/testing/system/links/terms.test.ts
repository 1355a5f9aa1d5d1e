/** Terms of links through the API, on the whole system. */
import test from 'ava';
import type { AlertAnswer } from '../../../../query-service/contract/answers/alerts.ts';
import type { LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type {
  FacetValueAnswer,
  HistoryAnswer,
  LinkAnswer,
  LinkDetailsAnswer,
} from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const TODAY = new Date().toISOString().slice(0, 10);

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);
let served = 0;

/** Adds a link to a page with this link. */
async function add(person: Actor, link: string, more: object = {}): Promise<string> {
  served += 1;
  pages.set(`/tea-${served}`, article(`<p>We like ${link}.</p>`));
  const body = { articleLink: pages.at(`/tea-${served}`), clientLink: CLIENT, ...more };
  return (await person.send<{ readonly id: string }>('POST', '/api/links', body)).body.id;
}
const NOFOLLOW = `<a rel="nofollow" href="${CLIENT}">good tea</a>`;
const agree = (person: Actor, id: string, terms: object, headers = {}) =>
  person.send<Failure & { readonly revision: number }>('PUT', `/api/links/${id}/terms`, terms, headers);
const details = async (person: Actor, id: string) => (await person.get<LinkDetailsAnswer>(`/api/links/${id}`)).body;
const ids = async (person: Actor, query: string) =>
  (await person.get<LinkAnswer[]>(`/api/links?${query}`)).body.map(({ id }) => id);

test('a link’s last day is not before its due day, whichever of the two is set later', async (t) => {
  const ann = await somebody();
  const body = { articleLink: pages.at('/none'), clientLink: CLIENT, timelineDate: '2031-05-01' };
  const post = (duration: string) => ann.send<Failure>('POST', '/api/links', { ...body, duration });
  const message = 'Until must not be before the due day';
  t.like(await post('2031-04-30'), { status: 400, body: { fields: { duration: message } } });
  t.is((await post('2031-05-01')).status, 201);
  const id = await add(ann, NOFOLLOW, { timelineDate: '2031-05-01' });
  t.like(await details(ann, id), { timelineDate: '2031-05-01', duration: '30 days' });
  const patch = (change: object) => ann.send<Failure>('PATCH', `/api/links/${id}`, change);
  t.like(await patch({ duration: '2031-04-30' }), { status: 400, body: { fields: { duration: message } } });
  t.is((await patch({ duration: '2031-06-30' })).status, 200);
  t.like(await patch({ timelineDate: '2031-07-01' }), { status: 400, body: { fields: { timelineDate: message } } });
  t.is((await patch({ timelineDate: '2031-07-01', duration: '1 year' })).status, 200);
});

test('what was agreed is beside what was found, in details, list, facet, history and ledger', async (t) => {
  const ann = await somebody();
  const [wrong, fine] = [await add(ann, NOFOLLOW), await add(ann, `<a href="${CLIENT}">good tea</a>`)];
  for (const id of [wrong, fine]) t.is((await agree(ann, id, { linkTypes: ['dofollow'] })).status, 200);
  const { terms, termsRevision, deviations, status } = await details(ann, wrong);
  t.like(terms, { linkTypes: ['dofollow'], anchor: null, indexable: false });
  t.is(termsRevision, 1);
  t.is(status, 'live', 'a deviation is no status');
  t.deepEqual(deviations, [{ code: 'wrong-type', since: TODAY, factSince: TODAY, evidence: 'nofollow', cause: 'rel' }]);
  t.deepEqual((await details(ann, fine)).deviations, []);

  t.deepEqual(await ids(ann, 'deviation=any'), [wrong]);
  t.deepEqual(await ids(ann, 'deviation=wrong-type,late'), [wrong]);
  t.deepEqual(await ids(ann, 'deviation=late'), []);
  t.is((await ann.get<StatsAnswer>('/api/stats')).body.deviating, 1);
  t.is((await ann.get<StatsAnswer>('/api/stats?clientDomain=other.example')).body.deviating, null);
  const file = (await ann.get<string>('/api/links/export?format=csv&columns=agreedLinkTypes,deviations')).body;
  t.true(file.includes(`dofollow,wrong-type since ${TODAY}`), file);
  const facet = (await ann.get<FacetValueAnswer[]>('/api/links/facets?of=deviation')).body;
  t.deepEqual(facet, [{ value: 'wrong-type', label: 'wrong-type', count: 1, isCapped: false }]);
  const inFirst = (await ann.get<FacetValueAnswer[]>('/api/links/facets?of=deviation&linkType=nofollow')).body;
  t.like(inFirst, [{ value: 'wrong-type', count: 1 }]);

  const lines = (await ann.get<HistoryAnswer[]>(`/api/links/${wrong}/history`)).body;
  const told = lines.find(({ kind }) => kind === 'terms-changed');
  t.like(told, {
    changes: { linkTypes: { from: null, to: ['dofollow'] } },
    deviations: { began: ['wrong-type'], ended: [] },
  });
  const entries = (await ann.get<LedgerAnswer[]>('/api/ledger?kind=terms')).body;
  t.is(entries.length, 2);

  const { articleLink } = await details(ann, wrong);
  pages.set(new URL(articleLink).pathname, article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  await ann.send('POST', `/api/links/${wrong}/recheck`);
  t.deepEqual(await ids(ann, 'deviation=any'), []);
  const ended = (await ann.get<HistoryAnswer[]>(`/api/links/${wrong}/history`)).body.flatMap((line) =>
    line.kind === 'checked' ? (line.deviations?.ended ?? []) : [],
  );
  t.deepEqual(ended, ['wrong-type']);
});

test('a link that stops being as agreed raises an alert; what already held when it was agreed does not', async (t) => {
  const ann = await somebody();
  const [old, fine] = [await add(ann, NOFOLLOW), await add(ann, `<a href="${CLIENT}">good tea</a>`)];
  const anchor = { rule: 'exactly', texts: ['Good Tea'] };
  for (const id of [old, fine]) await agree(ann, id, { anchor, linkTypes: ['dofollow'] });
  const { articleLink } = await details(ann, fine);
  pages.set(new URL(articleLink).pathname, article(`<p>We like <a href="${CLIENT}">their shop</a>.</p>`));
  for (const id of [old, fine]) await ann.send('POST', `/api/links/${id}/recheck`);
  const alerts = await waitUntil(async () => {
    const all = (await ann.get<AlertAnswer[]>('/api/alerts?page=1&pageSize=50&tab=status')).body;
    return all.some(({ type }) => type === 'deviates') && all;
  });
  const told = alerts.filter(({ type }) => type === 'deviates');
  t.deepEqual(
    told.map(({ linkId }) => linkId),
    [fine],
  );
  t.like(told[0]?.news, { event: 'deviates', deviation: { code: 'wrong-anchor', evidence: 'their shop' } });
});

test('a past moment shows the terms and the deviations of that moment', async (t) => {
  const ann = await somebody();
  const id = await add(ann, NOFOLLOW);
  const agreed = await agree(ann, id, { linkTypes: ['dofollow'] });
  const position = agreed.headers['x-position'];
  t.is((await ann.send('DELETE', `/api/links/${id}/terms`)).status, 204);
  t.like(await details(ann, id), { terms: null, deviations: [], termsRevision: 2 });
  const then = (await ann.get<LinkDetailsAnswer>(`/api/links/${id}?asOf=${position}`)).body;
  t.like(then, { terms: { linkTypes: ['dofollow'] }, termsRevision: 1 });
  t.like(then.deviations, [{ code: 'wrong-type' }]);
  t.deepEqual(await ids(ann, `deviation=any&asOf=${position}`), [id]);
  t.deepEqual(await ids(ann, 'deviation=any'), []);
});

test('any link can be due on a day and stay until a day', async (t) => {
  const ann = await somebody();
  const id = await add(ann, NOFOLLOW, { articleLink: pages.at('/nowhere'), duration: '2099-01-31' });
  const edited = await ann.send('PATCH', `/api/links/${id}`, { timelineDate: '2020-01-31' });
  t.is(edited.status, 200);
  t.like(await details(ann, id), { duration: '2099-01-31', timelineDate: '2020-01-31', expirationDate: null });
  t.deepEqual((await details(ann, id)).deviations, [
    { code: 'late', since: TODAY, factSince: '2020-02-01', evidence: '2020-01-31', cause: null },
  ]);
  const bad = await ann.send<Failure>('PATCH', `/api/links/${id}`, { duration: '2099-02-31' });
  t.is(bad.status, 400);
  t.regex(bad.body.fields?.duration ?? '', /the last day as YYYY-MM-DD/);
});

test('terms that somebody changed meanwhile stay as they are, as do those of a link in the trash', async (t) => {
  const ann = await somebody();
  const id = await add(ann, NOFOLLOW);
  t.is((await agree(ann, id, { visible: true }, { 'If-Match': '"0"' })).status, 200);
  const late = await agree(ann, id, { indexable: true }, { 'If-Match': '"0"' });
  t.is(late.status, 412);
  t.like((await details(ann, id)).terms, { visible: true, indexable: false });
  t.is((await agree(ann, id, { indexable: true }, { 'If-Match': '"1"' })).body.revision, 2);
  await ann.send('DELETE', `/api/links/${id}`);
  const trashed = await agree(ann, id, { visible: true });
  t.is(trashed.status, 409);
  t.is(trashed.body.message, 'This link is in the trash: restore it first.');
});

test('wrong terms are refused beside their field, and nothing is saved', async (t) => {
  const ann = await somebody();
  const id = await add(ann, NOFOLLOW);
  const refused = await agree(ann, id, {
    anchor: { rule: 'one-of', texts: Array.from({ length: 51 }, (_, index) => `Text ${index}`) },
    linkTypes: ['follow'],
  });
  t.is(refused.status, 400);
  t.deepEqual(Object.keys(refused.body.fields ?? {}).toSorted(), ['anchor.texts', 'linkTypes[0]']);
  t.is((await details(ann, id)).terms, null);
});

test('a viewer may not change terms, and a stranger does not learn that the link exists', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const id = await add(ann, NOFOLLOW, { teamId });
  await agree(ann, id, { linkTypes: ['dofollow'] });
  t.is((await agree(bob, id, { visible: true })).status, 403);
  t.is((await agree(eve, id, { visible: true })).status, 404);
  t.like((await details(bob, id)).terms, { linkTypes: ['dofollow'] });
});
