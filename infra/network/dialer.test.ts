import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { makeDialer } from './dialer.ts';
import { makeGuard } from './ssrf-guard.ts';
import { VisitFailure } from './visit-errors.ts';

/** A DNS server that answers each A query with the next entry of a list, then repeats the last; AAAA with nothing. */
async function tinyDns(t: ExecutionContext, answers: Record<string, string[][]>) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const question = query.subarray(12, at + 5);
    const name = labels.join('.').toLowerCase();
    const isA = query.readUInt16BE(at + 1) === 1;
    const left = answers[name];
    const addresses = isA ? ((left !== undefined && left.length > 1 ? left.shift() : left?.[0]) ?? []) : [];
    if (isA) asked.push(name);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(left === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([header, question, ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

async function listen(
  t: ExecutionContext,
  host = '127.0.0.1',
  port = 0,
): Promise<{ port: number; hits: () => number }> {
  let hits = 0;
  const server: Server = createServer((socket) => {
    hits++;
    socket.on('error', () => {});
    socket.end('hello');
  });
  server.listen(port, host);
  await once(server, 'listening');
  t.teardown(() => server.close());
  return { port: (server.address() as AddressInfo).port, hits: () => hits };
}

const codeOf = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'connected',
    (error: unknown) => (error instanceof VisitFailure ? error.code : String(error)),
  );

test('the dialer refuses a private address without connecting, and connects to an allowed one', async (t) => {
  const { port, hits } = await listen(t);
  t.is(await codeOf(makeDialer({ guard: makeGuard() }).dial('127.0.0.1', port)), 'address-not-allowed');
  t.is(await codeOf(makeDialer({ guard: makeGuard() }).dial('localhost', port)), 'address-not-allowed');
  t.is(await codeOf(makeDialer({ guard: makeGuard() }).dial('[::ffff:127.0.0.1]', port)), 'address-not-allowed');
  t.is(hits(), 0);

  const socket = await makeDialer({ guard: makeGuard([`127.0.0.1:${port}`]) }).dial('127.0.0.1', port);
  t.is(String(await once(socket, 'data')), 'hello');
  t.is(socket.remoteAddress, '127.0.0.1');
  socket.destroy();
});

test('the dialer refuses a name whose second lookup returns loopback', async (t) => {
  const { port, hits } = await listen(t);
  const dns = await tinyDns(t, { 'rebind.test': [['127.0.0.2'], ['127.0.0.1']] });
  const guard = makeGuard([`127.0.0.2:${port}`]);
  const other = await listen(t, '127.0.0.2', port);
  const dialer = makeDialer({ guard, dns: dns.server });

  const first = await dialer.dial('rebind.test', port);
  t.is(first.remoteAddress, '127.0.0.2');
  t.is(String(await once(first, 'data')), 'hello');
  first.destroy();
  const error = await t.throwsAsync(dialer.dial('rebind.test', port), { instanceOf: VisitFailure });
  t.is(error.code, 'address-not-allowed');
  t.regex(error.message, /rebind\.test resolves to 127\.0\.0\.1, which is this machine itself/);
  t.is(hits(), 0);
  t.is(other.hits(), 1);
});

test('the dialer resolves a name once for each connection, so that a second answer cannot slip in', async (t) => {
  const { port } = await listen(t, '127.0.0.2');
  const dns = await tinyDns(t, { 'rebind.test': [['127.0.0.2'], ['127.0.0.1']] });
  const socket = await makeDialer({ guard: makeGuard([`127.0.0.2:${port}`]), dns: dns.server }).dial(
    'Rebind.test.',
    port,
  );
  t.is(socket.remoteAddress, '127.0.0.2');
  t.deepEqual(dns.asked, ['rebind.test']);
  socket.destroy();
});

test('the dialer tries only the allowed addresses of a name with public and private ones', async (t) => {
  const open = await listen(t, '127.0.0.2');
  const closed = await listen(t, '127.0.0.3', open.port);
  const dns = await tinyDns(t, { 'both.test': [['127.0.0.3', '10.0.0.1', '127.0.0.2']] });
  const socket = await makeDialer({ guard: makeGuard([`127.0.0.2:${open.port}`]), dns: dns.server }).dial(
    'both.test',
    open.port,
  );
  t.is(socket.remoteAddress, '127.0.0.2');
  t.is(closed.hits(), 0);
  socket.destroy();
});

test('the dialer tries the next address when the first one refuses', async (t) => {
  const { port } = await listen(t, '127.0.0.2');
  const dns = await tinyDns(t, { 'two.test': [['127.0.0.3', '127.0.0.2']] });
  const guard = makeGuard([`127.0.0.2:${port}`, `127.0.0.3:${port}`]);
  const socket = await makeDialer({ guard, dns: dns.server }).dial('two.test', port);
  t.is(socket.remoteAddress, '127.0.0.2');
  socket.destroy();
});

test('a failure has a reason code and a message', async (t) => {
  const dns = await tinyDns(t, { 'empty.test': [[]] });
  const { port } = await listen(t);
  const dialer = makeDialer({ guard: makeGuard(['127.0.0.9:8001']), dns: dns.server });
  const missing = await t.throwsAsync(dialer.dial('missing.test', port), { instanceOf: VisitFailure });
  t.is(missing.code, 'dns');
  t.is(missing.message, 'the name missing.test does not exist');
  t.is(await codeOf(dialer.dial('empty.test', 80)), 'dns');
  const refused = await t.throwsAsync(dialer.dial('127.0.0.9', 8001), { instanceOf: VisitFailure });
  t.is(refused.code, 'refused');
  t.is(refused.message, 'no server answers at 127.0.0.9:8001');
});

test('a DNS server that never answers fails the dial within the time limit', async (t) => {
  const silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => silent.close());
  const dialer = makeDialer({ guard: makeGuard(), dns: `127.0.0.1:${silent.address().port}`, timeoutMs: 200 });
  t.is(await codeOf(dialer.dial('example.com', 80)), 'dns');
});

test('an aborted dial rejects at once', async (t) => {
  const stop = new AbortController();
  stop.abort();
  t.is(await codeOf(makeDialer({ guard: makeGuard() }).dial('127.0.0.1', 80, stop.signal)), 'timeout');
});

test('names under localhost are this machine whatever a DNS server answers, and refused unless allowed', async (t) => {
  const { port, hits } = await listen(t);
  const dns = await tinyDns(t, { 'blog.localhost': [['93.184.215.14']] });
  const settings = { dns: dns.server, guard: makeGuard() };
  t.is(await codeOf(makeDialer(settings).dial('blog.localhost', port)), 'address-not-allowed');
  const opened = makeDialer({ ...settings, guard: makeGuard([`127.0.0.1:${port}`]) });
  const socket = await opened.dial('blog.localhost', port);
  t.is(String(await once(socket, 'data')), 'hello');
  socket.destroy();
  t.deepEqual(dns.asked, []);
  t.is(hits(), 1);
});

test('a machine without free file descriptors reports its own failure, not the site’s', async (t) => {
  const { port } = await listen(t);
  const script = `
    import { openSync } from 'node:fs';
    import { makeDialer } from ${JSON.stringify(new URL('./dialer.ts', import.meta.url).href)};
    import { makeGuard } from ${JSON.stringify(new URL('./ssrf-guard.ts', import.meta.url).href)};
    const dialer = makeDialer({ guard: makeGuard(['127.0.0.1:${port}']) });
    try { for (;;) openSync('/dev/null'); } catch {}
    const failure = await dialer.dial('127.0.0.1', ${port}).catch((error) => error);
    process._rawDebug(failure.code, failure.message);
  `;
  const child = spawn('sh', ['-c', 'ulimit -n 60 && exec "$0" --input-type=module -e "$1"', process.execPath, script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = (await Array.fromAsync(child.stderr)).join('').trim();
  t.is(said, "checker-failed the checker's machine had nothing left to connect with (EMFILE)");
});
