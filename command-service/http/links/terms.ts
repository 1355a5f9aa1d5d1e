/** Changes what was agreed about a link. */
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import type { StreamEnd } from '../../core/handle.ts';
import { setTerms } from '../../links/set-terms.ts';
import { termsOf, termsSchema } from '../../model/terms/commands.ts';
import { NO_TERMS, type Terms } from '../../model/terms/events.ts';
import type { CommandDeps } from '../deps.ts';
import { editorOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const termsRoutes = [
  route({
    method: 'PUT',
    path: '/api/links/:id/terms',
    action: 'EditTerms',
    summary: 'Replaces the terms of a link: what was agreed about it. An omitted field is not agreed.',
    body: termsSchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [409],
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params }, deps) {
      const revision = await changeTerms(deps, ctx, params.id, termsOf(body));
      ctx.set('ETag', `"${revision}"`);
      return { id: params.id, revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/links/:id/terms',
    action: 'EditTerms',
    summary:
      'Removes the terms of a link. The day on which it is due and the day until which it stays are the link’s own.',
    answers: { 204: null },
    errorStatuses: [409],
    requestHeaders: ['If-Match'],
    async handle({ ctx, params }, deps) {
      await changeTerms(deps, ctx, params.id, NO_TERMS);
    },
  }),
];

/** The new revision: how often the terms changed. */
async function changeTerms(deps: CommandDeps, ctx: RequestContext, linkId: string, agreed: Terms): Promise<number> {
  const { assertUnchanged, ...editor } = editorOf(ctx, deps.now);
  const guarded = {
    ...editor,
    assertUnchanged: (end: StreamEnd) => assertUnchanged({ ...end, revision: end.revision + 1 }),
  };
  const changed = await setTerms(deps.store, guarded, linkId, agreed);
  setPosition(ctx, changed.position);
  return changed.revision + 1;
}
