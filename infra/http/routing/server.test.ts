import { once } from 'node:events';
import net from 'node:net';
import test from 'ava';
import { listen } from './server.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('while the server stops, a waiting request is refused with 503 and a running one is answered', async (t) => {
  const running = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const server = await listen(
    async (_, response) => {
      running.resolve();
      await finish.promise;
      response.end('done');
    },
    '127.0.0.1',
    0,
  );
  const [first, second] = [net.connect(server.port, '127.0.0.1'), net.connect(server.port, '127.0.0.1')];
  await Promise.all([once(first, 'connect'), once(second, 'connect')]);
  first.write(REQUEST);
  await running.promise;
  second.write(REQUEST);
  const stopped = server.stop(5_000);
  const refusal = String(await once(second, 'data'));
  t.regex(refusal, /^HTTP\/1\.1 503 /);
  t.regex(refusal, /Retry-After: \d/i);
  t.regex(refusal, /"code":"stopping"/);
  finish.resolve();
  t.regex(String(await once(first, 'data')), /^HTTP\/1\.1 200 /);
  first.end();
  await stopped;
});

test('once the server has stopped, the port is closed', async (t) => {
  const server = await listen((_, response) => response.end(), '127.0.0.1', 0);
  await server.stop(5_000);
  const socket = net.connect(server.port, '127.0.0.1');
  const [error] = await once(socket, 'error');
  t.is((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
});

test('a request that came before its keep-alive ended is answered, although the process was busy', async (t) => {
  const KEPT_MS = 500;
  const server = await listen((_, response) => response.end('done'), '127.0.0.1', 0, KEPT_MS);
  const socket = net.connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(REQUEST);
  await once(socket, 'data');
  // For the server both the request and the end of the connection are due, and the end comes first.
  socket.write(REQUEST);
  // Node.js ends a kept connection a second after its limit.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, KEPT_MS + 1_500);
  t.regex(String(await once(socket, 'data')), /^HTTP\/1\.1 200 /);
  socket.end();
  await server.stop(0);
});

test('an idle connection ends', async (t) => {
  const server = await listen((_, response) => response.end('done'), '127.0.0.1', 0, 1);
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write(REQUEST);
  socket.resume();
  await once(socket, 'close');
  await server.stop(0);
  t.pass();
});
