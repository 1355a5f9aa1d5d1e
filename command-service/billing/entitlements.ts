/** The owner of a scope: their plan and settings apply to its links. Read from the log, so it is never late. */
import type { EventStore } from '../../infra/ports/event-store.ts';
import { link, streamOf as linkStreamOf } from '../deciders/link.ts';
import { cooldownError, subscription, streamOf as subscriptionStreamOf } from '../deciders/subscription.ts';
import { team, streamOf as teamStreamOf } from '../deciders/team.ts';
import { user, streamOf as userStreamOf } from '../deciders/user.ts';
import type { CheckSchedule } from '../events/check.ts';
import type { Plan } from '../events/subscription.ts';
import { DEFAULT_SETTINGS } from '../events/user.ts';
import type { LinkledgerEvent } from '../events.ts';
import { load } from '../handle.ts';
import { cooldownEnd, FREE_CHECK_SCHEDULE, scheduleOfPlan } from '../plans.ts';
import { type Scope, teamIdOf, userIdOf } from '../scope.ts';

type Store = EventStore<LinkledgerEvent>;

/** The person themselves, or the team's owner; null for a team that is no more. */
export async function ownerOf(store: Store, scope: Scope): Promise<string | null> {
  const teamId = teamIdOf(scope);
  if (teamId === null) return userIdOf(scope);
  const { state } = await load(store, team, teamStreamOf(teamId));
  return state.place === 'active' ? state.ownerId : null;
}

/** The plan a person has now. */
export async function planOf(store: Store, userId: string): Promise<Plan> {
  return (await load(store, subscription, subscriptionStreamOf(userId))).state.plan;
}

/** When the scope's links are checked by themselves. */
export async function scheduleOfScope(store: Store, scope: Scope): Promise<CheckSchedule> {
  const ownerId = await ownerOf(store, scope);
  if (ownerId === null) return FREE_CHECK_SCHEDULE;
  const [{ state: bought }, { state: person }] = await Promise.all([
    load(store, subscription, subscriptionStreamOf(ownerId)),
    load(store, user, userStreamOf(ownerId)),
  ]);
  return scheduleOfPlan(bought.plan, person.standing === 'active' ? person.settings : DEFAULT_SETTINGS);
}

/** When one link is checked by itself. */
export async function scheduleOfLink(store: Store, linkId: string): Promise<CheckSchedule> {
  const { state } = await load(store, link, linkStreamOf(linkId));
  return state.place === 'nowhere' ? FREE_CHECK_SCHEDULE : scheduleOfScope(store, state.scope);
}

/**
 * Lets a check that somebody asks for through, unless the scope's owner has to wait.
 * @throws Refusal `cooldown` with the date.
 */
export async function assertNoCooldown(store: Store, scope: Scope, now: Date): Promise<void> {
  const ownerId = await ownerOf(store, scope);
  if (ownerId === null) return;
  const { state } = await load(store, subscription, subscriptionStreamOf(ownerId));
  const until = cooldownEnd(state, now);
  if (until !== null) throw cooldownError(until);
}
