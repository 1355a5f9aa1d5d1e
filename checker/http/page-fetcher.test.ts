import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { article, html, redirect, type Site, startSite, type TestPage } from '../testing/test-site.ts';
import { type FetchLimits, PageFetcher } from './page-fetcher.ts';

const CLIENT = 'https://client.example/shop';
const LINK = `<p>See <a href="${CLIENT}">the shop</a>.</p>`;

function fetcherFor(t: ExecutionContext, allowHosts: readonly string[], limits: Partial<FetchLimits> = {}) {
  const guard = makeGuard(allowHosts);
  const fetcher = new PageFetcher({
    guard,
    dialer: makeDialer({ guard }),
    userAgent: 'Linkledger-Test/1',
    now: () => new Date('2026-11-21T12:00:00Z'),
    limits,
  });
  t.teardown(() => fetcher.close());
  return async (url: string, stop = AbortSignal.timeout(5_000)) => {
    const visit = (await fetcher.visit(url, [CLIENT], stop)).visits.get(CLIENT);
    if (visit === undefined) throw new Error('no visit');
    return visit;
  };
}

async function siteWith(t: ExecutionContext, pages: Record<string, TestPage>): Promise<Site> {
  const site = await startSite(pages);
  t.teardown(() => site.close());
  return site;
}

test('a visit reads a page, searches it and records its facts', async (t) => {
  const site = await siteWith(t, {
    '/post': (request, response) => {
      t.is(request.headers['user-agent'], 'Linkledger-Test/1');
      html(
        response,
        article(
          '<a rel="nofollow" href="https://www.client.example/shop/">Shop</a>',
          '<meta name="robots" content="noindex"><link rel="canonical" href="/canonical">',
        ),
        { 'x-robots-tag': 'noarchive', 'retry-after': '120' },
      );
    },
  });
  const visit = await fetcherFor(t, [site.host])(site.url('/post#part'));
  t.is(visit.error, null);
  t.like(visit, {
    by: 'http',
    requestedUrl: site.url('/post#part'),
    httpStatus: 200,
    contentType: 'text/html; charset=utf-8',
    charset: 'utf-8',
    retryAfter: 120,
    complete: true,
    title: 'Ten tips for gardens',
    metaRobots: 'noindex',
    xRobotsTag: 'noarchive',
    canonical: site.url('/canonical'),
    linkCount: 3,
    challenge: false,
  });
  t.is(visit.matches[0]?.anchor, 'Shop');
  t.deepEqual(visit.matches[0]?.rel, ['nofollow']);
  t.regex(visit.contentHash ?? '', /^[0-9a-f]{64}$/);
});

test('several X-Robots-Tag headers stay separate, so that a robot’s name ends with its header', async (t) => {
  const site = await siteWith(t, {
    '/': (_request, response) => {
      response.setHeader('x-robots-tag', ['otherbot: nofollow', 'noindex,  nofollow']);
      html(response, article(LINK));
    },
  });
  const visit = await fetcherFor(t, [site.host])(site.url('/'));
  t.is(visit.xRobotsTag, 'otherbot: nofollow\nnoindex, nofollow');
});

test('redirects are followed by hand, and each hop is recorded', async (t) => {
  const site = await siteWith(t, {
    '/1': redirect('/2', 301),
    '/2': redirect('3?a=1', 307),
    '/3': redirect('//127.0.0.1:1/'),
    '/ok': redirect('/post'),
    '/post': article(LINK),
  });
  const visit = await fetcherFor(t, [site.host])(site.url('/ok'));
  t.is(visit.finalUrl, site.url('/post'));
  t.deepEqual(visit.hops, [{ url: site.url('/ok'), via: 302 }]);
  t.is(visit.matches.length, 1);

  const refused = await fetcherFor(t, [site.host])(site.url('/1'));
  t.deepEqual(
    refused.hops.map(({ via }) => via),
    [301, 307, 302],
  );
  t.is(refused.finalUrl, 'http://127.0.0.1:1/');
  t.is(refused.error?.code, 'address-not-allowed');
  t.is(refused.httpStatus, null);
});

test('a redirect to a metadata service is refused with the reason', async (t) => {
  const site = await siteWith(t, { '/': redirect('http://169.254.169.254/latest/meta-data/') });
  const visit = await fetcherFor(t, [site.host])(site.url('/'));
  t.is(visit.error?.code, 'address-not-allowed');
  t.regex(visit.error?.message ?? '', /169\.254\.169\.254 is a cloud metadata service/);
});

test('a redirect loop and an endless chain have different messages', async (t) => {
  const site = await siteWith(t, {
    '/a': redirect('/b'),
    '/b': redirect('/a'),
    '/n': (request, response) => {
      const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('n'));
      response.writeHead(302, { location: `/n?n=${step + 1}` }).end();
    },
    '/ten': (request, response) => {
      const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('n'));
      if (step === 10) html(response, article(LINK));
      else response.writeHead(302, { location: `/ten?n=${step + 1}` }).end();
    },
  });
  const visit = fetcherFor(t, [site.host]);
  const loop = await visit(site.url('/a'));
  t.is(loop.error?.code, 'redirect-loop');
  t.regex(loop.error?.message ?? '', /lead back to .*\/a$/);
  t.regex((await visit(site.url('/n?n=0'))).error?.message ?? '', /more than 10 times/);
  t.is((await visit(site.url('/ten?n=0'))).matches.length, 1);
});

test('a site that sets a cookie and redirects to the same address is not a redirect loop', async (t) => {
  const site = await siteWith(t, {
    '/': (request, response) => {
      if (request.headers.cookie === 'seen=1') html(response, article(LINK));
      else response.writeHead(302, { location: '/', 'set-cookie': 'seen=1; Path=/; HttpOnly' }).end();
    },
  });
  t.is((await fetcherFor(t, [site.host])(site.url('/'))).matches.length, 1);
});

test('a meta refresh is a hop unless its delay is long, it reloads the page, or the page has the link', async (t) => {
  const refresh = (seconds: number, to: string) => `<meta http-equiv="refresh" content="${seconds};url=${to}">`;
  const site = await siteWith(t, {
    '/moved': article('', refresh(0, '/post')),
    '/slow': article('', refresh(20, '/post')),
    '/news': article('', refresh(300, '/post')),
    '/here': article(LINK, refresh(10, '/other')),
    '/gone': article(LINK, refresh(0, '/other')),
    '/self': article('', refresh(0, '/self#top')),
    '/ping': article('', refresh(0, '/pong')),
    '/pong': article('', refresh(0, '/ping')),
    '/script': article('', refresh(0, 'javascript:alert(1)')),
    '/post': article(LINK),
    '/other': article(''),
  });
  const visit = fetcherFor(t, [site.host]);
  const moved = await visit(site.url('/moved'));
  t.deepEqual(moved.hops, [{ url: site.url('/moved'), via: 'meta-refresh' }]);
  t.is(moved.finalUrl, site.url('/post'));
  t.is(moved.matches.length, 1);
  t.is((await visit(site.url('/slow'))).matches.length, 1);
  t.is((await visit(site.url('/news'))).hops.length, 0);
  t.is((await visit(site.url('/here'))).matches.length, 1);
  t.is((await visit(site.url('/gone'))).matches.length, 0);
  t.is((await visit(site.url('/self'))).error, null);
  t.is((await visit(site.url('/script'))).error, null);
  t.is((await visit(site.url('/ping'))).error?.code, 'redirect-loop');
});

test('a visit reads only web pages, recognized by their type or their first bytes', async (t) => {
  const answer = (type: string | null, body: string | Buffer): TestPage => {
    return (_request, response) => response.writeHead(200, type === null ? {} : { 'content-type': type }).end(body);
  };
  const site = await siteWith(t, {
    '/pdf': answer('application/pdf', '%PDF-1.7'),
    '/pdf-as-html': answer('text/html', '%PDF-1.7 <a href="https://client.example/shop">x</a>'),
    '/json': answer('application/json; charset=utf-8', '{}'),
    '/untyped': answer(null, `\ufeff  ${article(LINK)}`),
    '/untyped-text': answer(null, 'plain words'),
    '/xhtml': answer('application/xhtml+xml', article(LINK)),
    '/empty': answer('text/html', ''),
  });
  const visit = fetcherFor(t, [site.host]);
  for (const path of ['/pdf', '/pdf-as-html', '/json', '/untyped-text']) {
    t.is((await visit(site.url(path))).error?.code, 'not-html', path);
  }
  t.is((await visit(site.url('/json'))).contentType, 'application/json; charset=utf-8');
  t.is((await visit(site.url('/untyped'))).matches.length, 1);
  t.is((await visit(site.url('/xhtml'))).matches.length, 1);
  const empty = await visit(site.url('/empty'));
  t.like(empty, { error: null, complete: true, bytes: 0, contentHash: null });
});

test('compressed pages are decoded, and a decompression bomb is too large', async (t) => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const site = await siteWith(t, {
    '/zstd': (_request, response) => html(response, zstdCompressSync(article(LINK)), { 'content-encoding': 'zstd' }),
    '/bomb': (_request, response) => html(response, bomb, { 'content-encoding': 'gzip' }),
    '/broken': (_request, response) => html(response, 'not gzip at all', { 'content-encoding': 'gzip' }),
  });
  const visit = fetcherFor(t, [site.host]);
  t.is((await visit(site.url('/zstd'))).matches.length, 1);
  const big = await visit(site.url('/bomb'));
  t.is(big.error?.code, 'too-large');
  t.true(big.bytes < 11 * 1024 * 1024);
  t.false(big.complete);
  t.like((await visit(site.url('/broken'))).error, {
    code: 'invalid-response',
    message: 'the compressed page (gzip) is damaged',
  });
});

test('a page in a legacy encoding is decoded', async (t) => {
  const page = Buffer.concat([Buffer.from('<meta charset=windows-1251><title>'), Buffer.from([0xcf, 0xf0, 0xe8])]);
  const site = await siteWith(t, {
    '/': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  });
  const visit = await fetcherFor(t, [site.host])(site.url('/'));
  t.is(visit.charset, 'windows-1251');
});

test('a page without a declared encoding is searched and kept up to its end, also if it breaks off', async (t) => {
  const page = Buffer.concat([Buffer.from(LINK), Buffer.from('<p>сарай')]);
  const headers = { 'content-type': 'text/html', 'content-length': page.length };
  const cutOff = { ...headers, 'content-length': page.length + 1 };
  const site = await siteWith(t, {
    '/': (_request, response) => response.writeHead(200, headers).end(page),
    '/cut': (_request, response) => response.writeHead(200, cutOff).write(page, () => response.destroy()),
  });
  const guard = makeGuard([site.host]);
  const options = { guard, dialer: makeDialer({ guard }), userAgent: 'Linkledger-Test/1', now: () => new Date() };
  const fetcher = new PageFetcher({ ...options, keepsSource: true });
  t.teardown(() => fetcher.close());
  for (const path of ['/', '/cut']) {
    const { visits, source, isCharsetGuessed } = await fetcher.visit(
      site.url(path),
      [CLIENT],
      AbortSignal.timeout(5_000),
    );
    t.is(visits.get(CLIENT)?.matches.length, 1, path);
    t.is(source, page.toString(), path);
    t.true(isCharsetGuessed, path);
  }
});

test('reading stops when nothing later can change the verdict', async (t) => {
  let ended = false;
  const site = await siteWith(t, {
    '/endless': (_request, response) => {
      startHtml(response, article(LINK).replace('</body></html>', ''));
      const more = setInterval(() => response.write('<p>more</p>'), 5);
      response.once('close', () => {
        clearInterval(more);
        ended = true;
      });
    },
  });
  const visit = await fetcherFor(t, [site.host])(site.url('/endless'));
  t.is(visit.matches.length, 1);
  t.is(visit.error, null);
  t.false(visit.complete);
  await waitUntil(() => ended);
});

function startHtml(response: import('node:http').ServerResponse, start: string): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write(start);
}

test('slow and silent servers are timeouts whose message names the phase', async (t) => {
  const limit = new AbortController();
  const site = await siteWith(t, {
    '/silent': () => {},
    '/stalls': (_request, response) => startHtml(response, '<p>begin'),
    '/trickles': (_request, response) => {
      startHtml(response, '<p>begin');
      let drops = 0;
      const drop = setInterval(() => {
        response.write('x');
        if (++drops === 20) limit.abort();
      }, 20);
      response.once('close', () => clearInterval(drop));
    },
  });
  const silent = await fetcherFor(t, [site.host], { headersMs: 300 })(site.url('/silent'));
  t.regex(silent.error?.message ?? '', /accepted the connection but did not answer/);
  const stalled = await fetcherFor(t, [site.host], { bodyGapMs: 300 })(site.url('/stalls'));
  t.like(stalled.error, { code: 'timeout', message: 'the server stopped sending in the middle of the page' });
  t.is(stalled.httpStatus, 200);
  const trickled = await fetcherFor(t, [site.host])(site.url('/trickles'), limit.signal);
  t.is(trickled.error?.code, 'timeout');
  t.true(trickled.bytes > 0);
});

test('a server that does not speak HTTP or hangs up gives a reason code and a message', async (t) => {
  const serve = async (answer: string | null) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => (answer === null ? socket.destroy() : socket.end(answer)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const ssh = await serve('SSH-2.0-OpenSSH_9.2\r\n');
  const mute = await serve(null);
  const short = await serve('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<p>only this');
  const closed = '127.0.0.1:1';
  const visit = fetcherFor(t, [ssh, mute, short, closed]);
  t.is((await visit(`http://${ssh}/`)).error?.code, 'invalid-response');
  t.is((await visit(`http://${mute}/`)).error?.code, 'refused');
  const cut = await visit(`http://${short}/`);
  t.is(cut.error?.code, 'refused');
  t.false(cut.complete);
  t.like((await visit(`http://${closed}/`)).error, { code: 'refused', message: 'no server answers at 127.0.0.1:1' });
  t.is((await visit('http://no-such-name.invalid/')).error?.code, 'dns');
});

test('addresses that the guard refuses are never connected', async (t) => {
  const site = await siteWith(t, { '/': article(LINK) });
  const visit = fetcherFor(t, []);
  for (const url of [site.url('/'), 'ftp://example.com/', 'http://me:pw@example.com/', 'nonsense', 'http://[::1]/']) {
    const { error, httpStatus } = await visit(url);
    t.is(error?.code, 'address-not-allowed', url);
    t.is(httpStatus, null);
  }
  t.is(site.connections(), 0);
});

test('successive visits reuse connections', async (t) => {
  const site = await siteWith(t, { '/a': article(LINK), '/b': article(''), '/r': redirect('/a') });
  const visit = fetcherFor(t, [site.host]);
  const paths = ['/a', '/b', '/r', '/a', '/b', '/r', '/a', '/b', '/r', '/b'];
  for (const path of paths) t.is((await visit(site.url(path))).httpStatus, 200);
  t.true(site.connections() <= 2, `${site.connections()} connections`);
});

test('the fetcher uses HTTP/2 where offered and verifies certificates', async (t) => {
  const file = (name: string) => readFileSync(new URL(`../testing/${name}`, import.meta.url), 'utf8');
  const key = file('key.pem');
  setDefaultCACertificates([...rootCertificates, file('cert.pem'), file('expired.pem')]);
  t.teardown(() => setDefaultCACertificates([...rootCertificates]));
  const versions: string[] = [];
  const h2 = createSecureServer({ key, cert: file('cert.pem'), allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(article(LINK));
  });
  const expired = createTlsServer({ key, cert: file('expired.pem') }, (_request, response) => response.end('x'));
  const hosts: string[] = [];
  for (const server of [h2, expired]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    hosts.push(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    t.teardown(() => server.close());
  }
  const visit = fetcherFor(t, [...hosts, ...hosts.map((host) => host.replace('127.0.0.1', 'localhost'))]);
  for (let round = 0; round < 3; round++) {
    const seen = await visit(`https://${hosts[0]}/`);
    t.is(seen.error, null);
    t.is(seen.matches.length, 1);
  }
  t.deepEqual(versions, ['2.0', '2.0', '2.0']);
  t.like((await visit(`https://${hosts[1]}/`)).error, {
    code: 'tls',
    message: 'the certificate of the site has expired',
  });
  const wrongName = await visit(`https://${hosts[0]?.replace('127.0.0.1', 'localhost')}/`);
  t.like(wrongName.error, { code: 'tls', message: 'the certificate of the site belongs to another name' });
});
