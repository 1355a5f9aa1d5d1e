/** The names of plan dialogs in the address, and prices as text (infra/docs/product.md, "Plans"). Pure. */

import { priceOf as centsOf, PAID_PLANS, type PaidPlan } from '../../command-service/contract/prices.ts';
import type { BillingCycle, Plan } from '../../command-service/model/subscription/events.ts';
import { formatMoney } from '../platform/format/money.ts';

export const CYCLES: readonly BillingCycle[] = ['monthly', 'yearly'];

/** '$4.99'. */
export function priceOf(plan: PaidPlan, cycle: BillingCycle): string {
  return formatMoney(centsOf(plan, cycle), 'USD');
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
