/** The answer to a new link, of a list or of a campaign. */
import { type RequestContext, requirePrincipal } from '../../../infra/http/request/request-context.ts';
import type { CheckedLinkAnswer } from '../../../query-service/contract/answers/command-results.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { addLink, type WantedLink } from '../../links/add-link.ts';
import { withTemplate } from '../../links/set-terms.ts';
import { visibleScopes } from '../../links/visible-scopes.ts';
import type { AddLinkBody } from '../../model/link/commands.ts';
import { agreedOf } from '../../model/terms/commands.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf, setPosition } from '../request.ts';

/** Adds the link, checks it, and answers with the result. */
export async function postLink(
  deps: CommandDeps,
  ctx: RequestContext,
  fields: WantedLink['fields'],
  { allowDuplicate, templateId }: Pick<AddLinkBody, 'allowDuplicate' | 'templateId'>,
): Promise<CheckedLinkAnswer> {
  const linkId = ctx.state.newId();
  const checkId = ctx.state.newId();
  const principal = requirePrincipal(ctx);
  const agreed = templateId ? agreedOf({ templateId }) : undefined;
  const wanted = {
    linkId,
    fields,
    allowDuplicate: allowDuplicate === true,
    agreed: agreed && (await withTemplate(deps.store, fields.scope, agreed)),
    visibleScopes: await visibleScopes(deps.reads, principal),
    checkId,
    metadata: metadataOf(ctx, principal.userId, deps.now),
    authorize: async () => authorize('AddLink', await roleIn(deps.store, fields.scope, principal)),
  };
  const { checkResult, position } = await addLink(deps, wanted);
  setPosition(ctx, position);
  ctx.set('Location', `/api/links/${linkId}`);
  return { id: linkId, checkResult };
}
