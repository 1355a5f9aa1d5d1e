/** API tokens against the whole system: what they allow, and everything they must not. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type {
  BulkAnswer,
  BulkCountAnswer,
  StartedBulkAnswer,
} from '../../../../query-service/contract/answers/bulk-operations.ts';
import type { LinkAnswer, TrashAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import type { CreatedTokenAnswer, TokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import { allRoutes } from '../../../main/parts/all-routes.ts';
import { type Actor, addMember, makeTeam, signUpActors } from '../../actors/team.ts';
import { type Answer, Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

const app = await startServer([], { CHECKER_RENDER: 'never' });
const newcomer = signUpActors(app);
const owner = await newcomer();
const teamId = await makeTeam(app, owner);

test.after.always(() => app.close());

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
}

/** A program: keeps no cookie, sends its token with everything. */
class Program {
  readonly #visitor = new Visitor(app.url);
  readonly #headers: Readonly<Record<string, string>>;

  constructor(authorization: string) {
    this.#headers = { Authorization: authorization };
  }

  get<T = Refused>(at: string, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.#visitor.get<T>(at, { ...this.#headers, ...headers });
  }

  send<T = Refused>(method: string, at: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.#visitor.send<T>(method, at, body, { ...this.#headers, ...headers });
  }
}

async function tokenOf(person: Actor, wish: object = {}): Promise<CreatedTokenAnswer & { readonly program: Program }> {
  const body = { name: 'A program', access: 'write', ...wish };
  const made = await person.send<CreatedTokenAnswer>('POST', '/api/tokens', body);
  if (made.status !== 201) throw new Error(`creating a token answered ${made.status} ${JSON.stringify(made.body)}`);
  return { ...made.body, program: new Program(`Bearer ${made.body.token}`) };
}

const pagesOf = (name: string, more: object = {}) => ({
  articleLink: `http://127.0.0.1:1/${name}`,
  clientLink: 'https://client.example/',
  ...more,
});

async function added(who: Pick<Visitor, 'send'>, name: string, more: object = {}): Promise<string> {
  const answer = await who.send<{ id: string }>('POST', '/api/links', pagesOf(name, more));
  if (answer.status !== 201) throw new Error(`adding answered ${answer.status}`);
  return answer.body.id;
}

const nameOf = ({ method, path }: (typeof allRoutes)[number]) => `${method} ${path}`;

test('a token is shown once, never stored, listed by name with its last use, and revoked for good', async (t) => {
  const person = await newcomer();
  const { id, token, program } = await tokenOf(person, { name: 'Nightly report', access: 'read' });
  t.regex(token, /^ll_[\w-]{43}$/);
  const listed = async () => (await person.get<TokenAnswer[]>('/api/tokens')).body;
  t.like((await listed())[0], { id, name: 'Nightly report', access: 'read', teamId: null, lastUsedAt: null });
  t.is((await program.get<UserAnswer>('/api/auth/user')).body.id, person.id);
  const used = (await listed())[0]?.lastUsedAt ?? '';
  t.true(Math.abs(Date.now() - Date.parse(used)) < 60_000);
  t.false(JSON.stringify(await listed()).includes(token.slice(3)));
  // A mail under way is renamed when it is whole.
  for (const file of readdirSync(app.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile() && !file.name.endsWith('.part')) {
      const bytes = readFileSync(path.join(file.parentPath, file.name), 'latin1');
      t.false(bytes.includes(token.slice(3)), file.name);
    }
  t.is((await person.send('DELETE', `/api/tokens/${id}`)).status, 204);
  t.deepEqual(await listed(), []);
  const refused = await program.get('/api/auth/user');
  t.like(refused, { status: 401, body: { code: 'bad-token', reason: 'revoked' } });
  t.is(refused.headers['www-authenticate'], 'Bearer realm="Linkledger", error="invalid_token"');
  t.is((await person.send('DELETE', `/api/tokens/${id}`)).status, 204);
});

test('a token has a name and an access, and ends in the future or never', async (t) => {
  const ask = async (body: object) =>
    (await owner.send<{ fields?: object }>('POST', '/api/tokens', { name: 'x', access: 'read', ...body })).body.fields;
  t.like(await ask({ name: ' ' }), { name: 'Name is required' });
  t.like(await ask({ access: 'admin' }), { access: 'Access must be one of read, write' });
  t.like(await ask({ access: undefined }), { access: 'Access is required' });
  t.like(await ask({ expiresAt: 'tomorrow' }), {
    expiresAt: 'Expiry must be a date and time such as 2027-03-31T12:00:00Z',
  });
  t.like(await ask({ expiresAt: '2020-01-01T00:00:00Z' }), { expiresAt: 'Expiry must lie in the future' });
  t.is((await owner.send('POST', '/api/tokens', { name: 'x', access: 'read', teamId: 'nobodys' })).status, 404);
});

test('repeating the request that created a token neither shows it again nor creates another', async (t) => {
  const person = await newcomer();
  const ask = () =>
    person.send<CreatedTokenAnswer & Refused>(
      'POST',
      '/api/tokens',
      { name: 'x', access: 'read' },
      { 'Idempotency-Key': 'k' },
    );
  t.is((await ask()).status, 201);
  const again = await ask();
  t.like(again, { status: 409, body: { code: 'shown-once' } });
  t.false(JSON.stringify(again).includes('ll_'));
  t.is((await person.get<TokenAnswer[]>('/api/tokens')).body.length, 1);
});

/** They change nothing: a POST because a large answer is made from the log, which a query has not. */
const READING = ['POST /api/evidence-packs'];

const refusedAt = async (t: ExecutionContext, program: Program, name: string) => {
  const [method = '', route = ''] = name.split(' ');
  const at = route.replaceAll(/:\w+/g, 'some-id');
  const { status, body } = method === 'GET' ? await program.get(at) : await program.send(method, at, {});
  t.deepEqual([status, body.code], [403, 'beyond-token'], `${name}: ${status} ${JSON.stringify(body)}`);
};

test('a token that may only read is refused at every command', async (t) => {
  const { program } = await tokenOf(owner, { access: 'read' });
  // Payment providers and mail programs call theirs without an account: by a signature, or the secret in the address.
  const commands = allRoutes
    .filter(
      ({ method, path }) => method !== 'GET' && !path.endsWith('/webhook') && !path.startsWith('/api/unsubscribe/'),
    )
    .map(nameOf)
    .filter((name) => !READING.includes(name));
  t.true(commands.length > 35);
  for (const name of commands) await refusedAt(t, program, name);
  t.is((await program.get('/api/links')).status, 200);
});

test('no token manages sessions, tokens, identities or the account', async (t) => {
  const { program } = await tokenOf(owner);
  const names = allRoutes.filter(({ access }) => access !== null && access.token === null).map(nameOf);
  for (const name of ['GET /api/sessions', 'DELETE /api/sessions', 'POST /api/tokens', 'GET /api/tokens'])
    t.true(names.includes(name), name);
  for (const name of [
    'DELETE /api/tokens/:id',
    'DELETE /api/identities/:id',
    'DELETE /api/user',
    'PATCH /api/user/profile',
  ])
    t.true(names.includes(name), name);
  for (const name of names) await refusedAt(t, program, name);
});

test('a command requires a write token, a query a read token', (t) => {
  for (const route of allRoutes) {
    const needs = route.access?.token ?? null;
    const isQuery = route.method === 'GET' || READING.includes(nameOf(route));
    if (needs !== null) t.is(needs.access, isQuery ? 'read' : 'write', nameOf(route));
  }
});

test('a write token acts with the permissions and in the name of its person', async (t) => {
  const { program } = await tokenOf(owner);
  const id = await added(program, 'by-program', { teamId });
  t.is((await program.send('PATCH', `/api/links/${id}`, { remarks: 'seen' })).status, 200);
  const link = (await program.get<LinkAnswer>(`/api/links/${id}`)).body;
  t.like(link, { remarks: 'seen', teamId, assignedTo: owner.id });
});

test('a token for one team reaches only that team', async (t) => {
  const teamId = await makeTeam(app, owner);
  const elsewhere = await makeTeam(app, owner);
  const inTeam = await added(owner, 'in-team', { teamId });
  const own = await added(owner, 'own');
  const foreign = await added(owner, 'foreign', { teamId: elsewhere });
  const { program } = await tokenOf(owner, { teamId });
  const late = { 'X-Position': '0' };

  const ids = (await program.get<LinkAnswer[]>('/api/links', late)).body.map(({ id }) => id);
  t.true(ids.includes(inTeam));
  t.false(ids.includes(own) || ids.includes(foreign));
  t.deepEqual(
    (await program.get<TeamAnswer[]>('/api/teams/my')).body.map(({ id }) => id),
    [teamId],
  );
  t.deepEqual((await program.get<unknown[]>(`/api/links?teamId=${elsewhere}`)).body, []);
  const exported = (await program.get<string>('/api/links/export?format=ndjson')).body;
  t.false(exported.includes(own) || exported.includes(foreign));
  for (const at of [
    `/api/links/${own}`,
    `/api/links/${foreign}/history`,
    `/api/teams/${elsewhere}`,
    `/api/teams/${elsewhere}/links`,
  ])
    t.is((await program.get(at)).status, 404, at);
  for (const at of ['/api/auth/user', '/api/user/profile', '/api/alerts', '/api/stream', '/api/subscription'])
    t.like(await program.get(at), { status: 403, body: { code: 'beyond-token' } }, at);

  const tries: readonly (readonly [string, string, object?])[] = [
    ['POST', '/api/links', pagesOf('x')],
    ['POST', '/api/links', pagesOf('x', { teamId: elsewhere })],
    ['PATCH', `/api/links/${own}`, { remarks: 'x' }],
    ['DELETE', `/api/links/${foreign}`],
    ['PATCH', `/api/links/${inTeam}`, { teamId: elsewhere }],
    ['PATCH', `/api/links/${inTeam}`, { teamId: null }],
    ['POST', '/api/campaigns', { name: 'x', teamId: elsewhere }],
    ['POST', '/api/status-checks', {}],
    ['POST', '/api/shared-links', { clientDomain: 'client.example', teamId: null }],
    ['PATCH', `/api/teams/${elsewhere}`, { name: 'x' }],
    ['POST', `/api/teams/${elsewhere}/invite`, { name: 'x', email: 'x@example.com' }],
    ['DELETE', `/api/teams/${elsewhere}/members/${owner.id}`],
  ];
  for (const [method, at, body] of tries) {
    const { status } = await program.send(method, at, body);
    t.is(status, 404, `${method} ${at} ${JSON.stringify(body)}`);
  }
  const tag = { action: 'tag', change: { add: ['found'] } };
  const counted = await program.send<BulkCountAnswer>('POST', '/api/links/bulk', { ...tag, filter: {}, dryRun: true });
  t.like(counted.body, { total: ids.length, allowed: ids.length });
  const named = { ...tag, ids: [own, foreign, inTeam] };
  const { batchId } = (await program.send<StartedBulkAnswer>('POST', '/api/links/bulk', named)).body;
  const batch = await waitUntil(async () => {
    const { body } = await owner.get<BulkAnswer>(`/api/links/bulk/${batchId}`);
    return body.state === 'done' && body;
  });
  t.deepEqual(batch.failures.map(({ linkId }) => linkId).toSorted(), [own, foreign].toSorted());
  t.is((await program.send('POST', '/api/teams', { name: 'x' })).status, 403);
  t.is((await program.send('PATCH', `/api/links/${inTeam}`, { remarks: 'x' })).status, 200);
  t.is((await program.send('PATCH', `/api/teams/${teamId}`, { name: 'Agency' })).status, 200);
});

test('a token for one team neither reads nor undoes a bulk operation that another token or its person started', async (t) => {
  const teamId = await makeTeam(app, owner);
  const inTeam = await added(owner, 'operated-in-team', { teamId });
  const own = await added(owner, 'operated-own');
  const { program } = await tokenOf(owner, { teamId });
  const { program: elsewhere } = await tokenOf(owner, { teamId: await makeTeam(app, owner) });
  const operation = { ids: [inTeam, own], action: 'tag', change: { add: ['found'] } };
  const start = async (who: Pick<Visitor, 'send'>) =>
    (await who.send<StartedBulkAnswer>('POST', '/api/links/bulk', operation)).body.batchId;
  const isDone = async (batchId: string) =>
    (await owner.get<BulkAnswer>(`/api/links/bulk/${batchId}`)).body.state === 'done';
  const [byPerson, byToken] = [await start(owner), await start(program)];
  for (const batchId of [byPerson, byToken]) await waitUntil(() => isDone(batchId));
  for (const [who, batchId] of [
    [program, byPerson],
    [elsewhere, byPerson],
    [elsewhere, byToken],
  ] as const) {
    t.is((await who.get(`/api/links/bulk/${batchId}`)).status, 404);
    t.is((await who.send('POST', `/api/links/bulk/${batchId}/undo`)).status, 404);
  }
  t.is((await program.get(`/api/links/bulk/${byToken}`)).status, 200);
  t.is((await program.send('POST', `/api/links/bulk/${byToken}/undo`)).status, 200);
  t.is((await owner.send('POST', `/api/links/bulk/${byPerson}/undo`)).status, 200);
});

test('a token for one team neither sees nor revokes a share that also shows other lists', async (t) => {
  const teamId = await makeTeam(app, owner);
  await added(owner, 'shared-in-team', { teamId });
  await added(owner, 'shared-own');
  const { program } = await tokenOf(owner, { teamId });
  const share = async (more: object) =>
    (await owner.send<{ shareId: string }>('POST', '/api/shared-links', { clientDomain: 'client.example', ...more }))
      .body.shareId;
  const [ofTeam, ofAll] = [await share({ teamId }), await share({})];
  const seen = JSON.stringify((await program.get('/api/shared-links')).body);
  t.true(seen.includes(ofTeam));
  t.false(seen.includes(ofAll));
  t.is((await program.send('DELETE', `/api/shared-links/${ofAll}`)).status, 404);
  t.is((await program.send('DELETE', `/api/shared-links/${ofTeam}`)).status, 204);
  t.is((await owner.send('DELETE', `/api/shared-links/${ofAll}`)).status, 204);
});

test('undoing an import leaves a link that was moved to a list that the token does not reach', async (t) => {
  const teamId = await makeTeam(app, owner);
  const { program } = await tokenOf(owner, { teamId });
  const file =
    'articleLink,clientLink\nhttps://a.example/1,https://client.example/\nhttps://a.example/2,https://client.example/\n';
  const headers = { 'Content-Type': 'text/csv' };
  const { importId } = (
    await program.send<{ importId: string }>('POST', `/api/links/import?teamId=${teamId}`, file, headers)
  ).body;
  const [moved, stays] = (await owner.get<LinkAnswer[]>(`/api/links?teamId=${teamId}`)).body;
  t.is((await owner.send('PATCH', `/api/links/${moved?.id}`, { teamId: null })).status, 200);
  const undone = await program.send<{ trashed: number }>('POST', `/api/imports/${importId}/undo`);
  t.deepEqual([undone.status, undone.body.trashed], [200, 1]);
  t.is((await owner.get(`/api/links/${moved?.id}`)).status, 200);
  const trash = (await owner.get<TrashAnswer[]>('/api/trash')).body.map(({ id }) => id);
  t.true(trash.includes(stays?.id ?? ''));
  t.false(trash.includes(moved?.id ?? ''));
});

test('a token has the present permissions of its person, and ends when they leave its team', async (t) => {
  const member = await newcomer();
  await addMember(app, owner, teamId, member, 'view');
  const { program, id } = await tokenOf(member, { teamId });
  const wide = await tokenOf(member);
  const add = async (who: Program, name: string) =>
    (await who.send('POST', '/api/links', pagesOf(name, { teamId }))).status;
  t.is(await add(program, 'm1'), 403);
  await owner.send('PATCH', `/api/teams/${teamId}/members/${member.id}`, { permission: 'edit' });
  t.is(await add(program, 'm2'), 201);
  await owner.send('PATCH', `/api/teams/${teamId}/members/${member.id}`, { permission: 'view' });
  t.is(await add(program, 'm3'), 403);

  await owner.send('DELETE', `/api/teams/${teamId}/members/${member.id}`);
  t.like(await program.get('/api/links'), { status: 401, body: { code: 'bad-token' } });
  t.is(await add(wide.program, 'm4'), 404);
  // Then it is revoked, so that it stays shut.
  await waitUntil(async () => !(await member.get<TokenAnswer[]>('/api/tokens')).body.some((each) => each.id === id));
  await addMember(app, owner, teamId, member, 'view');
  t.like(await program.get('/api/links'), { status: 401, body: { reason: 'revoked' } });
  t.is((await wide.program.get(`/api/teams/${teamId}`)).status, 200);
});

test.serial(
  'a malformed, unknown, expired and incomplete token each get their own error, which says what to do',
  async (t) => {
    const { token } = await tokenOf(owner);
    t.teardown(() => mock.timers.reset());
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const end = Date.now() + 60_000;
    const soon = await tokenOf(owner, { expiresAt: new Date(end).toISOString() });
    const reasonOf = async (authorization: string) => {
      const { status, body } = await new Program(authorization).get('/api/links');
      t.is(status, 401, authorization);
      t.regex(body.message, /Settings › Account › API tokens/);
      return body.reason;
    };
    t.is(await reasonOf(`Bearer ${token.slice(0, -1)}`), 'mangled');
    t.is(await reasonOf(`Bearer ${token}x`), 'mangled');
    t.is(await reasonOf('Bearer'), 'mangled');
    t.is(await reasonOf('Bearer eyJhbGciOiJub25lIn0.e30.'), 'mangled');
    t.is(await reasonOf(`bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`), 'unknown');
    t.is(await reasonOf(`Bearer ll_${'A'.repeat(43)}`), 'unknown');
    t.is((await new Program(`bearer  ${token}`).get('/api/links')).status, 200);
    t.is((await soon.program.get('/api/links')).status, 200);
    mock.timers.setTime(end);
    t.is(await reasonOf(`Bearer ${soon.token}`), 'expired');
  },
);

test('a token is accepted only in the header, not in an address, a cookie or a body', async (t) => {
  const { token } = await tokenOf(owner);
  const nobody = new Visitor(app.url);
  for (const name of ['access_token', 'token', 'api_key', 'authorization'])
    t.is((await nobody.get(`/api/links?${name}=${token}`)).status, 401, name);
  for (const name of ['linkledger', '__Host-linkledger', 'token'])
    t.is((await nobody.get('/api/links', { Cookie: `${name}=${token}` })).status, 401, name);
  t.is((await nobody.send('POST', '/api/links', { ...pagesOf('b'), access_token: token })).status, 401);
  t.is((await new Program(`Basic ${btoa(`x:${token}`)}`).get('/api/links')).status, 401);
  t.is((await new Program(`Token ${token}`).get('/api/links')).status, 401);
});

test('a request with a token ignores cookies, so another site cannot use them', async (t) => {
  const { token } = await tokenOf(owner);
  const crossSite = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  const wrong = { Authorization: `Bearer ll_${'A'.repeat(43)}` };
  t.is((await owner.get('/api/links', wrong)).status, 401);
  t.is((await owner.send('POST', '/api/teams', { name: 'x' }, { ...wrong, ...crossSite })).status, 401);
  t.is((await owner.send('POST', '/api/teams', { name: 'x' }, crossSite)).status, 403);
  const stranger = await newcomer();
  const asOwner = await stranger.get<UserAnswer>('/api/auth/user', { Authorization: `Bearer ${token}` });
  t.is(asOwner.body.id, owner.id);
  const made = await new Program(`Bearer ${token}`).send(
    'POST',
    '/api/teams',
    { name: 'Made by a program' },
    crossSite,
  );
  t.is(made.status, 201);
  // Behind a proxy that asks for a password of its own, people still sign in as ever.
  t.is((await owner.get('/api/links', { Authorization: 'Basic cHJveHk6cHc=' })).status, 200);
});

test('nobody sees or revokes another person’s token', async (t) => {
  const { id, program } = await tokenOf(owner);
  const stranger = await newcomer();
  t.is((await stranger.send('DELETE', `/api/tokens/${id}`)).status, 404);
  t.deepEqual((await stranger.get<TokenAnswer[]>('/api/tokens')).body, []);
  t.is((await program.get('/api/links')).status, 200);
});

test('deleting an account disables its tokens at once', async (t) => {
  const person = await newcomer();
  const { program } = await tokenOf(person);
  t.is((await program.get('/api/links')).status, 200);
  t.is((await person.send('DELETE', '/api/user', { confirmation: person.email })).status, 204);
  t.like(await program.get('/api/links'), { status: 401, body: { code: 'bad-token' } });
});

test('public routes accept a token too', async (t) => {
  const { program } = await tokenOf(owner, { access: 'read' });
  for (const at of ['/api/health', '/api/openapi.json', '/metrics']) t.is((await program.get(at)).status, 200, at);
  t.is((await program.get('/api/nothing')).status, 404);
});
