/** Answers about plans on offer and payments. Amounts are integers in the currency's smallest unit. */

import type { PaidPlan } from '../../../command-service/contract/prices.ts';
import type { ChargedCurrency, PaymentProvider } from '../../../command-service/model/payment/events.ts';
import type { BillingCycle } from '../../../command-service/model/subscription/events.ts';

/** A way to pay. */
export interface PaymentProviderAnswer {
  readonly provider: PaymentProvider;
  readonly name: string;
  readonly currency: ChargedCurrency;
  /** The address of the provider's script for browsers. */
  readonly script: string;
}

/** A plan and its price for the caller. */
export interface PlanOfferAnswer {
  readonly plan: PaidPlan;
  readonly billingCycle: BillingCycle;
  /**
   * `current`: the caller has this plan, and cannot renew it yet; `covered`: the rest of their plan is worth about as
   * much as this plan costs.
   */
  readonly state: 'available' | 'current' | 'covered';
  /** In cents of US dollars. */
  readonly price: number;
  /** The value of the rest of the present plan, in cents. */
  readonly credit: number;
  /** What each provider charges: the price less the credit. */
  readonly due: readonly {
    readonly provider: PaymentProvider;
    readonly amount: number;
    readonly currency: ChargedCurrency;
  }[];
}

/** GET /api/billing. */
export interface BillingAnswer {
  /** Empty: plans are free of charge here. */
  readonly providers: readonly PaymentProviderAnswer[];
  readonly offers: readonly PlanOfferAnswer[];
}

/** One line of GET /api/payments, newest first. */
export interface PaymentAnswer {
  readonly id: string;
  /** The number of the receipt. */
  readonly number: string;
  readonly plan: PaidPlan;
  readonly billingCycle: BillingCycle;
  readonly provider: PaymentProvider;
  readonly amount: number;
  readonly currency: ChargedCurrency;
  /** The sum of the refunds. */
  readonly refunded: number;
  readonly paidAt: string;
}
