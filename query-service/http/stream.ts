/** GET /api/stream: server-sent events that name the lists that changed. */
import type { Router } from '@koa/router';
import { type RequestState, requirePrincipal, requireUser } from '../../infra/http/request-context.ts';
import { accessOf } from '../access/access.ts';
import type { QueryDeps } from '../deps.ts';
import { ChangeStream } from '../live/change-stream.ts';
import { viewPositions } from '../live/view-positions.ts';

export function streamRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/stream', async (ctx) => {
    const userId = requireUser(ctx);
    const { max: most } = await viewPositions(deps.reads);
    ctx.type = 'text/event-stream; charset=utf-8';
    // A proxy that gathers the answer before passing it on would keep every message to itself.
    ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    ctx.body = new ChangeStream({
      ...deps.stream,
      changes: deps.changes,
      userId,
      signedIn: () => deps.sessions.isValid(ctx),
      scopes: async () => (await accessOf(deps.reads, requirePrincipal(ctx))).scopes,
      position: most,
      lastSeen: lastSeen(ctx.get('Last-Event-ID') || [ctx.query.after ?? ''].flat().join()),
      stopping: deps.stopping,
    });
  });
}

/** A new browser says in `after` since when it has been reading. What is no position of ours counts as long ago: the browser then reads everything again. */
function lastSeen(told: string): number | null {
  if (told === '') return null;
  return /^\d{1,15}$/.test(told) ? Number(told) : 0;
}
