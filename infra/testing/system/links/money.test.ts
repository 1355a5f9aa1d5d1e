/** Prices, vendors and order numbers of links through the API, on the whole system. */
import test from 'ava';
import type { LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type {
  FacetValueAnswer,
  HistoryAnswer,
  LinkAnswer,
  LinkDetailsAnswer,
} from '../../../../query-service/contract/answers/links.ts';
import type { CreatedTokenAnswer, TokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import { Program } from '../../actors/program.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import type { Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

// The pages are on a network that is never visited.
const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());
const somebody = signUpActors(app);
let added = 0;

async function add(person: Visitor, teamId: string | null = null): Promise<string> {
  added += 1;
  const body = { articleLink: `http://127.0.0.1:1/${added}`, clientLink: 'https://client.example/', teamId };
  return (await person.send<{ readonly id: string }>('POST', '/api/links', body)).body.id;
}
const PRICED = { price: { amount: 9_000, currency: 'USD' }, vendor: 'Acme, Inc.', orderNumber: 'PO-7' };
const set = (person: Visitor, id: string, money: object, headers = {}) =>
  person.send<Failure & { readonly revision: number }>('PUT', `/api/links/${id}/money`, money, headers);
const details = async (person: Visitor, id: string) => (await person.get<LinkDetailsAnswer>(`/api/links/${id}`)).body;
const ids = async (person: Visitor, query: string) =>
  (await person.get<LinkAnswer[]>(`/api/links?${query}`)).body.map(({ id }) => id);
const vendors = async (person: Visitor, query = '') =>
  (await person.get<FacetValueAnswer[]>(`/api/links/facets?of=vendor${query}`)).body;
const token = async (person: Actor, rights: object) =>
  new Program(app.url, (await person.send<CreatedTokenAnswer>('POST', '/api/tokens', rights)).body.token);

test('money is in details, list, facet, filter, history, ledger and files, and in the past', async (t) => {
  const ann = await somebody();
  const [priced, free] = [await add(ann), await add(ann)];
  const first = await set(ann, priced, PRICED);
  t.is(first.status, 200);
  t.is(first.body.revision, 1);
  await set(ann, free, { price: { amount: 0, currency: 'JPY' }, vendor: 'acme inc.' });
  t.like(await details(ann, priced), { money: PRICED, moneyRevision: 1, termsRevision: 0, revision: 0 });
  t.deepEqual((await ids(ann, 'vendor=ACME Inc.')).toSorted(), [priced, free].toSorted());
  t.deepEqual(await ids(ann, 'vendor=Northside'), []);
  t.like(await vendors(ann), [{ value: 'Acme Inc.', count: 2 }]);
  t.like(await vendors(ann, '&linkType=none&find=acm'), [{ count: 2 }]);
  t.deepEqual(await ids(ann, 'q=acme'), [], 'a search never finds by it');

  const lines = (await ann.get<HistoryAnswer[]>(`/api/links/${priced}/history`)).body;
  t.like(
    lines.find(({ kind }) => kind === 'money-changed'),
    { changes: { price: { from: null, to: PRICED.price } } },
  );
  t.is((await ann.get<LedgerAnswer[]>('/api/ledger?kind=money')).body.length, 2);
  const csv = (await ann.get<string>(`/api/links/export?ids=${priced},${free}`)).body;
  t.regex(csv, /,price,currency,vendor,orderNumber,/);
  t.regex(csv, /,90\.00,USD,"Acme, Inc\.",PO-7,/);
  t.regex(csv, /,0,JPY,"Acme, Inc\.",,/);

  const position = first.headers['x-position'];
  t.is((await set(ann, priced, {})).body.revision, 2);
  t.like(await details(ann, priced), { money: null, moneyRevision: 2 });
  t.like((await ann.get<LinkDetailsAnswer>(`/api/links/${priced}?asOf=${position}`)).body, { money: PRICED });
  t.deepEqual(await ids(ann, `vendor=acme inc.&asOf=${position}`), [priced]);
  t.deepEqual(await ids(ann, 'vendor=acme inc.'), [free]);
});

test('money that somebody changed meanwhile, and that of a link in the trash, stays as it is', async (t) => {
  const ann = await somebody();
  const id = await add(ann);
  t.is((await set(ann, id, PRICED, { 'If-Match': '"0"' })).status, 200);
  t.is((await ann.send('PUT', `/api/links/${id}/terms`, { visible: true }, { 'If-Match': '"0"' })).status, 200);
  t.is((await set(ann, id, {}, { 'If-Match': '"0"' })).status, 412);
  t.is((await set(ann, id, { vendor: 'Northside' }, { 'If-Match': '"1"' })).body.revision, 2);
  await ann.send('DELETE', `/api/links/${id}`);
  t.is((await set(ann, id, PRICED)).body.message, 'This link is in the trash: restore it first.');
});

test('a wrong price is refused beside its field, and nothing is saved', async (t) => {
  const ann = await somebody();
  const id = await add(ann);
  const refused = await set(ann, id, { vendor: 'Northside', price: { amount: -5, currency: 'ABC' } });
  t.is(refused.status, 400);
  t.deepEqual(Object.keys(refused.body.fields ?? {}).toSorted(), ['price.amount', 'price.currency']);
  t.is((await details(ann, id)).money, null);
});

test('who may not read money sees a link as one without, and cannot filter, count or export by it', async (t) => {
  const [ann, bob, cid, eve] = [await somebody(), await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [
    [bob, 'edit'],
    [cid, 'full'],
  ]);
  const [priced, plain, own] = [await add(ann, teamId), await add(ann, teamId), await add(bob)];
  t.is((await set(cid, priced, PRICED)).status, 200, 'a full member may');
  t.is((await set(bob, own, { vendor: 'Acme, Inc.' })).status, 200);
  t.is((await set(bob, priced, {})).status, 403);
  t.is((await set(eve, priced, {})).status, 404);

  const [seen, other] = [await details(bob, priced), await details(bob, plain)];
  t.like(seen, { money: null, moneyRevision: 0 });
  t.deepEqual(Object.keys(seen), Object.keys(other));
  const lines = await bob.get<HistoryAnswer[]>(`/api/links/${priced}/history?pageSize=100`);
  const others = await bob.get<HistoryAnswer[]>(`/api/links/${plain}/history?pageSize=100`);
  t.is(lines.headers['x-total-count'], others.headers['x-total-count']);
  t.false(JSON.stringify(lines.body).includes('money'));

  t.deepEqual(await ids(bob, 'vendor=acme inc.'), [own], 'only the lists where he may');
  t.like(await vendors(bob), [{ count: 1 }]);
  for (const path of [
    `/api/links?vendor=acme inc.&teamId=${teamId}`,
    `/api/teams/${teamId}/links?vendor=x`,
    `/api/links/facets?of=vendor&teamId=${teamId}`,
    `/api/links/facets?of=status&vendor=x&teamId=${teamId}`,
    `/api/links/export?columns=id,price&teamId=${teamId}`,
  ]) {
    const { status, body } = await bob.get<Failure>(path);
    t.is(status, 403, path);
    t.regex(body.message, /does not allow you to read prices and vendors/);
  }
  const file = await bob.get<string>(`/api/links/export?teamId=${teamId}`);
  t.notRegex(file.body, /price|currency|vendor|orderNumber/);
  const bulk = { action: 'tag', change: { add: ['x'] }, dryRun: true };
  const filtered = await bob.send<Failure>('POST', '/api/links/bulk', { ...bulk, filter: { vendor: 'x', teamId } });
  t.is(filtered.status, 403);
  const matched = await bob.send<{ total: number }>('POST', '/api/links/bulk', {
    ...bulk,
    filter: { vendor: 'acme inc.' },
  });
  t.is(matched.body.total, 1);
  t.deepEqual(await vendors(eve), []);
});

test('no saved view names a vendor', async (t) => {
  const ann = await somebody();
  const view = await ann.send<Failure>('POST', '/api/saved-views', { name: 'Acme', query: 'vendor=acme' });
  t.is(view.status, 400);
  t.regex(view.body.fields?.query ?? '', /cannot filter by vendor/);
});

test('an API token is open for money only if its owner said so', async (t) => {
  const ann = await somebody();
  const id = await add(ann);
  await set(ann, id, PRICED);
  const closed = await token(ann, { name: 'closed', access: 'write' });
  const open = await token(ann, { name: 'open', access: 'write', money: true });
  const reading = await token(ann, { name: 'reading', access: 'read', money: true });
  t.like(await details(closed, id), { money: null, moneyRevision: 0 });
  t.like(await details(open, id), { money: PRICED });
  t.like(await details(reading, id), { money: PRICED });
  for (const refused of [
    await set(closed, id, {}),
    await closed.get<Failure>('/api/links?vendor=acme'),
    await closed.get<Failure>('/api/links/export?columns=price'),
  ]) {
    t.is(refused.status, 403);
    t.regex(refused.body.message, /API token may not read or change prices and vendors/);
  }
  t.is((await set(reading, id, {})).status, 403);
  t.is((await set(open, id, { vendor: 'Northside' })).status, 200);
  const named = (await ann.get<TokenAnswer[]>('/api/tokens')).body.map(({ name, money }) => [name, money]);
  t.deepEqual(named, [
    ['reading', true],
    ['open', true],
    ['closed', false],
  ]);
});
