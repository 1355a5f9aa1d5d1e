/** Texts of the plans and of billing. */
import type { BillingCycle, Plan } from '../../command-service/events/subscription.ts';
import english from '../languages/en/billing.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { labels } = translation('billing', english);

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
  method: 'Payment method',
  credit: 'Credit',
  creditHint: 'What is left of your present plan',
  toPay: 'To pay now',
  renew: 'Renew',
  currentHint: 'You have this plan. You can renew it in its last seven days.',
  coveredHint:
    'What is left of your plan is worth as much as this one costs. Choose it when your plan ends, or a longer period.',
  razorpayMissing: 'Error loading Razorpay',
  razorpayNotLoaded: 'Razorpay SDK not loaded',
  paypalMissing: 'Error loading PayPal',
  paypalLoading: 'Loading PayPal...',
  orderFailed: 'Failed to create order',
  paymentSuccessful: 'Payment Successful',
  paymentFailed: 'Payment Failed',
  initiateFailed: 'Failed to initiate payment. Please try again.',
  declined: 'The payment was declined. You can try again or pay another way.',
  paymentCancelled: 'Payment Cancelled',
  youCancelled: 'You cancelled the payment',
  paymentPending: 'Payment Pending',
  verificationFailed: 'Payment Verification Failed',
  contactSupport: 'Please contact support if amount was deducted',
  receipts: 'Receipts',
  receiptsHint: 'Each opens as a page to print.',
  noReceipts: 'No payments yet',
  receiptsFailed: 'Failed to fetch receipts',
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
export const PLAN_LABELS: Readonly<Record<Plan, string>> = labels('plan');

/** The plan's name within a sentence. */
export const PLAN_NAMES: Readonly<Record<Plan, string>> = labels('planNames');

/** The upgrade button's text. */
export const UPGRADE_TO: Readonly<Record<Exclude<Plan, 'professional'>, string>> = labels('upgradeTo');

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

/** What a payment is for. */
export const OFFER_PERIOD: Readonly<Record<BillingCycle, string>> = labels('offerPeriod');

/** 'Pay $4.99'. */
export function formatPay(amount: string): string {
  return `Pay ${amount}`;
}

/** 'Starter, yearly'. */
export function formatOffer(plan: Plan, cycle: BillingCycle): string {
  return `${PLAN_NAMES[plan]}, ${CYCLE_LABELS[cycle].toLowerCase()}`;
}

/** 'Refunded $4.99'. */
export function formatRefunded(amount: string): string {
  return `Refunded ${amount}`;
}

/** 'Paid until 3 May 2027'. */
export function formatPaidUntil(day: string): string {
  return `Paid until ${day}`;
}

/** What is lost by going back to the free plan before the paid time is over. */
export function formatLoses(day: string): string {
  return `Your plan is paid until ${day}. Going back ends it now, without a refund.`;
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
