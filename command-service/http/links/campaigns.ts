/** Changes of campaigns, and adding links to them. */

import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import type { Principal } from '../../../infra/ports/process/principal.ts';
import { domainKey } from '../../../projections/rules/client-domain.ts';
import type { Action } from '../../contract/policy.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { normalizeTags } from '../../contract/tags.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { type CommandResult, handle, handleAs, load } from '../../core/handle.ts';
import { requireAssignee } from '../../links/assignees.ts';
import { findTemplate, requireTemplate } from '../../links/set-terms.ts';
import {
  type CampaignCommand,
  createCampaignSchema,
  DEFAULT_CAMPAIGN_STATUS,
  editCampaignSchema,
  validateDates,
} from '../../model/campaign/commands.ts';
import { type CampaignState, campaign, streamOf } from '../../model/campaign/decider.ts';
import { addCampaignLinkSchema, CAMPAIGN_DURATION, DEFAULT_PROMOTION_TYPE } from '../../model/link/commands.ts';
import type { CommandDeps } from '../deps.ts';
import { editorOf, metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';
import { postLink } from './post-link.ts';

type KnownCampaign = Exclude<CampaignState, { readonly status: 'none' }>;

export const campaignRoutes = [
  route({
    method: 'POST',
    path: '/api/campaigns',
    action: 'AddCampaign',
    summary: 'Creates a campaign of a team.',
    body: createCampaignSchema,
    answers: { 201: 'ChangedAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const scope = `team:${body.teamId}` as const;
      authorize('AddCampaign', await roleIn(deps.store, scope, principal));
      if (body.templateId) await requireTemplate(deps.store, scope, body.templateId);
      const campaignId = ctx.state.newId();
      const created = await handle(
        deps.store,
        campaign,
        {
          type: 'CreateCampaign',
          campaignId,
          scope,
          name: body.name,
          description: body.description ?? null,
          startDate: body.startDate ?? null,
          endDate: body.endDate ?? null,
          status: body.status ?? DEFAULT_CAMPAIGN_STATUS,
          clientDomain: body.clientDomain ? domainKey(body.clientDomain) : null,
          templateId: body.templateId ?? null,
        },
        metadataOf(ctx, userId, deps.now),
      );
      setPosition(ctx, created.position);
      ctx.set('Location', `/api/campaigns/${campaignId}`);
      ctx.set('ETag', `"${created.revision}"`);
      return { id: campaignId, revision: created.revision };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/campaigns/:id',
    action: 'EditCampaign',
    summary: 'Changes a campaign; omitted fields stay unchanged.',
    body: editCampaignSchema,
    answers: { 200: 'ChangedAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params: { id: campaignId } }, deps) {
      const { clientDomain } = body;
      const fields = { ...body, clientDomain: clientDomain && domainKey(clientDomain) };
      const command = { type: 'EditCampaign', campaignId, fields } as const;
      const edited = await change(deps, ctx, 'EditCampaign', command, async (state) => {
        if (body.templateId) await requireTemplate(deps.store, state.scope, body.templateId);
        // The edit may omit one of the two dates.
        const { startDate = state.fields.startDate, endDate = state.fields.endDate } = fields;
        const problem = validateDates(startDate, endDate);
        if (problem !== null) throw new InputError({ endDate: problem });
      });
      setPosition(ctx, edited.position);
      ctx.set('ETag', `"${edited.revision}"`);
      return { id: campaignId, revision: edited.revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/campaigns/:id',
    action: 'DeleteCampaign',
    summary: 'Deletes a campaign; its links stay.',
    answers: { 204: null },
    requestHeaders: ['If-Match'],
    async handle({ ctx, params: { id: campaignId } }, deps) {
      const deleted = await change(deps, ctx, 'DeleteCampaign', { type: 'DeleteCampaign', campaignId });
      setPosition(ctx, deleted.position);
    },
  }),

  route({
    method: 'POST',
    path: '/api/campaign-links',
    action: 'AddLink',
    summary: 'Adds a link to a campaign, and checks it unless it is expected later.',
    body: addCampaignLinkSchema,
    answers: { 201: 'CheckedLinkAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const { campaignId } = body;
      const { state } = await load(deps.store, campaign, streamOf(campaignId));
      const { scope, fields } = await visible(deps, state, principal, 'AddLink');
      if (body.teamId && scope !== `team:${body.teamId}`) {
        throw new InputError({ teamId: 'The campaign belongs to another team.' });
      }
      const { promotionType = null, websiteUrl = null } = body;
      const type = promotionType ?? DEFAULT_PROMOTION_TYPE;
      // The campaign's template may be deleted.
      const usual = (await findTemplate(deps.store, scope, fields.templateId))?.id;
      const { templateId = fields.templateId } = body;
      return postLink(
        deps,
        ctx,
        {
          scope,
          campaignId,
          promotionType: type,
          // Until a guest post is published, only its site can be visited.
          articleLink: body.articleLink ?? (type === 'guest_post' ? websiteUrl : null) ?? '',
          clientLink: body.clientLink ?? '',
          websiteUrl,
          // A link reported as live is checked at once, so it needs no timeline date.
          timelineDate: body.status === 'live' ? null : (body.timelineDate ?? null),
          duration: CAMPAIGN_DURATION,
          liveDate: null,
          assignedTo: await requireAssignee(
            deps.store,
            scope,
            body.assignedTo === undefined ? userId : body.assignedTo,
          ),
          pocEmail: body.pocEmail ?? null,
          remarks: body.remarks ?? null,
          tags: normalizeTags(body.tags ?? []),
          // The check decides these fields, not the form.
          anchor: null,
          linkType: null,
        },
        { ...body, templateId: templateId === fields.templateId ? usual : templateId },
      );
    },
  }),
];

/** Executes a command on an existing campaign that the person may change, at the revision they have seen. */
async function change(
  deps: CommandDeps,
  ctx: RequestContext,
  action: Action,
  command: CampaignCommand,
  guard: (state: KnownCampaign) => void | Promise<void> = () => {},
): Promise<CommandResult<CampaignState>> {
  const editor = editorOf(ctx, deps.now);
  return handleAs(
    deps.store,
    campaign,
    command,
    editor,
    (state) => visible(deps, state, editor.principal, action),
    (state) => (state.status === 'none' ? undefined : guard(state)),
  );
}

/** The campaign, if it exists and the caller may do the action. */
async function visible(
  deps: CommandDeps,
  state: CampaignState,
  principal: Principal,
  action: Action,
): Promise<KnownCampaign> {
  if (state.status !== 'active') authorize(action, 'stranger');
  else authorize(action, await roleIn(deps.store, state.scope, principal));
  if (state.status === 'none')
    throw new Error(`the policy must refuse ${action} to strangers: the campaign does not exist`);
  return state;
}
