/**
 * What follows when an account is deleted, and when other things that hold personal data end: a follower of the log with
 * a checkpoint of its own, one event at a time. Every step may be done again, so stopping at any point loses nothing: the
 * checkpoint moves only when all of an event's steps are done. An erasure is never given up; what cannot be done now is
 * tried again until it can.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventMetadata, EventStore, ExpiringStore, Feed, Log, ReadStore, RecordedEvent } from '../infra/ports.ts';
import { type CampaignDoc, campaigns } from '../projections/views/campaigns.ts';
import { type LinkDoc, links } from '../projections/views/links.ts';
import { type MembershipDoc, memberships } from '../projections/views/memberships.ts';
import { type ShareDoc, shares } from '../projections/views/shares.ts';
import { users } from '../projections/views/users.ts';
import { campaign } from './deciders/campaign.ts';
import { emailIdentity, identity } from './deciders/identity.ts';
import { link } from './deciders/link.ts';
import { share } from './deciders/share.ts';
import { team, streamOf as teamStreamOf } from './deciders/team.ts';
import { user, streamOf as userStreamOf } from './deciders/user.ts';
import type { AccountDeleted, LinkledgerEvent, Scope } from './events.ts';
import { handle, load } from './handle.ts';
import type { Photos } from './photos.ts';

export interface AftermathDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  /** Holds the checkpoint: unlike a view's, it survives a rebuild of the views. */
  readonly checkpoints: ExpiringStore;
  readonly sessions: { endAll(userId: string): Promise<void> };
  readonly photos: Pick<Photos, 'tidy'>;
  /** Keys the hashes of identities. */
  readonly identityKey: string;
  /** Destroys keys: what the log holds of their owners reads as null from then on. */
  readonly forget: (owners: readonly string[]) => Promise<void>;
  /** Makes what was erased from the views and the sessions unreadable in their files. */
  readonly scrub: () => Promise<void>;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds before the n-th retry (from 1) at one place; growing to a minute. */
  readonly pauseMs?: (attempt: number) => number;
}

const CHECKPOINT = ['follower', 'account-aftermath'] as const;
const NEVER = '9999-12-31T23:59:59.999Z';
const POLL_MS = 20;
/** Links, shares and campaigns looked up at once. */
const BATCH = 200;

/** Follows the log until aborted. What fails is logged, once for each place it does not get beyond, and tried again. */
export async function clearUpAfterAccounts(deps: AftermathDeps, signal: AbortSignal): Promise<void> {
  const { pauseMs = (attempt) => Math.min(100 * 2 ** attempt, 60_000) } = deps;
  const clearing = new Aftermath(deps, signal);
  let failedAt = -1;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await clearing.follow();
    } catch (error) {
      if (signal.aborted) return;
      if (failedAt !== clearing.position) {
        failures = 0;
        deps.log.error({ err: error, after: clearing.position }, 'an erasure cannot be done now; trying again');
      }
      failedAt = clearing.position;
      failures += 1;
      await pause(pauseMs(failures), undefined, { signal }).catch(() => undefined);
    }
  }
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

type Recorded = RecordedEvent<LinkledgerEvent>;

class Aftermath {
  readonly #deps: AftermathDeps;
  readonly #signal: AbortSignal;
  /** Where the checkpoint stands. */
  position = 0;

  constructor(deps: AftermathDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  async follow(): Promise<void> {
    const { checkpoints, feed } = this.#deps;
    const kept = (await checkpoints.get<number>(...CHECKPOINT)) ?? 0;
    // An older log may have been put back; what is done in it can be done again.
    this.position = kept > (await feed.head()) ? 0 : kept;
    for await (const batch of feed.follow(this.position, this.#signal)) {
      // Emptying the file of keys costs the same for one key as for many.
      await this.#deps.forget([...new Set(batch.flatMap(ended))]);
      for (const event of batch) {
        if (!(await this.#take(event))) continue;
        if (this.#signal.aborted) return;
        await this.#reach(event.position);
      }
      await this.#reach(batch.at(-1)?.position ?? this.position);
    }
  }

  async #reach(position: number): Promise<void> {
    await this.#deps.checkpoints.put(...CHECKPOINT, position, NEVER);
    this.position = position;
  }

  /** Says whether there was anything to do. */
  async #take(event: Recorded): Promise<boolean> {
    switch (event.type) {
      case 'AccountDeleted':
        await this.#deleted(event);
        return true;
      case 'PhotoChanged':
        // Bytes that a killed process left behind.
        await this.#deps.photos.tidy(event.data.userId);
        return true;
      case 'LinkMoved':
      case 'CampaignMoved':
        // A deleted team's links come to its owner, who may be gone by then.
        if (!(await this.#isDeleted(event.data.to))) return false;
        await this.#clear(event.data.to, this.#after(event, event.metadata.actor), event.position);
        return true;
      default:
        return false;
    }
  }

  async #deleted(event: Recorded & AccountDeleted): Promise<void> {
    const { sessions, photos, forget, scrub } = this.#deps;
    const { userId } = event.data;
    const metadata = this.#after(event, userId);
    await sessions.endAll(userId);
    await photos.tidy(userId);
    await releaseIdentities(this.#deps, userId, metadata);
    let reached = event.position;
    reached = Math.max(reached, await this.#leaveTeams(event, metadata));
    reached = Math.max(reached, await this.#clear(`user:${userId}`, metadata, event.position));
    await forget([userId]);
    // The views' documents are overwritten by now; what they said before must not be readable in the files either.
    for (const view of [users, links, shares, campaigns, memberships]) await this.#seen(view.name, reached);
    if (!this.#signal.aborted) await scrub();
  }

  /** Owned teams go to their heirs, or are deleted; joined ones are left. Answers the last position written. */
  async #leaveTeams({ data, position }: Recorded & AccountDeleted, metadata: EventMetadata): Promise<number> {
    const { store, reads } = this.#deps;
    const { userId, heirs } = data;
    let reached = position;
    await this.#seen(memberships.name, position);
    const { rows } = await reads.find<MembershipDoc>(memberships.name, { where: { userId } });
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
    const { store, reads } = this.#deps;
    let reached = position;
    const each = async <Doc extends { readonly id: string }>(
      view: string,
      where: Readonly<Record<string, string | readonly string[]>>,
      work: (doc: Doc) => Promise<{ readonly position: number }>,
    ): Promise<void> => {
      for (;;) {
        await this.#seen(view, reached);
        const { rows } = await reads.find<Doc>(view, { where: { scope, ...where }, limit: BATCH });
        if (rows.length === 0 || this.#signal.aborted) return;
        for (const doc of rows) reached = Math.max(reached, (await work(doc)).position);
      }
    };
    await each<ShareDoc>(shares.name, {}, ({ id }) =>
      handle(store, share, { type: 'RevokeShare', shareId: id }, metadata),
    );
    await each<LinkDoc>(links.name, { place: ['active', 'trash'] }, async ({ id }) => {
      await handle(store, link, { type: 'TrashLink', linkId: id }, metadata);
      return handle(store, link, { type: 'PurgeLink', linkId: id }, metadata);
    });
    await each<CampaignDoc>(campaigns.name, {}, ({ id }) =>
      handle(store, campaign, { type: 'DeleteCampaign', campaignId: id }, metadata),
    );
    return reached;
  }

  /** Resolves once the view has seen the log that far, or when the process stops. */
  async #seen(view: string, position: number): Promise<void> {
    while ((await this.#deps.reads.position(view)) < position && !this.#signal.aborted) await pause(POLL_MS);
  }

  async #isThere(userId: string): Promise<boolean> {
    return (await load(this.#deps.store, user, userStreamOf(userId))).state.standing === 'active';
  }

  async #isDeleted(scope: Scope): Promise<boolean> {
    if (!scope.startsWith('user:')) return false;
    const { state } = await load(this.#deps.store, user, userStreamOf(scope.slice('user:'.length)));
    return state.standing === 'deleted';
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
    default:
      return [];
  }
}
