import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { request } from 'undici';
import { openSqliteExpiring } from '../../engines/embedded/stores/expiring-store.ts';
import { type HealthSource, health } from '../../observability/health.ts';
import { Metrics } from '../../observability/metrics.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { TooLargeError } from '../../ports/storage/errors.ts';
import type { ExpiringStore } from '../../ports/storage/expiring-store.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { SESSION_DAYS, Sessions } from '../auth/sessions.ts';
import { Problem } from '../request/problem.ts';
import { FORM, MAX_BODY, readStream } from '../request/request-body.ts';
import { type RequestContext, requirePrincipal } from '../request/request-context.ts';
import type { RouteFacts } from '../request/route-facts.ts';
import { createApp } from './app.ts';
import type { Endpoint } from './router.ts';
import { listen } from './server.ts';

const DAY = 24 * 60 * 60 * 1000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-http-'));
let clock = Date.parse('2027-01-01T00:00:00Z');
const now = () => new Date(clock);
const logged: string[] = [];
const paths: unknown[] = [];
const requests: object[] = [];
const logger: Logger = {
  info: (fields, message) => {
    if (message === 'request') requests.push(fields);
  },
  warn: () => {},
  error: (fields, message) => {
    logged.push(message);
    if ('path' in fields) paths.push(fields.path);
  },
};
const expiring = openSqliteExpiring(path.join(folder, 'sessions.db'), now);
const sessions = new Sessions({ store: expiring, secret: 'x'.repeat(64), secure: false, now });
let stopping = false;
let viewState = 'following';
const STEADY = 'The system clock is steady.';
let clockMessage = STEADY;
const metrics = new Metrics();
const source: HealthSource = {
  roles: ['query'],
  views: () => [{ view: 'links', position: 7, state: viewState }],
  head: async () => 9,
  checksSilentMs: async () => 90_000,
  clock: () => ({ trusted: clockMessage === STEADY, message: clockMessage }),
  stopping: () => stopping,
};
const { endpoints: healthEndpoints } = health(source, metrics);

let ran = 0;
let slowFiles = 0;
/** The roles according to the views, and according to the log. */
let roles: readonly string[] = [];
let rolesInLog: readonly string[] | null = null;
const endpoint = (
  method: RouteFacts['method'],
  path: string,
  respond: (ctx: RequestContext) => unknown,
  facts: Partial<RouteFacts> = {},
): Endpoint => ({
  facts: { method, path, action: null, access: null, summary: path, answers: { 200: null }, ...facts },
  respond: async (ctx) => {
    await respond(ctx);
  },
});
const endpoints: Endpoint[] = [
  endpoint('POST', '/api/sign-in', async (ctx) => {
    await sessions.start(ctx, String(ctx.query.as ?? 'ann'));
    ctx.status = 204;
  }),
  endpoint('POST', '/api/logout', async (ctx) => {
    await sessions.end(ctx);
    ctx.status = 204;
  }),
  endpoint('GET', '/api/me', (ctx) => {
    ctx.body = { id: requirePrincipal(ctx).userId };
  }),
  endpoint('POST', '/api/echo', (ctx) => {
    ctx.body = { body: ctx.state.body ?? null };
  }),
  endpoint('POST', '/api/form', (ctx) => Object.assign(ctx, { body: { body: ctx.state.body } }), {
    rawBody: { media: ['application/json', FORM] },
  }),
  endpoint('POST', '/api/count', (ctx) => {
    ran += 1;
    ctx.status = 201;
    ctx.set('X-Position', String(ran));
    ctx.body = { ran, ids: [ctx.state.newId(), ctx.state.newId()] };
  }),
  endpoint('POST', '/api/invite', (ctx) => {
    requirePrincipal(ctx);
    ctx.body = { invited: 'zoe@client.example' };
  }),
  endpoint('POST', '/api/hangs-once', (ctx) => {
    ran += 1;
    ctx.body = { id: ctx.state.newId() };
    return ran === 1 ? new Promise(() => {}) : undefined;
  }),
  endpoint('POST', '/api/trouble', (ctx) => {
    throw Object.assign(new Error('open'), { code: ctx.query.code });
  }),
  endpoint('POST', '/api/fails-once', (ctx) => {
    ran += 1;
    if (ran === 1) throw new Problem(409, 'not-now', 'Not now.');
    ctx.body = { id: ctx.state.newId() };
  }),
  endpoint(
    'GET',
    '/api/invitations/:token/accept',
    () => {
      throw new Error('broken');
    },
    { secretInPath: true },
  ),
  endpoint(
    'POST',
    '/api/file',
    async (ctx) => {
      const chunks: Buffer[] = [];
      for await (const chunk of readStream(ctx.req)) chunks.push(chunk);
      ctx.body = { read: Buffer.concat(chunks).toString(), id: ctx.state.newId() };
    },
    { rawBody: { isStream: true } },
  ),
  endpoint('GET', '/api/long', (ctx) => {
    ctx.type = 'application/json';
    ctx.body = Readable.from(unending(), { objectMode: false });
  }),
  endpoint('GET', '/api/breaks', (ctx) => {
    ctx.type = 'application/json';
    ctx.body = Readable.from(breaking(), { objectMode: false });
  }),
  endpoint('GET', '/api/large', (ctx) => {
    ctx.body = { text: 'x'.repeat(5_000) };
  }),
  endpoint('GET', '/api/broken', () => {
    throw new Error('the password is hunter2');
  }),
  endpoint('POST', '/api/database-away', () => {
    throw Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET', syscall: 'write' });
  }),
  endpoint('GET', '/api/slow-file', async (ctx) => {
    await once(ctx.req.socket, 'close');
    ctx.body = Readable.from(['too late']);
    slowFiles += 1;
  }),
  endpoint('POST', '/api/too-large', () => {
    throw new TooLargeError('link-1', 2_000_000, 1_000_000);
  }),
];

async function* breaking() {
  yield randomBytes(60_000).toString('base64');
  await nextTurn();
  throw new Error('the store is gone');
}

/** Random text: compression does not hold it back. */
async function* unending() {
  for (;;) {
    yield randomBytes(60_000).toString('base64');
    await nextTurn();
  }
}

const start = (idempotencyStore: ExpiringStore = expiring) =>
  createApp({
    measure: metrics.measureRequests,
    endpoints: [...healthEndpoints, ...endpoints],
    console: null,
    sessions,
    https: false,
    idempotencyStore,
    secret: 'a secret',
    isShared: false,
    permissionsOf: async () => roles,
    hasPermissions: async (_, earlier) => earlier.every((role) => (rolesInLog ?? roles).includes(role)),
    teamsOf: async () => roles,
    errorMappers: [],
    logger,
    now,
  });
const app = start();
const server = await listen(app.callback(), '127.0.0.1', 0);
const origin = `http://127.0.0.1:${server.port}`;

test.after.always(async () => {
  await server.stop(100);
  expiring.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = (at: string, headers: Record<string, string> = {}, body = '') =>
  request(origin + at, { method: 'POST', headers, body });
const json = { 'content-type': 'application/json' };

async function signIn(as = 'ann'): Promise<{ cookie: string }> {
  const { headers } = await post(`/api/sign-in?as=${as}`);
  const set = [headers['set-cookie']].flat().join('\n');
  return { cookie: /linkledger=[^;]+/.exec(set)?.[0] ?? '' };
}

test.serial('malformed JSON, another content type and an oversized body get their own errors', async (t) => {
  const cases = [
    { answer: await post('/api/echo', json, '{"a":'), status: 400, code: 'malformed-json' },
    { answer: await post('/api/echo', { 'content-type': 'text/xml' }, '<a/>'), status: 415, code: 'unsupported-type' },
    { answer: await post('/api/echo', json, ' '.repeat(MAX_BODY + 1)), status: 413, code: 'too-large' },
  ];
  for (const { answer, status, code } of cases) {
    t.is(answer.statusCode, status);
    t.is(((await answer.body.json()) as { code: string }).code, code);
  }
});

test.serial('JSON is parsed, forms only by a route that declares them, and a missing body is undefined', async (t) => {
  const read = async (at: string, headers: Record<string, string>, body: string) =>
    ((await (await post(at, headers, body)).body.json()) as { body: unknown }).body;
  const form = { 'content-type': `${FORM}; charset=utf-8` };
  for (const at of ['/api/echo', '/api/form']) t.deepEqual(await read(at, json, '{"ä":1}'), { ä: 1 });
  t.deepEqual(await read('/api/form', form, 'a=1&b=x+y'), { a: '1', b: 'x y' });
  t.is((await post('/api/echo', form, 'a=1')).statusCode, 415);
  t.is(await read('/api/echo', form, ''), null);
});

test.serial('a path without a route is a 404 in JSON', async (t) => {
  const answer = await request(`${origin}/api/nothing`);
  t.is(answer.statusCode, 404);
  t.is(((await answer.body.json()) as { code: string }).code, 'not-found');
});

test.serial('an internal error is logged once, and its message is not sent', async (t) => {
  logged.length = 0;
  const answer = await request(`${origin}/api/broken`);
  t.is(answer.statusCode, 500);
  const text = await answer.body.text();
  t.notRegex(text, /hunter2/);
  t.true(text.includes(String(answer.headers['x-request-id'])));
  t.deepEqual(logged, ['request failed']);
});

test.serial('a broken connection to another server is a failure, not a client that disconnects', async (t) => {
  logged.length = 0;
  const answer = await request(`${origin}/api/database-away`, { method: 'POST' });
  await answer.body.dump();
  t.is(answer.statusCode, 500);
  t.deepEqual(logged, ['request failed']);
});

test.serial('a change that the log cannot hold is refused, without the name of its stream', async (t) => {
  const answer = await request(`${origin}/api/too-large`, { method: 'POST' });
  t.is(answer.statusCode, 413);
  t.deepEqual(await answer.body.json(), {
    code: 'too-large',
    message: 'This is too much to store at once. Send it in smaller parts.',
  });
});

test.serial(
  'a client that disconnects during its request is not an error, and none of its data is logged',
  async (t) => {
    logged.length = 0;
    for (const rest of ['{"a":', 'Transfer-Encoding: nonsense\r\n\r\n']) {
      const socket = net.connect(server.port, '127.0.0.1');
      socket.end(
        `POST /api/echo HTTP/1.1\r\nHost: x\r\nCookie: linkledger=secret\r\nContent-Length: 100\r\n\r\n${rest}`,
      );
      for await (const _ of socket);
    }
    t.is((await request(`${origin}/api/health`)).statusCode, 200);
    t.deepEqual(logged, []);
  },
);

test.serial('a client that disconnects before the requested files are sent is not an error', async (t) => {
  logged.length = 0;
  const socket = net.connect(server.port, '127.0.0.1');
  socket.end('GET /api/slow-file HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
  await waitUntil(() => slowFiles === 2);
  t.is((await request(`${origin}/api/health`)).statusCode, 200);
  t.deepEqual(logged, []);
});

test.serial('a path that grants access is not logged', async (t) => {
  paths.length = 0;
  await (await request(`${origin}/api/invitations/s3cret/accept`)).body.dump();
  t.deepEqual(paths, ['/api/invitations/:token/accept']);
});

test.serial('each request is logged under the id of its answer, without path and query', async (t) => {
  requests.length = 0;
  const { headers, body } = await request(`${origin}/api/invitations/s3cret/accept?email=ann@example.com`);
  await body.dump();
  await (await request(`${origin}/api/health`)).body.dump();
  const requestId = String(headers['x-request-id']);
  t.is(requests.length, 1);
  t.like(requests[0], { requestId, method: 'GET', route: '/api/invitations/:token/accept' });
  t.notRegex(JSON.stringify(requests), /s3cret|ann@/);
});

test.serial('a cross-site POST is refused, a POST from our own pages or from a script is not', async (t) => {
  const host = origin.replace('http://', '');
  const refused = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `https://${host}` },
  ];
  for (const headers of refused) t.is((await post('/api/echo', headers)).statusCode, 403, JSON.stringify(headers));
  const accepted = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: `http://${host}` },
  ];
  for (const headers of accepted) t.is((await post('/api/echo', headers)).statusCode, 200, JSON.stringify(headers));
});

test.serial('every answer restricts loading and framing, and is not cached', async (t) => {
  const { headers, body } = await request(`${origin}/api/health`);
  await body.dump();
  t.regex(String(headers['content-security-policy']), /default-src 'none'/);
  t.is(headers['x-content-type-options'], 'nosniff');
  t.is(headers['cache-control'], 'no-store');
});

test.serial('a session needs its cookie, and ends at sign-out even if the cookie is kept', async (t) => {
  t.is((await request(`${origin}/api/me`)).statusCode, 401);
  const headers = await signIn();
  t.is((await request(`${origin}/api/me`, { headers })).statusCode, 200);
  await post('/api/logout', headers);
  t.is((await request(`${origin}/api/me`, { headers })).statusCode, 401);
});

test.serial('the session cookie is sent to our site only and hidden from scripts', async (t) => {
  const { headers } = await post('/api/sign-in');
  const cookie = String(headers['set-cookie']);
  t.regex(cookie, /httponly/i);
  t.regex(cookie, /samesite=lax/i);
  t.regex(cookie, /path=\//i);
});

test.serial('signing in changes the session, which prevents session fixation', async (t) => {
  const before = await signIn();
  const { headers } = await post('/api/sign-in', before);
  t.not(/linkledger=[^;]+/.exec([headers['set-cookie']].flat().join('\n'))?.[0], before.cookie);
  t.is((await request(`${origin}/api/me`, { headers: before })).statusCode, 401);
  t.is((await request(`${origin}/api/me`, { headers: { cookie: 'linkledger=made-up' } })).statusCode, 401);
});

test.serial('a session ends thirty days after its last use, not after its start', async (t) => {
  const headers = await signIn();
  const alive = async () => (await request(`${origin}/api/me`, { headers })).statusCode === 200;
  clock += (SESSION_DAYS - 1) * DAY;
  t.true(await alive());
  clock += (SESSION_DAYS - 1) * DAY;
  t.true(await alive());
  clock += (SESSION_DAYS + 1) * DAY;
  t.false(await alive());
});

test.serial('a stored answer can be read with its key, and not from the file alone', async (t) => {
  const headers = { ...(await signIn()), ...json, 'idempotency-key': 'key-of-one-person' };
  const said = await (await post('/api/invite', headers, '{}')).body.json();
  t.deepEqual(said, { invited: 'zoe@client.example' });
  t.deepEqual(await (await post('/api/invite', headers, '{}')).body.json(), said);
  const file = path.join(folder, 'sessions.db');
  for (const each of [file, `${file}-wal`]) t.false(readFileSync(each, 'latin1').includes('zoe@client.example'), each);
});

test.serial('the same Idempotency-Key gets the same answer, and the work happens once', async (t) => {
  const headers = { ...(await signIn()), ...json, 'idempotency-key': 'key-1' };
  ran = 0;
  const first = await post('/api/count', headers, '{"a":1}');
  const again = await post('/api/count', headers, '{"a":1}');
  t.is(again.statusCode, 201);
  t.is(again.headers['x-position'], first.headers['x-position']);
  t.deepEqual(await again.body.json(), await first.body.json());
  t.is(ran, 1);
});

test.serial('a key that was used for another body is refused', async (t) => {
  const headers = { ...(await signIn()), ...json, 'idempotency-key': 'key-2' };
  await post('/api/count', headers, '{"a":1}');
  const other = await post('/api/count', headers, '{"a":2}');
  t.is(other.statusCode, 422);
  t.is((await post('/api/count?teamId=t2', headers, '{"a":1}')).statusCode, 422, 'a different query differs');
  t.is((await post('/api/count', { ...headers, 'idempotency-key': 'a b' }, '{}')).statusCode, 400);
});

test.serial('an answer is repeated only while its person has the roles they had', async (t) => {
  const headers = { ...(await signIn()), ...json, 'idempotency-key': 'key-7' };
  roles = ['t1 full'];
  await (await post('/api/count', headers, '{}')).body.dump();
  roles = ['t1 full', 't2 owner'];
  t.is((await post('/api/count', headers, '{}')).statusCode, 201, 'a new role changes nothing');
  roles = ['t1 view'];
  const refused = await post('/api/count', headers, '{}');
  t.is(refused.statusCode, 409);
  t.is(((await refused.body.json()) as { code: string }).code, 'permissions-changed');
  roles = [];
});

test.serial('an answer is not repeated after a role was lost that the views still show', async (t) => {
  const headers = { ...(await signIn()), ...json, 'idempotency-key': 'key-9' };
  roles = ['t1 full'];
  await (await post('/api/count', headers, '{}')).body.dump();
  rolesInLog = [];
  t.is((await post('/api/count', headers, '{}')).statusCode, 409);
  rolesInLog = null;
  roles = [];
});

async function leaveTeams() {
  roles = [];
}

for (const [how, lose] of [
  ['has signed out', (headers: { cookie: string }) => post('/api/logout', headers)],
  ['has left a team', leaveTeams],
] as const)
  for (const encoding of ['identity', 'gzip'])
    test.serial(`an answer in ${encoding} that is sent for long ends early once its reader ${how}`, async (t) => {
      const headers = { ...(await signIn()), 'accept-encoding': encoding };
      roles = ['t1'];
      const answer = await request(`${origin}/api/long`, { headers });
      const body = answer.body[Symbol.asyncIterator]();
      await body.next();
      await lose(headers);
      await t.throwsAsync(async () => {
        while (!(await body.next()).done);
      });
      roles = [];
    });

for (const encoding of ['identity', 'gzip'])
  test.serial(`an answer in ${encoding} that fails while it is sent ends with its connection`, async (t) => {
    const read = async () => {
      const answer = await request(`${origin}/api/breaks`, { headers: { 'accept-encoding': encoding } });
      return answer.body.text();
    };
    await t.throwsAsync(read);
  });

test.serial('the same key with another file of the same length is refused', async (t) => {
  const headers = { ...(await signIn()), 'content-type': 'text/csv', 'idempotency-key': 'key-8' };
  const first = (await (await post('/api/file', headers, 'a,b')).body.json()) as { read: string };
  t.is(first.read, 'a,b');
  t.deepEqual(await (await post('/api/file', headers, 'a,b')).body.json(), first);
  t.is((await post('/api/file', headers, 'a,c')).statusCode, 422);
});

test.serial('an answer is sent uncompressed to a client that refuses every encoding', async (t) => {
  for (const encodings of ['gzip;q=-1', 'identity;q=0', '*;q=0']) {
    const answer = await request(`${origin}/api/large`, { headers: { 'accept-encoding': encodings } });
    t.is(answer.statusCode, 200, encodings);
    t.is(((await answer.body.json()) as { text: string }).text.length, 5_000, encodings);
  }
});

test.serial('a refused request does not use up its key, and makes the same ids the next time', async (t) => {
  const headers = { ...(await signIn()), ...json, 'idempotency-key': 'key-3' };
  ran = 0;
  t.is((await post('/api/fails-once', headers, '{}')).statusCode, 409);
  t.is((await post('/api/fails-once', headers, '{}')).statusCode, 200);
  const ids = async (key: string) =>
    ((await (await post('/api/count', { ...headers, 'idempotency-key': key }, '{}')).body.json()) as { ids: string[] })
      .ids;
  const made = await ids('key-4');
  t.is(new Set([...made, ...(await ids('key-5'))]).size, 4);
  t.regex(made[0] ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test.serial('a request that ended with its process is done again at once, with the same ids', async (t) => {
  const headers = { ...(await signIn()), ...json, 'idempotency-key': 'key-9' };
  ran = 0;
  const hanging = new AbortController();
  const first = request(`${origin}/api/hangs-once`, { method: 'POST', headers, body: '{}', signal: hanging.signal });
  await waitUntil(() => ran === 1);
  t.is((await post('/api/hangs-once', headers, '{}')).statusCode, 409, 'the first request is still running');
  const next = await listen(start().callback(), '127.0.0.1', 0);
  const again = () => request(`http://127.0.0.1:${next.port}/api/hangs-once`, { method: 'POST', headers, body: '{}' });
  const answers = [await again(), await again()];
  for (const { statusCode } of answers) t.is(statusCode, 200);
  t.deepEqual(await answers[0]?.body.json(), await answers[1]?.body.json());
  t.is(ran, 2);
  hanging.abort();
  await t.throwsAsync(first);
  await next.stop(100);
});

test.serial('an answer that cannot be stored is sent anyway, and the failure is logged', async (t) => {
  const full: ExpiringStore = { ...expiring, put: () => Promise.reject(new Error('full')) };
  const next = await listen(start(full).callback(), '127.0.0.1', 0);
  const headers = { ...(await signIn()), ...json, 'idempotency-key': 'key-10' };
  logged.length = 0;
  const url = `http://127.0.0.1:${next.port}/api/count`;
  t.is((await request(url, { method: 'POST', headers, body: '{}' })).statusCode, 201);
  t.deepEqual(logged, ['could not store the answer to a request with a key']);
  await next.stop(100);
});

test.serial('a failure by the server’s own disk or limits is named, and logged for the operator', async (t) => {
  const trouble = async (code: string) => {
    const { statusCode, body } = await post(`/api/trouble?code=${code}`);
    return [statusCode, ((await body.json()) as { code: string }).code];
  };
  t.deepEqual(await trouble('ENOSPC'), [507, 'disk-full']);
  logged.length = 0;
  t.deepEqual(await trouble('EROFS'), [503, 'read-only']);
  t.deepEqual(await trouble('EACCES'), [503, 'read-only']);
  t.deepEqual(await trouble('EMFILE'), [503, 'busy']);
  t.deepEqual(logged, ['request failed', 'request failed', 'request failed']);
});

test.serial('the same key of another person is another key', async (t) => {
  const headers = { ...json, 'idempotency-key': 'key-6' };
  ran = 0;
  await post('/api/count', { ...headers, ...(await signIn()) }, '{}');
  await post('/api/count', { ...headers, ...(await signIn('bob')) }, '{}');
  t.is(ran, 2);
});

test.serial('ready reports a stopped view and a stopping process', async (t) => {
  const ready = async () => (await request(`${origin}/api/ready`)).statusCode;
  t.is(await ready(), 200);
  viewState = 'stopped';
  const answer = await request(`${origin}/api/ready`);
  t.is(answer.statusCode, 503);
  t.deepEqual(((await answer.body.json()) as { views: unknown }).views, [
    { view: 'links', position: 7, state: 'stopped' },
  ]);
  viewState = 'following';
  stopping = true;
  t.is(await ready(), 503);
  stopping = false;
  t.is((await request(`${origin}/api/health`)).statusCode, 200);
});

test.serial('ready reports a clock that is not trusted, and stays ready', async (t) => {
  clockMessage = 'The system clock jumped ahead by 31 days.';
  const answer = await request(`${origin}/api/ready`);
  t.is(answer.statusCode, 200);
  t.deepEqual(((await answer.body.json()) as { clock: unknown }).clock, { trusted: false, message: clockMessage });
  clockMessage = STEADY;
});

test.serial('the metrics report positions, and requests by their routes', async (t) => {
  const scrape = async () => (await request(`${origin}/metrics`)).body.text();
  await scrape();
  const text = await scrape();
  t.regex(text, /^linkledger_log_position 9$/m);
  t.regex(text, /^linkledger_view_position\{view="links"\} 7$/m);
  t.regex(text, /^linkledger_checks_silent_seconds 90$/m);
  t.regex(text, /^linkledger_http_requests_total\{method="GET",route="\/metrics",status="200"\} \d+$/m);
});

test.serial('a long answer is compressed if the client accepts it', async (t) => {
  const headers = { ...json, 'accept-encoding': 'br, gzip' };
  const long = await post('/api/echo', headers, JSON.stringify({ text: 'tea '.repeat(2_000) }));
  t.is(long.headers['content-encoding'], 'br');
  t.true((await long.body.arrayBuffer()).byteLength < 500);
  const plain = await post('/api/echo', json, JSON.stringify({ text: 'tea '.repeat(2_000) }));
  t.is(plain.headers['content-encoding'], undefined);
});
