/** The rules of each plan: pure, shared by all services and the console. */

import type { CheckSchedule } from './events/check.ts';
import { PLANS, type Plan, type PlanFields } from './events/subscription.ts';
import { CHECK_FREQUENCIES, type CheckFrequency, DEFAULT_SETTINGS, type SettingsFields } from './events/user.ts';

/** On the free plan: days from one status check to the next (infra/docs/product.md, "Status checks"). */
export const COOLDOWN_DAYS = 14;

/** The plan until a person chooses one. */
const FREE_PLAN: PlanFields = { plan: 'free', billingCycle: 'monthly' };

/** The plan, and the end of the last cooldown, which may be over. */
export interface SubscriptionFacts extends PlanFields {
  readonly nextCheckDate: string | null;
}

/** The subscription of a person without events. */
export const FREE_SUBSCRIPTION: SubscriptionFacts = { ...FREE_PLAN, nextCheckDate: null };

/** The end of the present cooldown, in which links cannot be checked on demand; null: none. Paid plans have none. */
export function cooldownEnd({ plan, nextCheckDate }: SubscriptionFacts, now: Date): string | null {
  if (plan !== 'free' || nextCheckDate === null) return null;
  return Date.parse(nextCheckDate) > now.getTime() ? nextCheckDate : null;
}

/** Reads a stored plan; an unknown name counts as free. */
export function knownPlan(plan: string): Plan {
  return PLANS.find((known) => known === plan) ?? 'free';
}

const MOST_OFTEN: { readonly [Name in Plan]: CheckFrequency } = {
  free: 'biweekly',
  starter: 'weekly',
  professional: 'daily',
};

const DAYS: { readonly [Frequency in CheckFrequency]: number } = { biweekly: 14, weekly: 7, daily: 1 };

/** The check frequencies that a plan allows, least often first. */
export function allowedFrequencies(plan: Plan): readonly CheckFrequency[] {
  return CHECK_FREQUENCIES.slice(0, CHECK_FREQUENCIES.indexOf(MOST_OFTEN[plan]) + 1);
}

/** The check frequency in effect: the chosen one, limited by the plan; without a choice, the plan's most frequent. */
export function effectiveFrequency(plan: Plan, wish: CheckFrequency | null): CheckFrequency {
  return wish !== null && allowedFrequencies(plan).includes(wish) ? wish : MOST_OFTEN[plan];
}

/** The check schedule that follows from an owner's plan and settings. */
export function scheduleOfPlan(
  plan: Plan,
  { checkFrequency, retryCount }: Pick<SettingsFields, 'checkFrequency' | 'retryCount'>,
): CheckSchedule {
  return { everyDays: DAYS[effectiveFrequency(plan, checkFrequency)], retries: retryCount };
}

/** The schedule of a link whose owner is unknown. */
export const FREE_CHECK_SCHEDULE: CheckSchedule = scheduleOfPlan('free', DEFAULT_SETTINGS);
