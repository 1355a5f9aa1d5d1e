import test, { type ExecutionContext } from 'ava';
import type { ReasonCode, Visit } from '../command-service/events/observation.ts';
import { type CheckerOptions, needsBrowser, openChecker } from './check.ts';
import { article, html, keptLog, startSite, type TestPage } from './testing/test-site.ts';
import { emptyFacts } from './visit/visit-record.ts';

const CLIENT = 'https://client.example/shop';
const LINK = `<a href="${CLIENT}">x</a>`;

async function setUp(t: ExecutionContext, pages: Record<string, TestPage>, more: Partial<CheckerOptions> = {}) {
  const site = await startSite(pages);
  const logger = keptLog();
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

test('without a browser nothing is called removed that only a browser could tell', async (t) => {
  const { check } = await setUp(t, { '/': article('') });
  const { observation, verdict } = await check('/');
  t.like(verdict, { status: 'pending', reason: 'not-rendered' });
  t.is(observation.browserSkipped, 'there is no browser at /no/such/browser');
  const off = await setUp(t, { '/': article('') }, { render: 'never' });
  t.is((await off.check('/')).observation.browserSkipped, 'the browser tier is switched off');
});

test('what HTTP settles alone does not wait for a browser', async (t) => {
  const answer = (status: number, type = 'text/html'): TestPage => {
    return (_request, response) => response.writeHead(status, { 'content-type': type }).end('<h1>no</h1>');
  };
  const { check } = await setUp(t, {
    '/gone': answer(410),
    '/error': answer(500),
    '/limit': answer(429),
    '/image': answer(200, 'image/png'),
  });
  const cases: Record<string, ReasonCode> = {
    '/gone': 'page-gone',
    '/missing': 'page-gone',
    '/error': 'server-error',
    '/limit': 'blocked',
    '/image': 'not-html',
  };
  for (const [path, reason] of Object.entries(cases)) {
    const { observation, verdict } = await check(path);
    t.is(verdict.reason, reason, path);
    t.is(observation.browserSkipped, null, path);
  }
});

test('a browser that is always asked is still not shown addresses that nobody may visit', async (t) => {
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

test('a browser that does not start is said once and not tried again at once', async (t) => {
  const { check, log: logger } = await setUp(t, { '/': article('') }, { chromePath: '/bin/false' });
  for (const path of ['/?1', '/?2']) {
    const { observation, verdict } = await check(path);
    t.is(observation.browserSkipped, 'the browser does not start on this machine');
    t.is(verdict.reason, 'not-rendered');
  }
  t.is(logger.lines.length, 1);
});

test('a browser is asked for exactly what it could settle', (t) => {
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
  t.false(needsBrowser(visit({ httpStatus: 503 })));
  t.false(needsBrowser(visit({ httpStatus: 404 })));
  t.false(needsBrowser(visit({ httpStatus: null, error: { code: 'dns', message: '' } })));
  t.false(needsBrowser(visit({ error: { code: 'too-large', message: '' } })));
  t.false(needsBrowser(undefined));
});

test('checks of one page at the same time share a visit, whatever their fragment', async (t) => {
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

test('one caller giving up does not end the visit for the others, the last one does', async (t) => {
  const held: (() => void)[] = [];
  const { site, checker } = await setUp(
    t,
    { '/': (_request, response) => void held.push(() => html(response, article(LINK))), '/silent': () => {} },
    { render: 'never' },
  );
  const impatient = new AbortController();
  const first = checker.check(site.url('/'), [CLIENT], impatient.signal);
  const second = checker.check(site.url('/'), [CLIENT]);
  while (held.length < 1) await new Promise(setImmediate);
  impatient.abort();
  held[0]?.();
  t.is((await second).get(CLIENT)?.verdict.status, 'live');
  await first;

  const alone = new AbortController();
  const given = checker.check(site.url('/silent'), [CLIENT], alone.signal);
  while (!site.asked.includes('/silent')) await new Promise(setImmediate);
  alone.abort();
  t.is((await given).get(CLIENT)?.verdict.status, 'pending');
});

test('a page that never ends is a verdict within the limit', async (t) => {
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
  const { observation, verdict } = await check('/');
  t.like(verdict, { status: 'pending', reason: 'timeout' });
  t.true((observation.visits[0]?.durationMs ?? 0) < 1_500);
});

test('closing ends what is under way', async (t) => {
  const { site, checker } = await setUp(t, { '/': () => {} }, { render: 'never' });
  const running = checker.check(site.url('/'), [CLIENT]);
  while (site.asked.length === 0) await new Promise(setImmediate);
  await checker.close();
  t.is((await running).get(CLIENT)?.verdict.status, 'pending');
});

test('a list of allowed hosts that cannot be read stops the start', (t) => {
  t.throws(() => openChecker({ logger: keptLog(), allowHosts: ['localhost'] }), { message: /write it as host:port/ });
});

test('an address that nobody may visit makes no visit to its host wait', async (t) => {
  const { checker } = await setUp(t, {}, { render: 'never' });
  await checker.check('http://127.0.0.1:9/private', [CLIENT]);
  t.is(checker.rateLimiter.waitMs('127.0.0.1:9', true), 0);
  await checker.check('http://no-such-name.invalid/', [CLIENT]);
  t.true(checker.rateLimiter.waitMs('no-such-name.invalid', true) > 0);
});
