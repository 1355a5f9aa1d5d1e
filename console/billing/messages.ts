/** Texts of the plans and of billing. */
import type { BillingCycle, Plan } from '../../command-service/model/subscription/events.ts';
import english from '../languages/en/billing.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format } = translation('billing', english);

export { format, messages };

/** What going back to the free plan means. */
export const FREE_MEANS: readonly string[] = Object.values(labels('freeMeans'));

/** The plan's label. */
export const PLAN_LABELS: Readonly<Record<Plan, string>> = labels('plan');

/** The plan's name within a sentence. */
export const PLAN_NAMES: Readonly<Record<Plan, string>> = labels('planNames');

/** The upgrade button's text. */
export const UPGRADE_TO: Readonly<Record<Exclude<Plan, 'professional'>, string>> = labels('upgradeTo');

export const CYCLE_LABELS: Readonly<Record<BillingCycle, string>> = labels('cycle');
export const PER_CYCLE: Readonly<Record<BillingCycle, string>> = labels('perCycle');

export const FEATURES: Readonly<Record<Plan, readonly string[]>> = {
  free: Object.values(labels('free')),
  starter: Object.values(labels('starter')),
  professional: Object.values(labels('professional')),
};

/** 'Your Starter plan is now active!' */
export function formatActivated(plan: Plan): string {
  return format('activated', { plan: PLAN_NAMES[plan] });
}

/** What a payment is for. */
export const OFFER_PERIOD: Readonly<Record<BillingCycle, string>> = labels('offerPeriod');

/** 'Starter, yearly'. */
export function formatOffer(plan: Plan, cycle: BillingCycle): string {
  return format('offer', { plan: PLAN_NAMES[plan], cycle });
}

/** 'Yearly', or 'Yearly, instead of Starter' for somebody with another paid plan. */
export function formatCycle(cycle: BillingCycle, current: Plan): string {
  return current === 'free' ? CYCLE_LABELS[cycle] : format('insteadOf', { cycle, plan: PLAN_NAMES[current] });
}

/** 'Activate Starter'. */
export function formatActivate(plan: Plan): string {
  return format('activate', { plan: PLAN_NAMES[plan] });
}

/** What choosing a plan is called, seen from another one. */
export function formatChoose(plan: Plan, current: Plan): string {
  const key = plan === current ? 'switchPlan' : current === 'professional' ? 'changeTo' : 'choose';
  return format(key, { plan: PLAN_NAMES[plan] });
}

/** 'Switch to yearly'. */
export const SWITCH_CYCLE: Readonly<Record<BillingCycle, string>> = labels('switchTo');
