/** The events of an order: the purchase of one period of a plan. Amounts are integers in the currency's smallest unit. */

import type { Event } from '../../contract/event.ts';
import type { PlanFields } from '../subscription/events.ts';

const PAYMENT_PROVIDERS = ['paypal', 'razorpay'] as const;

export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** The currencies that the providers charge. */
export type ChargedCurrency = 'USD' | 'INR';

/** An order was created at the provider. `orderId` combines the provider's name and its id of the order. */
type PaymentStarted = Event<
  'PaymentStarted',
  {
    readonly orderId: string;
    readonly userId: string;
    readonly provider: PaymentProvider;
    /** The provider's id of the order. */
    readonly providerOrderId: string;
    readonly amount: number;
    readonly currency: ChargedCurrency;
    /** The list price in cents of US dollars, before the credit. */
    readonly price: number;
    /** The value of the rest of the present plan, in cents of US dollars. */
    readonly credit: number;
    /** The order that paid for the credited time; null without a credit. */
    readonly creditOf: string | null;
  } & PlanFields
>;

/** The provider took the money. `paymentId`: the provider's id of the payment. */
type PaymentCaptured = Event<
  'PaymentCaptured',
  {
    readonly orderId: string;
    readonly userId: string;
    readonly paymentId: string;
    readonly amount: number;
    readonly currency: ChargedCurrency;
  }
>;

/**
 * `declined`: one attempt failed, another may follow. `abandoned`: nobody paid in time. `wrong-amount`: the provider
 * took another amount or currency than ordered. `account-deleted`: its buyer deleted their account.
 */
const PAYMENT_FAILURES = ['declined', 'abandoned', 'wrong-amount', 'account-deleted'] as const;

export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

/** `paymentId`: the provider's id of the failed attempt; null: no attempt. A captured payment may follow. */
type PaymentFailed = Event<
  'PaymentFailed',
  {
    readonly orderId: string;
    readonly userId: string;
    readonly reason: PaymentFailure;
    readonly paymentId: string | null;
  }
>;

/** The provider returned money; several refunds of one payment are possible. */
type PaymentRefunded = Event<
  'PaymentRefunded',
  {
    readonly orderId: string;
    readonly userId: string;
    readonly refundId: string;
    readonly amount: number;
    readonly currency: ChargedCurrency;
  }
>;

export type PaymentEvent = PaymentStarted | PaymentCaptured | PaymentFailed | PaymentRefunded;
