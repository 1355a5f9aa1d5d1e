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
    summary: 'Server-sent events: a `changed` event names the lists to reload; its data is a ChangedMessage.',
    unvalidatedQuery: ['after'],
    answers: { 200: { media: ['text/event-stream'] } },
    async handle({ ctx, principal }, deps) {
      const { userId } = principal;
      const { max } = await viewPositions(deps.reads);
      ctx.type = 'text/event-stream; charset=utf-8';
      // A buffering proxy would hold back every message.
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

/**
 * The last position the browser saw: of the broken stream, or of its first read. A malformed one counts as 0, so that the
 * browser reloads everything.
 */
function lastSeen(given: string): number | null {
  if (given === '') return null;
  return /^\d{1,15}$/.test(given) ? Number(given) : 0;
}
