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
import { type AddLink, addLinkSchema, DEFAULT_DURATION, editLinkSchema } from '../commands/link.ts';
import { parse } from '../commands/schema/parse.ts';
import { link, streamOf } from '../deciders/link.ts';
import { handle, load } from '../handle.ts';
import { requireAssignee } from '../links/assignees.ts';
import { checkLink, lacksUrls, pendingResult, shouldCheckNow } from '../links/check-link.ts';
import { withDedupeLease } from '../links/duplicates.ts';
import { editLink, recheckIfUrlsChanged, scopeOf } from '../links/edit-link.ts';
import { assertExists, executeOnLink, refuseInTrash, requireAccess } from '../links/link-access.ts';
import { normalizeTags } from '../tags.ts';
import type { CommandDeps } from './deps.ts';
import { idParam, metadataOf, setPosition } from './request.ts';

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
    await addLink(deps, ctx, { scope, anchor, linkType, ...fields }, allowDuplicate === true);
  });

  router.patch('/api/links/:id', async (ctx) => {
    const userId = requireUser(ctx);
    const linkId = idParam(ctx);
    const edited = await editLink(deps, ctx, linkId, parse(editLinkSchema, ctx.state.body));
    const metadata = metadataOf(ctx, userId, deps.now);
    const checked = await recheckIfUrlsChanged(deps, linkId, edited, ctx.state.newId(), metadata);
    setPosition(ctx, edited.position, checked);
    ctx.set('ETag', `"${edited.revision}"`);
    ctx.body = { id: linkId, revision: edited.revision };
  });

  router.delete('/api/links/:id', async (ctx) => {
    const trashed = await executeOnLink(deps, ctx, 'TrashLink', { type: 'TrashLink', linkId: idParam(ctx) });
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
    const checked = await checkLink(deps, ctx, userId, linkId, fields, 'manual');
    setPosition(ctx, checked.position);
    ctx.body = { id: linkId, checkResult: checked.result };
  });

  return router;
}

/** Adds the link, checks it, and answers with the result. */
export async function addLink(
  deps: CommandDeps,
  ctx: RequestContext,
  wanted: Omit<AddLink, 'type' | 'linkId'>,
  allowDuplicate: boolean,
): Promise<void> {
  const userId = requireUser(ctx);
  const linkId = ctx.state.newId();
  const add = () => handle(deps.store, link, { type: 'AddLink', linkId, ...wanted }, metadataOf(ctx, userId, deps.now));
  const added = await (allowDuplicate ? add() : withDedupeLease(deps, { linkId, ...wanted }, add));
  const { fields } = assertExists(linkId, added).state;
  const checked = (await shouldCheckNow(deps, linkId, fields))
    ? await checkLink(deps, ctx, userId, linkId, fields, 'added')
    : { result: pendingResult(fields), position: 0 };
  setPosition(ctx, added.position, checked.position);
  ctx.set('Location', `/api/links/${linkId}`);
  ctx.status = 201;
  ctx.body = { id: linkId, checkResult: checked.result };
}
