import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { html, startSite } from '../../checker/testing/test-site.ts';
import { makeDialer } from './dialer.ts';
import { startProxy } from './filtering-proxy.ts';
import { makeGuard } from './ssrf-guard.ts';

async function proxyFor(t: ExecutionContext, allowHosts: readonly string[], maxBytes?: number) {
  const guard = makeGuard(allowHosts);
  const proxy = await startProxy({
    guard,
    dialer: makeDialer({ guard }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  t.teardown(() => proxy.close());
  return proxy;
}

async function get(port: number, url: string, headers: Record<string, string> = {}) {
  const asking = request({ host: '127.0.0.1', port, path: url, headers: { host: new URL(url).host, ...headers } });
  asking.end();
  const [response] = await once(asking, 'response');
  return { status: response.statusCode as number, headers: response.headers, body: await text(response) };
}

/** The status line that refuses a CONNECT, or the reply to `payload` through the tunnel. */
async function tunnel(port: number, target: string, payload: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  if (!String(answer).includes(' 200 ')) return String(answer).split('\r\n', 1)[0] ?? '';
  socket.write(payload);
  return String((await once(socket, 'data'))[0]);
}

test('the proxy forwards a plain request without its hop-by-hop headers', async (t) => {
  const site = await startSite({
    '/a': (received, response) =>
      html(response, `${received.url} ${received.headers.host} ${received.headers['proxy-connection']}`),
  });
  t.teardown(() => site.close());
  const proxy = await proxyFor(t, [site.host]);
  const answer = await get(proxy.port, site.url('/a?b=c'), { 'proxy-connection': 'keep-alive' });
  t.is(answer.status, 200);
  t.is(answer.body, `/a?b=c ${site.host} undefined`);
});

test('a tunnel carries bytes both ways', async (t) => {
  const server = createServer((socket) => socket.on('data', (data) => socket.write(`echo ${data}`)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await proxyFor(t, [host]);
  t.is(await tunnel(proxy.port, host, 'hello'), 'echo hello');
});

test('neither requests nor tunnels reach what the guard refuses, and the proxy keeps the reason', async (t) => {
  const canary = await startSite({ '/': 'reached' });
  t.teardown(() => canary.close());
  const proxy = await proxyFor(t, []);
  await t.throwsAsync(get(proxy.port, canary.url('/')), { code: 'ECONNRESET' });
  t.is(proxy.failureFor(new URL(canary.url('/')))?.code, 'address-not-allowed');
  for (const target of [
    canary.host,
    `localhost:${canary.port}`,
    `[::ffff:7f00:1]:${canary.port}`,
    '169.254.169.254:80',
  ]) {
    t.is(await tunnel(proxy.port, target, 'GET / HTTP/1.1\r\n\r\n'), 'HTTP/1.1 403 Forbidden', target);
    t.is(proxy.failureFor(new URL(`https://${target}`))?.code, 'address-not-allowed', target);
  }
  t.is(canary.connections(), 0);
});

test('the proxy answers 400 to a request that is not a proxy request', async (t) => {
  const proxy = await proxyFor(t, []);
  const asking = request({ host: '127.0.0.1', port: proxy.port, path: '/etc/passwd' });
  asking.end();
  const [response] = await once(asking, 'response');
  t.is(response.statusCode, 400);
  response.resume();
});

test('the proxy cuts off a response above the size limit', async (t) => {
  const site = await startSite({ '/big': (_asked, response) => html(response, 'x'.repeat(300_000)) });
  t.teardown(() => site.close());
  const proxy = await proxyFor(t, [site.host], 100_000);
  await t.throwsAsync(get(proxy.port, site.url('/big')));
});

test('close() ends every connection', async (t) => {
  const site = await startSite({ '/never': () => {} });
  t.teardown(() => site.close());
  const guard = makeGuard([site.host]);
  const proxy = await startProxy({ guard, dialer: makeDialer({ guard }) });
  const asking = t.throwsAsync(get(proxy.port, site.url('/never')));
  while (site.asked.length === 0) await new Promise(setImmediate);
  await proxy.close();
  await asking;
  await t.throwsAsync(get(proxy.port, site.url('/never')), { code: 'ECONNREFUSED' });
});
