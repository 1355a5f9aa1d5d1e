/** Bulk operations through the API, on the whole system: counted, carried out, reported, undone. */
import test from 'ava';
import type {
  BulkAnswer,
  BulkCountAnswer,
  StartedBulkAnswer,
} from '../../../../query-service/contract/answers/bulk-operations.ts';
import type { ImportAnswer } from '../../../../query-service/contract/answers/imports.ts';
import type {
  HistoryAnswer,
  LinkAnswer,
  TagAnswer,
  TrashAnswer,
} from '../../../../query-service/contract/answers/links.ts';
import { makeTeam, signUpActors } from '../../actors/team.ts';
import type { Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly total?: number;
}

// Checks refuse loopback addresses at once.
const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());
const somebody = signUpActors(app);

const CLIENT = 'http://127.0.0.1/client';
let pages = 0;
/** Each on a host of its own: visits to one host are sequential. */
const pageOf = (n: number) => `http://127.1.${Math.floor(n / 250)}.${n % 250}/page-`;
const bulk = <T = StartedBulkAnswer>(person: Visitor, body: object) => person.send<T>('POST', '/api/links/bulk', body);
const count = async (person: Visitor, body: object) =>
  (await bulk<BulkCountAnswer>(person, { ...body, dryRun: true })).body;
const batch = async (person: Visitor, id: string) => (await person.get<BulkAnswer>(`/api/links/bulk/${id}`)).body;
const ended = (person: Visitor, id: string) =>
  waitUntil(async () => {
    const answer = await batch(person, id);
    return answer.state !== 'running' && answer;
  });
const list = async (person: Visitor, query = 'sort=articleLink') =>
  (await person.get<LinkAnswer[]>(`/api/links?${query}`)).body;
const edit = (person: Visitor, id: string, body: object) => person.send('PATCH', `/api/links/${id}`, body);

/** Brings links in by a file, since that waits for no visit; answers their ids by article. */
async function links(person: Visitor, many: number, teamId: string | null = null): Promise<readonly string[]> {
  const paths = Array.from({ length: many }, () => pageOf(++pages));
  const file = `articleLink,clientLink\n${paths.map((path) => `${path},${CLIENT}`).join('\n')}`;
  const query = teamId === null ? '' : `?teamId=${teamId}`;
  const type = { 'Content-Type': 'text/csv' };
  const { body } = await person.send<ImportAnswer>('POST', `/api/links/import${query}`, file, type);
  if (body.imported !== many) throw new Error(JSON.stringify(body));
  const all = await list(person);
  return all.filter(({ articleLink }) => paths.includes(articleLink)).map(({ id }) => id);
}

/** Does it and waits for its end. */
async function done(person: Visitor, body: object): Promise<BulkAnswer> {
  const started = await bulk(person, body);
  if (started.status !== 201) throw new Error(JSON.stringify(started.body));
  return ended(person, started.body.batchId);
}

async function undone(person: Visitor, batchId: string): Promise<BulkAnswer> {
  const { status, body } = await person.send('POST', `/api/links/bulk/${batchId}/undo`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return ended(person, batchId);
}

test('tags are added by form and file, can be searched, and appear in the export', async (t) => {
  const person = await somebody();
  const fields = { articleLink: 'http://127.0.0.1/tagged', clientLink: CLIENT };
  const added = await person.send<{ id: string }>('POST', '/api/links', { ...fields, tags: [' Press ', 'seo', 'SEO'] });
  t.is(added.status, 201);
  const file = `articleLink,clientLink,Tags\nhttp://127.0.0.1/t1,${CLIENT},"vip;Seo"\nhttp://127.0.0.1/t2,${CLIENT},${'x'.repeat(41)}\n`;
  const type = { 'Content-Type': 'text/csv' };
  const brought = await person.send<ImportAnswer>('POST', '/api/links/import', file, type);
  t.like(brought.body, { imported: 1, failed: 1 });
  t.deepEqual(Object.keys(brought.body.failures[0]?.reasons ?? {}), ['tags']);
  t.deepEqual(
    (await list(person, 'tag=seo&sort=articleLink')).map(({ tags }) => tags),
    [
      ['Seo', 'vip'],
      ['Press', 'seo'],
    ],
  );
  t.is((await edit(person, added.body.id, { tags: ['vip'] })).status, 200);
  t.deepEqual((await person.get<TagAnswer[]>('/api/tags')).body, [
    { tag: 'Seo', count: 1 },
    { tag: 'vip', count: 2 },
  ]);
  const csv = await person.get<string>('/api/links/export?columns=articleLink,tags&sort=articleLink');
  t.regex(csv.body, /articleLink,tags\nhttp:\/\/127\.0\.0\.1\/t1,"Seo, vip"\n/);
  const [newest] = (await person.get<HistoryAnswer[]>(`/api/links/${added.body.id}/history`)).body.filter(
    ({ kind }) => kind === 'edited',
  );
  t.like(newest, { kind: 'edited', changes: [{ field: 'tags', from: 'Press, seo', to: 'vip' }] });
  const wrong = await edit(person, added.body.id, { tags: ['a,b'] });
  t.is(wrong.status, 400);
  t.deepEqual(Object.keys((wrong.body as Failure).fields ?? {}), ['tags']);
});

test('a preview counts the affected links and changes nothing', async (t) => {
  const person = await somebody();
  const ids = await links(person, 3);
  await person.send('DELETE', `/api/links/${ids[0]}`);
  // Counts are those of the list that the person sees.
  t.is((await list(person)).length, 2);
  const asked = { ids: [...ids, ids[1], 'unknown'], action: 'tag', change: { add: ['seo'] } };
  t.deepEqual(await count(person, asked), {
    total: 4,
    allowed: 2,
    refused: [
      { message: 'There is nothing at this address, or you may not see it.', count: 1 },
      { message: 'This link is in the trash: restore it before changing it.', count: 1 },
    ],
  });
  t.deepEqual((await person.get('/api/tags')).body, []);
  t.deepEqual(await count(person, { filter: { q: 'nothing like it' }, action: 'trash' }), {
    total: 0,
    allowed: 0,
    refused: [],
  });
});

test('a bulk edit changes every link of a list, reports its progress and can be undone', async (t) => {
  const person = await somebody();
  await links(person, 30);
  const change = { duration: '1 year', remarks: 'paid', pocEmail: 'joe@example.com', tags: ['vip'] };
  const body = { filter: { status: 'pending', q: 'page-' }, action: 'edit', change };
  const { total } = await count(person, body);
  t.is(total, 30);
  const answer = await done(person, { ...body, expected: total });
  t.like(answer, { action: 'edit', total: 30, done: 30, failed: 0, state: 'done', undoable: true, undoing: false });
  t.true((await list(person)).every(({ duration, pocEmail }) => duration === '1 year' && pocEmail === change.pocEmail));
  t.is((await list(person, 'tag=vip')).length, 30);
  t.like(await undone(person, answer.batchId), { done: 30, failed: 0, state: 'undone', undoable: false });
  const back = await list(person);
  t.true(
    back.every(
      ({ duration, remarks, pocEmail, tags }) => duration === '30 days' && !remarks && !pocEmail && tags.length === 0,
    ),
  );
});

test('the answer with the end of a batch carries the position at which every list shows it', async (t) => {
  const person = await somebody();
  const ids = await links(person, 40);
  const started = await bulk(person, { ids, action: 'tag', change: { add: ['vip'] } });
  const told = await waitUntil(async () => {
    const answer = await person.get<BulkAnswer>(`/api/links/bulk/${started.body.batchId}`);
    return answer.body.state !== 'running' && answer;
  });
  const position = told.headers['x-position'] ?? '';
  t.true(Number(position) >= 40, `X-Position was '${position}'`);
  const seen = await waitUntil(async () => {
    const answer = await person.get('/api/links?tag=vip&page=1&pageSize=5', { 'X-Position': position });
    return answer.headers['x-stale'] === undefined && answer;
  });
  t.is(seen.headers['x-total-count'], '40');
});

test('a number of links other than the shown one is refused, and nothing starts', async (t) => {
  const person = await somebody();
  await links(person, 2);
  const { status, body } = await bulk<Failure>(person, { filter: {}, action: 'trash', expected: 5 });
  t.is(status, 409);
  t.like(body, { code: 'changed', total: 2 });
  t.is((await list(person)).length, 2);
  t.like((await bulk<Failure>(person, { ids: [], action: 'trash' })).body, { code: 'no-links' });
});

test('links are trashed together and restored together', async (t) => {
  const person = await somebody();
  const ids = await links(person, 4);
  const { batchId, ...answer } = await done(person, { ids, action: 'trash' });
  t.like(answer, { done: 4, failed: 0 });
  t.is((await person.get<TrashAnswer[]>('/api/trash')).body.length, 4);
  await person.send('POST', `/api/trash/${ids[0]}/restore`);
  await person.send('DELETE', `/api/trash/${ids[1]}/permanent`);
  const back = await undone(person, batchId);
  t.like(back, { done: 4, failed: 2, state: 'undone' });
  t.deepEqual(new Set(back.failures.map(({ linkId }) => linkId)), new Set(ids.slice(0, 2)));
  t.is((await list(person)).length, 3);
  t.is((await person.send('POST', `/api/links/bulk/${batchId}/undo`)).status, 200, 'a second undo changes nothing');
});

test('an undo keeps a colleague’s later changes, reverts the rest and reports both', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  const ids = await links(ann, 3, teamId);
  const { batchId } = await done(ann, { ids, action: 'edit', change: { duration: '1 year', remarks: 'by all' } });
  t.is((await edit(bob, ids[0] ?? '', { remarks: 'by bob' })).status, 200);
  // Away and back is a change as well.
  await edit(bob, ids[1] ?? '', { duration: '2 years' });
  await edit(bob, ids[1] ?? '', { duration: '1 year' });
  const answer = await undone(ann, batchId);
  t.like(answer, { done: 3, failed: 2 });
  t.regex(answer.failures[0]?.message ?? '', /remarks|duration/);
  const rows = new Map((await list(ann)).map((row) => [row.id, row]));
  t.like(rows.get(ids[0] ?? ''), { duration: '30 days', remarks: 'by bob' });
  t.like(rows.get(ids[1] ?? ''), { duration: '1 year', remarks: null });
  t.like(rows.get(ids[2] ?? ''), { duration: '30 days', remarks: null });
});

test('bulk moves and assignments follow the rules of a single link, and can be undone', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const [from, to] = [await makeTeam(app, ann, [[bob, 'edit']]), await makeTeam(app, ann)];
  const ids = await links(ann, 3, from);
  t.like(await done(ann, { ids, action: 'assign', change: { assignedTo: bob.id } }), { failed: 0 });
  const mine = await links(ann, 1);
  const assigned = await count(ann, { ids: [...ids, ...mine], action: 'assign', change: { assignedTo: bob.id } });
  t.like(assigned, { total: 4, allowed: 3 });
  t.regex(assigned.refused[0]?.message ?? '', /only be assigned to yourself/);
  // One of them exists already.
  const twin = (await list(ann)).find(({ id }) => id === ids[0])?.articleLink;
  await ann.send('POST', '/api/links', { articleLink: twin, clientLink: CLIENT, teamId: to, allowDuplicate: true });
  t.is((await list(ann)).length, 5);
  const moving = { ids, action: 'move', change: { teamId: to } };
  t.like(await count(ann, moving), { total: 3, allowed: 2 });
  const { batchId, ...moved } = await done(ann, moving);
  t.like(moved, { done: 3, failed: 1, failures: [{ linkId: ids[0] }] });
  t.like(
    (await list(ann)).find(({ id }) => id === ids[1]),
    { teamId: to, assignedTo: null },
  );
  t.like(await undone(ann, batchId), { failed: 0 });
  t.like(
    (await list(ann)).find(({ id }) => id === ids[1]),
    { teamId: from, assignedTo: bob.id },
  );
});

test('a batch changes only links the person may edit, and nobody else sees or undoes it', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const theirs = await links(ann, 2, teamId);
  const own = await links(bob, 1);
  const asked = { ids: [...theirs, ...own], action: 'tag', change: { add: ['mine'] } };
  t.like(await count(bob, asked), { total: 3, allowed: 1 });
  const answer = await done(bob, asked);
  t.like(answer, { done: 3, failed: 2 });
  t.regex(answer.failures[0]?.message ?? '', /permission/);
  t.deepEqual((await ann.get('/api/tags')).body, []);
  t.like(await count(eve, asked), { total: 3, allowed: 0 });
  for (const who of [ann, eve]) {
    t.is((await who.get(`/api/links/bulk/${answer.batchId}`)).status, 404);
    t.is((await who.send('POST', `/api/links/bulk/${answer.batchId}/undo`)).status, 404);
  }
  t.is((await bulk(bob, { ids: own, action: 'move', change: { teamId } })).status, 403);
  t.is((await bulk(eve, { ids: own, action: 'move', change: { teamId } })).status, 404);
});

test('a bulk recheck visits each page and cannot be undone; of a whole list it is a status check with its cooldown', async (t) => {
  const person = await somebody();
  const ids = await Promise.all(
    [1, 2, 3].map(async () => {
      const fields = { articleLink: pageOf(++pages), clientLink: CLIENT };
      return (await person.send<{ id: string }>('POST', '/api/links', fields)).body.id;
    }),
  );
  const since = new Date().toISOString();
  const some = await done(person, { ids: ids.slice(0, 2), action: 'recheck' });
  t.like(some, { done: 2, failed: 0, undoable: false });
  t.is((await list(person)).filter(({ lastChecked }) => (lastChecked ?? '') > since).length, 2);
  const refused = await person.send<Failure>('POST', `/api/links/bulk/${some.batchId}/undo`);
  t.is(refused.status, 409);
  t.is(refused.body.code, 'not-undoable');
  t.like(await done(person, { filter: {}, action: 'recheck' }), { done: 3, failed: 0 });
  for (const dryRun of [true, false]) {
    const { status, body } = await bulk<Failure>(person, { ids, action: 'recheck', dryRun });
    t.is(status, 403);
    t.is(body.code, 'cooldown');
  }
  const boss = await somebody();
  await boss.send('PATCH', '/api/subscription', { plan: 'starter', billingCycle: 'monthly' });
  const teamId = await makeTeam(app, boss, [[person, 'edit']]);
  const all = { ids: [...ids, ...(await links(person, 1, teamId))], action: 'recheck' };
  const { allowed, refused: waiting } = await count(person, all);
  t.is(allowed, 1);
  t.regex(waiting[0]?.message ?? '', /one status check per 14 days/);
  t.like(await done(person, all), { done: 4, failed: 3 });
});

test('invalid input is refused with the name of the field', async (t) => {
  const person = await somebody();
  const ids = ['a'];
  const wrong: readonly (readonly [body: unknown, fields: readonly string[]])[] = [
    [[], ['body']],
    [{ ids }, ['action']],
    [{ ids, action: 'burn' }, ['action']],
    [{ action: 'trash' }, ['ids']],
    [{ ids, filter: {}, action: 'trash' }, ['ids']],
    [{ ids: 'a', action: 'trash' }, ['ids']],
    [{ ids: [1], action: 'trash' }, ['ids']],
    [{ ids: ['../x'], action: 'trash' }, ['ids']],
    [{ filter: [], action: 'trash' }, ['filter']],
    [{ filter: { page: 1 }, action: 'trash' }, ['page']],
    [{ filter: { status: 'gone' }, action: 'trash' }, ['status']],
    [{ filter: { q: { $ne: 1 } }, action: 'trash' }, ['q']],
    [{ filter: JSON.parse('{"__proto__": "x"}'), action: 'trash' }, ['__proto__']],
    [{ ids, action: 'trash', change: { tags: [] } }, ['tags']],
    [{ ids, action: 'trash', expected: -1 }, ['expected']],
    [{ ids, action: 'trash', dryRun: 'yes' }, ['dryRun']],
    [{ ids, action: 'trash', more: 1 }, ['more']],
    [{ ids, action: 'edit' }, ['change']],
    [{ ids, action: 'edit', change: { duration: 'soon', pocEmail: 'x' } }, ['duration', 'pocEmail']],
    [{ ids, action: 'edit', change: { teamId: null } }, ['teamId']],
    [{ ids, action: 'assign' }, ['assignedTo']],
    [{ ids, action: 'assign', change: 'bob' }, ['body']],
    [{ ids, action: 'move', change: {} }, ['teamId']],
    [{ ids, action: 'tag', change: {} }, ['change']],
    [{ ids, action: 'tag', change: { add: 'x' } }, ['add']],
    [{ ids, action: 'tag', change: { add: ['a;b'] } }, ['add']],
    [{ ids, action: 'terms', change: { anchors: [] } }, ['anchors']],
  ];
  for (const [body, fields] of wrong) {
    const answer = await person.send<Failure>('POST', '/api/links/bulk', JSON.stringify(body));
    t.is(answer.status, 400, JSON.stringify(body));
    t.deepEqual(Object.keys(answer.body.fields ?? {}), fields, JSON.stringify(body));
  }
  t.is((await person.send('POST', '/api/links/bulk/unknown/undo')).status, 404);
  t.is((await person.get('/api/links/bulk/unknown')).status, 404);
});
