import test, { type ExecutionContext } from 'ava';
import type { ReasonCode, Visit } from '../command-service/contract/observation.ts';
import { CLOSED_EARLY } from '../infra/network/visit-errors.ts';
import { type CheckerOptions, needsBrowser, openChecker } from './check.ts';
import { HostRateLimiter } from './politeness/host-rate-limiter.ts';
import { article, html, recordingLog, startSite, type TestPage } from './testing/test-site.ts';
import { emptyFacts } from './visit/visit-record.ts';

const CLIENT = 'https://client.example/shop';
const LINK = `<a href="${CLIENT}">x</a>`;

async function setUp(t: ExecutionContext, pages: Record<string, TestPage>, more: Partial<CheckerOptions> = {}) {
  const site = await startSite(pages);
  const logger = recordingLog();
  const checker = openChecker({ logger, allowHosts: [site.host], chromePath: '/no/such/browser', ...more });
  t.teardown(async () => {
    await checker.close();
    await site.close();
  });
  const check = async (path: string, client = CLIENT, signal?: AbortSignal) => {
    const result = (await checker.check(site.url(path), [client], signal)).get(client);
    if (result === undefined) throw new Error('no result');
    return result;
  };
  return { site, checker, check, log: logger };
}

test('a link in the source needs no browser', async (t) => {
  const { check } = await setUp(t, { '/': article(LINK) });
  const { observation, verdict } = await check('/');
  t.like(verdict, { status: 'live', reason: 'found-static', anchor: 'x', linkType: 'dofollow' });
  t.is(observation.visits.length, 1);
  t.is(observation.browserSkipped, null);
});

test('without a browser a link that only a browser could find is pending, not removed', async (t) => {
  const { check } = await setUp(t, { '/': article('') });
  const { observation, verdict } = await check('/');
  t.like(verdict, { status: 'pending', reason: 'not-rendered' });
  t.is(observation.browserSkipped, 'there is no browser at /no/such/browser');
  const off = await setUp(t, { '/': article('') }, { render: 'never' });
  t.is((await off.check('/')).observation.browserSkipped, 'the browser tier is switched off');
});

test('a page that HTTP alone decides needs no browser', async (t) => {
  const answer = (status: number, type = 'text/html'): TestPage => {
    return (_request, response) => response.writeHead(status, { 'content-type': type }).end('<h1>no</h1>');
  };
  const { check } = await setUp(t, {
    '/error': answer(500),
    '/limit': (_request, response) => response.writeHead(429, { 'retry-after': '60' }).end('<h1>no</h1>'),
  });
  const cases: Record<string, ReasonCode> = {
    '/error': 'server-error',
    '/limit': 'blocked',
  };
  for (const [path, reason] of Object.entries(cases)) {
    const { observation, verdict } = await check(path);
    t.is(verdict.reason, reason, path);
    t.is(observation.browserSkipped, null, path);
  }
});

test('render: always never opens an address that the guard refuses', async (t) => {
  const { checker } = await setUp(t, {}, { render: 'always' });
  for (const address of ['file:///etc/passwd', 'chrome://version', 'data:text/html,x', 'http://127.0.0.1/', 'x']) {
    const result = (await checker.check(address, [CLIENT])).get(CLIENT);
    t.deepEqual(
      result?.observation.visits.map(({ by }) => by),
      ['http'],
      address,
    );
    t.is(result?.observation.browserSkipped, null);
    t.is(result?.verdict.reason, 'address-not-allowed');
  }
});

test('a browser that does not start is logged once and not started again at once', async (t) => {
  const { check, log: logger } = await setUp(t, { '/': article('') }, { chromePath: '/bin/false' });
  for (const path of ['/?1', '/?2']) {
    const { observation, verdict } = await check(path);
    t.is(observation.browserSkipped, 'the browser does not start on this machine');
    t.is(verdict.reason, 'not-rendered');
  }
  t.is(logger.lines.length, 1);
});

test('needsBrowser is true exactly where a browser could find the link', (t) => {
  const visit = (more: Partial<Visit>): Visit => ({
    ...emptyFacts('http', 'https://a.example/'),
    matches: [],
    nearest: [],
    httpStatus: 200,
    ...more,
  });
  const match = { href: CLIENT, anchor: '', rel: [], snippet: '' };
  t.true(needsBrowser(visit({})));
  t.true(needsBrowser(visit({ httpStatus: 403 })));
  t.true(needsBrowser(visit({ httpStatus: 503, challenge: true })));
  t.false(needsBrowser(visit({ matches: [match] })));
  for (const httpStatus of [401, 402, 404, 405, 406, 410, 429, 503]) t.true(needsBrowser(visit({ httpStatus })));
  t.true(needsBrowser(visit({ contentType: 'text/markdown', error: { code: 'not-html', message: '' } })));
  t.false(needsBrowser(visit({ contentType: 'text/html', error: { code: 'not-html', message: '' } })));
  t.true(needsBrowser(visit({ httpStatus: null, error: { code: 'refused', message: CLOSED_EARLY } })));
  t.false(needsBrowser(visit({ httpStatus: null, error: { code: 'refused', message: 'ECONNREFUSED' } })));
  for (const httpStatus of [429, 503]) t.false(needsBrowser(visit({ httpStatus, retryAfter: 60 })));
  for (const httpStatus of [500, 502, 451]) t.false(needsBrowser(visit({ httpStatus })));
  t.false(needsBrowser(visit({ httpStatus: null, error: { code: 'dns', message: '' } })));
  t.false(needsBrowser(visit({ error: { code: 'too-large', message: '' } })));
  t.false(needsBrowser(undefined));
});

test('concurrent checks of one page share a visit, whatever their fragment', async (t) => {
  const held: (() => void)[] = [];
  const { site, checker } = await setUp(
    t,
    { '/': (_request, response) => void held.push(() => html(response, article(LINK))) },
    { render: 'never' },
  );
  const other = 'https://other.example/';
  const both = checker.check(site.url('/'), [CLIENT, other]);
  const again = checker.check(site.url('/#part'), [CLIENT]);
  const more = checker.check(site.url('/'), [CLIENT, 'https://third.example/']);
  while (held.length < 2) await new Promise(setImmediate);
  for (const answer of held) answer();
  t.is((await again).get(CLIENT), (await both).get(CLIENT));
  t.deepEqual([...(await more).keys()], [CLIENT, 'https://third.example/']);
  t.is(site.asked.length, 2);
  held.length = 0;
  const later = checker.check(site.url('/'), [CLIENT]);
  while (held.length < 1) await new Promise(setImmediate);
  held[0]?.();
  t.is((await later).get(CLIENT)?.verdict.status, 'live');
  t.is(site.asked.length, 3);
});

test('a shared visit is canceled only when its last caller cancels', async (t) => {
  const held: (() => void)[] = [];
  const { site, checker } = await setUp(
    t,
    { '/': (_request, response) => void held.push(() => html(response, article(LINK))), '/silent': () => {} },
    { render: 'never' },
  );
  const canceled = new AbortController();
  const first = checker.check(site.url('/'), [CLIENT], canceled.signal);
  const second = checker.check(site.url('/'), [CLIENT]);
  while (held.length < 1) await new Promise(setImmediate);
  canceled.abort();
  held[0]?.();
  t.is((await second).get(CLIENT)?.verdict.status, 'live');
  await first;

  const alone = new AbortController();
  const running = checker.check(site.url('/silent'), [CLIENT], alone.signal);
  while (!site.asked.includes('/silent')) await new Promise(setImmediate);
  alone.abort();
  t.is((await running).get(CLIENT)?.verdict.status, 'pending');
});

test('a page that never ends is cut off and stays pending', async (t) => {
  const { check } = await setUp(
    t,
    {
      '/': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const more = setInterval(() => response.write('<p>more</p>'), 10);
        response.once('close', () => clearInterval(more));
      },
    },
    { timeoutMs: 500 },
  );
  const { verdict } = await check('/');
  t.like(verdict, { status: 'pending', reason: 'still-loading' });
});

test('an answer that arrived while the checker was delayed is read, however long the delay', async (t) => {
  const timeoutMs = 1_000;
  const { check } = await setUp(
    t,
    {
      '/': (_request, response) => {
        html(response, article(LINK));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs);
      },
    },
    { timeoutMs, render: 'never' },
  );
  t.is((await check('/')).verdict.status, 'live');
});

test('close() ends running checks', async (t) => {
  const { site, checker } = await setUp(t, { '/': () => {} }, { render: 'never' });
  const running = checker.check(site.url('/'), [CLIENT]);
  while (site.asked.length === 0) await new Promise(setImmediate);
  await checker.close();
  t.is((await running).get(CLIENT)?.verdict.status, 'pending');
});

test('openChecker throws on an allowed host that is not host:port', (t) => {
  t.throws(() => openChecker({ logger: recordingLog(), allowHosts: ['localhost'] }), {
    message: /write it as host:port/,
  });
});

test('a refused address does not delay visits to its host', async (t) => {
  const rateLimiter = new HostRateLimiter({ now: () => 0 });
  const { checker } = await setUp(t, {}, { render: 'never', rateLimiter });
  await checker.check('http://127.0.0.1:9/private', [CLIENT]);
  t.is(checker.rateLimiter.waitMs('127.0.0.1:9', true), 0);
  await checker.check('http://no-such-name.invalid/', [CLIENT]);
  t.true(checker.rateLimiter.waitMs('no-such-name.invalid', true) > 0);
});
