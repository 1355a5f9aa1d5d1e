/**
 * Brings the timetable of links in line when their owner's plan or settings change, or their owner. A follower of the
 * log with a checkpoint of its own. It acts on what the log says now, not on what the event said, and only then moves
 * its checkpoint: stopping it at any point loses nothing, and what it does twice changes nothing.
 */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { EventMetadata, EventStore, ExpiringStore, Feed, Log, ReadStore, RecordedEvent } from '../infra/ports.ts';
import { links } from '../projections/views/links.ts';
import { type TeamDoc, teams } from '../projections/views/teams.ts';
import { check } from './deciders/check.ts';
import type { LinkledgerEvent, Scope, Timetable } from './events.ts';
import { handle } from './handle.ts';
import { linksIn, seen } from './links-in.ts';
import { timetableFor, timetableOfLink } from './owners.ts';

export interface TimetableDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  /** Holds the checkpoint: unlike a view's, it survives a rebuild of the views. */
  readonly checkpoints: ExpiringStore;
  readonly log: Log;
  readonly now: () => Date;
  /** Between two attempts at what failed. Default 1,000. */
  readonly retryMs?: number;
}

const CHECKPOINT = ['follower', 'timetables'] as const;
const NEVER = '9999-12-31T23:59:59.999Z';
/** How often an event is tried that fails. */
const ATTEMPTS = 5;
/** Links set in one turn of the event loop; they share a commit. */
const TURN = 25;

type Recorded = RecordedEvent<LinkledgerEvent>;

/** Follows the log until aborted. When a store fails it is logged, and tried again. */
export async function keepTimetables(deps: TimetableDeps, signal: AbortSignal): Promise<void> {
  const follower = new Follower(deps, signal);
  while (!signal.aborted) {
    try {
      await follower.follow();
    } catch (error) {
      if (follower.isNewFailure())
        deps.log.error({ err: error }, 'the timetables of links cannot be set now; trying again');
      await pause(deps.retryMs ?? 1_000, undefined, { signal }).catch(() => undefined);
    }
  }
}

class Follower {
  readonly #deps: TimetableDeps;
  readonly #signal: AbortSignal;
  /** Where the event stands that could not be dealt with yet, and how often it was tried. */
  #failing = { position: -1, times: 0 };
  #position = 0;
  #toldAt = -1;

  constructor(deps: TimetableDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Once for each place it does not get beyond. */
  isNewFailure(): boolean {
    const isNew = this.#toldAt !== this.#position;
    this.#toldAt = this.#position;
    return isNew;
  }

  async follow(): Promise<void> {
    const { checkpoints, feed } = this.#deps;
    const kept = (await checkpoints.get<number>(...CHECKPOINT)) ?? 0;
    // An older log may have been put back.
    const from = kept > (await feed.head()) ? 0 : kept;
    for await (const batch of feed.follow(from, this.#signal)) {
      for (const event of batch) {
        if (!concerns(event)) continue;
        await this.#take(event);
        // Given up half-way: it is to be seen again.
        if (this.#signal.aborted) return;
        await this.#reach(event.position);
      }
      await this.#reach(batch.at(-1)?.position ?? from);
    }
  }

  /** Deals with one event. One that fails again and again is left out: it must not hold up all others for ever. */
  async #take(event: Recorded): Promise<void> {
    try {
      await this.#apply(event);
    } catch (error) {
      const { position, type } = event;
      this.#failing = { position, times: this.#failing.position === position ? this.#failing.times + 1 : 1 };
      if (this.#failing.times < ATTEMPTS || this.#signal.aborted) throw error;
      this.#deps.log.error({ err: error, position, type }, 'the timetables that follow from this event are given up');
    }
  }

  async #reach(position: number): Promise<void> {
    await this.#deps.checkpoints.put(...CHECKPOINT, position, NEVER);
    this.#position = position;
  }

  async #apply(event: Recorded): Promise<void> {
    switch (event.type) {
      case 'LinkMoved': {
        const { linkId } = event.data;
        return this.#set(linkId, await timetableOfLink(this.#deps.store, linkId), event);
      }
      case 'TeamHandedOver':
        return this.#setAll(`team:${event.data.teamId}`, event);
      case 'PlanActivated':
      case 'PlanChanged':
      case 'SettingsChanged': {
        const { userId } = event.data;
        const { reads } = this.#deps;
        if (!(await seen(reads, [teams.name], event.position, this.#signal))) return;
        const { rows } = await reads.find<TeamDoc>(teams.name, { where: { ownerId: userId } });
        const scopes: readonly Scope[] = [`user:${userId}`, ...rows.map(({ id }) => `team:${id}` as const)];
        for (const scope of scopes) await this.#setAll(scope, event);
      }
    }
  }

  /** Sets the timetable of every link of the scope. */
  async #setAll(scope: Scope, event: Recorded): Promise<void> {
    const { store, reads } = this.#deps;
    if (!(await seen(reads, [links.name], event.position, this.#signal))) return;
    const timetable = await timetableFor(store, scope);
    for await (const page of linksIn(reads, scope, '')) {
      for (let at = 0; at < page.length; at += TURN) {
        if (this.#signal.aborted) return;
        const turn = page.slice(at, at + TURN).filter(({ place }) => place !== 'purged');
        await Promise.all(turn.map(({ id }) => this.#set(id, timetable, event)));
        await nextTurn();
      }
    }
  }

  async #set(linkId: string, timetable: Timetable, cause: Recorded): Promise<void> {
    const { correlationId } = cause.metadata;
    const at = this.#deps.now().toISOString();
    const metadata: EventMetadata = { actor: 'system', correlationId, causationId: cause.id, at };
    await handle(this.#deps.store, check, { type: 'SetTimetable', linkId, ...timetable }, metadata);
  }
}

/** Whether links may have another timetable after the event. */
function concerns(event: Recorded): boolean {
  switch (event.type) {
    case 'PlanActivated':
    case 'PlanChanged':
    case 'TeamHandedOver':
    case 'LinkMoved':
      return true;
    case 'SettingsChanged':
      return event.data.checkFrequency !== undefined || event.data.retryCount !== undefined;
    default:
      return false;
  }
}
