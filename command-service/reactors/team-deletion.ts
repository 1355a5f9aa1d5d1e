/**
 * What follows for a team's links and campaigns when the team is deleted or a member goes: they move to the owner's own
 * scope, or lose their assignee.
 */
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { links } from '../../projections/views/links/links.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { campaign } from '../deciders/campaign.ts';
import { link, streamOf as linkStreamOf } from '../deciders/link.ts';
import { team, streamOf as teamStreamOf } from '../deciders/team.ts';
import { DomainError } from '../errors.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle, load } from '../handle.ts';
import { assignableUsers } from '../links/assignees.ts';
import type { Scope } from '../scope.ts';
import { forEachMatching, type Matching } from './for-each-matching.ts';
import { type FollowerDeps, type Recorded, runReactor } from './run-reactor.ts';

export interface TeamAftermathDeps extends FollowerDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly now: () => Date;
}

/** What is done with one document; answers the position of what was written. */
type Work = (id: string, metadata: EventMetadata) => Promise<number>;

/** Follows the log until aborted. */
export function runTeamDeletion(deps: TeamAftermathDeps, signal: AbortSignal): Promise<void> {
  const aftermath = new Aftermath(deps, signal);
  const failing = 'the links of a team cannot follow it at the moment; trying again';
  return runReactor(deps, { name: 'teams', failing, onEvent: (event) => aftermath.take(event) }, signal);
}

class Aftermath {
  readonly #deps: TeamAftermathDeps;
  readonly #signal: AbortSignal;
  /** Teams whose end was passed since the start; the view knows all that ended before. */
  readonly #ended = new Set<string>();

  constructor(deps: TeamAftermathDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Says whether there was anything to do. */
  async take(event: Recorded): Promise<boolean> {
    switch (event.type) {
      case 'TeamDeleted':
        this.#ended.add(event.data.teamId);
        await this.#moveAll(event, event.data.teamId);
        return true;
      case 'MemberRemoved':
      case 'MemberLeft':
        await this.#unassign(event, event.data.teamId, event.data.userId);
        return true;
      // Somebody was still adding to the team while it was being deleted.
      case 'LinkAdded':
      case 'CampaignCreated':
        return this.#late(event, event.data.scope);
      case 'LinkMoved':
        return this.#late(event, event.data.to);
      // What lies in the trash is left as it is: whoever it is assigned to may have gone meanwhile.
      case 'LinkRestored':
        return this.#restored(event, event.data.linkId);
      default:
        return false;
    }
  }

  async #late(event: Recorded, scope: Scope): Promise<boolean> {
    if (!scope.startsWith('team:')) return false;
    const teamId = scope.slice('team:'.length);
    const { store, reads } = this.#deps;
    if (!this.#ended.has(teamId) && (await reads.get(closedScopes, scope)) === null) return false;
    // Nothing follows the end of a team in its stream.
    if (event.position < (await load(store, team, teamStreamOf(teamId))).position) return false;
    await this.#moveAll(event, teamId);
    return true;
  }

  /** What a deleted team had goes to the person who owned it. */
  async #moveAll(event: Recorded, teamId: string): Promise<void> {
    const { store } = this.#deps;
    const { state } = await load(store, team, teamStreamOf(teamId));
    if (state.place !== 'deleted') return;
    const [from, to]: [Scope, Scope] = [`team:${teamId}`, `user:${state.ownerId}`];
    await this.#each(event, { view: campaigns, where: { scope: from } }, async (campaignId, metadata) => {
      return (await handle(store, campaign, { type: 'MoveCampaign', campaignId, from, to }, metadata)).position;
    });
    const where = { scope: from, place: ['active', 'trash'] };
    await this.#each(event, { view: links, where }, async (linkId, metadata) => {
      return (await handle(store, link, { type: 'MoveLink', linkId, from, to }, metadata)).position;
    });
  }

  /** What was assigned to who went is assigned to nobody, unless they are back by now. */
  async #unassign(event: Recorded, teamId: string, userId: string): Promise<void> {
    const { store } = this.#deps;
    const { state } = await load(store, team, teamStreamOf(teamId));
    if (state.place !== 'active' || state.ownerId === userId || state.members.has(userId)) return;
    const scope: Scope = `team:${teamId}`;
    const where = { scope, place: 'active', assignedTo: userId };
    await this.#each(event, { view: links, where }, (linkId, metadata) => this.#take(linkId, scope, userId, metadata));
  }

  /** A link that came back is assigned to nobody, where who had it is not in the team any more. */
  async #restored(event: Recorded, linkId: string): Promise<boolean> {
    const { store } = this.#deps;
    const restored = (await load(store, link, linkStreamOf(linkId))).state;
    if (restored.place !== 'active' || !restored.scope.startsWith('team:')) return false;
    const { scope, fields } = restored;
    if (fields.assignedTo === null || (await assignableUsers(store, scope)).includes(fields.assignedTo)) return false;
    try {
      await this.#take(linkId, scope, fields.assignedTo, this.#after(event));
    } catch (error) {
      // Somebody was faster: then it is as they wanted it.
      if (!(error instanceof DomainError)) throw error;
    }
    return true;
  }

  /** Assigns a link to nobody that is assigned to somebody; answers the position of what was written. */
  async #take(linkId: string, scope: Scope, userId: string, metadata: EventMetadata): Promise<number> {
    const command = { type: 'EditLink', linkId, fields: { assignedTo: null } } as const;
    const edited = await handle(this.#deps.store, link, command, metadata, (known) => {
      const same = known.place === 'active' && known.scope === scope && known.fields.assignedTo === userId;
      if (!same) throw new DomainError('conflict', 'changed-meanwhile', 'The link is not theirs any more.');
    });
    return edited.position;
  }

  async #each<Field extends string>(event: Recorded, matching: Matching<Field>, work: Work): Promise<void> {
    const metadata = this.#after(event);
    const { left } = await forEachMatching(
      this.#deps,
      matching,
      event.position,
      (id) => work(id, metadata),
      this.#signal,
    );
    if (left > 0)
      this.#deps.logger.error(
        { view: matching.view.name, where: matching.where, left },
        'a view shows what the log does not hold',
      );
  }
  #after(event: Recorded): EventMetadata {
    const at = this.#deps.now().toISOString();
    return { actor: 'system', correlationId: event.metadata.correlationId, causationId: event.id, at };
  }
}
