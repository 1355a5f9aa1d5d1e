/** POST /api/links, PATCH and DELETE /api/links/{id}, POST /api/links/{id}/recheck. */
import { Router } from '@koa/router';
import {
  type RequestContext,
  type RequestState,
  requirePrincipal,
  requireUser,
} from '../../infra/http/request-context.ts';
import { authorize, roleIn } from '../authorize.ts';
import { assertNoCooldown } from '../billing/entitlements.ts';
import { addLinkSchema, DEFAULT_DURATION, editLinkSchema } from '../commands/link.ts';
import { parse } from '../commands/schema/parse.ts';
import { link, streamOf } from '../deciders/link.ts';
import { load } from '../handle.ts';
import { addLink, type WantedLink } from '../links/add-link.ts';
import { requireAssignee } from '../links/assignees.ts';
import { checkLink, lacksUrls, pendingResult } from '../links/check-link.ts';
import { editLink, recheckIfUrlsChanged } from '../links/edit-link.ts';
import { executeOnLink, refuseInTrash, requireAccess } from '../links/link-access.ts';
import { scopeOf } from '../scope.ts';
import { normalizeTags } from '../tags.ts';
import type { CommandDeps } from './deps.ts';
import { editorOf, idParam, metadataOf, setPosition } from './request.ts';

export function linkRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/links', async (ctx) => {
    const userId = requireUser(ctx);
    const {
      teamId,
      assignedTo,
      allowDuplicate,
      anchor = null,
      linkType = null,
      tags,
      ...body
    } = parse(addLinkSchema, ctx.state.body);
    const scope = scopeOf(userId, teamId ?? null);
    authorize('AddLink', await roleIn(deps.store, scope, requirePrincipal(ctx)));
    const fields = {
      articleLink: body.articleLink,
      clientLink: body.clientLink,
      duration: body.duration ?? DEFAULT_DURATION,
      liveDate: body.liveDate ?? null,
      assignedTo: await requireAssignee(deps.store, scope, assignedTo === undefined ? userId : assignedTo),
      pocEmail: body.pocEmail ?? null,
      remarks: body.remarks ?? null,
      tags: normalizeTags(tags ?? []),
    };
    await postLink(deps, ctx, { scope, anchor, linkType, ...fields }, allowDuplicate === true);
  });

  router.patch('/api/links/:id', async (ctx) => {
    const linkId = idParam(ctx);
    const editor = editorOf(ctx, deps.now);
    const edited = await editLink(deps, editor, linkId, parse(editLinkSchema, ctx.state.body));
    const checked = await recheckIfUrlsChanged(deps, linkId, edited, ctx.state.newId(), editor.metadata());
    setPosition(ctx, edited.position, checked);
    ctx.set('ETag', `"${edited.revision}"`);
    ctx.body = { id: linkId, revision: edited.revision };
  });

  router.delete('/api/links/:id', async (ctx) => {
    const editor = editorOf(ctx, deps.now);
    const trashed = await executeOnLink(deps, editor, 'TrashLink', { type: 'TrashLink', linkId: idParam(ctx) });
    setPosition(ctx, trashed.position);
    ctx.status = 204;
  });

  router.post('/api/links/:id/recheck', async (ctx) => {
    const userId = requireUser(ctx);
    const linkId = idParam(ctx);
    const { state } = await load(deps.store, link, streamOf(linkId));
    const there = await requireAccess(deps, state, requirePrincipal(ctx), 'RecheckLink');
    refuseInTrash(there);
    const { scope, fields } = there;
    await assertNoCooldown(deps.store, scope, deps.now());
    if (lacksUrls(fields)) {
      ctx.body = { id: linkId, checkResult: pendingResult(fields) };
      return;
    }
    const wanted = {
      linkId,
      checkId: ctx.state.newId(),
      reason: 'manual',
      metadata: metadataOf(ctx, userId, deps.now),
    } as const;
    const checked = await checkLink(deps, wanted, fields);
    setPosition(ctx, checked.position);
    ctx.body = { id: linkId, checkResult: checked.result };
  });

  return router;
}

/** Adds the link, checks it, and answers with the result. */
export async function postLink(
  deps: CommandDeps,
  ctx: RequestContext,
  fields: WantedLink['fields'],
  allowDuplicate: boolean,
): Promise<void> {
  const linkId = ctx.state.newId();
  const checkId = ctx.state.newId();
  const metadata = metadataOf(ctx, requireUser(ctx), deps.now);
  const { checkResult, position } = await addLink(deps, { linkId, fields, allowDuplicate, checkId, metadata });
  setPosition(ctx, position);
  ctx.set('Location', `/api/links/${linkId}`);
  ctx.status = 201;
  ctx.body = { id: linkId, checkResult };
}
