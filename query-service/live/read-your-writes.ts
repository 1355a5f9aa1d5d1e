/** Reads that wait for the caller's own writes. */
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { ACCESS_VIEWS } from '../access/access.ts';
import { invalidQuery } from '../lists/query-params.ts';

const DEADLINE_MS = 2_000;
const POSITION = /^\d{1,15}$/;

interface WaitingDeps {
  readonly reads: Pick<ReadStore, 'reached'>;
  /** Aborts when the server drains. */
  readonly stopping: AbortSignal;
  /** The longest wait, in milliseconds; 2,000 by default. */
  readonly patienceMs?: number;
}

/**
 * Waits until the views, and the views that access depends on, reach the position in the request: `X-Position` or,
 * unless `after` is a cursor, `?after=`. After two seconds the request goes on, and its answer has `X-Stale: true`.
 * @throws Problem 400 if the position is not a number.
 */
export async function waitForPosition(
  ctx: RequestContext,
  deps: WaitingDeps,
  ...views: readonly ViewRef[]
): Promise<void> {
  const position = requestedPosition(ctx);
  if (position === null) return;
  const reached = await withDeadline(ctx, deps, async (signal) => {
    const needed = new Set([...ACCESS_VIEWS, ...views]);
    const each = await Promise.all([...needed].map((view) => deps.reads.reached(view, position, signal)));
    return each.every(Boolean);
  });
  if (!reached) ctx.set('X-Stale', 'true');
}

/** Runs `wait` with a signal that aborts after the deadline, when the client disconnects or when the server drains. */
export async function withDeadline<T>(
  ctx: RequestContext,
  deps: WaitingDeps,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, deps.patienceMs ?? DEADLINE_MS);
  ctx.res.once('close', end);
  try {
    return await wait(AbortSignal.any([ended.signal, deps.stopping]));
  } finally {
    clearTimeout(timer);
    ctx.res.off('close', end);
  }
}

/** The larger position of header and query; null without both. */
function requestedPosition(ctx: RequestContext): number | null {
  const positions: [string, string][] = [];
  const header = ctx.get('X-Position');
  if (header !== '') positions.push(['X-Position', header]);
  // For a route that reads `after` itself, the parameter is not a position.
  const after = ctx.state.route?.unvalidatedQuery?.after ? [] : (ctx.query.after ?? []);
  for (const value of [after].flat()) positions.push(['after', value]);
  for (const [name, value] of positions) {
    if (!POSITION.test(value)) throw invalidQuery({ [name]: `${name} must be a position: a whole number` });
  }
  return positions.length === 0 ? null : Math.max(...positions.map(([, value]) => Number(value)));
}
