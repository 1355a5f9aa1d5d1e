/** Read your own writes. */
import type { RequestContext } from '../../infra/http/request-context.ts';
import type { ViewRef } from '../../infra/ports/read-store.ts';
import { ACCESS_VIEWS } from '../access/access.ts';
import { PATIENCE_MS, type QueryDeps } from '../deps.ts';
import { invalidQuery } from '../lists/query-params.ts';

const POSITION = /^\d{1,15}$/;

/**
 * Waits until the views have seen what the request says its sender has written: `X-Position`, or `?after=`. The views
 * that say what the sender may see are always among them. After two seconds at the latest, whatever position was asked
 * for, the request goes on and its answer says `X-Stale: true`.
 * @throws Problem 400 when the position is not a number.
 */
export async function waitForPosition(
  ctx: RequestContext,
  deps: QueryDeps,
  ...views: readonly ViewRef[]
): Promise<void> {
  const position = positionAskedFor(ctx);
  if (position === null) return;
  const reached = await withDeadline(ctx, deps, async (signal) => {
    const needed = new Set([...ACCESS_VIEWS, ...views]);
    const each = await Promise.all([...needed].map((view) => deps.changes.reached(view, position, signal)));
    return each.every(Boolean);
  });
  if (!reached) ctx.set('X-Stale', 'true');
}

/** Runs `wait` with a signal that aborts when patience ends, the client goes or the server drains. */
export async function withDeadline<T>(
  ctx: RequestContext,
  deps: QueryDeps,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  const timer = setTimeout(leave, deps.patienceMs ?? PATIENCE_MS);
  ctx.res.once('close', leave);
  try {
    return await wait(AbortSignal.any([gone.signal, deps.stopping]));
  } finally {
    clearTimeout(timer);
    ctx.res.off('close', leave);
  }
}

/** The larger of header and query; null where neither is given. */
function positionAskedFor(ctx: RequestContext): number | null {
  const given: [string, string][] = [];
  const header = ctx.get('X-Position');
  if (header !== '') given.push(['X-Position', header]);
  for (const value of [ctx.query.after ?? []].flat()) given.push(['after', value]);
  for (const [name, value] of given) {
    if (!POSITION.test(value)) throw invalidQuery({ [name]: `${name} must be a position: a whole number` });
  }
  return given.length === 0 ? null : Math.max(...given.map(([, value]) => Number(value)));
}
