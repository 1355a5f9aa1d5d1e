import http from 'node:http';
import test from 'ava';
import Koa from 'koa';
import { request } from 'undici';
import { clientAddress, isLoopback, normalizeAddress, subnetOf } from './client-address.ts';
import type { RequestState } from './request-context.ts';

test('an IPv4 address is its own network in every notation of the socket', (t) => {
  t.is(subnetOf('203.0.113.7'), '203.0.113.7');
  t.is(subnetOf('::ffff:203.0.113.7'), '203.0.113.7');
  t.is(normalizeAddress('::ffff:203.0.113.7'), '203.0.113.7');
});

test('all IPv6 addresses of a /64 are one network', (t) => {
  t.is(subnetOf('2001:db8:1:2:3:4:5:6'), subnetOf('2001:db8:1:2:ffff::1'));
  t.not(subnetOf('2001:db8:1:2::1'), subnetOf('2001:db8:1:3::1'));
  t.is(normalizeAddress('2001:DB8:0::1'), '2001:db8::1');
});

test('an invalid address has no network', (t) => {
  t.is(subnetOf('somewhere'), '');
  t.is(normalizeAddress(''), '');
});

test('only the entries of trusted proxies in X-Forwarded-For count', async (t) => {
  const seenBehind = async (proxies: number, forwarded: string) => {
    const app = new Koa<RequestState>();
    app.use(clientAddress(proxies));
    app.use((ctx) => {
      ctx.body = ctx.ip;
    });
    const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const answer = await request(`http://127.0.0.1:${port}/`, { headers: { 'X-Forwarded-For': forwarded } });
    const seen = await answer.body.text();
    server.closeAllConnections();
    server.close();
    return seen;
  };
  t.is(await seenBehind(0, '198.51.100.1'), '127.0.0.1');
  t.is(await seenBehind(1, '198.51.100.1, 203.0.113.7'), '203.0.113.7', 'an entry by the client does not count');
  t.is(await seenBehind(2, '198.51.100.1, 203.0.113.7'), '198.51.100.1');
  t.is(await seenBehind(2, '203.0.113.7'), '127.0.0.1', 'fewer entries than the proxies would have written');
  t.is(await seenBehind(1, 'nonsense'), '127.0.0.1');
});

test('the addresses of this machine are recognized in every spelling', (t) => {
  for (const ip of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) t.true(isLoopback(ip), ip);
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1', '', 'localhost']) t.false(isLoopback(ip), ip);
});
