/**
 * What plans cost, for how long they are paid, and what an upgrade credits (infra/docs/product.md, "Payments"): pure,
 * shared by all services and the console. Amounts are integers: `cents` of US dollars, or a currency's smallest unit.
 */

import type { ChargedCurrency } from '../model/payment/events.ts';
import {
  BILLING_CYCLES,
  type BillingCycle,
  type Plan,
  type PlanFields,
  type SubscriptionEvent,
} from '../model/subscription/events.ts';

export type PaidPlan = Exclude<Plan, 'free'>;

export const PAID_PLANS: readonly PaidPlan[] = ['starter', 'professional'];

const CENTS: Readonly<Record<PaidPlan, Readonly<Record<BillingCycle, number>>>> = {
  starter: { monthly: 499, yearly: 4_990 },
  professional: { monthly: 999, yearly: 9_990 },
};

/** The list price in cents. */
export function priceOf(plan: PaidPlan, cycle: BillingCycle): number {
  return CENTS[plan][cycle];
}

/** Rupees per dollar, unless the installation sets another rate. */
export const DEFAULT_INR_RATE = 83;

/** Cents of US dollars in the smallest unit of a currency, rounded: cents, or paise at the installation's rate. */
export function chargeIn(currency: ChargedCurrency, cents: number, inrRate: number): number {
  return currency === 'INR' ? Math.round(cents * inrRate) : cents;
}

/** A plan for a period. */
export interface Offered {
  readonly plan: PaidPlan;
  readonly billingCycle: BillingCycle;
}

/** The price list in a currency; amounts in its smallest unit. */
export function priceList(
  currency: ChargedCurrency,
  inrRate: number,
): readonly (Offered & { readonly amount: number })[] {
  return PAID_PLANS.flatMap((plan) =>
    BILLING_CYCLES.map((billingCycle) => ({
      plan,
      billingCycle,
      amount: chargeIn(currency, priceOf(plan, billingCycle), inrRate),
    })),
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A plan can be renewed from this many days before its end: from the first mail about it. */
export const RENEWAL_DAYS = 7;
/** The smallest charge in cents: providers refuse less. */
const LEAST = 100;

/** The time that a person has paid for: one plan, one order after another. */
interface PaidTime {
  readonly from: string;
  readonly until: string;
  /** The price of the whole time, in cents. */
  readonly value: number;
  readonly orders: readonly { readonly orderId: string; readonly ms: number; readonly value: number }[];
}

/** What prices depend on in a subscription; `paid` is null for the free plan, and for a plan that was never charged. */
export interface Paying extends PlanFields {
  readonly paid: PaidTime | null;
}

/** The plan and its paid time after an event. */
export function payingAfter(before: Paying, event: SubscriptionEvent): Paying {
  switch (event.type) {
    case 'PlanPaid': {
      const { orderId, plan, billingCycle, paidFrom: from, paidUntil: until, value } = event.data;
      const order = { orderId, ms: Date.parse(until) - Date.parse(from), value };
      const { paid } = before;
      const isNext = paid !== null && paid.until === from && isSamePlan(before, event.data);
      if (!isNext) return { plan, billingCycle, paid: { from, until, value, orders: [order] } };
      return { ...before, paid: { ...paid, until, value: paid.value + value, orders: [...paid.orders, order] } };
    }
    case 'PlanShortened': {
      const { paid } = before;
      if (paid === null) return before;
      const orders = paid.orders.filter(({ orderId }) => orderId !== event.data.orderId);
      const value = orders.reduce((sum, order) => sum + order.value, 0);
      return { ...before, paid: { ...paid, until: event.data.paidUntil, value, orders } };
    }
    case 'PlanEnded':
      return { plan: 'free', billingCycle: before.billingCycle, paid: null };
    case 'PlanActivated':
      return { plan: event.data.plan, billingCycle: event.data.billingCycle, paid: null };
    case 'PlanChanged':
      return { plan: event.data.to.plan, billingCycle: event.data.to.billingCycle, paid: null };
    case 'StatusCheckWindowOpened':
      return before;
    default: {
      const _: never = event;
      return _;
    }
  }
}

export function isSamePlan(one: PlanFields, other: PlanFields): boolean {
  return one.plan === other.plan && one.billingCycle === other.billingCycle;
}

/** The value of the whole days that are left, in cents, rounded down. */
export function remainingValue(paid: PaidTime | null, now: Date): number {
  if (paid === null) return 0;
  const [from, until] = [Date.parse(paid.from), Date.parse(paid.until)];
  const left = Math.min(until - Math.max(from, now.getTime()), until - from);
  const days = Math.floor(left / DAY_MS);
  return days <= 0 ? 0 : Math.floor((paid.value * days * DAY_MS) / (until - from));
}

/** The end of a period that begins at `from`, by the calendar in UTC. */
export function periodEnd(from: string, cycle: BillingCycle): string {
  const start = Temporal.Instant.from(from).toZonedDateTimeISO('UTC');
  const end = cycle === 'yearly' ? start.add({ years: 1 }) : start.add({ months: 1 });
  return new Date(end.epochMilliseconds).toISOString();
}

/** The instant `ms` later, or earlier if negative. */
export function shifted(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}

/** An offer to a person. `due` is what they pay: the price less the credit, in cents. */
export interface Quote {
  readonly price: number;
  readonly credit: number;
  readonly due: number;
  /** The order that paid for the credited time; null without a credit. */
  readonly creditOf: string | null;
}

/**
 * The price of a plan for a person now, or why they cannot buy it: `current`, their plan has more than RENEWAL_DAYS
 * left; `covered`, the rest of their plan is worth about as much as this one.
 */
export function quote(current: Paying, wanted: Offered, now: Date): Quote | 'current' | 'covered' {
  const price = priceOf(wanted.plan, wanted.billingCycle);
  const { paid } = current;
  if (isSamePlan(current, wanted)) {
    const isEnding = paid !== null && Date.parse(paid.until) - now.getTime() <= RENEWAL_DAYS * DAY_MS;
    return isEnding ? { price, credit: 0, due: price, creditOf: null } : 'current';
  }
  const credit = remainingValue(paid, now);
  if (price - credit < LEAST) return 'covered';
  return { price, credit, due: price - credit, creditOf: credit === 0 ? null : (paid?.orders.at(-1)?.orderId ?? null) };
}
