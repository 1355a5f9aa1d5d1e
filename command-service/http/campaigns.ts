/** POST /api/campaigns, PATCH and DELETE /api/campaigns/{id}, POST /api/campaign-links. */
import { Router } from '@koa/router';
import {
  type RequestContext,
  type RequestState,
  requirePrincipal,
  requireUser,
} from '../../infra/http/request-context.ts';
import { authorize, roleIn } from '../authorize.ts';
import {
  type CampaignCommand,
  createCampaignSchema,
  DEFAULT_CAMPAIGN_STATUS,
  editCampaignSchema,
  validateDates,
} from '../commands/campaign.ts';
import { addCampaignLinkSchema, CAMPAIGN_DURATION, DEFAULT_PROMOTION_TYPE } from '../commands/link.ts';
import { InputError, parse } from '../commands/schema/parse.ts';
import { type CampaignState, campaign, streamOf } from '../deciders/campaign.ts';
import { type CommandResult, handle, load } from '../handle.ts';
import { requireAssignee } from '../links/assignees.ts';
import type { Action } from '../policy.ts';
import type { Principal } from '../principal.ts';
import { normalizeTags } from '../tags.ts';
import type { CommandDeps } from './deps.ts';
import { postLink } from './links.ts';
import { idParam, ifMatch, metadataOf, setPosition } from './request.ts';

type KnownCampaign = Exclude<CampaignState, { readonly place: 'nowhere' }>;

export function campaignRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/campaigns', async (ctx) => {
    const userId = requireUser(ctx);
    const body = parse(createCampaignSchema, ctx.state.body);
    const scope = `team:${body.teamId}` as const;
    authorize('AddCampaign', await roleIn(deps.store, scope, requirePrincipal(ctx)));
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
      },
      metadataOf(ctx, userId, deps.now),
    );
    setPosition(ctx, created.position);
    ctx.set('Location', `/api/campaigns/${campaignId}`);
    ctx.set('ETag', `"${created.revision}"`);
    ctx.status = 201;
    ctx.body = { id: campaignId, revision: created.revision };
  });

  router.patch('/api/campaigns/:id', async (ctx) => {
    const campaignId = idParam(ctx);
    const fields = parse(editCampaignSchema, ctx.state.body);
    const edited = await change(deps, ctx, 'EditCampaign', { type: 'EditCampaign', campaignId, fields }, (state) => {
      // One of the two days may be as it was.
      const { startDate = state.fields.startDate, endDate = state.fields.endDate } = fields;
      const problem = validateDates(startDate, endDate);
      if (problem !== null) throw new InputError({ endDate: problem });
    });
    setPosition(ctx, edited.position);
    ctx.set('ETag', `"${edited.revision}"`);
    ctx.body = { id: campaignId, revision: edited.revision };
  });

  router.delete('/api/campaigns/:id', async (ctx) => {
    const campaignId = idParam(ctx);
    const deleted = await change(deps, ctx, 'DeleteCampaign', { type: 'DeleteCampaign', campaignId });
    setPosition(ctx, deleted.position);
    ctx.status = 204;
  });

  router.post('/api/campaign-links', async (ctx) => {
    const userId = requireUser(ctx);
    const { allowDuplicate, ...body } = parse(addCampaignLinkSchema, ctx.state.body);
    const { campaignId } = body;
    const { state } = await load(deps.store, campaign, streamOf(campaignId));
    const { scope } = await visible(deps, state, requirePrincipal(ctx), 'AddLink');
    if (body.teamId && scope !== `team:${body.teamId}`) {
      throw new InputError({ teamId: 'The campaign belongs to another team.' });
    }
    const { promotionType = null, websiteUrl = null } = body;
    const type = promotionType ?? DEFAULT_PROMOTION_TYPE;
    await postLink(
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
        // A link that is said to stand is not awaited: it is visited at once, and counts as live when it was seen.
        timelineDate: body.status === 'live' ? null : (body.timelineDate ?? null),
        duration: CAMPAIGN_DURATION,
        liveDate: null,
        assignedTo: await requireAssignee(deps.store, scope, body.assignedTo === undefined ? userId : body.assignedTo),
        pocEmail: body.pocEmail ?? null,
        remarks: body.remarks ?? null,
        tags: normalizeTags(body.tags ?? []),
        // What a link is comes from its check, whatever the form says of it.
        anchor: null,
        linkType: null,
      },
      allowDuplicate === true,
    );
  });

  return router;
}

/** Carries out a command on an existing campaign that the person may act on, on the revision they have seen. */
async function change(
  deps: CommandDeps,
  ctx: RequestContext,
  action: Action,
  command: CampaignCommand,
  guard: (state: KnownCampaign) => void = () => {},
): Promise<CommandResult<CampaignState>> {
  const userId = requireUser(ctx);
  const unchanged = ifMatch(ctx);
  return handle(deps.store, campaign, command, metadataOf(ctx, userId, deps.now), async (state, revision) => {
    const known = await visible(deps, state, requirePrincipal(ctx), action);
    unchanged(revision);
    guard(known);
  });
}

/** The campaign, if it is there and the person may act so on it. */
async function visible(
  deps: CommandDeps,
  state: CampaignState,
  principal: Principal,
  action: Action,
): Promise<KnownCampaign> {
  if (state.place !== 'active') authorize(action, 'stranger');
  else authorize(action, await roleIn(deps.store, state.scope, principal));
  if (state.place === 'nowhere') throw new Error(`${action} is open to strangers`);
  return state;
}
