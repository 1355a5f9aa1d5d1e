import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import { json } from 'node:stream/consumers';
import test from 'ava';
import Koa from 'koa';
import { recordingLog } from '../../testing/event-builder.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { handleErrors } from '../routing/error-handler.ts';
import { listen } from '../routing/server.ts';
import { discardRest, MAX_BODY, readBody, withFile } from './request-body.ts';
import type { RequestState } from './request-context.ts';

test('a request whose body arrives too slowly is disconnected and not carried out', async (t) => {
  let ran = 0;
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use((ctx, next) => {
    ctx.state.route = null;
    return next();
  });
  app.use(readBody(100));
  app.use(() => {
    ran++;
  });
  const server = await listen(app.callback(), '127.0.0.1', 0);
  t.teardown(() => server.stop(0));
  const socket = net.connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write('POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  await once(socket, 'close');
  t.is(ran, 0);
});

test('the sender of a body that is too large reads the answer even if the process was busy meanwhile', async (t) => {
  const app = new Koa<RequestState>();
  app.use(discardRest(100));
  app.use(handleErrors(recordingLog(), []));
  app.use((ctx, next) => {
    ctx.state.route = null;
    ctx.res.once('finish', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300));
    return next();
  });
  app.use(readBody());
  const server = await listen(app.callback(), '127.0.0.1', 0);
  t.teardown(() => server.stop(0));
  const size = MAX_BODY + 1;
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`);
  // A request that follows is not carried out: its sender knows that from "Connection: close".
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const pieces: string[] = [];
  for await (const piece of socket.setEncoding('utf8')) pieces.push(String(piece));
  t.regex(pieces.join(''), /^HTTP\/1\.1 413 .*Connection: close\r\n.*too-large[^}]*}$/s);
});

test('a connection closes whose body goes on after it was refused unread', async (t) => {
  const app = new Koa<RequestState>();
  app.use(discardRest(100));
  app.use((ctx) => {
    ctx.status = 401;
  });
  const server = await listen(app.callback(), '127.0.0.1', 0);
  t.teardown(() => server.stop(0));
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write('POST /api/links/import HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\na');
  const dripping = setInterval(() => socket.write('a'), 20);
  t.teardown(() => clearInterval(dripping));
  const pieces: string[] = [];
  // A byte that arrives after the end resets the connection.
  socket.on('error', () => undefined).on('data', (piece) => pieces.push(String(piece)));
  await new Promise((resolve) => socket.once('close', resolve));
  t.regex(pieces.join(''), /^HTTP\/1\.1 401 .*Connection: close\r\n/s);
});

test('ordinary clients read the answer to a large body that is refused unread, and their next requests', async (t) => {
  const app = new Koa<RequestState>();
  app.use(discardRest());
  app.use((ctx) => {
    ctx.status = ctx.method === 'POST' ? 401 : 200;
    ctx.body = { code: 'signed-out' };
  });
  const server = await listen(app.callback(), '127.0.0.1', 0);
  t.teardown(() => server.stop(0));
  const url = `http://127.0.0.1:${server.port}/`;
  const body = Buffer.alloc(20_000_000, 'x');
  for (let round = 0; round < 5; round++) {
    const fetched = await fetch(url, { method: 'POST', body });
    t.deepEqual([fetched.status, await fetched.json()], [401, { code: 'signed-out' }]);
    const call = http.request(url, { method: 'POST', headers: { 'Content-Length': body.length } });
    const closed = once(call, 'close');
    call.end(body);
    const [answer] = await once(call, 'response');
    t.deepEqual([answer.statusCode, await json(answer)], [401, { code: 'signed-out' }]);
    await closed;
    t.is((await fetch(url)).status, 200);
  }
});

test('half a surrogate pair in a JSON body becomes the replacement character, and a whole one stays', async (t) => {
  const bodies: unknown[] = [];
  const app = new Koa<RequestState>();
  app.use((ctx, next) => {
    Object.assign(ctx.state, { route: null, confirmPrincipal: async () => {} });
    return next();
  });
  app.use(readBody());
  app.use((ctx) => {
    bodies.push(ctx.state.body);
    ctx.status = 204;
  });
  const server = await listen(app.callback(), '127.0.0.1', 0);
  t.teardown(() => server.stop(0));
  const headers = { 'Content-Type': 'application/json' };
  const body = String.raw`{"tags":["cut \ud83d","\ud83c\udf75","\\ud83d"]}`;
  await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', headers, body });
  t.deepEqual(bodies, [{ tags: ['cut \ufffd', '\u{1f375}', String.raw`\ud83d`] }]);
});

test('a file that arrives too slowly is refused, never used, and removed; a complete one is used', async (t) => {
  const folder = temporaryFolder(t);
  // Other tests receive files, too.
  const shared = os.tmpdir();
  process.env.TMPDIR = folder;
  t.teardown(() => {
    process.env.TMPDIR = shared;
  });
  const uses: string[] = [];
  const app = new Koa<RequestState>();
  app.use(handleErrors(recordingLog(), []));
  app.use(async (ctx) => {
    ctx.state.confirmPrincipal = async () => {};
    await withFile(
      ctx,
      async (bytes) => {
        uses.push(Buffer.concat(await Array.fromAsync(bytes)).toString());
      },
      { withinMs: 60_000, gapMs: ctx.path === '/dripping' ? 100 : 60_000 },
    );
    ctx.body = 'done';
  });
  const server = await listen(app.callback(), '127.0.0.1', 0);
  t.teardown(() => server.stop(0));
  const whole = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: 'a,b\n1,2\n' });
  t.is(whole.status, 200);
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write('POST /dripping HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na,b');
  const pieces: string[] = [];
  for await (const piece of socket.setEncoding('utf8')) pieces.push(String(piece));
  t.regex(pieces.join(''), /^HTTP\/1\.1 408 .*too-slow.*nothing was imported/s);
  t.deepEqual(uses, ['a,b\n1,2\n']);
  t.deepEqual(await readdir(folder), []);
});
