/** GET /api/health, /api/ready and /metrics, for monitoring. */
import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestState } from '../http/request-context.ts';

/** How one view is doing. */
export interface ViewHealth {
  readonly view: string;
  readonly position: number;
  readonly state: string;
  readonly error?: string;
}

/** What readiness and the metrics are read from. */
export interface HealthSource {
  views(): readonly ViewHealth[];
  head(): Promise<number>;
  /** For how many milliseconds no check was recorded although one was due all the while. */
  checksSilentMs(): Promise<number>;
  /** Whether the system clock is trusted, and in words what is wrong with it. */
  clock(): { readonly trusted: boolean; readonly message: string };
  /** The process is shutting down. */
  stopping(): boolean;
}

/** The routes, and a middleware that measures requests. */
export function health(source: HealthSource): { router: Router<RequestState>; measure: Middleware<RequestState> } {
  const router = new Router<RequestState>();
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'linkledger_http_requests_total',
    help: 'Requests answered, by method and status.',
    labelNames: ['method', 'status'],
    registers: [register],
  });
  const seconds = new Histogram({
    name: 'linkledger_http_request_seconds',
    help: 'Time to answer, in seconds; event streams are left out.',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers: [register],
  });
  new Gauge({
    name: 'linkledger_log_position',
    help: 'The position of the last event in the log.',
    registers: [register],
    async collect() {
      this.set(await source.head());
    },
  });
  new Gauge({
    name: 'linkledger_view_position',
    help: 'The position of the last event each view has seen.',
    labelNames: ['view'],
    registers: [register],
    collect() {
      for (const { view, position } of source.views()) this.set({ view }, position);
    },
  });
  new Gauge({
    name: 'linkledger_view_stopped',
    help: '1 where a view stopped at an event it cannot take.',
    labelNames: ['view'],
    registers: [register],
    collect() {
      for (const { view, state } of source.views()) this.set({ view }, state === 'following' ? 0 : 1);
    },
  });
  new Gauge({
    name: 'linkledger_checks_silent_seconds',
    help: 'For how long no check was recorded although one was due all the while; 0 while none is due.',
    registers: [register],
    async collect() {
      this.set((await source.checksSilentMs()) / 1000);
    },
  });

  router.get('/api/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/api/ready', (ctx) => {
    const views = source.views();
    const ready = !source.stopping() && views.every(({ state, error }) => state === 'following' && error === undefined);
    ctx.status = ready ? 200 : 503;
    ctx.body = { ready, views, clock: source.clock() };
  });
  router.get('/metrics', async (ctx) => {
    ctx.type = register.contentType;
    ctx.body = await register.metrics();
  });

  const measure: Middleware<RequestState> = async (ctx, next) => {
    const end = seconds.startTimer();
    await next();
    requests.inc({ method: ctx.method, status: String(ctx.status) });
    if (ctx.response.type !== 'text/event-stream') end();
  };
  return { router, measure };
}
