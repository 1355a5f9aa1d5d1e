/** Commands and input of payments (infra/docs/product.md, "Payments"). */

import * as yup from 'yup';
import { PAID_PLANS } from '../../contract/prices.ts';
import { text } from '../../contract/schema/fields.ts';
import { BILLING_CYCLES, type PlanFields } from '../subscription/events.ts';
import type { ChargedCurrency, PaymentFailure, PaymentProvider } from './events.ts';

const AMOUNT = 'Amount must be a number such as 4.99';
const AMOUNT_TEXT = /^\d{1,9}(\.\d{1,3})?$/;
const MAX_AMOUNT = 999_999_999;

/**
 * What a browser sends to start a payment: a plan with its billing cycle, or the list price of one, in whole units of
 * the provider's currency ("4.99" USD, "414.17" INR). Beside a plan, amount and currency are what the buyer saw: a
 * difference refuses the order.
 */
const purchase = {
  plan: yup
    .string()
    .typeError('Plan must be text')
    .oneOf(PAID_PLANS, `Plan must be one of ${PAID_PLANS.join(', ')}`)
    .nonNullable('Plan is required'),
  billingCycle: yup
    .string()
    .typeError('Billing cycle must be text')
    .oneOf(BILLING_CYCLES, `Billing cycle must be one of ${BILLING_CYCLES.join(', ')}`)
    .nonNullable('Billing cycle is required'),
  amount: yup
    .mixed<string | number>()
    .label('Amount')
    .nonNullable(AMOUNT)
    .test({
      name: 'amount',
      message: AMOUNT,
      params: {
        jsonSchema: {
          type: ['string', 'number'],
          pattern: AMOUNT_TEXT.source,
          ...{ minimum: 0, maximum: MAX_AMOUNT },
        },
      },
      test: (value) =>
        value === undefined ||
        (typeof value === 'number' ? value >= 0 && value <= MAX_AMOUNT : AMOUNT_TEXT.test(value)),
    }),
  currency: text('Currency', 3).nonNullable('Currency must be text'),
};

/** Body of POST /api/razorpay/create-order. */
export const createOrderSchema = yup.object(purchase).test({
  name: 'purchase',
  params: {
    jsonSchema: {
      anyOf: [{ required: ['plan', 'billingCycle'] }, { required: ['amount', 'currency'] }],
      dependentRequired: { plan: ['billingCycle'], billingCycle: ['plan'] },
    },
  },
  test: ({ plan, billingCycle, amount, currency }, context) => {
    const refuse = (path: string, message: string) => context.createError({ path, message });
    if (plan !== undefined && billingCycle === undefined) return refuse('billingCycle', 'Billing cycle is required');
    if (plan !== undefined) return true;
    const needsPlan = billingCycle !== undefined || amount === undefined;
    if (needsPlan) return refuse('plan', 'Plan is required, or an amount with its currency');
    return currency !== undefined || refuse('currency', 'Currency is required');
  },
});

/** Body of POST /order. */
export const paypalOrderSchema = createOrderSchema.shape({
  intent: yup
    .string()
    .typeError('Intent must be text')
    .matches(/^[Cc][Aa][Pp][Tt][Uu][Rr][Ee]$/, 'Intent must be capture'),
});

export type PurchaseBody = yup.InferType<typeof createOrderSchema>;

const required = (name: string, most: number) =>
  text(name, most).nonNullable(`${name} is required`).required(`${name} is required`);

/** Body of POST /api/razorpay/verify-payment: what Razorpay Checkout returned to the browser. */
export const verifyPaymentSchema = yup.object({
  razorpay_order_id: required('razorpay_order_id', 60),
  razorpay_payment_id: required('razorpay_payment_id', 60),
  razorpay_signature: required('razorpay_signature', 128),
});

/** Money as a provider reports it, in the currency's smallest unit. */
export interface Money {
  readonly amount: number;
  /** An ISO 4217 code. */
  readonly currency: string;
}

/** A provider's present data about an order. */
export interface PaymentFacts {
  /** The money that was taken; null before that. */
  readonly captured: (Money & { readonly paymentId: string }) | null;
  readonly refunds: readonly (Money & { readonly refundId: string })[];
  /** Why no money was taken, if known. */
  readonly failed: { readonly reason: PaymentFailure; readonly paymentId: string | null } | null;
}

type StartPayment = {
  readonly type: 'StartPayment';
  readonly orderId: string;
  readonly userId: string;
  readonly provider: PaymentProvider;
  readonly providerOrderId: string;
  readonly amount: number;
  readonly currency: ChargedCurrency;
  readonly price: number;
  readonly credit: number;
  readonly creditOf: string | null;
} & PlanFields;

/** Records what the provider reports. */
type RecordFacts = { readonly type: 'RecordFacts'; readonly orderId: string } & PaymentFacts;

export type PaymentCommand = StartPayment | RecordFacts;
