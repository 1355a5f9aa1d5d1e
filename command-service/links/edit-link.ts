/** PATCH /api/links/{id}: the edit itself, and what it may name. */
import type { RequestContext } from '../../infra/http/request-context.ts';
import { requirePrincipal } from '../../infra/http/request-context.ts';
import { ConflictError } from '../../infra/ports/errors.ts';
import type { EventMetadata } from '../../infra/ports/event-store.ts';
import { authorize, roleIn } from '../authorize.ts';
import { scheduleOfScope } from '../billing/entitlements.ts';
import {
  type EditedFields,
  type EditLink,
  type EditLinkBody,
  TIMELINE_REQUIRED,
  URLS_REQUIRED,
} from '../commands/link.ts';
import { InputError } from '../commands/schema/parse.ts';
import { campaign, streamOf as campaignStreamOf } from '../deciders/campaign.ts';
import { check, streamOf as checkStreamOf } from '../deciders/check.ts';
import { link, streamOf } from '../deciders/link.ts';
import type { EditableFields } from '../events/link.ts';
import { type CommandResult, handle, load, MAX_ATTEMPTS } from '../handle.ts';
import type { CommandDeps } from '../http/deps.ts';
import { ifMatch, metadataOf } from '../http/request.ts';
import type { Principal } from '../principal.ts';
import type { Scope } from '../scope.ts';
import { normalizeTags } from '../tags.ts';
import { assignableUsers, requireAssignee } from './assignees.ts';
import { shouldCheckNow } from './check-link.ts';
import { withDedupeLease } from './duplicates.ts';
import { assertExists, type KnownLink, requireAccess } from './link-access.ts';

/** What an edit needs of the world. */
export type EditDeps = Pick<CommandDeps, 'store' | 'reads' | 'claims' | 'now'>;

/** The author of an edit, and the revision it is for. */
export interface Editor {
  readonly principal: Principal;
  readonly metadata: () => EventMetadata;
  /** Throws where the link is not at the revision that they have seen. */
  readonly unchanged: (revision: number) => void;
}

/** What is to become of a link. */
export interface WantedEdit {
  readonly fields: EditedFields;
  /** Where it goes; left out: it stays. */
  readonly to?: Scope;
  /** Although there is another with the same addresses. */
  readonly allowDuplicate: boolean;
}

/**
 * Edits a link on the revision the person has seen; where they name none, on the newest, so that two at once both count.
 * @throws Refusal, InputError, Problem 412.
 */
export function editLink(
  deps: EditDeps,
  ctx: RequestContext,
  linkId: string,
  { teamId, allowDuplicate, tags, ...others }: EditLinkBody,
): Promise<EditedLink> {
  const principal = requirePrincipal(ctx);
  const { userId } = principal;
  const fields = { ...others, ...(tags !== undefined && { tags: normalizeTags(tags ?? []) }) };
  const editor = { principal, metadata: () => metadataOf(ctx, userId, deps.now), unchanged: ifMatch(ctx) };
  const to = teamId === undefined ? {} : { to: scopeOf(userId, teamId) };
  return applyEdit(deps, editor, linkId, { fields, ...to, allowDuplicate: allowDuplicate === true });
}

export type EditedLink = CommandResult<KnownLink> & { readonly before: EditableFields };

/** As `editLink`, for whoever it is done. */
export async function applyEdit(
  deps: EditDeps,
  { principal, metadata, unchanged }: Editor,
  linkId: string,
  { fields, to: wanted, allowDuplicate }: WantedEdit,
): Promise<EditedLink> {
  for (let attempt = 1; ; attempt++) {
    const { state, revision } = await load(deps.store, link, streamOf(linkId));
    const before = await requireAccess(deps, state, principal, 'EditLink');
    unchanged(revision);
    const to = wanted ?? before.scope;
    const command = await buildEditCommand(deps, principal, linkId, before, to, fields);
    const { articleLink = before.fields.articleLink, clientLink = before.fields.clientLink } = fields;
    const isAnother =
      to !== before.scope || articleLink !== before.fields.articleLink || clientLink !== before.fields.clientLink;
    const carryOut = () =>
      handle(deps.store, link, command, metadata(), (_, current) => {
        // What was looked at is what is changed.
        if (current !== revision) throw new ConflictError(linkId, revision, current);
      });
    try {
      const outcome =
        isAnother && !allowDuplicate && before.place === 'active'
          ? await withDedupeLease(deps, { linkId, scope: to, articleLink, clientLink }, carryOut)
          : await carryOut();
      return { ...assertExists(linkId, outcome), before: before.fields };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Asks for a check of a link whose addresses were edited; answers the position of that, 0 where there was none. */
export async function recheckIfUrlsChanged(
  deps: Pick<CommandDeps, 'store' | 'now'>,
  linkId: string,
  { state, before }: Pick<EditedLink, 'state' | 'before'>,
  checkId: string,
  metadata: EventMetadata,
): Promise<number> {
  const { articleLink, clientLink } = state.fields;
  if (articleLink === before.articleLink && clientLink === before.clientLink) return 0;
  if (!(await shouldCheckNow(deps, linkId, state.fields))) return 0;
  const timetable = await scheduleOfScope(deps.store, state.scope);
  const wanted = { linkId, checkId, reason: 'edited', articleLink, clientLink, timetable } as const;
  return (await handle(deps.store, check, { type: 'RequestCheck', ...wanted }, metadata)).position;
}

/** The command for an edit, with everything it names looked up: assignee, campaign, what its kind cannot be without. */
export async function buildEditCommand(
  deps: Pick<CommandDeps, 'store'>,
  principal: Principal,
  linkId: string,
  before: KnownLink,
  to: Scope,
  fields: EditedFields,
): Promise<EditLink> {
  const { assignedTo, campaignId, websiteUrl, timelineDate } = fields;
  const moves = to !== before.scope;
  if (moves) {
    authorize('MoveLink', await roleIn(deps.store, before.scope, principal));
    authorize('MoveLink', await roleIn(deps.store, to, principal));
  }
  // Who has it already keeps it, though they may have left the team since.
  if (assignedTo !== undefined && (moves || assignedTo !== before.fields.assignedTo)) {
    await requireAssignee(deps.store, to, assignedTo);
  }
  if (typeof campaignId === 'string' && (moves || campaignId !== before.fields.campaignId)) {
    await mustHaveCampaign(deps, to, campaignId);
  }
  if (websiteUrl === null && before.fields.promotionType === 'guest_post') {
    throw new InputError({ websiteUrl: URLS_REQUIRED.guest_post });
  }
  if (timelineDate === null && before.fields.timelineDate !== null && before.fields.promotionType !== null) {
    const { state } = await load(deps.store, check, checkStreamOf(linkId));
    if (state.status === 'pending') throw new InputError({ timelineDate: TIMELINE_REQUIRED });
  }
  const move = moves ? { to, assignable: await assignableUsers(deps.store, to) } : undefined;
  return { type: 'EditLink', linkId, fields, ...(move && { move }) };
}

/** @throws InputError for a campaign that the scope does not have. */
async function mustHaveCampaign(
  { store }: Pick<CommandDeps, 'store'>,
  scope: Scope,
  campaignId: string,
): Promise<void> {
  const { state } = await load(store, campaign, campaignStreamOf(campaignId));
  if (state.place === 'active' && state.scope === scope) return;
  throw new InputError({ campaignId: 'The campaign must be one of the team that the link belongs to.' });
}

/** Where links of a team are, or a person's own. */
export function scopeOf(userId: string, teamId: string | null): Scope {
  return teamId === null ? `user:${userId}` : `team:${teamId}`;
}
