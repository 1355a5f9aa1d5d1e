/** The events of a person's plan. */

import type { Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

export const PLANS = ['free', 'starter', 'professional'] as const;

export type Plan = (typeof PLANS)[number];

export const BILLING_CYCLES = ['monthly', 'yearly'] as const;

export type BillingCycle = (typeof BILLING_CYCLES)[number];

export interface PlanFields {
  readonly plan: Plan;
  readonly billingCycle: BillingCycle;
}

/** From the free plan to a paid plan. */
type PlanActivated = Event<'PlanActivated', { readonly userId: string } & PlanFields>;

type PlanChanged = Event<
  'PlanChanged',
  { readonly userId: string; readonly from: PlanFields; readonly to: PlanFields }
>;

/**
 * No status check before `nextCheckDate` on the free plan. `runId`: the run that started this cooldown. `scope`: the
 * links that it checked; without it (older events, a postponement) the cooldown holds for all scopes of the person.
 */
type StatusCheckWindowOpened = Event<
  'StatusCheckWindowOpened',
  {
    readonly userId: string;
    readonly nextCheckDate: string;
    readonly runId: string | null;
    readonly scope?: Scope;
  }
>;

/**
 * A plan was bought for a period. `value`: the price of this period in cents of US dollars; an upgrade credits what is
 * left of it. A period that begins where the paid time ends continues it; any other replaces it.
 */
type PlanPaid = Event<
  'PlanPaid',
  {
    readonly userId: string;
    readonly orderId: string;
    readonly paidFrom: string;
    readonly paidUntil: string;
    readonly value: number;
  } & PlanFields
>;

/** An order was refunded, and with it a part of the paid time. */
type PlanShortened = Event<
  'PlanShortened',
  { readonly userId: string; readonly orderId: string; readonly paidUntil: string }
>;

/** The paid time is over: the free plan applies. `refunded`: the order was refunded. */
type PlanEnded = Event<
  'PlanEnded',
  { readonly userId: string; readonly reason: 'expired' | 'refunded'; readonly from: PlanFields }
>;

export type SubscriptionEvent =
  | PlanActivated
  | PlanChanged
  | PlanPaid
  | PlanShortened
  | PlanEnded
  | StatusCheckWindowOpened;
