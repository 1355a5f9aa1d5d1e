/**
 * Brings the timetable of links in line when their owner's plan or settings change, or their owner. It acts on what the
 * log says now, not on what the event said.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { links } from '../../projections/views/links/links.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { scheduleOfLink, scheduleOfScope } from '../billing/entitlements.ts';
import { check } from '../deciders/check.ts';
import type { CheckSchedule } from '../events/check.ts';
import type { LinkledgerEvent } from '../events.ts';
import { handle } from '../handle.ts';
import { scanLinks, waitForViews } from '../links/scan-links.ts';
import type { Scope } from '../scope.ts';
import { type FollowerDeps, type Recorded, runReactor } from './run-reactor.ts';

export interface TimetableDeps extends FollowerDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly now: () => Date;
  /** Milliseconds before the n-th retry (from 1) of what failed; growing to a minute. */
  readonly pauseMs?: (attempt: number) => number;
}

/** How often an event is tried that fails: with the pauses for a quarter of an hour, longer than a disk is full or busy. */
export const ATTEMPTS = 20;
/** Links set in one turn of the event loop; they share a commit. */
const TURN = 25;

/** Follows the log until aborted. */
export function runCheckSchedule(deps: TimetableDeps, signal: AbortSignal): Promise<void> {
  const { pauseMs = (attempt) => Math.min(500 * 2 ** attempt, 60_000) } = deps;
  const timetables = new Timetables(deps, signal);
  return runReactor(
    deps,
    {
      name: 'timetables',
      failing: 'the timetables of links cannot be set now; trying again',
      // A link's next check sets it anyhow.
      giveUp: { attempts: ATTEMPTS, words: 'the timetables that follow from this event are given up' },
      pauseMs,
      async onEvent(event) {
        if (!concerns(event)) return false;
        await timetables.follow(event);
        return true;
      },
    },
    signal,
  );
}

class Timetables {
  readonly #deps: TimetableDeps;
  readonly #signal: AbortSignal;

  constructor(deps: TimetableDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  async follow(event: Recorded): Promise<void> {
    switch (event.type) {
      case 'LinkMoved': {
        const { linkId } = event.data;
        return this.#set(linkId, await scheduleOfLink(this.#deps.store, linkId), event);
      }
      case 'TeamHandedOver':
        return this.#setAll(`team:${event.data.teamId}`, event);
      case 'PlanActivated':
      case 'PlanChanged':
      case 'SettingsChanged': {
        const { userId } = event.data;
        const { reads } = this.#deps;
        if (!(await waitForViews(reads, [teams], event.position, this.#signal))) return;
        const { rows } = await reads.find(teams, { where: { ownerId: userId } });
        const scopes: readonly Scope[] = [`user:${userId}`, ...rows.map(({ id }) => `team:${id}` as const)];
        for (const scope of scopes) await this.#setAll(scope, event);
      }
    }
  }

  /** Sets the timetable of every link of the scope; one that cannot be set keeps none of the others from theirs. */
  async #setAll(scope: Scope, event: Recorded): Promise<void> {
    const { store, reads } = this.#deps;
    if (!(await waitForViews(reads, [links], event.position, this.#signal))) return;
    const timetable = await scheduleOfScope(store, scope);
    const failures: unknown[] = [];
    for await (const page of scanLinks(reads, { where: { scope } }, '')) {
      for (let at = 0; at < page.length; at += TURN) {
        if (this.#signal.aborted) return;
        const turn = page.slice(at, at + TURN).filter(({ place }) => place !== 'purged');
        const set = await Promise.allSettled(turn.map(({ id }) => this.#set(id, timetable, event)));
        failures.push(...set.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
        await nextTurn();
      }
    }
    if (failures.length > 0) {
      throw new Error(`the timetables of ${failures.length} links could not be set`, { cause: failures[0] });
    }
  }

  async #set(linkId: string, timetable: CheckSchedule, cause: Recorded): Promise<void> {
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
