import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { request } from 'undici';
import type { RequestState } from '../http/request/request-context.ts';
import { handleErrors } from '../http/routing/error-handler.ts';
import { createRouter } from '../http/routing/router.ts';
import { type HealthSource, health } from './health.ts';
import { Metrics } from './metrics.ts';

const quiet = { info() {}, warn() {}, error() {} };

async function serve(t: ExecutionContext, source: Partial<HealthSource>, isOpen = false, metrics = new Metrics()) {
  const clock = () => ({ trusted: true, message: 'The system clock is trusted.' });
  const { endpoints, openEndpoints } = health({ roles: ['query'], stopping: () => false, clock, ...source }, metrics);
  const { match, answer } = createRouter(isOpen ? openEndpoints : endpoints);
  const app = new Koa<RequestState>().use(handleErrors(quiet, [])).use(match).use(answer);
  const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (path: string, headers: Record<string, string> = {}) => {
    const { statusCode, body } = await request(url + path, { headers: { Connection: 'close', ...headers } });
    return { status: statusCode, text: await body.text() };
  };
}

test('a process without views and log reports neither, and is ready', async (t) => {
  const get = await serve(t, {});
  const ready = await get('/api/ready');
  t.is(ready.status, 200);
  t.like(JSON.parse(ready.text), { ready: true, missing: [], roles: ['query'], silent: [], views: [] });
  const { text } = await get('/metrics');
  t.regex(text, /process_cpu_user_seconds_total/);
  t.regex(text, /^linkledger_role\{role="query"\} 1$/m);
  t.notRegex(text, /linkledger_(log_position|view_(position|stopped|lag)|checks_silent)/);
});

test('a process reports the views, the log and the stalled time that its roles have', async (t) => {
  const get = await serve(t, {
    views: () => [{ view: 'links', position: 7, state: 'following' }],
    head: async () => 9,
    checksSilentMs: async () => 2_500,
  });
  const { text } = await get('/metrics');
  t.regex(text, /^linkledger_log_position 9$/m);
  t.regex(text, /^linkledger_view_position\{view="links"\} 7$/m);
  t.regex(text, /^linkledger_view_stopped\{view="links"\} 0$/m);
  t.regex(text, /^linkledger_checks_silent_seconds 2\.5$/m);
});

test('a process whose view stopped is not ready', async (t) => {
  const get = await serve(t, { views: () => [{ view: 'links', position: 7, state: 'stopped', error: 'why' }] });
  const { status, text } = await get('/api/ready');
  t.is(status, 503);
  t.deepEqual(JSON.parse(text).missing, ['The view “links” stopped: why.']);
});

test('a figure is read at each scrape, and omitted while it cannot be read', async (t) => {
  let lag = 3;
  const metrics = new Metrics();
  metrics.add({
    ...{ type: 'gauge', name: 'linkledger_queue_lag', help: 'Orders behind.', labels: ['topic'] },
    async read() {
      if (lag < 0) throw new Error('no answer');
      return [{ labels: { topic: 'checks' }, value: lag }];
    },
  });
  const get = await serve(t, {}, false, metrics);
  t.regex((await get('/metrics')).text, /^linkledger_queue_lag\{topic="checks"\} 3$/m);
  lag = 0;
  t.regex((await get('/metrics')).text, /^linkledger_queue_lag\{topic="checks"\} 0$/m);
  lag = -1;
  t.notRegex((await get('/metrics')).text, /^linkledger_queue_lag\{/m);
});

test('a process whose store does not answer is not ready, and reports what it knows', async (t) => {
  const fails = async () => {
    throw new Error('no answer');
  };
  const get = await serve(t, { stores: { log: fails, views: async () => 7 }, head: fails });
  const { status, text } = await get('/api/ready');
  t.is(status, 503);
  t.like(JSON.parse(text), { ready: false, silent: ['log'], missing: ['The store “log” does not answer.'] });
  const metrics = await get('/metrics');
  t.is(metrics.status, 200);
  t.regex(metrics.text, /^linkledger_log_position Nan$/im);
  t.regex(metrics.text, /process_cpu_user_seconds_total/);
});

test('metrics are closed to requests through a proxy, and open on their own port', async (t) => {
  const forwarded = { 'X-Forwarded-For': '203.0.113.7' };
  const closed = await (await serve(t, {}))('/metrics', forwarded);
  t.is(closed.status, 403);
  t.is(JSON.parse(closed.text).code, 'metrics-closed');
  t.is((await (await serve(t, {}, true))('/metrics', forwarded)).status, 200);
});

test('a process whose views are thousands of events behind is not ready', async (t) => {
  let behind = 2_000;
  const get = await serve(t, { behind: async () => behind });
  t.is((await get('/api/ready')).status, 200);
  behind = 5_000;
  const { status, text } = await get('/api/ready');
  t.is(status, 503);
  t.deepEqual(JSON.parse(text).missing, ['The views are 5,000 events behind the log.']);
});

test('if positions do not count events, a process is not ready while a view is more than a minute behind', async (t) => {
  let seconds = 60;
  const viewLags = async () => [
    { view: 'alerts', seconds: 2 },
    { view: 'links', seconds },
  ];
  const get = await serve(t, { viewLags });
  t.is((await get('/api/ready')).status, 200);
  seconds = 75;
  const { status, text } = await get('/api/ready');
  t.is(status, 503);
  t.deepEqual(JSON.parse(text).missing, ['The view “links” has been behind the log for 75 seconds.']);
  t.regex((await get('/metrics')).text, /^linkledger_view_lag_seconds\{view="links"\} 75$/m);
});
