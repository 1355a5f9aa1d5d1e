/** Changes what was agreed about a link. */
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { fromZero } from '../../core/handle.ts';
import { agreeOn } from '../../links/set-terms.ts';
import { agreedOf, agreedSchema } from '../../model/terms/commands.ts';
import { type AgreedTerms, NO_TERMS } from '../../model/terms/events.ts';
import type { CommandDeps } from '../deps.ts';
import { editorOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const termsRoutes = [
  route({
    method: 'PUT',
    path: '/api/links/:id/terms',
    action: 'EditTerms',
    summary: 'Replaces the terms of a link by those in the body, or by those of a template if the body has no terms.',
    body: agreedSchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [409],
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params }, deps) {
      const revision = await changeTerms(deps, ctx, params.id, agreedOf(body));
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
      await changeTerms(deps, ctx, params.id, { terms: NO_TERMS });
    },
  }),
];

/** The new revision: how often the terms changed. */
async function changeTerms(
  deps: CommandDeps,
  ctx: RequestContext,
  linkId: string,
  agreed: AgreedTerms,
): Promise<number> {
  const changed = await agreeOn(deps.store, fromZero(editorOf(ctx, deps.now)), linkId, agreed);
  setPosition(ctx, changed.position);
  return changed.revision + 1;
}
