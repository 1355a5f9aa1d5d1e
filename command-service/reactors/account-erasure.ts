/**
 * What follows when an account is deleted, and when other things that hold personal data end. An erasure is never given
 * up; what cannot be done now is tried again until it can.
 */
import type { DurableStore } from '../../infra/ports/durable-store.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { deleteReadMarks } from '../../projections/alerts/read-marks.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { links } from '../../projections/views/links/links.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { shares } from '../../projections/views/people/shares.ts';
import { tokens } from '../../projections/views/people/tokens.ts';
import { users } from '../../projections/views/people/users.ts';
import { campaign } from '../deciders/campaign.ts';
import { emailIdentity, identity } from '../deciders/identity.ts';
import { link } from '../deciders/link.ts';
import { share } from '../deciders/share.ts';
import { team, streamOf as teamStreamOf } from '../deciders/team.ts';
import { user, streamOf as userStreamOf } from '../deciders/user.ts';
import type { AccountDeleted } from '../events/user.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle, load } from '../handle.ts';
import type { Photos } from '../identity/photos.ts';
import { waitForViews } from '../links/scan-links.ts';
import type { Scope } from '../scope.ts';
import { forEachMatching, type Matching } from './for-each-matching.ts';
import { type FollowerDeps, type Recorded, runReactor } from './run-reactor.ts';
import { forgetUses, revokeTokens } from './token-revocation.ts';

export interface AftermathDeps extends FollowerDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly sessions: { endAll(userId: string): Promise<void> };
  readonly photos: Pick<Photos, 'removeStale'>;
  /** Holds read marks and token uses. */
  readonly state: Pick<DurableStore, 'removeOf'>;
  /** Keys the hashes of identities. */
  readonly identityKey: string;
  /** Destroys keys: what the log holds of their owners reads as null from then on. */
  readonly forget: (owners: readonly string[]) => Promise<void>;
  /** Makes what was erased from the views and the sessions unreadable in their files. */
  readonly scrub: () => Promise<void>;
  readonly now: () => Date;
  /** Milliseconds before the n-th retry (from 1) at one place; growing to a minute. */
  readonly pauseMs?: (attempt: number) => number;
}

/** Follows the log until aborted. */
export function runAccountErasure(deps: AftermathDeps, signal: AbortSignal): Promise<void> {
  const { pauseMs = (attempt) => Math.min(100 * 2 ** attempt, 60_000) } = deps;
  const aftermath = new Aftermath(deps, signal);
  return runReactor(
    deps,
    {
      name: 'account-aftermath',
      failing: 'an erasure cannot be done now; trying again',
      // Emptying the file of keys costs the same for one key as for many.
      before: (batch) => deps.forget([...new Set(batch.flatMap(ended))]),
      onEvent: (event) => aftermath.take(event),
      pauseMs,
    },
    signal,
  );
}

/**
 * Lets go of every way to sign in that an account ever had, so that somebody can register with it anew.
 * @param userId of a deleted account whose key is still there: the address it was registered with is read from the log.
 */
export async function releaseIdentities(
  { store, identityKey }: Pick<AftermathDeps, 'store' | 'identityKey'>,
  userId: string,
  metadata: EventMetadata,
): Promise<void> {
  const { events } = await store.read(userStreamOf(userId));
  const hashes = new Set<string>();
  for (const event of events) {
    if (event.type === 'IdentityLinked') hashes.add(event.data.hash);
    // Null once the key is gone: then this was done before.
    if (event.type === 'UserRegistered' && event.data.email !== null) {
      hashes.add(emailIdentity(event.data.email, identityKey));
    }
  }
  for (const hash of hashes) await handle(store, identity, { type: 'ReleaseIdentity', userId, hash }, metadata);
}

class Aftermath {
  readonly #deps: AftermathDeps;
  readonly #signal: AbortSignal;
  /**
   * Whether scopes of people have ended: what was passed since the start, and what the view said, which knows all that
   * ended before. An import asks for one scope with each of its rows.
   */
  readonly #ended = new Map<Scope, boolean>();

  constructor(deps: AftermathDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Says whether there was anything to do. */
  async take(event: Recorded): Promise<boolean> {
    switch (event.type) {
      case 'AccountDeleted':
        this.#ended.set(`user:${event.data.userId}`, true);
        await this.#deleted(event);
        return true;
      case 'PhotoChanged':
        // Bytes that a killed process left behind.
        await this.#deps.photos.removeStale(event.data.userId);
        return true;
      // A deleted team's links come to its owner, who may be gone by then.
      case 'LinkMoved':
      case 'CampaignMoved':
        return this.#late(event, event.data.to);
      // A request, an import above all, may still have been at work while the account was being deleted.
      case 'LinkAdded':
      case 'CampaignCreated':
      case 'ShareCreated':
        return this.#late(event, event.data.scope);
      case 'TeamCreated':
        return this.#lateIn(event, event.data.ownerId);
      case 'InvitationAccepted':
        return this.#lateIn(event, event.data.userId);
      case 'TeamHandedOver':
        return this.#lateIn(event, event.data.to);
      case 'TokenCreated':
        return this.#lateToken(event, event.data.userId);
      default:
        return false;
    }
  }

  /** What came into the scope of somebody who is no more. */
  async #late(event: Recorded, scope: Scope): Promise<boolean> {
    if (!(await this.#isGone(scope, event.position))) return false;
    await this.#clear(scope, this.#after(event, event.metadata.actor), event.position);
    return true;
  }

  /** A team that somebody came into who is no more. */
  async #lateIn(event: Recorded, userId: string): Promise<boolean> {
    if (!(await this.#isGone(`user:${userId}`, event.position))) return false;
    await this.#leaveTeams({ userId, heirs: [] }, this.#after(event, userId), event.position);
    return true;
  }

  /** An API token of somebody who is no more: it opens nothing, and is not to be listed either. */
  async #lateToken(event: Recorded, userId: string): Promise<boolean> {
    if (!(await this.#isGone(`user:${userId}`, event.position))) return false;
    await this.#revokeTokens(userId, this.#after(event, userId), event.position);
    // Its name made a key anew.
    await this.#deps.forget([userId]);
    return true;
  }

  async #deleted(event: Recorded & AccountDeleted): Promise<void> {
    const { sessions, photos, forget, scrub } = this.#deps;
    const { userId } = event.data;
    const metadata = this.#after(event, userId);
    await sessions.endAll(userId);
    await deleteReadMarks(this.#deps.state, userId);
    await photos.removeStale(userId);
    await releaseIdentities(this.#deps, userId, metadata);
    let reached = event.position;
    reached = Math.max(reached, await this.#revokeTokens(userId, metadata, event.position));
    reached = Math.max(reached, await this.#leaveTeams(event.data, metadata, event.position));
    reached = Math.max(reached, await this.#clear(`user:${userId}`, metadata, event.position));
    await forget([userId]);
    // The views' documents are overwritten by now; what they said before must not be readable in the files either.
    const views = [users, links, shares, campaigns, memberships, tokens];
    if (await waitForViews(this.#deps.reads, views, reached, this.#signal)) await scrub();
  }

  /** Answers the last position written. */
  async #revokeTokens(userId: string, metadata: EventMetadata, position: number): Promise<number> {
    const { reads, state } = this.#deps;
    await waitForViews(reads, [tokens], position, this.#signal);
    const reached = await revokeTokens(this.#deps, userId, () => true, 'account-deleted', metadata);
    await forgetUses(state, userId);
    return Math.max(reached, position);
  }

  /** Owned teams go to their heirs, or are deleted; joined ones are left. Answers the last position written. */
  async #leaveTeams(
    { userId, heirs }: AccountDeleted['data'],
    metadata: EventMetadata,
    position: number,
  ): Promise<number> {
    const { store, reads } = this.#deps;
    let reached = position;
    await waitForViews(reads, [memberships], position, this.#signal);
    const { rows } = await reads.find(memberships, { where: { userId } });
    for (const { teamId } of rows) {
      let { state } = await load(store, team, teamStreamOf(teamId));
      if (state.place !== 'active') continue;
      const heir = heirs.find((each) => each.teamId === teamId)?.userId;
      // Whoever was to inherit may have left, or deleted their account, in the meantime.
      if (state.ownerId === userId && heir !== undefined && state.members.has(heir) && (await this.#isThere(heir))) {
        const handedOver = await handle(store, team, { type: 'HandOverTeam', teamId, userId: heir }, metadata);
        state = handedOver.state;
        reached = Math.max(reached, handedOver.position);
      }
      const isOwner = state.place === 'active' && state.ownerId === userId;
      const command = isOwner
        ? ({ type: 'DeleteTeam', teamId } as const)
        : ({ type: 'LeaveTeam', teamId, userId } as const);
      reached = Math.max(reached, (await handle(store, team, command, metadata)).position);
    }
    return reached;
  }

  /** Deletes for ever what lies in a deleted person's own scope. Answers the last position written. */
  async #clear(scope: Scope, metadata: EventMetadata, position: number): Promise<number> {
    const { store } = this.#deps;
    let reached = position;
    const each = async <Field extends string>(
      matching: Matching<Field>,
      work: (id: string) => Promise<{ readonly position: number }>,
    ) => {
      const positionOf = async (id: string) => (await work(id)).position;
      const worked = await forEachMatching(this.#deps, matching, reached, positionOf, this.#signal);
      // A request that was still at work may have got in between: the whole is done again.
      if (worked.left > 0) throw new Error(`${worked.left} of the ${matching.view.name} of ${scope} are still there`);
      reached = worked.position;
    };
    await each({ view: shares, where: { scope } }, (shareId) =>
      handle(store, share, { type: 'RevokeShare', shareId }, metadata),
    );
    await each({ view: links, where: { scope, place: ['active', 'trash'] } }, async (linkId) => {
      await handle(store, link, { type: 'TrashLink', linkId }, metadata);
      return handle(store, link, { type: 'PurgeLink', linkId }, metadata);
    });
    await each({ view: campaigns, where: { scope } }, (campaignId) =>
      handle(store, campaign, { type: 'DeleteCampaign', campaignId }, metadata),
    );
    return reached;
  }

  async #isThere(userId: string): Promise<boolean> {
    return (await load(this.#deps.store, user, userStreamOf(userId))).state.standing === 'active';
  }

  /** Whether the scope's person was gone already at that position. */
  async #isGone(scope: Scope, position: number): Promise<boolean> {
    if (!scope.startsWith('user:')) return false;
    const { store, reads } = this.#deps;
    const ended = this.#ended.get(scope) ?? (await reads.get(closedScopes, scope)) !== null;
    this.#ended.set(scope, ended);
    if (!ended) return false;
    // Nothing follows the end of an account in its stream.
    return (await load(store, user, userStreamOf(scope.slice('user:'.length)))).position < position;
  }

  #after(event: Recorded, actor: string): EventMetadata {
    const { correlationId } = event.metadata;
    return { actor, correlationId, causationId: event.id, at: this.#deps.now().toISOString() };
  }
}

/** Whose keys are of no use any more: what is known of somebody goes with the thing it was known for. */
function ended(event: Recorded): readonly string[] {
  switch (event.type) {
    case 'LinkPurged':
      return [event.data.linkId];
    case 'InvitationAccepted':
    case 'InvitationRevoked':
      return [event.data.invitationId];
    case 'TeamDeleted':
      return event.data.invitationIds;
    case 'ShareRevoked':
      return [event.data.shareId];
    // Its links have the contact they were given, each under a key of its own; taking it back reads those.
    case 'BulkFinished':
    case 'BulkUndone':
      return [event.data.batchId];
    default:
      return [];
  }
}
