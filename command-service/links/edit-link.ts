/** Edits one link, and checks that the person may use the team, assignee and campaign in the edit. */

import type { Principal } from '../../infra/ports/process/principal.ts';
import { BusyError, ConflictError } from '../../infra/ports/storage/errors.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import { storageTrouble } from '../../infra/ports/storage/storage-trouble.ts';
import { dedupeKey } from '../../projections/rules/dedupe-key.ts';
import { scheduleOfScope } from '../billing/entitlements.ts';
import { shouldCheckNow } from '../checks/check-link.ts';
import { requestCheck } from '../checks/request-check.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { InputError } from '../contract/schema/parse.ts';
import { type Scope, scopeOf } from '../contract/scope.ts';
import { normalizeTags } from '../contract/tags.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { type CommandResult, type Editor, handleLoaded, load, MAX_ATTEMPTS } from '../core/handle.ts';
import { campaign, streamOf as campaignStreamOf } from '../model/campaign/decider.ts';
import { check, streamOf as checkStreamOf } from '../model/check/decider.ts';
import {
  CAMPAIGN_DURATION,
  CAMPAIGN_DURATION_ONLY,
  type EditedFields,
  type EditLink,
  type EditLinkBody,
  TIMELINE_REQUIRED,
  URLS_REQUIRED,
  validateUntil,
} from '../model/link/commands.ts';
import { link, streamOf } from '../model/link/decider.ts';
import type { EditableFields } from '../model/link/events.ts';
import { assignableUsers, requireAssignee } from './assignees.ts';
import { type DuplicateDeps, withDedupeLease } from './duplicates.ts';
import { assertExists, type KnownLink, requireAccess } from './link-access.ts';
import { visibleScopes } from './visible-scopes.ts';

export type EditDeps = DuplicateDeps;

/** A change of a link. */
interface WantedEdit {
  readonly fields: EditedFields;
  /** The scope that the link moves to; absent if it stays. */
  readonly to?: Scope;
  /** Allows another link with the same addresses. */
  readonly allowDuplicate: boolean;
}

/**
 * Edits a link as a request's body says.
 * @throws DomainError, InputError; what the editor's `assertUnchanged` throws.
 */
export function editLink(
  deps: EditDeps,
  editor: Editor,
  linkId: string,
  { teamId, allowDuplicate, tags, articleLink, clientLink, ...others }: EditLinkBody,
): Promise<EditedLink> {
  const fields = {
    ...others,
    ...(articleLink !== undefined && { articleLink: articleLink ?? '' }),
    ...(clientLink !== undefined && { clientLink: clientLink ?? '' }),
    ...(tags !== undefined && { tags: normalizeTags(tags ?? []) }),
  };
  const to = teamId === undefined ? {} : { to: scopeOf(editor.principal.userId, teamId) };
  return applyEdit(deps, editor, linkId, { fields, ...to, allowDuplicate: allowDuplicate === true });
}

type EditedLink = CommandResult<KnownLink> & { readonly before: EditableFields };

/** Edits a link at the revision that the editor has seen; without If-Match, at the newest. */
export async function applyEdit(
  deps: EditDeps,
  { principal, metadata, assertUnchanged }: Editor,
  linkId: string,
  { fields, to: wanted, allowDuplicate }: WantedEdit,
): Promise<EditedLink> {
  for (let attempt = 1; ; attempt++) {
    const past = await load(deps.store, link, streamOf(linkId));
    const before = await requireAccess(deps, past.state, principal, 'EditLink');
    assertUnchanged(past);
    const to = wanted ?? before.scope;
    const command = await buildEditCommand(deps, principal, linkId, before, to, fields);
    const { articleLink = before.fields.articleLink, clientLink = before.fields.clientLink } = fields;
    const isAnother =
      to !== before.scope || articleLink !== before.fields.articleLink || clientLink !== before.fields.clientLink;
    // The checks above hold for this revision only; the person's role may have ended while the edit waited.
    const carryOut = async () => {
      authorize('EditLink', await roleIn(deps.store, before.scope, principal));
      if (to !== before.scope) authorize('MoveLink', await roleIn(deps.store, to, principal));
      return handleLoaded(past, deps.store, link, command, metadata());
    };
    try {
      const isRisky = isAnother && !allowDuplicate && before.status === 'active';
      // A move alone makes no duplicate elsewhere, nor does another spelling of the same addresses.
      const hasOtherPair =
        dedupeKey(articleLink, clientLink) !== dedupeKey(before.fields.articleLink, before.fields.clientLink);
      const alsoIn = isRisky && hasOtherPair ? await visibleScopes(deps.reads, principal) : [];
      const result = isRisky
        ? await withDedupeLease(deps, { linkId, scope: to, articleLink, clientLink, alsoIn }, carryOut)
        : await carryOut();
      return { ...assertExists(linkId, result), before: before.fields };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Requests a check if the edit changed an address; returns the request's position, or 0. The edit is already saved: if
 * the check cannot be requested now, as on a full disk, the scheduler requests it.
 */
export async function recheckIfUrlsChanged(
  deps: Pick<EditDeps, 'store' | 'now'>,
  linkId: string,
  { state, before }: Pick<EditedLink, 'state' | 'before'>,
  checkId: string,
  metadata: EventMetadata,
): Promise<number> {
  const { articleLink, clientLink } = state.fields;
  if (articleLink === before.articleLink && clientLink === before.clientLink) return 0;
  try {
    if (!(await shouldCheckNow(deps, linkId, state.fields))) return 0;
    const schedule = await scheduleOfScope(deps.store, state.scope);
    const request = { linkId, checkId, reason: 'edited', articleLink, clientLink, schedule } as const;
    return (await requestCheck(deps.store, request, metadata)).position;
  } catch (error) {
    if (storageTrouble(error) === null && !(error instanceof BusyError)) throw error;
    return 0;
  }
}

/** The command for an edit, after checks of its scopes, assignee, campaign and required fields. */
export async function buildEditCommand(
  deps: { readonly store: EventStore<LinkledgerEvent> },
  principal: Principal,
  linkId: string,
  before: KnownLink,
  to: Scope,
  fields: EditedFields,
): Promise<EditLink> {
  const { assignedTo, campaignId, websiteUrl, timelineDate, duration } = fields;
  assertUrls(before, fields);
  if (duration !== undefined && duration !== CAMPAIGN_DURATION && isOfCampaign(before, fields)) {
    throw new InputError({ duration: CAMPAIGN_DURATION_ONLY });
  }
  const { duration: until = before.fields.duration, timelineDate: due = before.fields.timelineDate } = fields;
  const isWrong = duration === undefined && timelineDate === undefined ? null : validateUntil(until, due);
  if (isWrong !== null) throw new InputError({ [duration === undefined ? 'timelineDate' : 'duration']: isWrong });
  const moves = to !== before.scope;
  if (moves) {
    authorize('MoveLink', await roleIn(deps.store, before.scope, principal));
    authorize('MoveLink', await roleIn(deps.store, to, principal));
  }
  // The present assignee may stay even after leaving the team.
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

/** Whether the link was created for a campaign and stays in a campaign. */
function isOfCampaign({ fields: before }: KnownLink, { campaignId = before.campaignId }: EditedFields): boolean {
  return before.promotionType !== null && campaignId !== null;
}

/** @throws InputError if the edit empties an address that the link needs. */
function assertUrls({ fields: before }: KnownLink, { articleLink, clientLink }: EditedFields): void {
  if (before.promotionType === 'other') return;
  const missing = {
    // A row in an import into a campaign may have omitted the article.
    ...(articleLink === '' && before.articleLink !== '' && { articleLink: 'Article link is required' }),
    ...(clientLink === '' && before.clientLink !== '' && { clientLink: 'Client link is required' }),
  };
  if (Object.keys(missing).length > 0) throw new InputError(missing);
}

/** @throws InputError if the campaign is not in the scope. */
async function mustHaveCampaign(
  { store }: { readonly store: EventStore<LinkledgerEvent> },
  scope: Scope,
  campaignId: string,
): Promise<void> {
  const { state } = await load(store, campaign, campaignStreamOf(campaignId));
  if (state.status === 'active' && state.scope === scope) return;
  throw new InputError({ campaignId: 'The campaign must be one of the team that the link belongs to.' });
}
