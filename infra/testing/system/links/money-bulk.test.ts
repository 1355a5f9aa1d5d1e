/** Prices and vendors of many links at once, and money that moves out of remarks, on the whole system. */
import test from 'ava';
import type {
  BulkAnswer,
  BulkCountAnswer,
  StartedBulkAnswer,
} from '../../../../query-service/contract/answers/bulk-operations.ts';
import type { LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type { FacetValueAnswer, LinkDetailsAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { CheckableListAnswer } from '../../../../query-service/contract/answers/status-checks.ts';
import type { CreatedTokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import { Program } from '../../actors/program.ts';
import { makeTeam, signUpActors } from '../../actors/team.ts';
import type { Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

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

async function add(person: Visitor, more: object = {}): Promise<string> {
  added += 1;
  const body = { articleLink: `http://127.0.0.1:1/${added}`, clientLink: 'https://client.example/', ...more };
  return (await person.send<{ readonly id: string }>('POST', '/api/links', body)).body.id;
}
const set = (person: Visitor, id: string, money: object) => person.send('PUT', `/api/links/${id}/money`, money);
const link = async (person: Visitor, id: string) => (await person.get<LinkDetailsAnswer>(`/api/links/${id}`)).body;
const bulk = <T>(person: Visitor, body: object) => person.send<T>('POST', '/api/links/bulk', body);
const ended = (person: Visitor, batchId: string) =>
  waitUntil(async () => {
    const { body } = await person.get<BulkAnswer>(`/api/links/bulk/${batchId}`);
    return body.state !== 'running' && body;
  });
async function run(person: Visitor, body: object): Promise<BulkAnswer> {
  const started = await bulk<StartedBulkAnswer>(person, body);
  if (started.status !== 201) throw new Error(JSON.stringify(started.body));
  return ended(person, started.body.batchId);
}
async function undo(person: Visitor, batchId: string): Promise<BulkAnswer> {
  await person.send('POST', `/api/links/bulk/${batchId}/undo`);
  return ended(person, batchId);
}
const offered = async (person: Visitor, teamId: string | null = null) =>
  (await person.get<CheckableListAnswer[]>('/api/checkable-lists')).body.find((list) => list.teamId === teamId)
    ?.moneyInRemarks;
const usd = (amount: number) => ({ amount, currency: 'USD' });
const MOVE = { action: 'remarks', filter: { teamId: 'personal' } };

test('money moves from the remarks of a list to its fields, what cannot be read stays, and an undo puts it back', async (t) => {
  const ann = await somebody();
  const remarks = 'Vendor: Northside\nask Eve first\nPrice: 120 €\nOrder number: A-17';
  const whole = await add(ann, { remarks });
  const part = await add(ann, { remarks: 'Vendor: northside\nPrice: 120/mo' });
  const wrong = await add(ann, { remarks: 'Price: ABC 120' });
  const priced = await add(ann, { remarks: 'Price: USD 90\nVendor: Acme' });
  const plain = await add(ann, { remarks: 'Call: tomorrow' });
  await set(ann, priced, { price: usd(5_000) });
  const earlier = await link(ann, priced);
  t.is(await offered(ann), 3);

  const { body: count } = await bulk<BulkCountAnswer>(ann, { ...MOVE, dryRun: true });
  t.like(count, { total: 3, allowed: 3, refused: [] });
  t.is(count.remarks?.left, 3);
  const first = count.remarks?.first.find(({ linkId }) => linkId === whole);
  t.like(first, { before: remarks, after: 'ask Eve first' });
  t.deepEqual(first?.money, { price: { amount: 12_000, currency: 'EUR' }, vendor: 'Northside', orderNumber: 'A-17' });
  t.like(await link(ann, whole), { remarks, money: null });

  const moved = await run(ann, { ...MOVE, expected: 3 });
  t.like(moved, { action: 'remarks', total: 3, done: 3, failed: 0, undoable: true });
  t.like(await link(ann, whole), { remarks: 'ask Eve first', money: first?.money });
  t.like(await link(ann, part), { remarks: 'Price: 120/mo', money: { price: null, orderNumber: null } });
  t.like(await link(ann, wrong), { remarks: 'Price: ABC 120', money: null });
  t.like(await link(ann, priced), { remarks: 'Price: USD 90', money: { price: usd(5_000), vendor: 'Acme' } });
  t.like(await link(ann, plain), { remarks: 'Call: tomorrow', money: null });
  t.is(await offered(ann), 0);
  t.is((await bulk<Failure>(ann, MOVE)).body.code, 'no-links');

  // Somebody who has set another vendor since keeps it.
  await set(ann, part, { vendor: 'Southside' });
  const undone = await undo(ann, moved.batchId);
  t.like(undone, { state: 'undone', done: 3, failed: 1 });
  t.regex(undone.failures[0]?.message ?? '', /it was left as it is/);
  t.like(await link(ann, whole), { remarks, money: null });
  t.like(await link(ann, part), { remarks: 'Price: 120/mo', money: { vendor: 'Southside' } });
  t.like(await link(ann, priced), { remarks: earlier.remarks, money: earlier.money });
  t.is(await offered(ann), 2);
});

test('many links get a price and a vendor, their order numbers stay, and an undo gives the earlier ones back', async (t) => {
  const ann = await somebody();
  const [known, fresh, trashed] = [await add(ann), await add(ann), await add(ann)];
  const before = { price: usd(100), vendor: 'Acme', orderNumber: 'PO-7' };
  await set(ann, known, before);
  await ann.send('DELETE', `/api/links/${trashed}`);
  const body = { ids: [known, fresh, trashed], action: 'money', change: { price: usd(9_000), vendor: ' Northside ' } };
  t.like((await bulk<BulkCountAnswer>(ann, { ...body, dryRun: true })).body, {
    total: 3,
    allowed: 2,
    refused: [{ message: 'This link is in the trash: restore it first.', count: 1 }],
  });
  t.is((await link(ann, fresh)).money, null);
  const done = await run(ann, body);
  t.like(done, { total: 3, done: 3, failed: 1, undoable: true });
  t.deepEqual((await link(ann, known)).money, { price: usd(9_000), vendor: 'Northside', orderNumber: 'PO-7' });
  t.deepEqual((await link(ann, fresh)).money, { price: usd(9_000), vendor: 'Northside', orderNumber: null });
  await set(ann, fresh, { price: usd(1), vendor: 'Northside' });
  t.like(await undo(ann, done.batchId), { state: 'undone', failed: 1 });
  t.deepEqual((await link(ann, known)).money, before);
  t.deepEqual((await link(ann, fresh)).money, { price: usd(1), vendor: null, orderNumber: null });

  const only = await run(ann, { ids: [known], action: 'money', change: { vendor: null } });
  t.is(only.failed, 0);
  t.deepEqual((await link(ann, known)).money, { ...before, vendor: null });
});

test('a wrong change of money is refused beside its field', async (t) => {
  const ann = await somebody();
  const id = await add(ann);
  const refused = async (change: object) =>
    Object.keys((await bulk<Failure>(ann, { ids: [id], action: 'money', change, dryRun: true })).body.fields ?? {});
  t.deepEqual(await refused({}), ['change']);
  t.deepEqual(await refused({ price: { amount: -5, currency: 'ABC' } }), ['price.amount', 'price.currency']);
  t.deepEqual(await refused({ orderNumber: 'PO-7' }), ['orderNumber']);
  t.deepEqual(await refused({ vendor: 'x'.repeat(201) }), ['vendor']);
});

test('who may not change money changes none, is offered nothing, and learns nothing from the ledger', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  const id = await add(ann, { teamId, remarks: 'Vendor: Northside' });
  t.is(await offered(ann, teamId), 1);
  t.is(await offered(bob, teamId), 0);
  const permission = 'Your permission in this team does not allow that. Ask the team’s owner.';
  for (const order of [{ action: 'remarks' }, { action: 'money', change: { vendor: 'Acme' } }]) {
    const { body } = await bulk<BulkCountAnswer>(bob, { ids: [id], ...order, dryRun: true });
    t.like(body, { total: 1, allowed: 0, refused: [{ message: permission, count: 1 }] });
    if (order.action === 'remarks') t.deepEqual(body.remarks, { left: 0, first: [] });
    t.like(await run(bob, { ids: [id], ...order }), { done: 1, failed: 1 });
  }
  t.like(await link(ann, id), { remarks: 'Vendor: Northside', money: null });

  const token = async (rights: object) => {
    const { body } = await ann.send<CreatedTokenAnswer>('POST', '/api/tokens', {
      name: 'x',
      access: 'write',
      ...rights,
    });
    return new Program(app.url, body.token);
  };
  const [closed, open] = [await token({}), await token({ money: true })];
  const order = { ids: [id], action: 'money', change: { price: usd(9_000), vendor: 'Acme' } };
  for (const body of [order, { ids: [id], action: 'remarks' }, { ...order, dryRun: true }]) {
    const refused = await bulk<Failure>(closed, body);
    t.is(refused.status, 403);
    t.regex(refused.body.message, /API token may not read or change prices and vendors/);
  }
  const done = await run(open, order);
  t.is(done.failed, 0);
  t.is((await closed.send('POST', `/api/links/bulk/${done.batchId}/undo`)).status, 403);
  t.is(await offered(closed, teamId), 0);
  for (const reader of [closed, ann]) {
    const { body } = await reader.get<LedgerAnswer[]>('/api/ledger?kind=jobs');
    const [started] = body.filter(({ event: { type } }) => type === 'BulkStarted');
    t.deepEqual(started?.event.data.order, {
      action: 'money',
      money: { price: { amount: null, currency: null }, vendor: null },
    });
  }
});

test('a vendor that other links of the list have gets their spelling, and a person may correct it', async (t) => {
  const ann = await somebody();
  const [first, second, third] = [await add(ann), await add(ann), await add(ann)];
  const vendor = async (id: string) => (await link(ann, id)).money?.vendor;
  await set(ann, first, { vendor: 'Northside' });
  t.is(await vendor(first), 'Northside');
  await set(ann, second, { vendor: 'NORTHSIDE' });
  t.is(await vendor(second), 'Northside');
  await run(ann, { ids: [third], action: 'money', change: { vendor: 'northside' } });
  t.is(await vendor(third), 'Northside');
  const { body } = await ann.get<FacetValueAnswer[]>('/api/links/facets?of=vendor');
  t.like(body, [{ label: 'Northside', count: 3 }]);
  await set(ann, first, { vendor: 'NorthSide' });
  t.is(await vendor(first), 'NorthSide');
  const bob = await somebody();
  const other = await add(bob);
  await set(bob, other, { vendor: 'northside' });
  t.is((await link(bob, other)).money?.vendor, 'northside', 'another list has its own spelling');
});
