/** Changes to the subscription, and payments. */

import { mutate } from 'swr';
import { toDecimal } from '../../command-service/contract/money.ts';
import type { BillingCycle, Plan } from '../../command-service/model/subscription/events.ts';
import type { PlanOfferAnswer } from '../../query-service/contract/answers/billing.ts';
import { get, pathTo, send } from '../platform/api/client.ts';
import { BILLING_KEY, KEY, PAYMENTS_KEY } from './queries.ts';

/** Reads everything again that depends on the plan. */
async function planChanged(): Promise<void> {
  await Promise.all([mutate(KEY), mutate(BILLING_KEY), mutate(PAYMENTS_KEY), mutate('/api/user/settings')]);
}

/** Changes the plan and updates everything that depends on it. @throws ApiError */
export async function changePlan(plan: Plan, billingCycle: BillingCycle): Promise<void> {
  await send('PATCH', '/api/subscription', { body: { plan, billingCycle, status: 'active' } });
  await planChanged();
}

/** The offer that the person saw: the server refuses an order for another price. */
function purchaseOf({ plan, billingCycle }: PlanOfferAnswer, due: PlanOfferAnswer['due'][number]) {
  const { amount, currency } = due;
  return { plan, billingCycle, amount: toDecimal(amount, currency), currency };
}

/** A token for PayPal's script. @throws ApiError */
export async function paypalToken(): Promise<string> {
  return (await get(pathTo('/setup'))).clientToken;
}

/** Starts a PayPal order; resolves with its id. @throws ApiError */
export async function createPayPalOrder(offer: PlanOfferAnswer, due: PlanOfferAnswer['due'][number]): Promise<string> {
  return (await send('POST', '/order', { body: { ...purchaseOf(offer, due), intent: 'CAPTURE' } })).id;
}

/** Takes the money of an approved PayPal order. @throws ApiError */
export async function capturePayPalOrder(id: string): Promise<void> {
  await send('POST', '/order/:id/capture', { params: { id } });
  await planChanged();
}

/** Starts a Razorpay order. @throws ApiError */
export function createRazorpayOrder(offer: PlanOfferAnswer, due: PlanOfferAnswer['due'][number]) {
  return send('POST', '/api/razorpay/create-order', { body: purchaseOf(offer, due) });
}

/** What Razorpay Checkout gives after a payment. */
export interface RazorpayPayment {
  readonly razorpay_order_id: string;
  readonly razorpay_payment_id: string;
  readonly razorpay_signature: string;
}

/** Settles a payment that Razorpay Checkout reported. @throws ApiError */
export async function verifyRazorpayPayment(payment: RazorpayPayment): Promise<void> {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = payment;
  await send('POST', '/api/razorpay/verify-payment', {
    body: { razorpay_order_id, razorpay_payment_id, razorpay_signature },
  });
  await planChanged();
}
