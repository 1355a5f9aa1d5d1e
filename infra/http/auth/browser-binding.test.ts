import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { request } from 'undici';
import { BrowserBinding } from './browser-binding.ts';

/** A server that returns a browser's mark; `/give` creates the mark first. */
async function open(t: ExecutionContext, secure: boolean) {
  const marks = new BrowserBinding(secure);
  const app = new Koa();
  app.use((ctx) => {
    const given = ctx.path === '/give' ? marks.give(ctx) : null;
    ctx.body = { given, mark: marks.of(ctx) };
  });
  const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return async (at: string, cookie = '') => {
    const { headers, body } = await request(`${url}${at}`, { headers: { cookie } });
    const answer = (await body.json()) as { given: string | null; mark: string | null };
    return { ...answer, set: [headers['set-cookie'] ?? []].flat().join('\n') };
  };
}

test('a cookie identifies a browser and does not reveal the mark', async (t) => {
  const ask = await open(t, false);
  const { given, set } = await ask('/give');
  const cookie = set.split(';')[0] ?? '';
  t.is((await ask('/', cookie)).mark, given);
  t.is((await ask('/give', cookie)).given, given);
  t.false(cookie.includes(given ?? 'x'));
  t.not((await ask('/give')).given, given);
});

test('a browser without the cookie, or with a cookie that we never make, has no mark', async (t) => {
  const ask = await open(t, false);
  t.is((await ask('/')).mark, null);
  t.is((await ask('/', 'linkledger-browser=fixed')).mark, null);
});

test('with an https address no other site can set the cookie', async (t) => {
  const ask = await open(t, true);
  const { set } = await ask('/give');
  t.regex(set, /^__Host-linkledger-browser=/);
  for (const attribute of [/; secure/i, /; httponly/i, /; samesite=lax/i, /; path=\//i]) t.regex(set, attribute);
  t.notRegex(set, /domain/i);
});
