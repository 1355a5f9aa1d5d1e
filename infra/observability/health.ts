/** GET /api/health, /api/ready and /metrics, for monitoring: each process reports what its roles have. */
import type { Middleware } from 'koa';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerTypes } from '../../query-service/contract/answer-types.ts';
import { isLoopback } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext, RequestState } from '../http/request-context.ts';
import { routesWith } from '../http/route.ts';
import { type Endpoint, mount } from '../http/router.ts';
import type { EngineGauge } from '../ports/engine.ts';

/** The state of one view. */
interface ViewHealth {
  readonly view: string;
  readonly position: number;
  readonly state: string;
  readonly error?: string;
}

/** What readiness and the metrics report. */
export interface HealthSource {
  /** The roles that this process plays. */
  readonly roles: readonly string[];
  /** The views that this process keeps. */
  readonly views?: (() => readonly ViewHealth[]) | undefined;
  /** By name: asks a store of this process for something small. */
  readonly stores?: Readonly<Record<string, () => Promise<unknown>>>;
  /** The position of the last event, in a process that reads the log. */
  readonly head?: () => Promise<number>;
  /** How many events the slowest view of this process has still to see; where positions count events. */
  readonly behind?: () => Promise<number>;
  /** For how many milliseconds no check was recorded although one was due all the while. */
  readonly checksSilentMs?: () => Promise<number>;
  /** Figures of the engine. */
  readonly gauges?: readonly EngineGauge[];
  /** Whether the system clock is trusted, and what is wrong with it. */
  clock(): { readonly trusted: boolean; readonly message: string };
  /** The process is shutting down. */
  stopping(): boolean;
}

interface HealthDeps {
  readonly source: HealthSource;
  readonly register: Registry;
  /** Whether everybody who reaches the port may read the metrics. */
  readonly isOpen: boolean;
}

const route = routesWith<HealthDeps, AnswerTypes>({});

export const healthRoutes = [
  route({
    method: 'GET',
    path: '/api/health',
    action: null,
    summary: 'Whether the process runs.',
    answers: { 200: 'HealthAnswer' },
    handle: () => ({ status: 'ok' }),
  }),

  route({
    method: 'GET',
    path: '/api/ready',
    action: null,
    summary:
      'Whether every view follows the log closely, every store answers and the process is not stopping; and whether the system clock is trusted.',
    answers: { 200: 'ReadyAnswer', 503: 'ReadyAnswer' },
    async handle({ ctx }, { source }) {
      const silent = await silentStores(source.stores ?? {});
      const views = source.views?.() ?? [];
      const behind = await source.behind?.().catch(() => null);
      const ready =
        silent.length === 0 &&
        (behind ?? 0) <= MAX_BEHIND &&
        !source.stopping() &&
        views.every(({ state, error }) => state === 'following' && error === undefined);
      ctx.status = ready ? 200 : 503;
      return { ready, roles: source.roles, silent, views, clock: source.clock() };
    },
  }),

  route({
    method: 'GET',
    path: '/metrics',
    action: null,
    summary: 'Metrics for Prometheus: for this machine, or on the port of METRICS_PORT.',
    answers: { 200: { media: ['text/plain'] } },
    errorStatuses: [403],
    handle({ ctx }, { register, isOpen }) {
      if (!isOpen && !isLocal(ctx)) {
        const message = 'Metrics are read on the machine of the server, or on the port that METRICS_PORT names.';
        throw new Problem(403, 'metrics-closed', message);
      }
      ctx.type = register.contentType;
      return register.metrics();
    },
  }),
];

/** Whether the request comes from this machine, without a proxy in between. */
function isLocal({ req: { socket, headers } }: RequestContext): boolean {
  return isLoopback(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined;
}

/** With more events to see, lists are too old to work with. */
const MAX_BEHIND = 2_000;

/** A store that takes longer, in milliseconds, counts as silent. */
const PATIENCE_MS = 2_000;

/** The names of the stores that do not answer. */
async function silentStores(stores: NonNullable<HealthSource['stores']>): Promise<readonly string[]> {
  const asked = Object.entries(stores).map(async ([name, ask]) => {
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(late.resolve, PATIENCE_MS, false);
    const isThere = await Promise.race([
      ask()
        .then(() => true)
        .catch(() => false),
      late.promise,
    ]);
    clearTimeout(timer);
    return isThere ? [] : [name];
  });
  return (await Promise.all(asked)).flat();
}

/** Prometheus writes a figure that is not known as NaN: the others are still reported. */
async function orUnknown(read: () => Promise<number>): Promise<number> {
  return read().catch(() => Number.NaN);
}

/** The endpoints, and a middleware that measures requests. */
export function health(source: HealthSource): {
  endpoints: readonly Endpoint[];
  /** The same for a port that only the operator reaches. */
  openEndpoints: readonly Endpoint[];
  measure: Middleware<RequestState>;
} {
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
  const { roles, views, head, checksSilentMs, gauges = [] } = source;
  new Gauge({
    name: 'linkledger_role',
    help: '1 for each role that this process plays.',
    labelNames: ['role'],
    registers: [register],
    collect() {
      for (const role of roles) this.set({ role }, 1);
    },
  });
  if (head !== undefined) {
    new Gauge({
      name: 'linkledger_log_position',
      help: 'The position of the last event in the log.',
      registers: [register],
      async collect() {
        this.set(await orUnknown(head));
      },
    });
  }
  if (views !== undefined) {
    new Gauge({
      name: 'linkledger_view_position',
      help: 'The position of the last event each view has seen.',
      labelNames: ['view'],
      registers: [register],
      collect() {
        // Another process may keep a view by now.
        this.reset();
        for (const { view, position } of views()) this.set({ view }, position);
      },
    });
    new Gauge({
      name: 'linkledger_view_stopped',
      help: '1 where a view stopped at an event it cannot handle.',
      labelNames: ['view'],
      registers: [register],
      collect() {
        this.reset();
        for (const { view, state } of views()) this.set({ view }, state === 'following' ? 0 : 1);
      },
    });
  }
  if (checksSilentMs !== undefined) {
    new Gauge({
      name: 'linkledger_checks_silent_seconds',
      help: 'For how long no check was recorded although one was due all the while; 0 while none is due.',
      registers: [register],
      async collect() {
        this.set((await orUnknown(checksSilentMs)) / 1000);
      },
    });
  }
  for (const { name, help, labels, read } of gauges) {
    new Gauge({
      ...{ name, help, labelNames: [...labels] },
      registers: [register],
      async collect() {
        this.reset();
        for (const { labels: of, value } of await read().catch(() => [])) this.set({ ...of }, value);
      },
    });
  }

  const measure: Middleware<RequestState> = async (ctx, next) => {
    const end = seconds.startTimer();
    await next();
    requests.inc({ method: ctx.method, status: String(ctx.status) });
    if (ctx.response.type !== 'text/event-stream') end();
  };
  return {
    endpoints: mount(healthRoutes, { source, register, isOpen: false }),
    openEndpoints: mount(healthRoutes, { source, register, isOpen: true }),
    measure,
  };
}
