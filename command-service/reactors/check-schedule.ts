/**
 * Updates the check schedule of links when their owner, the owner's plan or settings, or their list's matching change.
 * It uses the present state of the log, not the event's data.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { links } from '../../projections/views/links/links.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { scheduleOfLink, scheduleOfScope } from '../billing/entitlements.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Scope, teamScope, userScope } from '../contract/scope.ts';
import { handle } from '../core/handle.ts';
import { scanLinks } from '../links/scan-links.ts';
import { waitForViews } from '../links/wait-for-views.ts';
import { check } from '../model/check/decider.ts';
import type { CheckSchedule } from '../model/check/events.ts';
import { doublingPause, type Reaction, type Reactor, type ReactorDeps, type RecordedOf } from './run-reactor.ts';

interface CheckScheduleDeps extends ReactorDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  /** Milliseconds before the n-th retry (from 1) of an event; grows to a minute. */
  readonly pauseMs?: (attempt: number) => number;
}

/** Attempts for one event: with the pauses about a quarter of an hour, longer than a disk stays full or busy. */
export const ATTEMPTS = 20;
/** Links handled in one turn of the event loop; they share a commit. */
const TURN = 25;

export function checkSchedule(deps: CheckScheduleDeps): Reactor {
  const setForOwner = async (
    {
      data: { userId },
      position,
    }: RecordedOf<'PlanActivated' | 'PlanChanged' | 'PlanPaid' | 'PlanEnded' | 'SettingsChanged'>,
    reaction: Reaction,
  ) => {
    const { reads } = deps;
    if (!(await waitForViews(reads, [teams], position, reaction.signal))) return false;
    const { rows } = await reads.find(teams, { where: { ownerId: userId } });
    for (const scope of [userScope(userId), ...rows.map(({ id }) => teamScope(id))]) {
      await setAll(deps, scope, position, reaction);
    }
    return true;
  };
  return {
    name: 'timetables',
    failing: 'could not update check schedules; trying again',
    // The link's next check sets its schedule anyway.
    giveUp: { attempts: ATTEMPTS, message: 'giving up on updating check schedules for this event' },
    pauseMs: deps.pauseMs ?? doublingPause(1_000),
    handlers: {
      PlanActivated: setForOwner,
      PlanChanged: setForOwner,
      PlanPaid: setForOwner,
      PlanEnded: setForOwner,
      async SettingsChanged(event, reaction) {
        const { userId, checkFrequency, retryCount, matching } = event.data;
        if (checkFrequency !== undefined || retryCount !== undefined) return setForOwner(event, reaction);
        if (matching === undefined) return false;
        await setAll(deps, userScope(userId), event.position, reaction);
        return true;
      },
      async TeamMatchingChosen(event, reaction) {
        await setAll(deps, teamScope(event.data.teamId), event.position, reaction);
        return true;
      },
      async TeamHandedOver(event, reaction) {
        await setAll(deps, teamScope(event.data.teamId), event.position, reaction);
        return true;
      },
      async LinkMoved({ data: { linkId } }, reaction) {
        await set(deps, linkId, await scheduleOfLink(deps.store, linkId), reaction);
        return true;
      },
    },
  };
}

/** Sets the schedule of every link of the scope. A link that fails does not prevent the others. */
async function setAll(deps: CheckScheduleDeps, scope: Scope, position: number, reaction: Reaction): Promise<void> {
  const { store, reads } = deps;
  if (!(await waitForViews(reads, [links], position, reaction.signal))) return;
  const schedule = await scheduleOfScope(store, scope);
  const failures: unknown[] = [];
  for await (const page of scanLinks(reads, { where: { scope } }, '')) {
    for (let at = 0; at < page.length; at += TURN) {
      if (reaction.signal.aborted) return;
      const turn = page.slice(at, at + TURN).filter(({ place }) => place !== 'purged');
      const results = await Promise.allSettled(turn.map(({ id }) => set(deps, id, schedule, reaction)));
      failures.push(...results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
      await nextTurn();
    }
  }
  if (failures.length > 0) {
    throw new Error(`the check schedules of ${failures.length} links could not be set`, { cause: failures[0] });
  }
}

async function set(
  { store }: CheckScheduleDeps,
  linkId: string,
  schedule: CheckSchedule,
  { metadata }: Reaction,
): Promise<void> {
  await handle(store, check, { type: 'SetCheckSchedule', linkId, ...schedule }, metadata());
}
