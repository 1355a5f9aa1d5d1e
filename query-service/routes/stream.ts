/** GET /api/stream: server-sent events that say which lists changed (design 6). */
import type { Router } from '@koa/router';
import { type RequestState, signedIn } from '../../infra/http/context.ts';
import { links } from '../../projections/views/links.ts';
import { accessOf } from '../access.ts';
import { ChangeStream } from '../change-stream.ts';
import type { QueryDeps } from '../deps.ts';

export function streamRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/stream', async (ctx) => {
    const userId = signedIn(ctx);
    const position = await deps.reads.position(links.name);
    ctx.type = 'text/event-stream; charset=utf-8';
    // A proxy that gathers the answer before passing it on would keep every message to itself.
    ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    ctx.body = new ChangeStream({
      ...deps.stream,
      changes: deps.changes,
      userId,
      signedIn: () => deps.sessions.stands(ctx),
      scopes: async () => (await accessOf(deps.reads, userId)).scopes,
      position,
      lastSeen: lastSeen(ctx.get('Last-Event-ID')),
      stopping: deps.stopping,
    });
  });
}

/** What is no position of ours counts as long ago: the browser then reads everything again. */
function lastSeen(header: string): number | null {
  if (header === '') return null;
  return /^\d{1,15}$/.test(header) ? Number(header) : 0;
}
