/** The plan and settings of a scope's owner apply to its links. Read from the log, so they are never stale. */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Matching } from '../contract/observation.ts';
import { COOLDOWN_DAYS, cooldownEnd, FREE_CHECK_SCHEDULE, scheduleOfPlan } from '../contract/plans.ts';
import { type Scope, teamIdOf, userIdOf } from '../contract/scope.ts';
import { handle, load } from '../core/handle.ts';
import type { CheckSchedule } from '../model/check/events.ts';
import { link, streamOf as linkStreamOf } from '../model/link/decider.ts';
import { cooldownError, subscription, streamOf as subscriptionStreamOf } from '../model/subscription/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import { DEFAULT_SETTINGS } from '../model/user/events.ts';

type LinkledgerStore = EventStore<LinkledgerEvent>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The person, or the team's owner; null for a deleted team. */
async function ownerOf(store: LinkledgerStore, scope: Scope): Promise<string | null> {
  const teamId = teamIdOf(scope);
  if (teamId === null) return userIdOf(scope);
  const { state } = await load(store, team, teamStreamOf(teamId));
  return state.status === 'active' ? state.ownerId : null;
}

/** Which addresses count as a client link in the checks of the scope's links. */
export async function matchingOfScope(store: LinkledgerStore, scope: Scope): Promise<Matching> {
  const teamId = teamIdOf(scope);
  if (teamId !== null) {
    const { state } = await load(store, team, teamStreamOf(teamId));
    return state.status === 'none' ? 'exact' : state.matching;
  }
  const { state } = await load(store, user, userStreamOf(userIdOf(scope) ?? ''));
  return state.status === 'active' ? state.settings.matching : 'exact';
}

/** How the scope's links are checked. */
export async function scheduleOfScope(store: LinkledgerStore, scope: Scope): Promise<CheckSchedule> {
  const [schedule, matching] = await Promise.all([scheduleOfOwner(store, scope), matchingOfScope(store, scope)]);
  return matching === 'exact' ? schedule : { ...schedule, matching };
}

async function scheduleOfOwner(store: LinkledgerStore, scope: Scope): Promise<CheckSchedule> {
  const ownerId = await ownerOf(store, scope);
  if (ownerId === null) return FREE_CHECK_SCHEDULE;
  const [{ state: bought }, { state: person }] = await Promise.all([
    load(store, subscription, subscriptionStreamOf(ownerId)),
    load(store, user, userStreamOf(ownerId)),
  ]);
  return scheduleOfPlan(bought.plan, person.status === 'active' ? person.settings : DEFAULT_SETTINGS);
}

/** The check schedule of one link. */
export async function scheduleOfLink(store: LinkledgerStore, linkId: string): Promise<CheckSchedule> {
  const { state } = await load(store, link, linkStreamOf(linkId));
  return state.status === 'none' ? FREE_CHECK_SCHEDULE : scheduleOfScope(store, state.scope);
}

/**
 * Refuses a requested check during the cooldown of the scope.
 * @throws DomainError `cooldown` with the date it ends.
 */
export async function assertNoCooldown(store: LinkledgerStore, scope: Scope, now: Date): Promise<void> {
  const ownerId = await ownerOf(store, scope);
  if (ownerId === null) return;
  const { state } = await load(store, subscription, subscriptionStreamOf(ownerId));
  const until = cooldownEnd(state, now, scope);
  if (until !== null) throw cooldownError(until);
}

/**
 * Starts the cooldown of a scope after all of its links were checked; its owner's plan decides. Nothing starts for paid
 * plans or a deleted team.
 */
export async function startCooldown(
  store: LinkledgerStore,
  { scope, runId }: { readonly scope: Scope; readonly runId: string },
  metadata: EventMetadata,
): Promise<void> {
  const userId = await ownerOf(store, scope);
  if (userId === null) return;
  const nextCheckDate = new Date(Date.parse(metadata.at) + COOLDOWN_DAYS * DAY_MS).toISOString();
  await handle(store, subscription, { type: 'OpenStatusCheckWindow', userId, nextCheckDate, runId, scope }, metadata);
}
