import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { request } from 'undici';
import { openSqliteExpiring } from '../../engines/embedded/stores/expiring-store.ts';
import type { RequestState } from '../request/request-context.ts';
import { RECENT_SIGN_IN_MINUTES, type SessionInfo, Sessions } from './sessions.ts';

const MINUTE = 60_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0';

/** Koa's context for a request with these headers. */
function contextOf(headers: Record<string, string>) {
  const message = new http.IncomingMessage(new Socket());
  Object.assign(message.headers, headers);
  return new Koa().createContext(message, new http.ServerResponse(message));
}

/** A server that answers each request with its person; `?as=` signs in, `?list` lists the person's sessions. */
async function open(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-sessions-'));
  let clock = Date.parse('2027-01-01T00:00:00Z');
  const now = () => new Date(clock);
  const store = openSqliteExpiring(path.join(folder, 'sessions.db'), now);
  let writes = 0;
  let beforeWrite = async () => {};
  const counted = {
    ...store,
    async replace(...given: Parameters<typeof store.replace>) {
      writes += 1;
      await beforeWrite();
      return store.replace(...given);
    },
  };
  const sessions = new Sessions({ store: counted, secret: 'x'.repeat(64), secure: false, now });
  const app = new Koa<RequestState>();
  app.use(sessions.identify());
  app.use(async (ctx) => {
    if (typeof ctx.query.as === 'string') await sessions.start(ctx, ctx.query.as);
    ctx.body =
      ctx.query.list === undefined ? { userId: ctx.state.principal?.userId ?? null } : await sessions.list(ctx, 'ann');
  });
  const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async (query: string, cookie = '', agent = FIREFOX) => {
    const answer = await request(`${url}/${query}`, { headers: { Cookie: cookie, 'User-Agent': agent } });
    const set = /linkledger=[^;]+/.exec([answer.headers['set-cookie']].flat().join('\n'))?.[0];
    return { body: await answer.body.json(), cookie: set ?? cookie };
  };
  return {
    sessions,
    store,
    writes: () => writes,
    meanwhile(work: () => Promise<void>) {
      beforeWrite = work;
    },
    pass: (ms: number) => {
      clock += ms;
    },
    signIn: async (as = 'ann', agent = FIREFOX) => (await ask(`?as=${as}`, '', agent)).cookie,
    who: async (cookie: string) => ((await ask('', cookie)).body as { userId: string | null }).userId,
    list: async (cookie: string) => (await ask('?list', cookie)).body as SessionInfo[],
  };
}

test('a person’s own sessions are listed with browser, network and times, the current one first', async (t) => {
  const { signIn, list, pass } = await open(t);
  const old = await signIn();
  pass(5 * MINUTE);
  const other = await signIn('ann', 'curl/8');
  await signIn('bob');
  pass(5 * MINUTE);
  const seen = await list(old);
  t.is(seen.length, 2);
  t.like(seen[0], {
    current: true,
    browser: 'Firefox on Windows',
    network: '127.0.0.1',
    startedAt: '2027-01-01T00:00:00.000Z',
    lastUsedAt: '2027-01-01T00:10:00.000Z',
  });
  t.like(seen[1], { current: false, browser: 'Unknown browser', lastUsedAt: '2027-01-01T00:05:00.000Z' });
  t.false(JSON.stringify(seen).includes(old.split('=')[1]!), 'no token is listed');
  t.deepEqual((await list(other)).map(({ id }) => id).toSorted(), seen.map(({ id }) => id).toSorted());
});

test('with an https address the cookie is limited to https and this host, and hidden from scripts', async (t) => {
  const { store } = await open(t);
  const sessions = new Sessions({ store, secret: 'x'.repeat(64), secure: true, now: () => new Date(0) });
  const app = new Koa<RequestState>();
  app.use(async (ctx) => {
    await sessions.start(ctx, 'ann');
    ctx.status = 204;
  });
  const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  const { headers, body } = await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await body.dump();
  const set = String(headers['set-cookie']);
  t.regex(set, /^__Host-linkledger=[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/i);
});

test('a sign-in counts as recent for an hour, regardless of the use of the session', async (t) => {
  const { sessions, signIn, who, pass } = await open(t);
  const cookie = await signIn();
  const isFresh = () => sessions.hasRecentSignIn(contextOf({ cookie }));
  t.true(await isFresh());
  pass(RECENT_SIGN_IN_MINUTES * MINUTE - 1);
  t.true(await isFresh());
  t.is(await who(cookie), 'ann');
  pass(1);
  t.false(await isFresh());
  t.is(await who(cookie), 'ann');
  t.false(await sessions.hasRecentSignIn(contextOf({})));
  const young = await signIn();
  t.false(
    await sessions.hasRecentSignIn(contextOf({ cookie: young, authorization: 'Bearer ll_x' })),
    'no token is fresh',
  );
});

test('one session can be ended by its id, only by its owner', async (t) => {
  const { sessions, signIn, list, who } = await open(t);
  const here = await signIn();
  const there = await signIn();
  const id = (await list(here)).find(({ current }) => !current)!.id;
  t.false(await sessions.endOne('bob', id));
  t.true(await sessions.endOne('ann', id));
  t.false(await sessions.endOne('ann', id));
  t.is(await who(there), null);
  t.is(await who(here), 'ann');
});

test('all sessions of one person end at once, other people’s stay', async (t) => {
  const { sessions, signIn, who } = await open(t);
  const cookies = [await signIn(), await signIn()];
  const bob = await signIn('bob');
  await sessions.endAll('ann');
  for (const cookie of cookies) t.is(await who(cookie), null);
  t.is(await who(bob), 'bob');
});

test('a session of an older build stays valid, and is listed and ended like any other', async (t) => {
  const { sessions, store, signIn, list, who } = await open(t);
  const cookie = await signIn();
  const [entry] = await store.listOf<Record<string, unknown>>('session', 'ann');
  const { userId, startedAt, renewedAt } = entry!.value;
  await store.put('session', entry!.key, { userId, startedAt, renewedAt }, '2027-01-31T00:00:00Z', 'ann');
  t.is(await who(cookie), 'ann');
  t.like((await list(cookie))[0], { browser: 'Unknown browser', network: '', current: true });
  await sessions.endAll('ann');
  t.is(await who(cookie), null);
});

test('the last use is written once an hour, not with every request', async (t) => {
  const { signIn, who, writes, pass } = await open(t);
  const cookie = await signIn();
  for (let minute = 0; minute < 60; minute += 1) {
    pass(MINUTE);
    await who(cookie);
  }
  t.is(writes(), 0);
  pass(MINUTE);
  await who(cookie);
  await who(cookie);
  t.is(writes(), 1);
});

test('a session that is ended while a request renews it stays ended', async (t) => {
  const { sessions, store, signIn, who, pass, meanwhile } = await open(t);
  const cookie = await signIn();
  pass(2 * 60 * MINUTE);
  meanwhile(() => sessions.endAll('ann'));
  t.is(await who(cookie), null);
  t.deepEqual(await store.listOf('session', 'ann'), []);
});
