/** Buying a plan: the calls that the providers' scripts in the browser need. */

import { Problem } from '../../../infra/http/request/problem.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { requirePrincipal } from '../../../infra/http/request/request-context.ts';
import { orderIdOf, type Settlement } from '../../billing/payments.ts';
import { authorize } from '../../core/authorize.ts';
import { DomainError, RateLimitError } from '../../core/errors.ts';
import {
  createOrderSchema,
  type PurchaseBody,
  paypalOrderSchema,
  verifyPaymentSchema,
} from '../../model/payment/commands.ts';
import type { PaymentProvider } from '../../model/payment/events.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

/** Orders that a person can start in an hour: each of them calls the provider. */
export const ORDERS_PER_HOUR = 30;
const HOUR_MS = 60 * 60 * 1000;

export const paymentRoutes = [
  route({
    method: 'POST',
    path: '/api/razorpay/create-order',
    action: 'BuyPlan',
    onSelf: true,
    summary: 'Starts a payment with Razorpay, in Indian rupees.',
    body: createOrderSchema,
    answers: { 200: 'RazorpayOrderAnswer' },
    errorStatuses: [404, 409, 429, 502, 503],
    async handle({ ctx, body }, deps) {
      const { keyId } = deps.payments.gateway('razorpay');
      const { amount, currency, providerOrderId } = await start(ctx, deps, 'razorpay', body);
      return { success: true, key_id: keyId, amount, currency, order_id: providerOrderId };
    },
  }),

  route({
    method: 'POST',
    path: '/api/razorpay/verify-payment',
    action: 'BuyPlan',
    onSelf: true,
    summary: 'Settles a payment that Razorpay Checkout reported to the browser.',
    body: verifyPaymentSchema,
    answers: { 200: 'PaymentVerifiedAnswer' },
    errorStatuses: [404, 409, 502, 503],
    async handle({ ctx, body }, deps) {
      const { razorpay_order_id: order, razorpay_payment_id: payment, razorpay_signature: signature } = body;
      if (!deps.payments.gateway('razorpay').isSigned(order, payment, signature)) {
        throw new Problem(400, 'payment-not-verified', 'Razorpay did not sign this payment. Nothing was activated.');
      }
      await settle(ctx, deps, 'razorpay', order);
      return { success: true };
    },
  }),

  route({
    method: 'GET',
    path: '/setup',
    action: 'BuyPlan',
    onSelf: true,
    summary: 'Returns a token for PayPal’s script in the browser.',
    answers: { 200: 'SetupAnswer' },
    errorStatuses: [404, 502, 503],
    async handle(_, deps) {
      return { clientToken: await deps.payments.gateway('paypal').clientToken() };
    },
  }),

  route({
    method: 'POST',
    path: '/order',
    action: 'BuyPlan',
    onSelf: true,
    summary: 'Starts a payment with PayPal, in US dollars.',
    body: paypalOrderSchema,
    answers: { 201: 'DoneAnswer' },
    errorStatuses: [404, 409, 429, 502, 503],
    async handle({ ctx, body }, deps) {
      const { providerOrderId } = await start(ctx, deps, 'paypal', body);
      return { id: providerOrderId };
    },
  }),

  route({
    method: 'POST',
    path: '/order/:id/capture',
    action: 'BuyPlan',
    onSelf: true,
    summary: 'Takes the money of a PayPal order that its buyer approved, and activates the plan.',
    answers: { 200: 'CapturedOrderAnswer' },
    errorStatuses: [404, 409, 502, 503],
    async handle({ ctx, params }, deps) {
      await settle(ctx, deps, 'paypal', params.id);
      return { id: params.id, status: 'COMPLETED' };
    },
  }),
];

async function start(ctx: RequestContext, deps: CommandDeps, provider: PaymentProvider, body: PurchaseBody) {
  const { userId } = requirePrincipal(ctx);
  deps.payments.gateway(provider);
  const hour = new Date(Math.ceil((deps.now().getTime() + 1) / HOUR_MS) * HOUR_MS);
  const started = await deps.claims.increment('payment-orders', `${userId} ${hour.toISOString()}`, hour.toISOString());
  if (started > ORDERS_PER_HOUR) {
    const seconds = Math.ceil((hour.getTime() - deps.now().getTime()) / 1_000);
    throw new RateLimitError(seconds, (wait) => `You started many payments in this hour. Please wait ${wait}.`);
  }
  const purchase = { userId, wanted: body, requestId: ctx.state.newId() };
  const order = await deps.payments.start(provider, purchase, metadataOf(ctx, userId, deps.now));
  setPosition(ctx, order.position);
  return order;
}

/** @throws DomainError unless the order is the caller's own and is paid now. */
async function settle(
  ctx: RequestContext,
  deps: CommandDeps,
  provider: PaymentProvider,
  providerOrderId: string,
): Promise<void> {
  const { userId } = requirePrincipal(ctx);
  const settled = await deps.payments.settle(orderIdOf(provider, providerOrderId), metadataOf(ctx, userId, deps.now), {
    assertMay: (buyer) => authorize('BuyPlan', buyer === userId ? 'owner' : 'stranger'),
  });
  setPosition(ctx, settled.position);
  const failure = FAILURES[settled.status];
  if (failure !== null) throw new DomainError('conflict', ...failure);
}

const FAILURES: Readonly<Record<Settlement['status'], readonly [code: string, message: string] | null>> = {
  captured: null,
  pending: ['payment-pending', 'The payment is on its way. Your plan is activated as soon as it arrives.'],
  open: ['payment-declined', 'The payment was not made. Nothing was charged: please try again or pay another way.'],
  failed: ['payment-failed', 'The payment could not be accepted. If money was taken, please contact support.'],
};
