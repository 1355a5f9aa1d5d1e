import { once } from 'node:events';
import net from 'node:net';
import test from 'ava';
import Koa from 'koa';
import { readBody } from './request-body.ts';
import type { RequestState } from './request-context.ts';
import { listen } from './server.ts';

test('a request whose body arrives too slowly is cut off and not carried out', async (t) => {
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

test('half a surrogate pair in a JSON body becomes the replacement character, and a whole one stays', async (t) => {
  const bodies: unknown[] = [];
  const app = new Koa<RequestState>();
  app.use((ctx, next) => {
    ctx.state.route = null;
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
