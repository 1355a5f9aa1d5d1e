/** What each plan allows: pure rules that every service and the console share. */

import type { CheckSchedule } from './events/check.ts';
import { PLANS, type Plan, type PlanFields } from './events/subscription.ts';
import { CHECK_FREQUENCIES, type CheckFrequency, DEFAULT_SETTINGS, type SettingsFields } from './events/user.ts';

/** On the free plan: days from one status check to the next (infra/docs/product.md, "Status checks"). */
export const COOLDOWN_DAYS = 14;

/** The plan of a person who never chose one. */
export const FREE_PLAN: PlanFields = { plan: 'free', billingCycle: 'monthly' };

/** The plan and the end of the cooldown that was set last, whether it still holds or not. */
export interface SubscriptionFacts extends PlanFields {
  readonly nextCheckDate: string | null;
}

/** Of somebody without events. */
export const FREE_SUBSCRIPTION: SubscriptionFacts = { ...FREE_PLAN, nextCheckDate: null };

/** Until when the owner's links cannot be checked on demand; null: they can be now. Paid plans know no cooldown. */
export function cooldownEnd({ plan, nextCheckDate }: SubscriptionFacts, now: Date): string | null {
  if (plan !== 'free' || nextCheckDate === null) return null;
  return Date.parse(nextCheckDate) > now.getTime() ? nextCheckDate : null;
}

/** Reads a stored plan: any unknown name counts as free. */
export function knownPlan(plan: string): Plan {
  return PLANS.find((known) => known === plan) ?? 'free';
}

const MOST_OFTEN: { readonly [Name in Plan]: CheckFrequency } = {
  free: 'biweekly',
  starter: 'weekly',
  professional: 'daily',
};

const DAYS: { readonly [Frequency in CheckFrequency]: number } = { biweekly: 14, weekly: 7, daily: 1 };

/** How often a plan lets links be checked by themselves, from seldom to often. */
export function allowedFrequencies(plan: Plan): readonly CheckFrequency[] {
  return CHECK_FREQUENCIES.slice(0, CHECK_FREQUENCIES.indexOf(MOST_OFTEN[plan]) + 1);
}

/** How often links are really checked: the wish, as far as the plan allows it; without one, as often as it allows. */
export function effectiveFrequency(plan: Plan, wish: CheckFrequency | null): CheckFrequency {
  return wish !== null && allowedFrequencies(plan).includes(wish) ? wish : MOST_OFTEN[plan];
}

/** When links are checked by themselves, from their owner's plan and settings. */
export function scheduleOfPlan(
  plan: Plan,
  { checkFrequency, retryCount }: Pick<SettingsFields, 'checkFrequency' | 'retryCount'>,
): CheckSchedule {
  return { everyDays: DAYS[effectiveFrequency(plan, checkFrequency)], retries: retryCount };
}

/** The timetable of a link of which nothing else is known. */
export const FREE_CHECK_SCHEDULE: CheckSchedule = scheduleOfPlan('free', DEFAULT_SETTINGS);
