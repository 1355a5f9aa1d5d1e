/**
 * A stand-in for Razorpay: the parts of its API that Linkledger uses, after the published reference: Orders, Payments,
 * Refunds (razorpay.com/docs/api/orders, …/payments, …/refunds), webhooks (razorpay.com/docs/webhooks/validate-test) and
 * Standard Checkout (razorpay.com/docs/payments/payment-gateway/web-integration/standard).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { request } from 'undici';
import { type ProviderResponse, type ProviderServer, startProvider } from './provider-server.ts';

export const RAZORPAY = { id: 'rzp_test_key', secret: 'razorpay-secret-of-this-test', webhook: 'webhook-secret' };

/** A payment; a test may change anything in it. */
export interface RazorpayPayment {
  readonly id: string;
  readonly order_id: string;
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'refunded' | 'failed';
  amount_refunded: number;
  captured: boolean;
}

export interface RazorpayStandIn extends ProviderServer {
  /** Makes a payment of an order. */
  pay(orderId: string, status?: RazorpayPayment['status']): RazorpayPayment;
  /** What Checkout gives the browser after a payment. */
  signed(payment: RazorpayPayment): Readonly<Record<string, string>>;
  refund(payment: RazorpayPayment, amount?: number): void;
  /** The body and signature of a webhook call. */
  webhook(event: string, payload: object, createdAt?: Date): { readonly body: string; readonly signature: string };
  /** Sends a webhook about a payment, as Razorpay would. Resolves with the status of the answer. */
  notify(app: string, event: string, payment: RazorpayPayment): Promise<number>;
}

const newId = (kind: string) => `${kind}_${randomBytes(7).toString('hex')}`;
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

export async function startRazorpay(): Promise<RazorpayStandIn> {
  const orders = new Map<string, { readonly id: string; readonly amount: number; readonly currency: string }>();
  const payments: RazorpayPayment[] = [];
  const refunds: { id: string; payment_id: string; amount: number; currency: string; status: string }[] = [];

  const refusal = (description: string): ProviderResponse => ({
    status: 400,
    body: { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', metadata: {} } },
  });
  const isAllowed = (header: string) =>
    header === `Basic ${Buffer.from(`${RAZORPAY.id}:${RAZORPAY.secret}`).toString('base64')}`;
  const signed: RazorpayStandIn['signed'] = ({ id, order_id: order }) => ({
    razorpay_payment_id: id,
    razorpay_order_id: order,
    razorpay_signature: hmac(RAZORPAY.secret, `${order}|${id}`),
  });
  const pay: RazorpayStandIn['pay'] = (orderId, status = 'captured') => {
    const order = orders.get(orderId);
    if (order === undefined) throw new Error(`Razorpay has no order ${orderId}`);
    const { amount, currency } = order;
    const payment: RazorpayPayment = {
      ...{ id: newId('pay'), order_id: orderId, amount, currency, status },
      ...{ amount_refunded: 0, captured: status === 'captured' },
    };
    // The newest comes first.
    payments.unshift(payment);
    return payment;
  };
  const unauthorized: ProviderResponse = { status: 401, body: { error: { code: 'BAD_REQUEST_ERROR' } } };

  const server = await startProvider([
    [
      'POST',
      /^\/v1\/orders$/,
      ({ header, text }) => {
        if (!isAllowed(header('authorization'))) return unauthorized;
        const { amount, currency, receipt, notes } = JSON.parse(text);
        if (!Number.isInteger(amount) || amount < 100) return refusal('The amount must be at least INR 1.00');
        if (typeof receipt !== 'string' || receipt.length > 40) return refusal('The receipt is too long');
        const order = {
          ...{ id: newId('order'), entity: 'order', amount, currency, receipt, notes },
          status: 'created',
        };
        orders.set(order.id, order);
        return { status: 200, body: { ...order, amount_paid: 0, amount_due: amount, attempts: 0 } };
      },
    ],
    [
      'GET',
      /^\/v1\/orders\/(\w+)\/payments$/,
      ({ header, params: [id = ''] }) => {
        if (!isAllowed(header('authorization'))) return unauthorized;
        if (!orders.has(id)) return refusal('The id provided does not exist');
        const items = payments.filter(({ order_id: order }) => order === id);
        return { status: 200, body: { entity: 'collection', count: items.length, items } };
      },
    ],
    [
      'POST',
      /^\/v1\/payments\/(\w+)\/capture$/,
      ({ header, text, params: [id] }) => {
        if (!isAllowed(header('authorization'))) return unauthorized;
        const payment = payments.find((each) => each.id === id);
        const { amount } = JSON.parse(text);
        if (payment?.status !== 'authorized') return refusal('This payment has already been captured');
        if (payment.amount !== amount) return refusal('Capture amount must be equal to the amount authorized');
        Object.assign(payment, { status: 'captured', captured: true });
        return { status: 200, body: payment };
      },
    ],
    [
      'GET',
      /^\/v1\/payments\/(\w+)\/refunds$/,
      ({ params: [id] }) => {
        const items = refunds.filter(({ payment_id: payment }) => payment === id);
        return { status: 200, body: { entity: 'collection', count: items.length, items } };
      },
    ],
    ['GET', /^\/v1\/checkout\.js$/, () => ({ status: 200, body: CHECKOUT, type: 'text/javascript' })],
    [
      'GET',
      /^\/v1\/checkout\/public$/,
      ({ query }) => ({ status: 200, body: checkoutPage(query.get('order_id') ?? ''), type: 'text/html' }),
    ],
    [
      'POST',
      /^\/v1\/checkout\/(\w+)\/(captured|authorized|failed)$/,
      ({ params: [id = '', status] }) => ({
        status: 200,
        body: signed(pay(id, status as 'captured')),
      }),
    ],
  ]);

  const webhook: RazorpayStandIn['webhook'] = (event, payload, createdAt = new Date()) => {
    const createdAtSeconds = Math.floor(createdAt.getTime() / 1_000);
    const body = JSON.stringify(
      {
        entity: 'event',
        account_id: 'acc_1',
        event,
        contains: Object.keys(payload),
        payload,
        created_at: createdAtSeconds,
      },
      null,
      1,
    );
    return { body, signature: hmac(RAZORPAY.webhook, body) };
  };
  return {
    ...server,
    pay,
    signed,
    refund(payment, amount = payment.amount) {
      const { id, currency } = payment;
      refunds.push({ ...{ id: newId('rfnd'), payment_id: id, amount, currency }, status: 'processed' });
      payment.amount_refunded += amount;
      if (payment.amount_refunded === payment.amount) payment.status = 'refunded';
    },
    webhook,
    async notify(app, event, payment) {
      const { body, signature } = webhook(event, { payment: { entity: payment } });
      const headers = {
        'Content-Type': 'application/json',
        'X-Razorpay-Signature': signature,
        'x-razorpay-event-id': newId('evt'),
      };
      const answer = await request(`${app}/api/razorpay/webhook`, { method: 'POST', headers, body });
      await answer.body.dump();
      return answer.statusCode;
    },
  };
}

/** Checkout: asks the buyer in a frame of Razorpay's over the page. */
const CHECKOUT = `
(() => {
  const origin = new URL(document.currentScript.src).origin;
  window.Razorpay = class {
    constructor(options) {
      this.options = options;
      this.handlers = {};
    }
    on(name, handler) {
      this.handlers[name] = handler;
    }
    open() {
      const { options, handlers } = this;
      const frame = document.createElement('iframe');
      frame.title = 'Razorpay Checkout';
      frame.src = origin + '/v1/checkout/public?order_id=' + encodeURIComponent(options.order_id);
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '99999', background: 'white' });
      document.body.append(frame);
      window.addEventListener('message', function hear({ origin: from, data }) {
        if (from !== origin) return;
        if (data.what === 'failed') return handlers['payment.failed']?.({ error: { code: 'BAD_REQUEST_ERROR', reason: 'payment_failed' } });
        window.removeEventListener('message', hear);
        frame.remove();
        if (data.what === 'closed') options.modal?.ondismiss?.();
        else options.handler(data.response);
      });
    }
  };
})();
`;

function checkoutPage(order: string): string {
  return `<!doctype html><title>Razorpay</title><h1>Pay with Razorpay</h1>
<button id="captured">Pay now</button><button id="failed">Pay with a bad card</button><button id="closed">Close</button>
<script>
const order = ${JSON.stringify(order)};
const end = async (what) => {
  const answer = what === 'closed' ? null : await fetch('/v1/checkout/' + order + '/' + what, { method: 'POST' });
  parent.postMessage({ what, response: answer && (await answer.json()) }, '*');
};
for (const what of ['captured', 'failed', 'closed']) document.getElementById(what).onclick = () => end(what);
</script>`;
}
