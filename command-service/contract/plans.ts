/** The rules of each plan: pure, shared by all services and the console. */

import type { CheckSchedule } from '../model/check/events.ts';
import { PLANS, type Plan, type PlanFields } from '../model/subscription/events.ts';
import { CHECK_FREQUENCIES, type CheckFrequency, DEFAULT_SETTINGS, type SettingsFields } from '../model/user/events.ts';
import type { Scope } from './scope.ts';

/** On the free plan: days from one status check to the next (infra/docs/product.md, "Status checks"). */
export const COOLDOWN_DAYS = 14;

/** The plan until a person chooses one. */
const FREE_PLAN: PlanFields = { plan: 'free', billingCycle: 'monthly' };

/** The plan, and the ends of the last cooldowns, which may lie in the past. */
export interface SubscriptionFacts extends PlanFields {
  /** Applies to all scopes: the person postponed it. */
  readonly nextCheckDate: string | null;
  /** By scope: set after all of its links were checked. */
  readonly checked: Readonly<Partial<Record<Scope, string>>>;
}

/** The subscription of a person without events. */
export const FREE_SUBSCRIPTION: SubscriptionFacts = { ...FREE_PLAN, nextCheckDate: null, checked: {} };

/**
 * The end of a scope's present cooldown, in which its links cannot be checked on demand; null without a cooldown, as on
 * paid plans. Without a scope: the last end among the person's scopes.
 */
export function cooldownEnd(
  { plan, nextCheckDate, checked }: SubscriptionFacts,
  now: Date,
  scope?: Scope,
): string | null {
  if (plan !== 'free') return null;
  const ends = scope === undefined ? Object.values(checked) : [checked[scope]];
  const present = [nextCheckDate, ...ends].flatMap((end) =>
    end != null && Date.parse(end) > now.getTime() ? [end] : [],
  );
  return present.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0] ?? null;
}

/** The facts after a cooldown began. */
export function withCooldown<Facts extends SubscriptionFacts>(
  facts: Facts,
  { nextCheckDate, scope }: { readonly nextCheckDate: string; readonly scope?: Scope },
): Facts {
  if (scope === undefined) return { ...facts, nextCheckDate };
  return { ...facts, checked: { ...facts.checked, [scope]: nextCheckDate } };
}

/** Reads a stored plan; an unknown name counts as free. */
export function knownPlan(plan: string): Plan {
  return PLANS.find((name) => name === plan) ?? 'free';
}

const MOST_OFTEN: { readonly [Name in Plan]: CheckFrequency } = {
  free: 'biweekly',
  starter: 'weekly',
  professional: 'daily',
};

const DAYS: { readonly [Frequency in CheckFrequency]: number } = { biweekly: 14, weekly: 7, daily: 1 };

/** The check frequencies of a plan, least frequent first. */
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
