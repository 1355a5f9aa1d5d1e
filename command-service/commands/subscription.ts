/** Subscription commands, and what each plan allows (infra/docs/product.md, "Plans"). */
import * as yup from 'yup';
import {
  BILLING_CYCLES,
  type BillingCycle,
  CHECK_FREQUENCIES,
  type CheckFrequency,
  type CheckSchedule,
  DEFAULT_SETTINGS,
  PLANS,
  type Plan,
  type PlanFields,
  type SettingsFields,
} from '../events.ts';
import { text } from './schema/fields.ts';

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

/** With its zone, or a calendar day: its first moment in UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const BAD_DATE = 'Next check date must be a moment such as 2027-01-31T09:30:00Z';

const oneOf = <const Values extends readonly string[]>(label: string, values: Values) =>
  yup
    .string()
    .label(label)
    .typeError(`${label} must be text`)
    .oneOf<Values[number]>(values, `${label} must be one of ${values.join(', ')}`);

/** Body of PATCH /api/subscription: a plan, or the date of the next status check. */
export const subscriptionSchema = yup.object({
  plan: oneOf('Plan', PLANS).nonNullable('Plan is required'),
  billingCycle: oneOf('Billing cycle', BILLING_CYCLES).nonNullable('Billing cycle is required'),
  status: oneOf('Status', ['active'] as const).nonNullable('Status is required'),
  userId: text('User', 100).nonNullable('User is required'),
  nextCheckDate: text('Next check date', 40)
    .matches(INSTANT, { message: BAD_DATE, excludeEmptyString: true })
    .test('instant', BAD_DATE, (value) => value == null || !Number.isNaN(Date.parse(value)))
    .nonNullable('Next check date is required'),
});

export type SubscriptionBody = yup.InferType<typeof subscriptionSchema>;

/** What is left out stays as it is. */
export interface ChangePlan {
  readonly type: 'ChangePlan';
  readonly userId: string;
  readonly plan?: Plan | undefined;
  readonly billingCycle?: BillingCycle | undefined;
}

/** A status check went through every link: on the free plan the next one has to wait. */
export interface OpenStatusCheckWindow {
  readonly type: 'OpenStatusCheckWindow';
  readonly userId: string;
  readonly nextCheckDate: string;
  readonly runId: string;
}

/** A person puts their own next status check off. */
export interface PostponeStatusCheck {
  readonly type: 'PostponeStatusCheck';
  readonly userId: string;
  readonly nextCheckDate: string;
  readonly now: Date;
}

export type SubscriptionCommand = ChangePlan | OpenStatusCheckWindow | PostponeStatusCheck;
