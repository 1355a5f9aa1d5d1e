/**
 * PayPal: Orders v2, Payments v2 and Webhooks v1 of its REST API (developer.paypal.com/api/orders/v2, …/payments/v2,
 * …/webhooks/v1), and the token of its JavaScript SDK v6 (developer.paypal.com/sdk/js).
 */

import type { Logger } from '../../infra/ports/process/logger.ts';
import { parseMoney, toDecimal } from '../contract/money.ts';
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

interface PayPalOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly apiUrl: string;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly timeoutMs?: number;
}

/** How long before its end a token is renewed. */
const SPARE_MS = 60_000;
/** The money cannot be taken, but the buyer may try again. */
const DECLINED = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
]);
const ORDER_ID = /^[A-Z0-9]{1,36}$/;

export class PayPal implements PaymentGateway {
  readonly currency = 'USD';
  readonly #options: PayPalOptions;
  readonly #client: ProviderClient;
  #token: { readonly value: string; readonly endsAt: number } | null = null;

  constructor(options: PayPalOptions) {
    this.#options = options;
    const { apiUrl: url, logger, timeoutMs } = options;
    const issueOf = (answer: Json) => textOf(objectsOf(answer.details)[0]?.issue) || textOf(answer.name);
    this.#client = new ProviderClient({ name: 'PayPal', url, issueOf, logger, ...(timeoutMs && { timeoutMs }) });
  }

  /** Returns a token for the JavaScript SDK in one buyer's browser: it permits only to pay. */
  async clientToken(): Promise<string> {
    const { hostname } = new URL(this.#options.publicUrl);
    const isPublic = hostname.includes('.') && !/^[\d.]+$/.test(hostname);
    const { value } = await this.#requestToken({
      response_type: 'client_token',
      ...(isPublic ? { 'domains[]': hostname } : {}),
    });
    return value;
  }

  async createOrder({ amount, currency, description, requestId }: NewOrder): Promise<string> {
    const billing = `${this.#options.publicUrl}/settings#billing`;
    const order = await this.#call('create order', 'POST', '/v2/checkout/orders', {
      requestId,
      body: {
        intent: 'CAPTURE',
        purchase_units: [{ description, amount: { currency_code: currency, value: toDecimal(amount, currency) } }],
        payment_source: {
          paypal: {
            experience_context: {
              ...{ brand_name: 'Linkledger', shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
              ...{ return_url: billing, cancel_url: billing },
            },
          },
        },
      },
    });
    const id = textOf(order.id);
    if (!ORDER_ID.test(id)) throw new ProviderUnavailableError('PayPal returned an order without an id');
    return id;
  }

  async look(providerOrderId: string): Promise<ProviderOrder> {
    const path = `/v2/checkout/orders/${encodeURIComponent(providerOrderId)}`;
    try {
      return readOrder(await this.#call('show order', 'GET', path));
    } catch (error) {
      if (error instanceof ProviderRefusedError && error.status === 404) return GONE;
      throw error;
    }
  }

  async capture(providerOrderId: string, _: Money, requestId: string): Promise<boolean> {
    const path = `/v2/checkout/orders/${encodeURIComponent(providerOrderId)}/capture`;
    try {
      await this.#call('capture order', 'POST', path, { requestId, body: {} });
      return true;
    } catch (error) {
      if (!(error instanceof ProviderRefusedError)) throw error;
      if (DECLINED.has(error.issue)) return false;
      // Another request captured the order, or it was not approved after all: reading the order decides.
      if (error.status === 422 || error.status === 404 || error.status === 409) return true;
      throw error;
    }
  }

  /** PayPal itself verifies the signature, over the body as it arrived. */
  async readWebhook({ header, body }: WebhookCall, now: Date): Promise<string | null> {
    const signatureHeaders = {
      transmission_id: header('PayPal-Transmission-Id'),
      transmission_time: header('PayPal-Transmission-Time'),
      cert_url: header('PayPal-Cert-Url'),
      auth_algo: header('PayPal-Auth-Algo'),
      transmission_sig: header('PayPal-Transmission-Sig'),
    };
    if (Object.values(signatureHeaders).includes('')) throw new WebhookError('The call is not signed.');
    assertRecent(Date.parse(signatureHeaders.transmission_time), now);
    const text = body.toString('utf8');
    const event = parseWebhook(text);
    const fields = JSON.stringify({ ...signatureHeaders, webhook_id: this.#options.webhookId }).slice(0, -1);
    // Sends the exact text that arrived: parsing and writing it again could change it.
    const answer = await this.#call('verify webhook', 'POST', '/v1/notifications/verify-webhook-signature', {
      text: `${fields},"webhook_event":${text}}`,
    });
    if (answer.verification_status !== 'SUCCESS') throw new WebhookError('The signature is wrong.');
    return this.#orderOf(event);
  }

  async #orderOf(event: Json): Promise<string | null> {
    const type = textOf(event.event_type);
    const resource = asObject(event.resource) ?? {};
    if (type === 'CHECKOUT.ORDER.APPROVED' || type === 'CHECKOUT.ORDER.COMPLETED') return idOf(resource.id);
    if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED') {
      return relatedOrder(resource) ?? (await this.#orderOfRefund(resource));
    }
    return type.startsWith('PAYMENT.CAPTURE.') ? relatedOrder(resource) : null;
  }

  /** A refund links to its payment, which names the order. Only the id in the link is used. */
  async #orderOfRefund(refund: Json): Promise<string | null> {
    const up = objectsOf(refund.links).find(({ rel }) => rel === 'up');
    const captureId = /\/v2\/payments\/captures\/([A-Z0-9]{1,36})$/.exec(textOf(up?.href))?.[1];
    if (captureId === undefined) return null;
    try {
      return relatedOrder(await this.#call('show payment', 'GET', `/v2/payments/captures/${captureId}`));
    } catch (error) {
      if (error instanceof ProviderRefusedError && error.status === 404) return null;
      throw error;
    }
  }

  async #call(
    operation: string,
    method: 'GET' | 'POST',
    path: string,
    { body, text, requestId }: { readonly body?: object; readonly text?: string; readonly requestId?: string } = {},
  ): Promise<Json> {
    const written = text ?? (body === undefined ? undefined : JSON.stringify(body));
    for (let attempt = 1; ; attempt += 1) {
      const headers = {
        authorization: `Bearer ${await this.#accessToken()}`,
        ...(written === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      };
      try {
        // Verifying has no effect; other POST calls are idempotent by their request id.
        const call = { operation, method, path, headers, isRepeatable: true };
        return await this.#client.call({ ...call, ...(written === undefined ? {} : { body: written }) });
      } catch (error) {
        const isExpired = error instanceof ProviderRefusedError && error.status === 401;
        if (!isExpired || attempt > 1) throw error;
        this.#token = null;
      }
    }
  }

  async #accessToken(): Promise<string> {
    const now = this.#options.now().getTime();
    if (this.#token === null || this.#token.endsAt <= now) {
      const { value, seconds } = await this.#requestToken({});
      this.#token = { value, endsAt: now + seconds * 1_000 - SPARE_MS };
    }
    return this.#token.value;
  }

  async #requestToken(more: Readonly<Record<string, string>>) {
    const { clientId, clientSecret } = this.#options;
    const answer = await this.#client.call({
      operation: 'request token',
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...more }).toString(),
      isRepeatable: true,
    });
    const value = textOf(answer.access_token);
    if (value === '') throw new ProviderUnavailableError('PayPal returned no token');
    return { value, seconds: typeof answer.expires_in === 'number' ? answer.expires_in : 0 };
  }
}

const GONE: ProviderOrder = { status: 'gone', approved: null, captured: null, refunds: [], failed: null };

/** @throws ProviderUnavailableError for an answer that is not an order. */
function readOrder(order: Json): ProviderOrder {
  const unit = objectsOf(order.purchase_units)[0];
  const status = textOf(order.status);
  if (unit === undefined || status === '')
    throw new ProviderUnavailableError('PayPal returned something other than an order');
  const payments = asObject(unit.payments) ?? {};
  const captures = objectsOf(payments.captures);
  const taken = captures.find((each) => TAKEN.has(textOf(each.status)));
  const declined = captures.find((each) => each.status === 'DECLINED' || each.status === 'FAILED');
  const money = taken === undefined ? null : moneyOf(taken.amount);
  if (taken !== undefined && money === null)
    throw new ProviderUnavailableError('PayPal returned a payment without an amount');
  const refunds = objectsOf(payments.refunds).flatMap((refund) => {
    const returned = refund.status === 'COMPLETED' ? moneyOf(refund.amount) : null;
    return returned === null ? [] : { refundId: textOf(refund.id), ...returned };
  });
  return {
    status: statusOf(
      status,
      taken !== undefined,
      captures.some((each) => each.status === 'PENDING'),
    ),
    approved: moneyOf(unit.amount),
    captured: taken === undefined || money === null ? null : { paymentId: textOf(taken.id), ...money },
    refunds,
    failed: declined === undefined ? null : { reason: 'declined', paymentId: textOf(declined.id) },
  };
}

const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

function statusOf(status: string, isTaken: boolean, isPending: boolean): ProviderOrder['status'] {
  if (isTaken) return 'paid';
  if (isPending) return 'pending';
  if (status === 'APPROVED') return 'approved';
  return status === 'VOIDED' ? 'gone' : 'unpaid';
}

function moneyOf(amount: unknown): Money | null {
  const { value, currency_code: currency } = asObject(amount) ?? {};
  return parseMoney(value, currency);
}

function relatedOrder(resource: Json): string | null {
  return idOf(asObject(asObject(resource.supplementary_data)?.related_ids)?.order_id);
}

function idOf(value: unknown): string | null {
  const id = textOf(value);
  return ORDER_ID.test(id) ? id : null;
}
