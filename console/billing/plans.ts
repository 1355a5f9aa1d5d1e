/** Prices and features of the plans (infra/docs/product.md, "Plans"). Pure. */
import type { BillingCycle, Plan } from '../../command-service/events/subscription.ts';

export type PaidPlan = Exclude<Plan, 'free'>;
export const PAID_PLANS: readonly PaidPlan[] = ['starter', 'professional'];
export const CYCLES: readonly BillingCycle[] = ['monthly', 'yearly'];

const CENTS: Readonly<Record<PaidPlan, Readonly<Record<BillingCycle, number>>>> = {
  starter: { monthly: 499, yearly: 4_990 },
  professional: { monthly: 999, yearly: 9_990 },
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** '$4.99'. */
export function priceOf(plan: PaidPlan, cycle: BillingCycle): string {
  return dollars.format(CENTS[plan][cycle] / 100);
}

/** What a plan is called as a dialog in the address: 'plan-starter-yearly', 'plan-free'. */
export function planDialog(plan: Plan, cycle: BillingCycle): string {
  return plan === 'free' ? 'plan-free' : `plan-${plan}-${cycle}`;
}

/** The plan that a dialog's name means; null for the name of another dialog. */
export function parsePlanDialog(dialog: string | null): { readonly plan: Plan; readonly cycle: BillingCycle } | null {
  if (dialog === 'plan-free') return { plan: 'free', cycle: 'monthly' };
  for (const plan of PAID_PLANS)
    for (const cycle of CYCLES) if (dialog === planDialog(plan, cycle)) return { plan, cycle };
  return null;
}
