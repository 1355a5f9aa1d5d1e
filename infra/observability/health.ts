/** GET /api/health, /api/ready and /metrics, for monitoring: each process reports the facts of its roles. */
import { isLoopback } from '../http/request/client-address.ts';
import { Problem } from '../http/request/problem.ts';
import type { RequestContext } from '../http/request/request-context.ts';
import { routesWith } from '../http/routing/route.ts';
import { type Endpoint, mount } from '../http/routing/router.ts';
import { gauge } from '../ports/process/metric.ts';
import type { Metrics } from './metrics.ts';

/** The state of one view. */
interface ViewHealth {
  readonly view: string;
  readonly position: number;
  readonly state: string;
  readonly error?: string;
}

/** The input of readiness and metrics. */
export interface HealthSource {
  /** The roles that this process plays. */
  readonly roles: readonly string[];
  /** The views that this process keeps. */
  readonly views?: (() => readonly ViewHealth[]) | undefined;
  /** By name: makes a small request to a store of this process. */
  readonly stores?: Readonly<Record<string, () => Promise<unknown>>>;
  /** The position of the last event, in a process that reads the log. */
  readonly head?: () => Promise<number>;
  /** How many events the slowest view of this process still has to read, if positions count events. */
  readonly behind?: () => Promise<number>;
  /** For how many seconds each view has been behind. */
  readonly viewLags?: () => Promise<readonly { readonly view: string; readonly seconds: number }[]>;
  /** For how many milliseconds no check was recorded although a check was due all the time. */
  readonly checksSilentMs?: () => Promise<number>;
  /** Whether the system clock is trusted, and what is wrong with it. */
  clock(): { readonly trusted: boolean; readonly message: string };
  /** Whether the process is shutting down. */
  stopping(): boolean;
}

interface HealthDeps {
  readonly source: HealthSource;
  readonly metrics: Metrics;
  /** Whether everybody who reaches the port may read the metrics. */
  readonly isOpen: boolean;
}

/** The same as `HealthAnswer` and `ReadyAnswer` of the API's contract. */
interface HealthAnswers {
  readonly HealthAnswer: { readonly status: 'ok' };
  readonly ReadyAnswer: {
    readonly ready: boolean;
    readonly missing: readonly string[];
    readonly roles: readonly string[];
    readonly silent: readonly string[];
    readonly views: readonly ViewHealth[];
    readonly clock: ReturnType<HealthSource['clock']>;
  };
}

const route = routesWith<HealthDeps, HealthAnswers, Record<never, never>>({});

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
      const missing = await missingParts(source, silent);
      const ready = missing.length === 0;
      ctx.status = ready ? 200 : 503;
      return { ready, missing, roles: source.roles, silent, views: source.views?.() ?? [], clock: source.clock() };
    },
  }),

  route({
    method: 'GET',
    path: '/metrics',
    action: null,
    summary: 'Metrics for Prometheus: for this machine, or on the port of METRICS_PORT.',
    answers: { 200: { media: ['text/plain'] } },
    errorStatuses: [403],
    handle({ ctx }, { metrics, isOpen }) {
      if (!isOpen && !isLocal(ctx)) {
        const message = 'Metrics are read on the machine of the server, or on the port that METRICS_PORT names.';
        throw new Problem(403, 'metrics-closed', message);
      }
      ctx.type = metrics.contentType;
      return metrics.text();
    },
  }),
];

/** Whether the request comes from this machine, without a proxy in between. */
function isLocal({ req: { socket, headers } }: RequestContext): boolean {
  return isLoopback(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined;
}

/** With more events to read, lists are too old to work with. */
export const MAX_EVENTS_BEHIND = 2_000;
/** The same limit by time, for engines whose positions do not count events. */
export const MAX_LAG_SECONDS = 60;

/** Time limit of a store's answer, in milliseconds. */
const STORE_LIMIT_MS = 2_000;

/** The names of the stores that do not answer. */
async function silentStores(stores: NonNullable<HealthSource['stores']>): Promise<readonly string[]> {
  const silent = Object.entries(stores).map(async ([name, ask]) => {
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(late.resolve, STORE_LIMIT_MS, false);
    const answers = await Promise.race([
      ask()
        .then(() => true)
        .catch(() => false),
      late.promise,
    ]);
    clearTimeout(timer);
    return answers ? [] : [name];
  });
  return (await Promise.all(silent)).flat();
}

/** The reasons why the process cannot work, for its operator; empty without any. */
async function missingParts(source: HealthSource, silent: readonly string[]): Promise<readonly string[]> {
  const behind = (await source.behind?.().catch(() => null)) ?? 0;
  const late = (await source.viewLags?.().catch(() => null)) ?? [];
  const slowest = late.toSorted((one, other) => other.seconds - one.seconds)[0];
  return [
    ...(source.stopping() ? ['The process is stopping.'] : []),
    ...silent.map((store) => `The store “${store}” does not answer.`),
    ...(source.views?.() ?? []).flatMap(({ view, state, error }) => {
      if (state !== 'following') return [`The view “${view}” stopped: ${error ?? 'it met an event it cannot handle'}.`];
      return error === undefined ? [] : [`The view “${view}” cannot be updated now: ${error}.`];
    }),
    ...(behind > MAX_EVENTS_BEHIND ? [`The views are ${behind.toLocaleString('en')} events behind the log.`] : []),
    ...(slowest !== undefined && slowest.seconds > MAX_LAG_SECONDS
      ? [`The view “${slowest.view}” has been behind the log for ${Math.round(slowest.seconds)} seconds.`]
      : []),
  ];
}

/** Adds the figures of the source to those of the process. Prometheus shows an unknown figure as NaN. */
function addFigures({ roles, views, head, checksSilentMs, viewLags }: HealthSource, metrics: Metrics): void {
  const orUnknown = (read: () => Promise<number>) => () => read().catch(() => Number.NaN);
  metrics.add({
    ...{ type: 'gauge', name: 'linkledger_role', help: '1 for each role that this process plays.', labels: ['role'] },
    read: () => roles.map((role) => ({ labels: { role }, value: 1 })),
  });
  if (head !== undefined) {
    metrics.add(gauge('linkledger_log_position', 'The position of the last event in the log.', orUnknown(head)));
  }
  if (views !== undefined) {
    metrics.add({
      ...{ type: 'gauge', name: 'linkledger_view_position', labels: ['view'] },
      help: 'The position of the last event each view has seen.',
      read: () => views().map(({ view, position }) => ({ labels: { view }, value: position })),
    });
    metrics.add({
      ...{ type: 'gauge', name: 'linkledger_view_stopped', labels: ['view'] },
      help: '1 where a view stopped at an event it cannot handle.',
      read: () => views().map(({ view, state }) => ({ labels: { view }, value: state === 'following' ? 0 : 1 })),
    });
  }
  if (viewLags !== undefined) {
    metrics.add({
      ...{ type: 'gauge', name: 'linkledger_view_lag_seconds', labels: ['view'] },
      help: 'For how long each view has been behind the log; in a query process, behind the most recent view.',
      read: async () => (await viewLags()).map(({ view, seconds }) => ({ labels: { view }, value: seconds })),
    });
  }
  if (checksSilentMs !== undefined) {
    metrics.add(
      gauge(
        'linkledger_checks_silent_seconds',
        'For how long no check was recorded although one was due all the while; 0 while none is due.',
        orUnknown(async () => (await checksSilentMs()) / 1_000),
      ),
    );
  }
}

/** The endpoints; the metrics get the figures of the source. */
export function health(
  source: HealthSource,
  metrics: Metrics,
): {
  endpoints: readonly Endpoint[];
  /** The same for a port that only the operator reaches. */
  openEndpoints: readonly Endpoint[];
} {
  addFigures(source, metrics);
  return {
    endpoints: mount(healthRoutes, { source, metrics, isOpen: false }),
    openEndpoints: mount(healthRoutes, { source, metrics, isOpen: true }),
  };
}
