import test from 'ava';
import fc from 'fast-check';
import type { CheckOrder } from '../command-service/contract/check-contract.ts';
import type { Observation } from '../command-service/contract/observation.ts';
import { waitUntil } from '../infra/testing/wait-until.ts';
import { openChecker } from './check.ts';
import { HostQueues } from './politeness/host-queues.ts';
import { HostRateLimiter } from './politeness/host-rate-limiter.ts';
import { article, html, recordingLog, redirect, startSite } from './testing/test-site.ts';
import { type WorkOptions, work } from './work.ts';

const CLIENT = 'https://client.example/shop';
let ids = 0;
const order = (articleLink: string, clientLink = CLIENT): CheckOrder => {
  const id = `${++ids}`;
  const made = { linkId: `link-${id}`, checkId: `check-${id}`, articleLink, clientLink };
  allOrders.set(made.checkId, made);
  return made;
};
const allOrders = new Map<string, CheckOrder>();
const orderOf = ({ checkId }: { readonly checkId: string }) => allOrders.get(checkId)!;

async function* batches(...all: CheckOrder[][]) {
  yield* all;
}

/** Orders that the test pushes. */
function source() {
  const waiting: CheckOrder[][] = [];
  let wake = () => {};
  return {
    push(...orders: CheckOrder[]) {
      waiting.push(orders);
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

async function setUp(
  t: import('ava').ExecutionContext,
  pages: Parameters<typeof startSite>[0],
  { timeoutMs = 60_000 } = {},
) {
  const site = await startSite(pages);
  const logger = recordingLog();
  const checker = openChecker({ logger, allowHosts: [site.host], render: 'never', timeoutMs });
  t.teardown(async () => {
    await checker.close();
    await site.close();
  });
  const reported: { order: CheckOrder; observation: Observation; status: string; reason: string }[] = [];
  const run = (orders: WorkOptions['orders'], signal: AbortSignal, more: Partial<WorkOptions> = {}) =>
    work(
      {
        orders,
        checker,
        logger,
        concurrency: 4,
        report: async (report) => {
          if (report.kind !== 'checked') return;
          const { observation, verdict } = report;
          const { status, reason } = verdict;
          reported.push({ order: orderOf(report), observation, status, reason });
        },
        ...more,
      },
      signal,
    );
  return { site, log: logger, reported, run };
}

const never = new AbortController().signal;

test('one visit serves links with different matchings, and each link is judged by its own matching', async (t) => {
  const { site, reported, run } = await setUp(t, { '/a': article(`<a href="${CLIENT}?from=a">x</a>`) });
  const exact = order(site.url('/a'));
  const looser = { ...order(site.url('/a')), matching: 'ignore-query' } as const;
  const visits: number[] = [];
  await run(batches([exact, looser]), never, { onVisit: (visit) => visits.push(visit.orders.length) });
  t.deepEqual(visits, [2]);
  const statusOf = ({ checkId }: CheckOrder) => reported.find((each) => each.order.checkId === checkId)?.status;
  t.deepEqual([statusOf(exact), statusOf(looser)], ['pending', 'live']);
});

test('the page where a link was live at the end of a redirect is read as its article', async (t) => {
  const { site, reported, run } = await setUp(t, {
    '/a': redirect('/another-story', 301),
    '/another-story': article(''),
  });
  const known = { ...order(site.url('/a')), articleEnd: site.url('/another-story') };
  const changed = { ...order(site.url('/a')), articleEnd: site.url('/third') };
  const unknown = order(site.url('/a'));
  await run(batches([known, changed, unknown]), never);
  const reportOf = ({ checkId }: CheckOrder) => reported.find((each) => each.order.checkId === checkId);
  t.deepEqual(
    [known, changed, unknown].map((each) => reportOf(each)?.reason),
    ['not-rendered', 'other-page', 'other-page'],
  );
  t.is(reportOf(known)?.observation.articleEnd, site.url('/another-story'));
});

test('work reports every order once, and checks the links of one page in one visit', async (t) => {
  const { site, reported, run } = await setUp(t, { '/a': article(`<a href="${CLIENT}">x</a>`), '/b': article('') });
  const orders = [order(site.url('/a')), order(site.url('/a'), 'https://other.example/'), order(site.url('/b'))];
  const visits: number[] = [];
  await run(batches(orders, orders), never, { onVisit: (visit) => visits.push(visit.orders.length) });
  t.is(reported.length, 3);
  t.deepEqual(visits.toSorted(), [1, 2]);
  t.deepEqual(
    orders.map((one) => reported.find((each) => each.order.checkId === one.checkId)?.status),
    ['live', 'pending', 'pending'],
  );
  t.deepEqual(site.asked.sort(), ['/a', '/b']);
});

test('work visits at most two pages of a host at a time, and other hosts meanwhile', async (t) => {
  let open = 0;
  let most = 0;
  const held: (() => void)[] = [];
  const { site, reported, run } = await setUp(t, {
    '/held': (_request, response) => {
      most = Math.max(most, ++open);
      held.push(() => {
        open--;
        html(response, article(''));
      });
    },
  });
  const other = await startSite({ '/': article(`<a href="${CLIENT}">x</a>`) });
  t.teardown(() => other.close());
  const logger = recordingLog();
  const both = openChecker({ logger, allowHosts: [site.host, other.host], render: 'never' });
  t.teardown(() => both.close());
  const slow = [1, 2, 3, 4, 5].map((n) => order(site.url(`/held?${n}`)));
  const quick = [1, 2, 3].map((n) => order(other.url(`/?${n}`)));
  const working = run(batches([...slow, ...quick]), never, { checker: both });
  while (reported.length < 3) await new Promise(setImmediate);
  t.true(reported.every(({ order: one }) => quick.includes(one)));
  while (reported.length < 8) {
    held.shift()?.();
    await new Promise(setImmediate);
  }
  await working;
  t.is(most, 2);
});

test('a slow page gives up its slot to the next', async (t) => {
  const { site, reported, run } = await setUp(t, { '/slow': () => {}, '/quick': article('') }, { timeoutMs: 60_000 });
  const stop = new AbortController();
  const orders = [order(site.url('/slow?1')), order(site.url('/quick'))];
  const working = run(batches(orders), stop.signal, { concurrency: 1, slowMs: 50, graceMs: 0 });
  await waitUntil(() => reported.length > 0);
  t.is(reported[0]?.order, orders[1]);
  stop.abort();
  await working;
});

test('work retries a failed report until it succeeds, and logs the failure once', async (t) => {
  const { site, log: logger, run } = await setUp(t, { '/': article('') });
  let tries = 0;
  await run(batches([order(site.url('/?1')), order(site.url('/?2'))]), never, {
    retryMs: 1,
    report: async ({ kind }) => {
      if (kind === 'checked' && ++tries <= 5) throw new Error('the command service is down');
    },
  });
  t.is(tries, 7);
  t.is(logger.lines.filter(({ level }) => level === 'warn').length, 1);
});

test('a visit is announced before it begins, and an interrupted visit is left to the next checker', async (t) => {
  const { site, run } = await setUp(t, { '/silent': () => {} });
  const notes: string[] = [];
  const stop = new AbortController();
  const working = run(batches([order(site.url('/silent'))]), stop.signal, {
    graceMs: 0,
    report: async ({ kind }) => void notes.push(`${kind} after ${site.asked.length} visits`),
  });
  await waitUntil(() => site.asked.length === 1);
  stop.abort();
  await working;
  t.deepEqual(notes, ['begun after 0 visits', 'left after 1 visits']);
});

test('an order that another checker gets is dropped before its visit, and taken again if it comes back', async (t) => {
  const held: (() => void)[] = [];
  const { site, reported, run } = await setUp(t, {
    '/held': (_request, response) => void held.push(() => html(response, article(''))),
    '/moved': article(''),
    '/shared': article(''),
  });
  const [moved, ofMoved, staying] = [order(site.url('/moved')), order(site.url('/shared')), order(site.url('/shared'))];
  const lost = new Set<CheckOrder>();
  const orders = source();
  const stop = new AbortController();
  const working = run(orders, stop.signal, { isLost: (one) => lost.has(one) });
  // The host's two visits run, and the others wait.
  orders.push(order(site.url('/held?1')), order(site.url('/held?2')), moved, ofMoved, staying);
  await waitUntil(() => held.length === 2);
  lost.add(moved).add(ofMoved);
  for (const release of held) release();
  await waitUntil(() => reported.length === 3);
  t.deepEqual(site.asked.slice(2), ['/shared']);
  t.deepEqual(
    reported.filter(({ order: { articleLink } }) => !articleLink.includes('/held')).map((each) => each.order),
    [staying],
  );

  lost.clear();
  orders.push(moved);
  await waitUntil(() => reported.length === 4);
  t.deepEqual(site.asked.slice(2), ['/shared', '/moved']);
  stop.abort();
  await working;
});

test('a page that ended the checker three times is reported as failed without another visit', async (t) => {
  const { site, reported, run } = await setUp(t, { '/': article('') });
  const [crashing, again] = [order(site.url('/')), order(site.url('/?again'))];
  await run(
    batches([
      { ...crashing, attempts: 3 },
      { ...again, attempts: 2 },
    ]),
    never,
  );
  const of = (one: CheckOrder) => reported.find(({ order: each }) => each === one);
  t.is(of(crashing)?.status, 'pending');
  t.is(of(crashing)?.observation.visits.at(-1)?.error?.code, 'checker-failed');
  t.is(of(again)?.observation.visits.at(-1)?.httpStatus, 200);
  t.deepEqual(site.asked, ['/?again']);
});

test('after an abort work finishes running checks within the grace period and takes no new orders', async (t) => {
  const held: (() => void)[] = [];
  const { site, reported, run } = await setUp(t, {
    '/held': (_request, response) => void held.push(() => html(response, article(''))),
  });
  const stop = new AbortController();
  const orders = source();
  orders.push(order(site.url('/held')));
  const working = run(orders, stop.signal);
  while (held.length === 0) await new Promise(setImmediate);
  stop.abort();
  orders.push(order(site.url('/held?later')));
  held[0]?.();
  await working;
  t.is(reported.length, 1);
  t.deepEqual(site.asked, ['/held']);
});

test('work cancels checks that still run after the grace period and does not report them', async (t) => {
  const { site, reported, run } = await setUp(t, { '/silent': () => {} });
  const stop = new AbortController();
  const working = run(source(), stop.signal, { orders: batches([order(site.url('/silent'))]), graceMs: 50 });
  while (site.asked.length === 0) await new Promise(setImmediate);
  stop.abort();
  await working;
  t.is(reported.length, 0);
});

test('work takes orders only while it has room for them', async (t) => {
  const { site, reported, run } = await setUp(t, { '/': article('') });
  let pulled = 0;
  let furthest = 0;
  async function* many() {
    for (let n = 0; n < 40; n++) {
      pulled++;
      furthest = Math.max(furthest, pulled - reported.length);
      yield [order(site.url(`/?${n}`))];
    }
  }
  await run(many(), never, { maxWaiting: 3 });
  t.is(reported.length, 40);
  t.true(furthest <= 3 + 2 + 2, `${furthest} ahead`);
});

test('work rejects with the error of its source after the running checks have ended', async (t) => {
  const { site, reported, run } = await setUp(t, { '/': article('') });
  async function* broken() {
    yield [order(site.url('/'))];
    throw new Error('the feed broke');
  }
  await t.throwsAsync(run(broken(), never), { message: 'the feed broke' });
  t.is(reported.length, 1);
});

test('work spaces visits to a host and respects Retry-After, but not for a person’s order', async (t) => {
  const site = await startSite({
    '/': (_request, response) => html(response, article('')),
    '/later': (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
  });
  const logger = recordingLog();
  // The arrival at the site depends on the load of this machine; the limiter spaces the starts.
  const starts: number[] = [];
  class RecordingLimiter extends HostRateLimiter {
    override started(host: string): number {
      const at = super.started(host);
      starts.push(at);
      return at;
    }
  }
  const rateLimiter = new RecordingLimiter({ spacingMs: 200, random: () => 0.5 });
  const checker = openChecker({ logger, allowHosts: [site.host], render: 'never', rateLimiter });
  t.teardown(async () => {
    await checker.close();
    await site.close();
  });
  const reported: string[] = [];
  const report: WorkOptions['report'] = async ({ kind, checkId }) => {
    if (kind === 'checked') reported.push(checkId);
  };
  const options = { checker, report, logger, concurrency: 4 };
  await work({ ...options, orders: batches([1, 2, 3].map((n) => order(site.url(`/?${n}`)))) }, never);
  const [first = 0, , third = 0] = starts;
  t.true(third - first >= 400, `the third started ${third - first} ms after the first`);

  const stop = new AbortController();
  const orders = source();
  const asking = order(site.url('/later'));
  orders.push(asking);
  const working = work({ ...options, orders }, stop.signal);
  while (!reported.includes(asking.checkId)) await new Promise(setImmediate);
  const normal = order(site.url('/?normal'));
  const urgent: CheckOrder = { ...order(site.url('/later?again')), reason: 'manual' };
  orders.push(normal, urgent);
  await waitUntil(() => reported.includes(urgent.checkId));
  t.false(reported.includes(normal.checkId));
  stop.abort();
  await working;
  t.false(site.asked.includes('/?normal'));
});

test('a backlog for hosts that back off does not stop work from taking orders for other hosts', async (t) => {
  const { site, reported, run } = await setUp(t, { '/': article('') });
  const backedOff = await startSite({ '/': article('') });
  t.teardown(() => backedOff.close());
  const rateLimiter = new HostRateLimiter({ exempt: [site.host] });
  rateLimiter.finished(backedOff.host, rateLimiter.started(backedOff.host), { kind: 'trouble', retryAfter: 600 });
  const checker = openChecker({
    logger: recordingLog(),
    allowHosts: [site.host, backedOff.host],
    render: 'never',
    rateLimiter,
  });
  t.teardown(() => checker.close());
  const backlog = [1, 2, 3, 4, 5].map((n) => order(backedOff.url(`/?${n}`)));
  const stop = new AbortController();
  const working = run(batches(backlog, [order(site.url('/?1'))], [order(site.url('/?2'))]), stop.signal, {
    checker,
    maxWaiting: 2,
  });
  while (reported.length < 2) await new Promise(setImmediate);
  stop.abort();
  await working;
  t.deepEqual(site.asked.toSorted(), ['/?1', '/?2']);
  t.deepEqual(backedOff.asked, []);
});

test('urgent orders of a host come first, together with other orders for the same page', (t) => {
  const queues = new HostQueues(9);
  const normal = [order('http://a.example/1'), order('http://a.example/2')];
  const urgent: CheckOrder = { ...order('http://a.example/2'), reason: 'manual' };
  for (const one of [...normal, urgent]) queues.add(one);
  t.deepEqual(queues.take()?.orders, [urgent, normal[1]]);
  t.deepEqual(queues.take()?.orders, [normal[0]]);
  t.is(queues.take(), null);
  t.is(queues.size, 0);
});

test('pages that never end do not delay others', async (t) => {
  const ENDLESS = 20;
  const PLAIN = 200;
  const host = (n: number) => `127.0.1.${n + 1}`;
  const site = await startSite(
    {
      '/plain': (_request, response) => html(response, article(`<a href="${CLIENT}">x</a>`)),
      '/endless': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const more = setInterval(() => response.write('<p>more</p>'), 50);
        response.once('close', () => clearInterval(more));
      },
    },
    '0.0.0.0',
  );
  const allowHosts = Array.from({ length: ENDLESS + PLAIN }, (_, n) => `${host(n)}:${site.port}`);
  const logger = recordingLog();
  const checker = openChecker({ logger, allowHosts, render: 'never', timeoutMs: 30_000 });
  t.teardown(async () => {
    await checker.close();
    await site.close();
  });
  const at = (n: number, path: string) => order(`http://${host(n)}:${site.port}${path}`);

  /** The 95th percentile of the time until a plain page is reported; then cancels the endless pages. */
  async function timed(orders: readonly CheckOrder[]): Promise<number> {
    const stop = new AbortController();
    const started = performance.now();
    const times: number[] = [];
    let endless = 0;
    const working = work(
      {
        orders: batches([...orders]),
        checker,
        logger,
        concurrency: 16,
        graceMs: 0,
        report: async (report) => {
          if (report.kind !== 'checked') return;
          if (orderOf(report).articleLink.endsWith('/endless')) endless++;
          else times.push(performance.now() - started);
        },
      },
      stop.signal,
    );
    await waitUntil(() => times.length >= PLAIN);
    t.is(endless, 0);
    stop.abort();
    await working;
    return times.sort((a, b) => a - b)[Math.floor(PLAIN * 0.95)] ?? 0;
  }

  const plain = Array.from({ length: PLAIN }, (_, n) => at(ENDLESS + n, '/plain'));
  await timed(plain);
  const unloaded = await timed(plain);
  const mixed = plain.flatMap((one, n) => (n % 10 === 0 ? [at(n / 10, '/endless'), one] : [one]));
  const loaded = await timed(mixed);
  t.log(`p95 ${Math.round(unloaded)} ms alone, ${Math.round(loaded)} ms beside the endless ones`);
});

test('hosts take turns, and every order comes out exactly once', (t) => {
  const orders = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 3 })), { maxLength: 60 });
  fc.assert(
    fc.property(orders, (picks) => {
      const queues = new HostQueues(2);
      const added = picks.map(([host, page]) => order(`http://h${host}.example/${page}`));
      for (const one of added) queues.add(one);
      const out: CheckOrder[] = [];
      const running: string[] = [];
      while (queues.size > 0) {
        const next = queues.take();
        if (next === null) {
          queues.done(running.shift() as string);
          continue;
        }
        running.push(next.host);
        if (running.filter((host) => host === next.host).length > 2) return false;
        out.push(...next.orders);
      }
      return out.length === added.length && new Set(out).size === added.length;
    }),
  );
  const queues = new HostQueues(9);
  for (const host of ['a', 'a', 'a', 'b']) queues.add(order(`http://${host}.example/${ids}`));
  t.deepEqual(
    [queues.take(), queues.take(), queues.take()].map((each) => each?.host),
    ['a.example', 'b.example', 'a.example'],
  );
});

test('many hosts that do not answer delay each other, but not the hosts that answered the last time', async (t) => {
  const queues = new HostQueues(2);
  const take = (quickOnly: boolean) => queues.take(quickOnly)?.host ?? null;
  for (const host of ['silent.example', 'new.example', 'quick.example']) queues.add(order(`https://${host}/a`));
  queues.noteSpeed('quick.example', false);
  queues.noteSpeed('silent.example', false);
  queues.noteSpeed('silent.example', true);
  t.is(queues.nextMs(true), 0);
  t.is(take(true), 'quick.example');
  t.deepEqual([take(true), queues.nextMs(true), queues.nextMs()], [null, null, 0]);
  t.deepEqual([take(false), take(false), take(false)], ['silent.example', 'new.example', null]);
});

test('once half of the slow lane is taken, half of the slots are for fast hosts, and no order is forgotten', async (t) => {
  const held: (() => void)[] = [];
  const pages: Parameters<typeof startSite>[0] = {
    '/held': (_, response) => void held.push(() => response.end('<html></html>')),
    '/quick': article(''),
  };
  const { site, reported, run } = await setUp(t, pages, { timeoutMs: 60_000 });
  const orders = source();
  const stop = new AbortController();
  // Both names lead to the same server: '127.0.0.1' and '127.0.0.1.localhost' count as separate hosts.
  const quick = (n: number) => order(site.url(`/quick?${n}`));
  const silent = (n: number) => order(site.url(`/held?${n}`).replace('127.0.0.1', `s${n}.localhost`));
  // Fast pages count as fast here even on a busy machine.
  class Queues extends HostQueues {
    override noteSpeed(host: string, isSlow: boolean): void {
      super.noteSpeed(host, isSlow && host !== site.host);
    }
  }
  const working = run(orders, stop.signal, { concurrency: 2, slowMs: 900, queues: new Queues(2) });
  orders.push(quick(0));
  await waitUntil(() => reported.length === 1);
  orders.push(
    ...Array.from({ length: 30 }, (_, n) => silent(n)),
    ...Array.from({ length: 10 }, (_, n) => quick(n + 1)),
  );
  await waitUntil(() => reported.filter(({ order }) => order.articleLink.includes('/quick')).length === 11);
  t.true(held.length < 30, `${held.length} silent pages had started by then`);
  while (reported.length < 41) {
    for (const release of held.splice(0)) release();
    await waitUntil(() => held.length > 0 || reported.length === 41);
  }
  stop.abort();
  await working;
  t.is(new Set(reported.map(({ order }) => order.checkId)).size, 41);
});
