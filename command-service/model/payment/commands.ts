/** Commands and input of payments (infra/docs/product.md, "Payments"). */

import * as yup from 'yup';
import { PAID_PLANS } from '../../contract/prices.ts';
import { text } from '../../contract/schema/fields.ts';
import { BILLING_CYCLES, type PlanFields } from '../subscription/events.ts';
import type { ChargedCurrency, PaymentFailure, PaymentProvider } from './events.ts';

const AMOUNT = 'Amount must be a number such as 4.99';

/**
 * What a browser sends to start a payment. The server computes the price; amount and currency, if sent, are what the
 * buyer saw, and a difference refuses the order.
 */
const purchase = {
  plan: yup
    .string()
    .typeError('Plan must be text')
    .oneOf(PAID_PLANS, `Plan must be one of ${PAID_PLANS.join(', ')}`)
    .required('Plan is required'),
  billingCycle: yup
    .string()
    .typeError('Billing cycle must be text')
    .oneOf(BILLING_CYCLES, `Billing cycle must be one of ${BILLING_CYCLES.join(', ')}`)
    .required('Billing cycle is required'),
  amount: text('Amount', 20)
    .matches(/^\d{1,9}(\.\d{1,3})?$/, { message: AMOUNT, excludeEmptyString: true })
    .nonNullable(AMOUNT),
  currency: text('Currency', 3).nonNullable('Currency must be text'),
};

/** Body of POST /api/razorpay/create-order. */
export const createOrderSchema = yup.object(purchase);

/** Body of POST /order. */
export const paypalOrderSchema = yup.object({
  ...purchase,
  intent: yup
    .string()
    .typeError('Intent must be text')
    .matches(/^capture$/i, 'Intent must be capture'),
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
