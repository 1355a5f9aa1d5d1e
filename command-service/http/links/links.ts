/** Changes and checks of one link, and the trash. */

import { assertNoCooldown } from '../../billing/entitlements.ts';
import { checkLink, lacksUrls, pendingResult } from '../../checks/check-link.ts';
import { scopeOf } from '../../contract/scope.ts';
import { normalizeTags } from '../../contract/tags.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { cachingEventStore } from '../../core/caching-event-store.ts';
import { requireAssignee } from '../../links/assignees.ts';
import { correctVerdict, undoCorrection } from '../../links/correct-verdict.ts';
import { findDuplicateOf } from '../../links/duplicates.ts';
import { editLink, recheckIfUrlsChanged } from '../../links/edit-link.ts';
import { executeOnLink, requireActiveLink } from '../../links/link-access.ts';
import { correctVerdictSchema } from '../../model/check/commands.ts';
import { addLinkSchema, DEFAULT_DURATION, editLinkSchema } from '../../model/link/commands.ts';
import { editorOf, metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';
import { postLink } from './post-link.ts';

export const linkRoutes = [
  route({
    method: 'POST',
    path: '/api/links',
    action: 'AddLink',
    summary: 'Adds a link, checks it, and answers with the result; this can take up to 30 seconds.',
    body: addLinkSchema,
    answers: { 201: 'CheckedLinkAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, { store: log, ...others }) {
      const deps = { ...others, store: cachingEventStore(log) };
      const { userId } = principal;
      const { teamId, assignedTo, anchor = null, linkType = null } = body;
      const scope = scopeOf(userId, teamId ?? null);
      authorize('AddLink', await roleIn(deps.store, scope, principal));
      const fields = {
        articleLink: body.articleLink,
        clientLink: body.clientLink,
        duration: body.duration ?? DEFAULT_DURATION,
        liveDate: body.liveDate ?? null,
        assignedTo: await requireAssignee(deps.store, scope, assignedTo === undefined ? userId : assignedTo),
        pocEmail: body.pocEmail ?? null,
        remarks: body.remarks ?? null,
        tags: normalizeTags(body.tags ?? []),
        timelineDate: body.timelineDate ?? null,
      };
      return postLink(deps, ctx, { scope, anchor, linkType, ...fields }, body);
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/links/:id',
    action: 'EditLink',
    summary: 'Changes a link, or moves it to another list; omitted fields stay unchanged.',
    body: editLinkSchema,
    answers: { 200: 'ChangedAnswer' },
    errorStatuses: [409],
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params }, deps) {
      const linkId = params.id;
      const editor = editorOf(ctx, deps.now);
      const once = { ...deps, store: cachingEventStore(deps.store) };
      const edited = await editLink(once, editor, linkId, body);
      const checked = await recheckIfUrlsChanged(once, linkId, edited, ctx.state.newId(), editor.metadata());
      setPosition(ctx, edited.position, checked);
      ctx.set('ETag', `"${edited.revision}"`);
      return { id: linkId, revision: edited.revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/links/:id',
    action: 'TrashLink',
    summary: 'Moves a link to the trash.',
    answers: { 204: null },
    requestHeaders: ['If-Match'],
    async handle({ ctx, params }, deps) {
      const editor = editorOf(ctx, deps.now);
      const trashed = await executeOnLink(deps, editor, 'TrashLink', { type: 'TrashLink', linkId: params.id });
      setPosition(ctx, trashed.position);
    },
  }),

  route({
    method: 'POST',
    path: '/api/links/:id/recheck',
    action: 'RecheckLink',
    summary: 'Checks the link now and answers with the result; this can take up to 30 seconds.',
    answers: { 200: 'CheckedLinkAnswer' },
    async handle({ ctx, principal, params }, deps) {
      const { userId } = principal;
      const linkId = params.id;
      const knownLink = await requireActiveLink(deps, linkId, principal, 'RecheckLink');
      const { fields } = knownLink;
      await assertNoCooldown(deps.store, knownLink.scope, deps.now());
      if (lacksUrls(fields)) return { id: linkId, checkResult: pendingResult(fields) };
      const wanted = {
        linkId,
        checkId: ctx.state.newId(),
        reason: 'manual',
        metadata: metadataOf(ctx, userId, deps.now),
      } as const;
      const checked = await checkLink(deps, wanted, knownLink);
      setPosition(ctx, checked.position);
      return { id: linkId, checkResult: checked.result };
    },
  }),

  route({
    method: 'POST',
    path: '/api/links/:id/corrections',
    action: 'CorrectVerdict',
    summary: 'Corrects the verdict on the link; the correction holds until a later check refutes it.',
    body: correctVerdictSchema,
    answers: { 200: 'DoneAnswer' },
    errorStatuses: [409],
    async handle({ ctx, body, params }, deps) {
      const { claim, note, since = null } = body;
      const correctionId = ctx.state.newId();
      const wanted = { linkId: params.id, correctionId, claim, note, since };
      const corrected = await correctVerdict(deps, editorOf(ctx, deps.now), wanted);
      setPosition(ctx, corrected.position);
      return { id: correctionId };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/links/:id/corrections/:correctionId',
    action: 'CorrectVerdict',
    summary: 'Undoes a correction that no check has confirmed or refuted yet.',
    answers: { 204: null },
    errorStatuses: [409],
    async handle({ ctx, params }, deps) {
      const wanted = { linkId: params.id, correctionId: params.correctionId };
      const undone = await undoCorrection(deps, editorOf(ctx, deps.now), wanted);
      setPosition(ctx, undone.position);
    },
  }),

  route({
    method: 'POST',
    path: '/api/trash/:id/restore',
    action: 'RestoreLink',
    summary: 'Restores a link from the trash, and names another active link with the same addresses.',
    answers: { 200: 'RestoredLinkAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, params }, deps) {
      const restored = await executeOnLink(deps, editorOf(ctx, deps.now), 'RestoreLink', {
        type: 'RestoreLink',
        linkId: params.id,
      });
      setPosition(ctx, restored.position);
      return { id: params.id, duplicateOf: await findDuplicateOf(deps, principal, params.id) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/trash/:id/permanent',
    action: 'PurgeLink',
    summary: 'Deletes a link in the trash permanently.',
    answers: { 204: null },
    errorStatuses: [409],
    requestHeaders: ['If-Match'],
    async handle({ ctx, params }, deps) {
      const purged = await executeOnLink(deps, editorOf(ctx, deps.now), 'PurgeLink', {
        type: 'PurgeLink',
        linkId: params.id,
      });
      setPosition(ctx, purged.position);
    },
  }),
];
