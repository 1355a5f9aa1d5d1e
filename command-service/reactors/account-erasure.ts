/**
 * Erases a deleted account: sessions, photo, links, shares, reports, campaigns, clients, brand, memberships, tokens and the person's
 * key. Also destroys the keys of other personal data whose subject no longer exists, and removes the brands and logos of
 * deleted lists. An erasure is retried until it succeeds.
 */

import { type BlobStore, logosOf } from '../../infra/ports/storage/blob-store.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { deleteReadMarks } from '../../projections/alerts/read-marks.ts';
import { INCIDENTS } from '../../projections/alerts/stored-incidents.ts';
import { ledger } from '../../projections/views/ledger/ledger.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { clients as clientViews } from '../../projections/views/links/clients.ts';
import { links } from '../../projections/views/links/links.ts';
import { brands } from '../../projections/views/people/brands.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { shares } from '../../projections/views/people/shares.ts';
import { tokens } from '../../projections/views/people/tokens.ts';
import { users } from '../../projections/views/people/users.ts';
import { reports } from '../../projections/views/reports/reports.ts';
import { PROGRESS } from '../alert-rules/rule-progress.ts';
import { BODY, DELIVERY, HEALTH } from '../contract/channel-deliveries.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Scope, teamScope, userIdOf, userScope } from '../contract/scope.ts';
import { handle, load } from '../core/handle.ts';
import type { Photos } from '../identity/photos.ts';
import { releaseIdentities } from '../identity/release-identities.ts';
import { deleteTokenUses, revokeTokens } from '../identity/revoke-tokens.ts';
import { waitForViews } from '../links/wait-for-views.ts';
import { brand, streamOf as brandStreamOf } from '../model/brand/decider.ts';
import { campaign } from '../model/campaign/decider.ts';
import { clients } from '../model/client/decider.ts';
import { link } from '../model/link/decider.ts';
import { report } from '../model/report/decider.ts';
import { share } from '../model/share/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import type { AccountDeleted } from '../model/user/events.ts';
import { forEachMatching, type MatchingDocs } from './for-each-matching.ts';
import {
  doublingPause,
  type Reaction,
  type Reactor,
  type ReactorDeps,
  type Recorded,
  type RecordedOf,
} from './run-reactor.ts';

export interface AccountErasureDeps extends ReactorDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly sessions: { endAll(userId: string): Promise<void> };
  readonly photos: Pick<Photos, 'removeStale'>;
  /** Stores logos. */
  readonly files: Pick<BlobStore, 'list' | 'remove'>;
  /** Stores read marks, token uses, incidents, the progress of rules and the messages of channels. */
  readonly state: Pick<DurableStore, 'removeOf'>;
  /** The key of the hashes of identities. */
  readonly identityKey: string;
  /** Destroys keys: the personal data of their owners then reads as null. */
  readonly forget: (owners: readonly string[]) => Promise<void>;
  /** Makes deleted documents of views and sessions unreadable in their files. */
  readonly scrub: () => Promise<void>;
  /** Milliseconds before the n-th retry (from 1) of an event; grows to a minute. */
  readonly pauseMs?: (attempt: number) => number;
}

export function accountErasure(deps: AccountErasureDeps): Reactor {
  const erasure = new AccountErasure(deps);
  return {
    name: 'account-aftermath',
    failing: 'could not complete an erasure; trying again',
    // Destroying many keys costs as much as destroying one.
    beforeBatch: (batch) => deps.forget([...new Set(batch.flatMap(endedKeyOwners))]),
    pauseMs: deps.pauseMs ?? doublingPause(200),
    handlers: {
      async AccountDeleted(event, reaction) {
        await erasure.erase(event, reaction);
        return true;
      },
      // Deletes files that a killed process left.
      async PhotoChanged(event) {
        await deps.photos.removeStale(event.data.userId);
        return true;
      },
      async ChannelRemoved(event) {
        for (const kind of [DELIVERY, BODY, HEALTH]) await deps.state.removeOf(kind, event.data.channelId);
        return true;
      },
      BrandChanged: (event, reaction) => erasure.changedBrand(event, reaction),
      BrandRemoved: (event, reaction) => erasure.changedBrand(event, reaction),
      async TeamDeleted(event, reaction) {
        for (const kind of [INCIDENTS, PROGRESS]) await deps.state.removeOf(kind, teamScope(event.data.teamId));
        await erasure.removeBrand(teamScope(event.data.teamId), reaction.metadata());
        return true;
      },
      // The links of a deleted team move to its owner, whose account may be deleted by that time.
      LinkMoved: (event, reaction) => erasure.addedTo(event, event.data.to, reaction),
      CampaignMoved: (event, reaction) => erasure.addedTo(event, event.data.to, reaction),
      // A request, an import above all, may still be running while the account is being deleted.
      LinkAdded: (event, reaction) => erasure.addedTo(event, event.data.scope, reaction),
      CampaignCreated: (event, reaction) => erasure.addedTo(event, event.data.scope, reaction),
      ClientAdded: (event, reaction) => erasure.addedTo(event, event.data.scope, reaction),
      ReportDefined: (event, reaction) => erasure.addedTo(event, event.data.scope, reaction),
      ShareCreated: (event, reaction) => erasure.addedTo(event, event.data.scope, reaction),
      ShareEdited: async (event, reaction) => {
        const { scope } = event.data.changes;
        return scope !== undefined && erasure.addedTo(event, scope.to, reaction);
      },
      TeamCreated: (event, reaction) => erasure.joined(event, event.data.ownerId, reaction),
      InvitationAccepted: (event, reaction) => erasure.joined(event, event.data.userId, reaction),
      TeamHandedOver: (event, reaction) => erasure.joined(event, event.data.to, reaction),
      TokenCreated: (event, reaction) => erasure.createdToken(event, event.data.userId, reaction),
    },
  };
}

class AccountErasure {
  readonly #deps: AccountErasureDeps;
  /**
   * Whether the accounts of these scopes are deleted, according to events since the start, or to the view for earlier
   * ones. An import asks about the same scope with each row.
   */
  readonly #closed = new Map<Scope, boolean>();

  constructor(deps: AccountErasureDeps) {
    this.#deps = deps;
  }

  /** Deletes what was added to the scope of a deleted account. */
  async addedTo(event: Recorded, scope: Scope, { signal, metadata }: Reaction): Promise<boolean> {
    if (!(await this.#isClosed(scope, event.position))) return false;
    await this.#clear(scope, metadata(event.metadata.actor), event.position, signal);
    return true;
  }

  /** Removes a deleted account from a team it joined or got. */
  async joined(event: Recorded, userId: string, { signal, metadata }: Reaction): Promise<boolean> {
    if (!(await this.#isClosed(userScope(userId), event.position))) return false;
    await this.#leaveTeams({ userId, heirs: [] }, metadata(userId), event.position, signal);
    return true;
  }

  /** Deletes the logos that the brand of a list no longer names, and the late brand of a deleted account. */
  async changedBrand(event: RecordedOf<'BrandChanged' | 'BrandRemoved'>, reaction: Reaction): Promise<boolean> {
    const { store, files, forget } = this.#deps;
    const { scope } = event.data;
    const { events } = await store.read(brandStreamOf(scope));
    const logos = events.map((each) => (each.type === 'BrandChanged' ? each.data.logo?.hash : undefined));
    // A logo that no event names yet is about to be named, unless its change failed.
    const unnamed = logos.at(-1) === undefined ? (await files.list(logosOf(scope))).map(({ hash }) => hash) : [];
    for (const hash of [...logos, ...unnamed])
      if (hash !== undefined && hash !== logos.at(-1)) await files.remove(logosOf(scope), hash);
    if (!(await this.addedTo(event, scope, reaction))) return true;
    await forget([userIdOf(scope) ?? scope]);
    return true;
  }

  async removeBrand(scope: Scope, metadata: EventMetadata): Promise<number> {
    return (await handle(this.#deps.store, brand, { type: 'RemoveBrand', scope }, metadata)).position;
  }

  /** Revokes an API token of a deleted account; it is refused anyway, but must not be listed. */
  async createdToken(event: Recorded, userId: string, { signal, metadata }: Reaction): Promise<boolean> {
    if (!(await this.#isClosed(userScope(userId), event.position))) return false;
    await this.#revokeTokens(userId, metadata(userId), event.position, signal);
    // Encrypting the token's name created a new key.
    await this.#deps.forget([userId]);
    return true;
  }

  /** Erases a deleted account. */
  async erase(event: RecordedOf<'AccountDeleted'>, reaction: Reaction): Promise<void> {
    const { sessions, photos, forget, scrub } = this.#deps;
    const { userId } = event.data;
    const { signal } = reaction;
    const metadata = reaction.metadata(userId);
    this.#closed.set(userScope(userId), true);
    await sessions.endAll(userId);
    await deleteReadMarks(this.#deps.state, userId);
    for (const kind of [INCIDENTS, PROGRESS]) await this.#deps.state.removeOf(kind, userScope(userId));
    await photos.removeStale(userId);
    await releaseIdentities(this.#deps, userId, metadata);
    let reached = event.position;
    reached = Math.max(reached, await this.#revokeTokens(userId, metadata, event.position, signal));
    reached = Math.max(reached, await this.#leaveTeams(event.data, metadata, event.position, signal));
    reached = Math.max(reached, await this.#clear(userScope(userId), metadata, event.position, signal));
    await forget([userId]);
    // The views have overwritten their documents; the old bytes must become unreadable in the files, too.
    const views = [users, links, shares, reports, campaigns, clientViews, brands, memberships, tokens, ledger];
    if (await waitForViews(this.#deps.reads, views, reached, signal)) await scrub();
  }

  /** Returns the position of the last event. */
  async #revokeTokens(userId: string, metadata: EventMetadata, position: number, signal: AbortSignal): Promise<number> {
    const { reads, state } = this.#deps;
    await waitForViews(reads, [tokens], position, signal);
    const reached = await revokeTokens(this.#deps, userId, () => true, 'account-deleted', metadata);
    await deleteTokenUses(state, userId);
    return Math.max(reached, position);
  }

  /** Hands owned teams to their heirs or deletes them, and leaves joined teams. Returns the last position written. */
  async #leaveTeams(
    { userId, heirs }: AccountDeleted['data'],
    metadata: EventMetadata,
    position: number,
    signal: AbortSignal,
  ): Promise<number> {
    const { store, reads } = this.#deps;
    let reached = position;
    await waitForViews(reads, [memberships], position, signal);
    const { rows } = await reads.find(memberships, { where: { userId } });
    for (const { teamId } of rows) {
      let { state } = await load(store, team, teamStreamOf(teamId));
      if (state.status !== 'active') continue;
      const heir = heirs.find((each) => each.teamId === teamId)?.userId;
      // The heir may have left or deleted their account since.
      if (state.ownerId === userId && heir !== undefined && state.members.has(heir) && (await this.#isActive(heir))) {
        const handedOver = await handle(store, team, { type: 'HandOverTeam', teamId, userId: heir }, metadata);
        state = handedOver.state;
        reached = Math.max(reached, handedOver.position);
      }
      const isOwner = state.status === 'active' && state.ownerId === userId;
      const command = isOwner
        ? ({ type: 'DeleteTeam', teamId } as const)
        : ({ type: 'LeaveTeam', teamId, userId } as const);
      reached = Math.max(reached, (await handle(store, team, command, metadata)).position);
    }
    return reached;
  }

  /** Deletes everything in a deleted person's own scope forever. Returns the position of the last event. */
  async #clear(scope: Scope, metadata: EventMetadata, position: number, signal: AbortSignal): Promise<number> {
    const { store } = this.#deps;
    let reached = position;
    const each = async <Field extends string>(
      matching: MatchingDocs<Field>,
      work: (id: string) => Promise<{ readonly position: number }>,
    ) => {
      const positionOf = async (id: string) => (await work(id)).position;
      const worked = await forEachMatching(this.#deps, matching, reached, positionOf, signal);
      // A running request may have interfered: all of it is retried.
      if (worked.left > 0) throw new Error(`${worked.left} of the ${matching.view.name} of ${scope} still exist`);
      reached = worked.position;
    };
    await each({ view: reports, where: { scope } }, (reportId) =>
      handle(store, report, { type: 'DeleteReport', reportId }, metadata),
    );
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
    await each({ view: clientViews, where: { scope } }, (clientId) =>
      handle(store, clients, { type: 'DeleteClient', scope, clientId }, metadata),
    );
    return Math.max(reached, await this.removeBrand(scope, metadata));
  }

  async #isActive(userId: string): Promise<boolean> {
    return (await load(this.#deps.store, user, userStreamOf(userId))).state.status === 'active';
  }

  /** Whether the scope belongs to an account that was deleted before this position. */
  async #isClosed(scope: Scope, position: number): Promise<boolean> {
    const userId = userIdOf(scope);
    if (userId === null) return false;
    const { store, reads } = this.#deps;
    const closed = this.#closed.get(scope) ?? (await reads.get(closedScopes, scope)) !== null;
    this.#closed.set(scope, closed);
    if (!closed) return false;
    // The deletion is the last event of an account's stream.
    return (await load(store, user, userStreamOf(userId))).position < position;
  }
}

/** The owners whose keys are destroyed with this event: personal data is erased with the item it was recorded for. */
function endedKeyOwners(event: Recorded): readonly string[] {
  switch (event.type) {
    case 'LinkPurged':
      return [event.data.linkId];
    case 'ChannelRemoved':
      return [event.data.channelId];
    case 'ClientContactRemoved':
      return [event.data.contactId];
    case 'ClientDeleted':
      return event.data.contactIds;
    case 'ReportRecipientRemoved':
      return [event.data.recipientId];
    case 'ReportDeleted':
      return event.data.recipientIds;
    case 'InvitationAccepted':
    case 'InvitationRevoked':
      return [event.data.invitationId];
    case 'TeamDeleted':
      return [...event.data.invitationIds, event.data.teamId];
    case 'ShareRevoked':
      return [event.data.shareId];
    // Each link has its own key for the contact, which the undo reads.
    case 'BulkFinished':
    case 'BulkUndone':
      return [event.data.batchId];
    default:
      return [];
  }
}
