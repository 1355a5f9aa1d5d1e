import { EventEmitter, once } from 'node:events';
import net from 'node:net';
import test from 'ava';
import { waitUntil } from '../../testing/wait-until.ts';
import { NetworkLimit } from '../limits/connection-limit.ts';
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
  const server = await listen((_, response) => response.end('done'), '127.0.0.1', 0, { keptMs: KEPT_MS });
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
  const server = await listen((_, response) => response.end('done'), '127.0.0.1', 0, { keptMs: 1 });
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write(REQUEST);
  socket.resume();
  await once(socket, 'close');
  await server.stop(0);
  t.pass();
});

/** Everything that comes back on a new connection. */
async function answerTo(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  const pieces: string[] = [];
  for await (const piece of socket.setEncoding('utf8')) pieces.push(String(piece));
  return pieces.join('');
}

test('a request that is not valid HTTP, or has too long headers, gets an answer in JSON', async (t) => {
  const server = await listen((_, response) => response.end('done'), '127.0.0.1', 0);
  t.teardown(() => server.stop(0));
  const cases = [
    [400, 'bad-request', 'nonsense\r\n\r\n'],
    [400, 'bad-request', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [431, 'header-too-large', `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(200_000)}\r\n\r\n`],
    [431, 'header-too-large', `GET /${'x'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ] as const;
  for (const [status, code, text] of cases) {
    const [head = '', body = ''] = (await answerTo(server.port, text)).split('\r\n\r\n');
    t.regex(head, new RegExp(`^HTTP/1.1 ${status} .*Content-Type: application/json.*Connection: close`, 's'));
    t.is(JSON.parse(body).code, code);
    t.truthy(JSON.parse(body).message);
  }
});

test('a broken request does not corrupt the answer before it', async (t) => {
  const begun = Promise.withResolvers<void>();
  const server = await listen(
    (_, response) => {
      response.writeHead(200, { 'Content-Length': 10 });
      response.write('12345');
      begun.resolve();
    },
    '127.0.0.1',
    0,
  );
  t.teardown(() => server.stop(0));
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write(REQUEST);
  const pieces: string[] = [];
  socket.on('data', (piece) => pieces.push(String(piece)));
  await begun.promise;
  await once(socket, 'data');
  socket.write('nonsense\r\n\r\n');
  await once(socket, 'close');
  t.notRegex(pieces.join(''), /bad-request/);
});

test('a network with too many connections is refused with an answer, until one of them closes', async (t) => {
  const warnings: string[] = [];
  const logger = { warn: (_: object, message: string) => void warnings.push(message) };
  const networks = new NetworkLimit(logger, 2, () => false);
  let answered = 0;
  const server = await listen(
    (_, response) => {
      answered += 1;
      response.end('done');
    },
    '127.0.0.1',
    0,
    { networks },
  );
  t.teardown(() => server.stop(0));
  const held = [net.connect(server.port, '127.0.0.1'), net.connect(server.port, '127.0.0.1')];
  for (const socket of held) {
    socket.write(REQUEST);
    await once(socket, 'data');
  }
  for (let round = 0; round < 3; round++) {
    const refusal = await answerTo(server.port, REQUEST);
    t.regex(refusal, /^HTTP\/1\.1 503 .*Connection: close.*"code":"too-many-connections"/s);
  }
  t.is(answered, 2);
  t.is(warnings.length, 1);
  held[0]?.end();
  await waitUntil(async () =>
    (await answerTo(server.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).startsWith('HTTP/1.1 200 '),
  );
  held[1]?.end();
});

test('a connection of this machine is not limited, one of any other network is: an IPv6 /64 is one network', (t) => {
  const limit = new NetworkLimit({ warn: () => {} }, 1);
  const from = (remoteAddress: string) => limit.admit(Object.assign(new EventEmitter(), { remoteAddress }));
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) for (let n = 0; n < 3; n++) t.true(from(address));
  t.true(from('192.0.2.7'));
  t.false(from('::ffff:192.0.2.7'));
  t.true(from('192.0.2.8'));
  t.true(from('2001:db8:1:2::1'));
  t.false(from('2001:db8:1:2:ffff::2'));
  t.true(from('2001:db8:1:3::1'));
});
