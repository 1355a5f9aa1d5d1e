import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { request } from 'undici';
import type { RequestState } from '../request/request-context.ts';
import { newNonce, pagePolicy, securityHeaders } from './security-headers.ts';

async function headersOf(t: ExecutionContext, https: boolean, path = '/') {
  const app = new Koa<RequestState>();
  app.use(securityHeaders({ https }));
  const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => void server.close().closeAllConnections());
  return (await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).headers;
}

test('with an https address, browsers use nothing but https for a year', async (t) => {
  t.is((await headersOf(t, true))['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  t.is((await headersOf(t, false))['strict-transport-security'], undefined);
});

test('a page with a secret address is not indexed and sends no referrer', async (t) => {
  for (const path of ['/share/abc', '/invite/abc', '/%69nvite/abc', '/Share']) {
    const headers = await headersOf(t, false, path);
    t.regex(String(headers['x-robots-tag']), /noindex/, path);
    t.is(headers['referrer-policy'], 'no-referrer', path);
  }
  for (const path of ['/', '/shared', '/clients/share', '/%zz']) {
    const headers = await headersOf(t, false, path);
    t.is(headers['x-robots-tag'], undefined, path);
    t.is(headers['referrer-policy'], 'same-origin', path);
  }
});

test('every answer forbids the features it does not need, and each page has its own nonce', async (t) => {
  const policy = String((await headersOf(t, false))['content-security-policy']);
  for (const rule of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
    t.true(policy.includes(rule), rule);
  const page = pagePolicy('n0nce');
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
  ])
    t.true(page.split('; ').includes(rule), rule);
  t.notRegex(page, /unsafe|\*|https?:/);
  t.not(newNonce(), newNonce());
  t.is(Buffer.from(newNonce(), 'base64').length, 16);
});

test('a page for payments allows only the given providers', (t) => {
  const sources = { script: ['https://pay.example'], frame: ['https://frame.example'], connect: [], image: [] };
  const rules = pagePolicy('n0nce', sources).split('; ');
  t.true(rules.includes("script-src 'self' https://pay.example"));
  t.true(rules.includes("frame-src 'self' https://frame.example"));
  t.true(rules.includes("connect-src 'self'"));
  t.true(rules.includes("default-src 'none'"));
  t.false(rules.some((rule) => rule.startsWith('script-src') && /unsafe|\*/.test(rule)));
});
