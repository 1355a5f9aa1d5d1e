/** PATCH /api/links/{id}: the edit itself, and what it may name. */
import type { RequestContext } from '../../infra/http/context.ts';
import { signedIn } from '../../infra/http/context.ts';
import { ConflictError } from '../../infra/ports.ts';
import { assignableIn, assigneeIn } from '../assignees.ts';
import { authorise, roleIn } from '../authorise.ts';
import {
  ADDRESSES_REQUIRED,
  type EditedFields,
  type EditLink,
  type EditLinkBody,
  TIMELINE_REQUIRED,
} from '../commands/link.ts';
import { InputError } from '../commands/parse.ts';
import { campaign, streamOf as campaignStreamOf } from '../deciders/campaign.ts';
import { check, streamOf as checkStreamOf } from '../deciders/check.ts';
import { link, streamOf } from '../deciders/link.ts';
import { unlessDuplicate } from '../duplicates.ts';
import type { EditableFields, Scope } from '../events.ts';
import { handle, load, MAX_ATTEMPTS, type Outcome } from '../handle.ts';
import type { CommandDeps } from '../routes.ts';
import { type KnownLink, known, visible } from './known-link.ts';
import { ifMatch, metadataOf } from './request.ts';

/**
 * Edits a link on the revision the person has seen; where they name none, on the newest, so that two at once both count.
 * @throws Refusal, InputError, Problem 412.
 */
export async function editLink(
  deps: CommandDeps,
  ctx: RequestContext,
  linkId: string,
  { teamId, allowDuplicate, ...fields }: EditLinkBody,
): Promise<Outcome<KnownLink> & { readonly before: EditableFields }> {
  const userId = signedIn(ctx);
  const unchanged = ifMatch(ctx);
  for (let attempt = 1; ; attempt++) {
    const { state, revision } = await load(deps.store, link, streamOf(linkId));
    const before = await visible(deps, state, userId, 'EditLink');
    unchanged(revision);
    const to = teamId === undefined ? before.scope : scopeOf(userId, teamId);
    const command = await editTo(deps, userId, linkId, before, to, fields);
    const { articleLink = before.fields.articleLink, clientLink = before.fields.clientLink } = fields;
    const isAnother =
      to !== before.scope || articleLink !== before.fields.articleLink || clientLink !== before.fields.clientLink;
    const carryOut = () =>
      handle(deps.store, link, command, metadataOf(ctx, userId, deps.now), (_, current) => {
        // What was looked at is what is changed.
        if (current !== revision) throw new ConflictError(linkId, revision, current);
      });
    try {
      const outcome =
        isAnother && allowDuplicate !== true && before.place === 'active'
          ? await unlessDuplicate(deps, { linkId, scope: to, articleLink, clientLink }, carryOut)
          : await carryOut();
      return { ...known(linkId, outcome), before: before.fields };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The command for an edit, with everything it names looked up: assignee, campaign, what its kind cannot be without. */
async function editTo(
  deps: CommandDeps,
  userId: string,
  linkId: string,
  before: KnownLink,
  to: Scope,
  fields: EditedFields,
): Promise<EditLink> {
  const { assignedTo, campaignId, websiteUrl, timelineDate } = fields;
  const moves = to !== before.scope;
  if (moves) {
    authorise('MoveLink', await roleIn(deps.store, before.scope, userId));
    authorise('MoveLink', await roleIn(deps.store, to, userId));
  }
  // Who has it already keeps it, though they may have left the team since.
  if (assignedTo !== undefined && (moves || assignedTo !== before.fields.assignedTo)) {
    await assigneeIn(deps.store, to, assignedTo);
  }
  if (typeof campaignId === 'string' && (moves || campaignId !== before.fields.campaignId)) {
    await mustHaveCampaign(deps, to, campaignId);
  }
  if (websiteUrl === null && before.fields.promotionType === 'guest_post') {
    throw new InputError({ websiteUrl: ADDRESSES_REQUIRED.guest_post });
  }
  if (timelineDate === null && before.fields.timelineDate !== null && before.fields.promotionType !== null) {
    const { state } = await load(deps.store, check, checkStreamOf(linkId));
    if (state.status === 'pending') throw new InputError({ timelineDate: TIMELINE_REQUIRED });
  }
  const move = moves ? { to, assignable: await assignableIn(deps.store, to) } : undefined;
  return { type: 'EditLink', linkId, fields, ...(move && { move }) };
}

/** @throws InputError for a campaign that the scope does not have. */
async function mustHaveCampaign({ store }: CommandDeps, scope: Scope, campaignId: string): Promise<void> {
  const { state } = await load(store, campaign, campaignStreamOf(campaignId));
  if (state.place === 'active' && state.scope === scope) return;
  throw new InputError({ campaignId: 'The campaign must be one of the team that the link belongs to.' });
}

/** Where links of a team are, or a person's own. */
export function scopeOf(userId: string, teamId: string | null): Scope {
  return teamId === null ? `user:${userId}` : `team:${teamId}`;
}
