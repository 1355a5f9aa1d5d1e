/**
 * Razorpay: Orders, Payments and Refunds of its REST API, and the signatures of Checkout and of webhooks
 * (razorpay.com/docs/api/orders, …/payments, …/refunds, razorpay.com/docs/webhooks/validate-test).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { Money } from '../model/payment/commands.ts';
import {
  assertRecent,
  type NewOrder,
  type PaymentGateway,
  type ProviderOrder,
  parseWebhook,
  type WebhookCall,
  WebhookError,
} from './gateway.ts';
import {
  asObject,
  type Json,
  objectsOf,
  ProviderClient,
  ProviderRefusedError,
  ProviderUnavailableError,
  textOf,
} from './provider-client.ts';

export interface RazorpayOptions {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  readonly apiUrl: string;
  readonly logger: Logger;
  readonly timeoutMs?: number;
}

const ORDER_ID = /^order_[A-Za-z0-9]{1,40}$/;
const PAYMENT_ID = /^pay_[A-Za-z0-9]{1,40}$/;

export class Razorpay implements PaymentGateway {
  readonly currency = 'INR';
  readonly keyId: string;
  readonly #options: RazorpayOptions;
  readonly #client: ProviderClient;

  constructor(options: RazorpayOptions) {
    this.#options = options;
    this.keyId = options.keyId;
    const { apiUrl: url, logger, timeoutMs } = options;
    const issueOf = (answer: Json) => textOf(asObject(answer.error)?.code);
    this.#client = new ProviderClient({ name: 'Razorpay', url, issueOf, logger, ...(timeoutMs && { timeoutMs }) });
  }

  /** A duplicate order costs nothing: the buyer pays only one. Razorpay has no idempotency keys. */
  async createOrder({ amount, currency, description, requestId }: NewOrder): Promise<string> {
    const body = {
      ...{ amount, currency, receipt: requestId.slice(0, 40), notes: { description } },
      payment_capture: true,
    };
    const order = await this.#call('create order', 'POST', '/v1/orders', body);
    const id = textOf(order.id);
    if (!ORDER_ID.test(id)) throw new ProviderUnavailableError('Razorpay returned an order without an id');
    return id;
  }

  async look(providerOrderId: string): Promise<ProviderOrder> {
    const { payments, isGone } = await this.#paymentsOf(providerOrderId);
    const taken = payments.find((each) => each.status === 'captured' || each.status === 'refunded');
    const approved = payments.find((each) => each.status === 'authorized');
    const failed = payments.find((each) => each.status === 'failed');
    const refunds = taken !== undefined && taken.amount_refunded !== 0 ? await this.#refundsOf(textOf(taken.id)) : [];
    return {
      status: taken !== undefined ? 'paid' : approved !== undefined ? 'approved' : isGone ? 'gone' : 'unpaid',
      approved: approved === undefined ? null : moneyOf(approved),
      captured: taken === undefined ? null : { paymentId: textOf(taken.id), ...moneyOf(taken) },
      refunds,
      failed: failed === undefined ? null : { reason: 'declined', paymentId: textOf(failed.id) },
    };
  }

  /** Razorpay refuses to capture a payment twice. */
  async capture(providerOrderId: string, { amount, currency }: Money): Promise<boolean> {
    const { payments } = await this.#paymentsOf(providerOrderId);
    const approved = payments.find((each) => each.status === 'authorized');
    const id = textOf(approved?.id);
    if (!PAYMENT_ID.test(id)) return true;
    try {
      await this.#call('capture payment', 'POST', `/v1/payments/${id}/capture`, { amount, currency });
    } catch (error) {
      // Captured meanwhile, or no longer possible: reading the order decides.
      if (!(error instanceof ProviderRefusedError) || error.status !== 400) throw error;
    }
    return true;
  }

  /** Whether Checkout signed that this payment belongs to this order. */
  isSigned(providerOrderId: string, paymentId: string, signature: string): boolean {
    return isHmac(this.#options.keySecret, `${providerOrderId}|${paymentId}`, signature);
  }

  async readWebhook({ header, body }: WebhookCall, now: Date): Promise<string | null> {
    if (!isHmac(this.#options.webhookSecret, body, header('X-Razorpay-Signature'))) {
      throw new WebhookError('The signature is wrong.');
    }
    const event = parseWebhook(body.toString('utf8'));
    // The signature covers only the body, so the time in the body counts.
    assertRecent(typeof event.created_at === 'number' ? event.created_at * 1_000 : Number.NaN, now);
    const payload = asObject(event.payload) ?? {};
    const entity = (name: string) => asObject(asObject(payload[name])?.entity);
    const id = textOf(entity('payment')?.order_id) || textOf(entity('order')?.id);
    return ORDER_ID.test(id) && KNOWN.test(textOf(event.event)) ? id : null;
  }

  async #paymentsOf(
    providerOrderId: string,
  ): Promise<{ readonly payments: readonly Json[]; readonly isGone: boolean }> {
    try {
      const path = `/v1/orders/${encodeURIComponent(providerOrderId)}/payments`;
      const answer = await this.#call('show payments', 'GET', path);
      if (!Array.isArray(answer.items)) throw new ProviderUnavailableError('Razorpay returned no list of payments');
      return { payments: objectsOf(answer.items), isGone: false };
    } catch (error) {
      // Razorpay answers 400 for an unknown order.
      if (error instanceof ProviderRefusedError && (error.status === 400 || error.status === 404)) {
        return { payments: [], isGone: true };
      }
      throw error;
    }
  }

  async #refundsOf(paymentId: string): Promise<ProviderOrder['refunds']> {
    const answer = await this.#call('show refunds', 'GET', `/v1/payments/${encodeURIComponent(paymentId)}/refunds`);
    return objectsOf(answer.items).flatMap((refund) =>
      refund.status === 'processed' ? { refundId: textOf(refund.id), ...moneyOf(refund) } : [],
    );
  }

  #call(operation: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Json> {
    const { keyId, keySecret } = this.#options;
    const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
    const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const call = { operation, method, path, headers, isRepeatable: method === 'GET' };
    return this.#client.call({ ...call, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }
}

const KNOWN = /^(payment\.(authorized|captured|failed)|order\.paid|refund\.(created|processed|failed))$/;

/** @throws ProviderUnavailableError unless the amount is an integer in the smallest unit. */
function moneyOf({ amount, currency }: Json): Money {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0 || typeof currency !== 'string') {
    throw new ProviderUnavailableError('Razorpay returned something other than an amount');
  }
  return { amount, currency };
}

/** Compares in constant time. */
function isHmac(secret: string, text: string | Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest();
  const bytes = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
