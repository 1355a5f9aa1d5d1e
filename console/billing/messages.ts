/** Texts of the plans and of billing. */
import type { BillingCycle, Plan } from '../../command-service/events/subscription.ts';

export const messages = {
  upgradeShort: 'Upgrade',
  currentPlan: 'Current Plan',
  billing: 'Billing',
  billingHint: 'What your plan includes, and what another one would add.',
  cycle: 'Billing cycle',
  yearlySaves: 'Save 17%',
  isCurrent: 'Current plan',
  freeOfCharge: 'Free of charge',
  backToFree: 'Go back to Free',

  purchaseTitle: 'Complete Your Purchase',
  chargesNothing: 'This installation charges nothing.',
  chargesNothingHint:
    'No payment provider is connected, so no card is asked for and nothing is billed. The plan is active at once, and you can leave it again at any time.',
  insteadOf: 'instead of',
  freeTitle: 'Go back to the Free plan?',
  freeMeans: [
    'One status check of all links every 14 days.',
    'Links are checked automatically every 14 days.',
    'Links, history, teams and shares all stay.',
  ],
  stay: 'Stay',

  updated: 'Subscription updated successfully',
  updateFailed: 'Failed to update subscription',
  fetchFailed: 'Failed to fetch subscription',
} as const;

/** The plan's label. */
export const PLAN_LABELS: Readonly<Record<Plan, string>> = {
  free: 'Free',
  starter: 'Starter Plan',
  professional: 'Professional',
};

/** The plan's name within a sentence. */
export const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  free: 'Free',
  starter: 'Starter',
  professional: 'Professional',
};

/** The upgrade button's text. */
export const UPGRADE_TO: Readonly<Record<Exclude<Plan, 'professional'>, string>> = {
  free: 'Upgrade to Starter',
  starter: 'Upgrade to Professional',
};

export const CYCLE_LABELS: Readonly<Record<BillingCycle, string>> = { monthly: 'Monthly', yearly: 'Yearly' };
export const PER_CYCLE: Readonly<Record<BillingCycle, string>> = { monthly: 'per month', yearly: 'per year' };

export const FEATURES: Readonly<Record<Plan, readonly string[]>> = {
  free: ['One status check every 14 days', 'Auto-check every 14 days', 'Teams, clients and shares'],
  starter: [
    'Unlimited links',
    'Weekly auto-check',
    'Email alerts',
    'CSV export',
    'Email notifications',
    'Basic reporting',
  ],
  professional: [
    'Everything in Starter',
    'Daily auto-check',
    'Advanced analytics',
    'Priority support',
    'Custom alerts',
  ],
};

/** 'Your Starter plan is now active!' */
export function formatActivated(plan: Plan): string {
  return `Your ${PLAN_NAMES[plan]} plan is now active!`;
}

/** 'Activate Starter'. */
export function formatActivate(plan: Plan): string {
  return `Activate ${PLAN_NAMES[plan]}`;
}

/** What choosing a plan is called, seen from another one. */
export function formatChoose(plan: Plan, current: Plan): string {
  if (plan === current) return `Switch ${PLAN_NAMES[plan]}`;
  return current === 'professional' ? `Change to ${PLAN_NAMES[plan]}` : `Choose ${PLAN_NAMES[plan]}`;
}

/** 'Switch to yearly'. */
export function formatSwitchCycle(cycle: BillingCycle): string {
  return `Switch to ${CYCLE_LABELS[cycle].toLowerCase()}`;
}
