/** The events of a person's plan. */

import type { Scope } from '../scope.ts';
import type { Event } from './event.ts';

export const PLANS = ['free', 'starter', 'professional'] as const;

export type Plan = (typeof PLANS)[number];

export const BILLING_CYCLES = ['monthly', 'yearly'] as const;

export type BillingCycle = (typeof BILLING_CYCLES)[number];

export interface PlanFields {
  readonly plan: Plan;
  readonly billingCycle: BillingCycle;
}

/** From the free plan to a paid one. */
type PlanActivated = Event<'PlanActivated', { readonly userId: string } & PlanFields>;

type PlanChanged = Event<
  'PlanChanged',
  { readonly userId: string; readonly from: PlanFields; readonly to: PlanFields }
>;

/**
 * No status check before `nextCheckDate` on the free plan. `runId`: the run that started this cooldown. `scope`: the links
 * that it checked; without it (older events, a postponement) the cooldown is of all scopes of the person.
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

export type SubscriptionEvent = PlanActivated | PlanChanged | StatusCheckWindowOpened;
