import test, { type ExecutionContext } from 'ava';
import type { RobotsTxt, Visit } from '../../command-service/contract/observation.ts';
import { type CheckerOptions, openChecker } from '../check.ts';
import { HostRateLimiter } from '../politeness/host-rate-limiter.ts';
import { article, html, recordingLog, redirect, type Site, startSite, type TestPage } from '../testing/test-site.ts';
import { judge } from '../verdict/judge.ts';
import { emptyFacts } from '../visit/visit-record.ts';
import { indexingOf } from './indexability.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

async function siteWith(t: ExecutionContext, pages: Record<string, TestPage>): Promise<Site> {
  const site = await startSite(pages);
  t.teardown(() => site.close());
  return site;
}

function checkerFor(t: ExecutionContext, sites: readonly Site[], more: Partial<CheckerOptions> = {}) {
  const checker = openChecker({
    logger: recordingLog(),
    allowHosts: sites.map(({ host }) => host),
    render: 'never',
    pageContext: true,
    contextWaitMs: 60_000,
    ...more,
  });
  t.teardown(() => checker.close());
  return async (articleLink: string, client = 'http://169.254.169.254/') => {
    const result = (await checker.check(articleLink, [client])).get(client);
    if (result === undefined) throw new Error('no result');
    return result;
  };
}

const text = (body: string, status = 200): TestPage => {
  return (_request, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
};

test('robots.txt is read once per host and decides for each page whether Googlebot may read it', async (t) => {
  const rules =
    'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot # and friends\nDisallow: /private/*.html$\nAllow: /\n';
  const site = await siteWith(t, {
    '/robots.txt': text(rules),
    '/open': article(''),
    '/private/x.html': article(''),
  });
  const check = checkerFor(t, [site]);
  const robotsTxt = async (path: string) => (await check(site.url(path))).observation.indexing?.robotsTxt;
  t.is(await robotsTxt('/open'), 'allowed');
  t.is(await robotsTxt('/private/x.html'), 'disallowed');
  t.is(await robotsTxt('/open?again'), 'allowed');
  t.is(site.asked.filter((path) => path === '/robots.txt').length, 1);
});

test('a robots.txt that is missing, moved, broken, endless or hostile gets the right answer in bounded time', async (t) => {
  const hostile = `User-agent: *\nDisallow: /${'*a'.repeat(400)}$\n${`Disallow: /${'*a'.repeat(400)}$\n`.repeat(300)}`;
  const cases: Record<string, { page: TestPage; expected: RobotsTxt }> = {
    missing: { page: text('', 404), expected: 'none' },
    moved: { page: redirect('/rules'), expected: 'disallowed' },
    inside: { page: redirect('http://169.254.169.254/'), expected: 'unreadable' },
    loop: { page: redirect('/robots.txt'), expected: 'unreadable' },
    broken: { page: text('', 500), expected: 'unreadable' },
    page: { page: article(''), expected: 'allowed' },
    hostile: { page: text(hostile), expected: 'unreadable' },
    endless: {
      page: (_request, response) => {
        response.write('User-agent: *\nDisallow: /\n');
        const more = () => {
          while (!response.destroyed && response.write('# more of nothing\n'.repeat(1_000)));
        };
        response.on('drain', more);
        more();
      },
      expected: 'disallowed',
    },
  };
  for (const [name, { page, expected }] of Object.entries(cases)) {
    const site = await siteWith(t, {
      '/robots.txt': page,
      '/rules': text('User-agent: googlebot\nDisallow: /'),
      [`/${'a'.repeat(2_000)}`]: article(''),
    });
    const { observation } = await checkerFor(t, [site])(site.url(`/${'a'.repeat(2_000)}`));
    t.is(observation.indexing?.robotsTxt, expected, name);
  }
});

test('the client’s page is requested without its content, redirects followed, and cached', async (t) => {
  const methods: string[] = [];
  const site = await siteWith(t, {
    '/': article(''),
    '/old': redirect('/shop', 301),
    '/shop': (request, response) => {
      methods.push(request.method ?? '');
      html(response, article(''));
    },
    '/headless': (request, response) => {
      methods.push(request.method ?? '');
      if (request.method === 'HEAD') response.writeHead(405).end();
      else html(response, article(''));
    },
    '/garbled': (request, response) => {
      if (request.method === 'HEAD') request.socket.end('This is not HTTP\r\n');
      else html(response, article(''));
    },
    '/gone': text('', 410),
  });
  const check = checkerFor(t, [site]);
  const landing = async (client: string) => (await check(site.url('/'), client)).observation.landing;
  t.deepEqual(await landing(site.url('/old#part')), {
    httpStatus: 200,
    finalUrl: site.url('/shop'),
    hops: [{ url: site.url('/old'), via: 301 }],
    error: null,
  });
  t.is((await landing(site.url('/old')))?.httpStatus, 200);
  t.deepEqual(methods, ['HEAD']);
  t.is((await landing(site.url('/headless')))?.httpStatus, 200);
  t.deepEqual(methods, ['HEAD', 'HEAD', 'GET']);
  t.like(await landing(site.url('/garbled')), { httpStatus: 200, error: null });
  t.is((await landing(site.url('/gone')))?.httpStatus, 410);
  t.like(await landing('http://127.0.0.1:1/'), { httpStatus: null, error: { code: 'address-not-allowed' } });
  t.like(await landing('not an address'), { httpStatus: null, error: { code: 'address-not-allowed' } });
});

test('concurrent checks request a client’s page once', async (t) => {
  const held: (() => void)[] = [];
  const site = await siteWith(t, {
    '/': article(''),
    '/shop': (_request, response) => void held.push(() => html(response, article(''))),
  });
  const check = checkerFor(t, [site]);
  const both = [check(site.url('/?1'), site.url('/shop')), check(site.url('/?2'), site.url('/shop'))];
  while (held.length === 0 || !site.asked.includes('/?1') || !site.asked.includes('/?2')) {
    await new Promise(setImmediate);
  }
  for (const answer of held) answer();
  for (const { observation } of await Promise.all(both)) t.is(observation.landing?.httpStatus, 200);
  t.is(held.length, 1);
});

test('context that does not arrive in time is left out, and the verdict stays the same', async (t) => {
  const silent: TestPage = () => {};
  const site = await siteWith(t, { '/': article('<a href="/shop">x</a>'), '/robots.txt': silent, '/shop': silent });
  const check = checkerFor(t, [site], { contextWaitMs: 50 });
  const { observation, verdict } = await check(site.url('/'), site.url('/shop'));
  t.is(verdict.reason, 'found-static');
  t.is(observation.landing, undefined);
  t.deepEqual(observation.indexing, { rules: [], robotsTxt: null, canonicalElsewhere: null });
});

test('a host that backs off gets no requests beside the visit', async (t) => {
  const rateLimiter = new HostRateLimiter({ spacingMs: 0 });
  const site = await siteWith(t, { '/': article('') });
  rateLimiter.finished(site.host, rateLimiter.started(site.host), { kind: 'trouble', retryAfter: 600 });
  const { observation } = await checkerFor(t, [site], { rateLimiter })(site.url('/'), site.url('/shop'));
  t.is(observation.landing, undefined);
  t.is(observation.indexing?.robotsTxt, null);
  t.deepEqual(site.asked, ['/']);
});

test('a visit without a page has no indexing facts', async (t) => {
  const site = await siteWith(t, { '/': text('', 403) });
  t.is((await checkerFor(t, [site])(site.url('/'))).observation.indexing, undefined);
});

test('indexing facts come from the last visit that got the page', (t) => {
  const visit = (more: Partial<Visit>): Visit => ({
    ...emptyFacts('http', 'https://a.example/post'),
    matches: [],
    nearest: [],
    httpStatus: 200,
    ...more,
  });
  const same = visit({ metaRobots: 'NOINDEX, follow', canonical: 'https://www.a.example/post/?utm_source=x' });
  t.deepEqual(indexingOf([same], 'none', NOW), {
    rules: [{ by: 'meta-robots', robot: null, directives: ['noindex', 'follow'] }],
    robotsTxt: 'none',
    canonicalElsewhere: null,
  });
  const other = visit({ by: 'browser', canonical: 'https://b.example/post', xRobotsTag: 'bingbot: noindex' });
  t.like(indexingOf([same, other], null, NOW), {
    rules: [{ by: 'x-robots-tag', robot: 'bingbot', directives: ['noindex'] }],
    canonicalElsewhere: 'https://b.example/post',
  });
  t.like(indexingOf([same, visit({ by: 'browser', httpStatus: 403 })], null, NOW), { robotsTxt: null });
  t.is(indexingOf([visit({ challenge: true })], 'allowed', NOW), null);
});

test('a browser looks whether a script keeps search engines from the page', async (t) => {
  const script =
    'const m = document.createElement("meta"); m.name = "robots"; m.content = "noindex"; document.head.append(m)';
  const site = await siteWith(t, {
    '/': article('<a href="/shop">x</a><script src="/seo.js"></script>'),
    '/seo.js': (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
    '/shop': article(''),
  });
  const patience = { dwellMs: 100, quietMs: 100 };
  const check = checkerFor(t, [site], { render: 'auto', timeoutMs: 300_000, patience });
  t.like((await check(site.url('/'), site.url('/shop'))).verdict, { warnings: [{ code: 'noindex' }] });
});

test('a date that is over in an unavailable_after is a warning, a later one is not', (t) => {
  const warnings = (facts: Pick<Visit, 'metaRobots'> | Pick<Visit, 'xRobotsTag'>) => {
    const visit: Visit = {
      ...emptyFacts('http', 'https://a.example/post'),
      matches: [],
      nearest: [],
      httpStatus: 200,
      ...facts,
    };
    const indexing = indexingOf([visit], null, NOW);
    return judge({ visits: [visit], browserSkipped: null, ...(indexing && { indexing }) }).warnings ?? [];
  };
  t.like(warnings({ metaRobots: 'unavailable_after: 2026-11-27' }), [{ code: 'noindex' }]);
  t.like(warnings({ xRobotsTag: 'Googlebot: unavailable_after: Friday, 27-Nov-26 23:59:00 GMT' }), [
    { code: 'noindex' },
  ]);
  t.like(warnings({ xRobotsTag: 'unavailable_after: Sunday, 28-Nov-27 08:49:37 GMT, noindex' }), [{ code: 'noindex' }]);
  t.deepEqual(warnings({ xRobotsTag: 'unavailable_after: Sunday, 28-Nov-27 08:49:37 GMT, noarchive' }), []);
  t.deepEqual(warnings({ xRobotsTag: 'otherbot: unavailable_after: 2026-11-27' }), []);
});

test('what a page in the place of the article says of itself is not said of the article', (t) => {
  const hops = [{ url: 'https://a.example/post', via: 302 }];
  const match = { href: 'https://client.example/', anchor: '', rel: [], snippet: '' };
  const visit = (more: Partial<Visit>): Visit => ({
    ...emptyFacts('http', 'https://a.example/post'),
    matches: [],
    nearest: [],
    httpStatus: 200,
    metaRobots: 'noindex',
    canonical: 'https://a.example/other',
    ...more,
  });
  const inItsPlace = [
    ...(['sign-in', 'consent', 'empty', 'not-filled'] as const).map((look) => visit({ look })),
    ...['/', '/login', '/error/404', '/news'].map((path) => visit({ hops, finalUrl: `https://a.example${path}` })),
  ];
  for (const each of inItsPlace) {
    t.is(indexingOf([each], null, NOW), null, each.look ?? each.finalUrl);
    const facts = indexingOf([visit({})], null, NOW);
    t.deepEqual(judge({ visits: [each], browserSkipped: null, ...(facts && { indexing: facts }) }).warnings ?? [], []);
  }
  t.truthy(indexingOf([visit({ hops, finalUrl: 'https://a.example/news', matches: [match] })], null, NOW));
});
