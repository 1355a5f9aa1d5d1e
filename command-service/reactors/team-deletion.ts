/**
 * Moves the links, campaigns and clients of a deleted team to its owner, removes its channels, and unassigns the links of a
 * member who leaves.
 */
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { clients as clientViews } from '../../projections/views/links/clients.ts';
import { links } from '../../projections/views/links/links.ts';
import { channels } from '../../projections/views/people/channels.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Scope, teamIdOf, teamScope, userScope } from '../contract/scope.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import { assignableUsers } from '../links/assignees.ts';
import { campaign } from '../model/campaign/decider.ts';
import { channel } from '../model/channel/decider.ts';
import { streamOf as clientStreamOf, clients } from '../model/client/decider.ts';
import { link, streamOf as linkStreamOf } from '../model/link/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { forEachMatching, type MatchingDocs } from './for-each-matching.ts';
import type { Reaction, Reactor, ReactorDeps, Recorded } from './run-reactor.ts';

interface TeamDeletionDeps extends ReactorDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
}

export function teamDeletion(deps: TeamDeletionDeps): Reactor {
  const teams = new TeamDeletion(deps);
  return {
    name: 'teams',
    failing: 'could not update the links of a changed team; trying again',
    handlers: {
      async TeamDeleted(event, reaction) {
        await teams.moveAll(event, event.data.teamId, reaction);
        return true;
      },
      async MemberRemoved(event, reaction) {
        await teams.unassign(event, event.data.teamId, event.data.userId, reaction);
        return true;
      },
      async MemberLeft(event, reaction) {
        await teams.unassign(event, event.data.teamId, event.data.userId, reaction);
        return true;
      },
      // Items may be added to a team while it is being deleted.
      LinkAdded: (event, reaction) => teams.addedTo(event, event.data.scope, reaction),
      CampaignCreated: (event, reaction) => teams.addedTo(event, event.data.scope, reaction),
      ChannelAdded: (event, reaction) => teams.addedTo(event, teamScope(event.data.teamId), reaction),
      ClientAdded: (event, reaction) => teams.addedTo(event, event.data.scope, reaction),
      LinkMoved: (event, reaction) => teams.addedTo(event, event.data.to, reaction),
      // Links in the trash keep their assignee, who may have left when the link is restored.
      LinkRestored: (event, reaction) => teams.restored(event.data.linkId, reaction),
    },
  };
}

class TeamDeletion {
  readonly #deps: TeamDeletionDeps;
  /** The teams whose deletion was handled since the start; the view has all earlier ones. */
  readonly #deleted = new Set<string>();

  constructor(deps: TeamDeletionDeps) {
    this.#deps = deps;
  }

  /** Resolves with true if the team was deleted before this event. */
  async addedTo(event: Recorded, scope: Scope, reaction: Reaction): Promise<boolean> {
    const teamId = teamIdOf(scope);
    if (teamId === null) return false;
    const { store, reads } = this.#deps;
    if (!this.#deleted.has(teamId) && (await reads.get(closedScopes, scope)) === null) return false;
    // The deletion is the last event of a team's stream.
    if (event.position < (await load(store, team, teamStreamOf(teamId))).position) return false;
    await this.moveAll(event, teamId, reaction);
    return true;
  }

  /** Moves a deleted team's links, campaigns and clients to its owner, and removes its channels. */
  async moveAll(event: Recorded, teamId: string, reaction: Reaction): Promise<void> {
    const { store } = this.#deps;
    const { state } = await load(store, team, teamStreamOf(teamId));
    if (state.status !== 'deleted') return;
    this.#deleted.add(teamId);
    const [from, to]: [Scope, Scope] = [teamScope(teamId), userScope(state.ownerId)];
    await this.#each(event, { view: campaigns, where: { scope: from } }, reaction, async (campaignId, metadata) => {
      return (await handle(store, campaign, { type: 'MoveCampaign', campaignId, from, to }, metadata)).position;
    });
    await this.#each(event, { view: clientViews, where: { scope: from } }, reaction, (clientId, metadata) =>
      this.#moveClient(clientId, from, to, metadata),
    );
    await this.#each(event, { view: channels, where: { scope: from } }, reaction, async (channelId, metadata) => {
      return (await handle(store, channel, { type: 'RemoveChannel', channelId }, metadata)).position;
    });
    const where = { scope: from, place: ['active', 'trash'] };
    await this.#each(event, { view: links, where }, reaction, async (linkId, metadata) => {
      return (await handle(store, link, { type: 'MoveLink', linkId, from, to }, metadata)).position;
    });
  }

  /** The contacts get new keys: those of the team's list end with it. */
  async #moveClient(clientId: string, from: Scope, to: Scope, metadata: EventMetadata): Promise<number> {
    const { store } = this.#deps;
    const client = (await load(store, clients, clientStreamOf(from))).state.clients.get(clientId);
    if (client !== undefined) {
      const contacts = client.contacts.map((contact) => ({ ...contact, contactId: uuidv7() }));
      const command = { type: 'AddClient', scope: to, clientId, ...client.fields, contacts, inherited: true } as const;
      await handle(store, clients, command, metadata);
    }
    return (await handle(store, clients, { type: 'DeleteClient', scope: from, clientId }, metadata)).position;
  }

  /** Removes a former member as assignee, unless they have returned. */
  async unassign(event: Recorded, teamId: string, userId: string, reaction: Reaction): Promise<void> {
    const { store } = this.#deps;
    const { state } = await load(store, team, teamStreamOf(teamId));
    if (state.status !== 'active' || state.ownerId === userId || state.members.has(userId)) return;
    const scope = teamScope(teamId);
    const where = { scope, place: 'active', assignedTo: userId };
    await this.#each(event, { view: links, where }, reaction, (linkId, metadata) =>
      this.#unassignLink(linkId, scope, userId, metadata),
    );
  }

  /** Removes the assignee of a restored link if they are no longer in its team. */
  async restored(linkId: string, { metadata }: Reaction): Promise<boolean> {
    const { store } = this.#deps;
    const { state } = await load(store, link, linkStreamOf(linkId));
    if (state.status !== 'active' || teamIdOf(state.scope) === null) return false;
    const { scope, fields } = state;
    if (fields.assignedTo === null || (await assignableUsers(store, scope)).includes(fields.assignedTo)) return false;
    try {
      await this.#unassignLink(linkId, scope, fields.assignedTo, metadata());
    } catch (error) {
      // Somebody changed the link meanwhile: their change stands.
      if (!(error instanceof DomainError)) throw error;
    }
    return true;
  }

  /** Removes the assignee of a link; returns the position of the last event. */
  async #unassignLink(linkId: string, scope: Scope, userId: string, metadata: EventMetadata): Promise<number> {
    const command = { type: 'EditLink', linkId, fields: { assignedTo: null } } as const;
    const edited = await handle(this.#deps.store, link, command, metadata, (state) => {
      const same = state.status === 'active' && state.scope === scope && state.fields.assignedTo === userId;
      if (!same) throw new DomainError('conflict', 'changed-meanwhile', 'Somebody has changed this link.');
    });
    return edited.position;
  }

  async #each<Field extends string>(
    event: Recorded,
    matching: MatchingDocs<Field>,
    { signal, metadata }: Reaction,
    work: (id: string, metadata: EventMetadata) => Promise<number>,
  ): Promise<void> {
    const about = metadata();
    const { left } = await forEachMatching(this.#deps, matching, event.position, (id) => work(id, about), signal);
    if (left > 0) {
      const { view, where } = matching;
      this.#deps.logger.error({ view: view.name, where, left }, 'a view shows items that the log does not have');
    }
  }
}
