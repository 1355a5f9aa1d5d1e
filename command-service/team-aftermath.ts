/**
 * What follows for a team's links and campaigns when the team is deleted or a member goes: they move to the owner's own
 * scope, or lose their assignee. A follower of the log with a checkpoint of its own. Stopping it at any point loses
 * nothing: the checkpoint moves once all of an event's steps are done, and a step that is done again changes nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventMetadata, EventStore, ExpiringStore, Feed, Log, ReadStore, RecordedEvent } from '../infra/ports.ts';
import { type CampaignDoc, campaigns } from '../projections/views/campaigns.ts';
import { endedScopes } from '../projections/views/ended-scopes.ts';
import { type LinkDoc, links } from '../projections/views/links.ts';
import { campaign } from './deciders/campaign.ts';
import { link } from './deciders/link.ts';
import { team, streamOf as teamStreamOf } from './deciders/team.ts';
import { Refusal } from './errors.ts';
import type { LinkledgerEvent, Scope } from './events.ts';
import { handle, load } from './handle.ts';
import { seen } from './links-in.ts';

export interface TeamAftermathDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  /** Holds the checkpoint: unlike a view's, it survives a rebuild of the views. */
  readonly checkpoints: ExpiringStore;
  readonly log: Log;
  readonly now: () => Date;
}

const CHECKPOINT = ['follower', 'teams'] as const;
const NEVER = '9999-12-31T23:59:59.999Z';
const RETRY_MS = 1_000;
/**
 * Links and campaigns looked up at once, and how many of them are written together. Small, because the views follow a
 * slice in one go.
 */
const SLICE = 200;
const AT_ONCE = 20;

type Recorded = RecordedEvent<LinkledgerEvent>;
/** What is done with one document; answers the position of what was written. */
type Work = (id: string, metadata: EventMetadata) => Promise<number>;

/** Follows the log until aborted. What fails is logged, once for each place it does not get beyond, and tried again. */
export async function followTeams(deps: TeamAftermathDeps, signal: AbortSignal): Promise<void> {
  const aftermath = new Aftermath(deps, signal);
  let loggedAt = -1;
  while (!signal.aborted) {
    try {
      await aftermath.follow();
    } catch (error) {
      if (loggedAt !== aftermath.position) {
        const after = aftermath.position;
        deps.log.error({ err: error, after }, 'the links of a team cannot follow it at the moment; trying again');
      }
      loggedAt = aftermath.position;
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

class Aftermath {
  readonly #deps: TeamAftermathDeps;
  readonly #signal: AbortSignal;
  /** Teams whose end was passed since the start; the view knows all that ended before. */
  readonly #ended = new Set<string>();
  /** Where the checkpoint stands. */
  position = 0;

  constructor(deps: TeamAftermathDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  async follow(): Promise<void> {
    const { checkpoints, feed } = this.#deps;
    const kept = (await checkpoints.get<number>(...CHECKPOINT)) ?? 0;
    // An older log may have been put back; what is done in it can be done again.
    this.position = kept > (await feed.head()) ? 0 : kept;
    for await (const batch of feed.follow(this.position, this.#signal)) {
      for (const event of batch) {
        if (!(await this.#take(event))) continue;
        // Given up half-way: it is to be seen again.
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
      default:
        return false;
    }
  }

  async #late(event: Recorded, scope: Scope): Promise<boolean> {
    if (!scope.startsWith('team:')) return false;
    const teamId = scope.slice('team:'.length);
    const { store, reads } = this.#deps;
    if (!this.#ended.has(teamId) && (await reads.get(endedScopes.name, scope)) === null) return false;
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
    await this.#each<CampaignDoc>(event, campaigns.name, { scope: from }, async (campaignId, metadata) => {
      return (await handle(store, campaign, { type: 'MoveCampaign', campaignId, from, to }, metadata)).position;
    });
    const where = { scope: from, place: ['active', 'trash'] };
    await this.#each<LinkDoc>(event, links.name, where, async (linkId, metadata) => {
      return (await handle(store, link, { type: 'MoveLink', linkId, from, to }, metadata)).position;
    });
  }

  /** What was assigned to who went is assigned to nobody, unless they are back by now. */
  async #unassign(event: Recorded, teamId: string, userId: string): Promise<void> {
    const { store } = this.#deps;
    const { state } = await load(store, team, teamStreamOf(teamId));
    if (state.place !== 'active' || state.ownerId === userId || state.members.has(userId)) return;
    const scope: Scope = `team:${teamId}`;
    await this.#each<LinkDoc>(
      event,
      links.name,
      { scope, place: 'active', assignedTo: userId },
      async (linkId, metadata) => {
        const command = { type: 'EditLink', linkId, fields: { assignedTo: null } } as const;
        const edited = await handle(store, link, command, metadata, (known) => {
          const same = known.place === 'active' && known.scope === scope && known.fields.assignedTo === userId;
          if (!same) throw new Refusal('conflict', 'changed-meanwhile', 'The link is not theirs any more.');
        });
        return edited.position;
      },
    );
  }

  /**
   * Works through what matches, a slice at a time. What is worked on matches no more once the view has seen it; what
   * somebody else changed meanwhile is left to them, and gone from the view as well.
   */
  async #each<Doc extends { readonly id: string }>(
    event: Recorded,
    view: string,
    where: Readonly<Record<string, string | readonly string[]>>,
    work: Work,
  ): Promise<void> {
    const { reads, feed, log, now } = this.#deps;
    const metadata: EventMetadata = {
      actor: 'system',
      correlationId: event.metadata.correlationId,
      causationId: event.id,
      at: now().toISOString(),
    };
    const done = new Set<string>();
    let written = event.position;
    while (await seen(reads, [view], written, this.#signal)) {
      const { rows } = await reads.find<Doc>(view, { where, limit: SLICE });
      const left = rows.filter(({ id }) => !done.has(id));
      if (left.length === 0) {
        if (rows.length > 0) log.error({ view, where, rows: rows.length }, 'a view shows what the log does not hold');
        return;
      }
      for (let at = 0; at < left.length && !this.#signal.aborted; at += AT_ONCE) {
        const ids = left.slice(at, at + AT_ONCE).map(({ id }) => id);
        const positions = await Promise.all(
          ids.map(async (id) => (await unlessRefused(work(id, metadata))) ?? feed.head()),
        );
        written = Math.max(written, ...positions);
        for (const id of ids) done.add(id);
      }
    }
  }
}

/** null where the thing is not there any more, or not as it was: then nothing is to be done. */
async function unlessRefused(work: Promise<number>): Promise<number | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
