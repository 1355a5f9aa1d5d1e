/** GET /api/stream: server-sent events that name the lists that changed. */

import { accessOf } from '../access/access.ts';
import { ChangeStream } from '../live/change-stream.ts';
import { viewPositions } from '../live/view-positions.ts';
import { route } from './route.ts';

export const streamRoutes = [
  route({
    method: 'GET',
    path: '/api/stream',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'Server-sent events: a `changed` event says which lists to read again; its data is a ChangedMessage.',
    unvalidatedQuery: ['after'],
    answers: { 200: { media: ['text/event-stream'] } },
    async handle({ ctx, principal }, deps) {
      const { userId } = principal;
      const { max } = await viewPositions(deps.reads);
      ctx.type = 'text/event-stream; charset=utf-8';
      // A proxy that gathers the answer before passing it on would keep every message to itself.
      ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      return new ChangeStream({
        ...deps.stream,
        changes: deps.changes,
        userId,
        signedIn: () => deps.sessions.isValid(ctx),
        scopes: async () => (await accessOf(deps.reads, principal)).scopes,
        position: max,
        lastSeen: lastSeen(ctx.get('Last-Event-ID') || [ctx.query.after ?? ''].flat().join()),
        stopping: deps.stopping,
      });
    },
  }),
];

/** A new browser says in `after` since when it has been reading. What is no position of ours counts as long ago: the browser then reads everything again. */
function lastSeen(told: string): number | null {
  if (told === '') return null;
  return /^\d{1,15}$/.test(told) ? Number(told) : 0;
}
