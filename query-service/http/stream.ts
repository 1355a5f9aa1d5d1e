/** GET /api/stream: server-sent events that name the lists that changed. */

import { MAX_CONNECTIONS } from '../../infra/http/limits/connection-limit.ts';
import { ANY_TEXT } from '../../infra/http/request/route-facts.ts';
import { followedScopes } from '../access/access.ts';
import { ChangeStream } from '../live/change-stream.ts';
import { viewPositions } from '../live/view-positions.ts';
import { route } from './route.ts';

/** Enough for a person's tabs and devices. Half of the connections stay free for everything else. */
const STREAMS = { perPerson: 40, inAll: Math.min(10_000, Math.floor(MAX_CONNECTIONS / 2)), workName: 'event streams' };

export const streamRoutes = [
  route({
    method: 'GET',
    path: '/api/stream',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'Server-sent events: a `changed` event names the lists to reload; its data is a ChangedMessage.',
    unvalidatedQuery: { after: ANY_TEXT },
    answers: { 200: { media: ['text/event-stream'] } },
    errorStatuses: [429, 503],
    async handle({ ctx, principal }, deps) {
      const { userId } = principal;
      ctx.state.acquireSlot(STREAMS);
      const stream = await ChangeStream.open({
        ...deps.stream,
        changes: deps.changes,
        userId,
        signedIn: () => deps.sessions.isValid(ctx),
        scopes: () => followedScopes(deps.reads, principal),
        position: async () => (await viewPositions(deps.reads)).max,
        lastSeen: lastSeen(ctx.get('Last-Event-ID') || [ctx.query.after ?? ''].flat().join()),
        stopping: deps.stopping,
      });
      ctx.type = 'text/event-stream; charset=utf-8';
      // A buffering proxy would hold back every message.
      ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      return stream;
    },
  }),
];

/**
 * The last position that the browser saw: in the broken stream, or in its first read. A malformed text counts as 0, so
 * that the browser reloads everything.
 */
function lastSeen(eventId: string): number | null {
  if (eventId === '') return null;
  return /^\d{1,15}$/.test(eventId) ? Number(eventId) : 0;
}
