/**
 * A stand-in for PayPal: the parts of its API that Linkledger uses, after the published reference: Orders v2
 * (developer.paypal.com/api/orders/v2), Payments v2 (…/payments/v2), Webhooks v1 with verify-webhook-signature
 * (…/webhooks/v1), OAuth tokens (…/api/rest/authentication), and the JavaScript SDK v6 (developer.paypal.com/sdk/js).
 */
import { createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { request } from 'undici';
import { type ProviderResponse, type ProviderServer, startProvider } from './provider-server.ts';

export const PAYPAL = { id: 'paypal-client', secret: 'paypal-secret-of-this-test', webhook: '9XL90610J3647323C' };

interface Amount {
  currency_code: string;
  value: string;
}

/** An order; a test may change anything in it. */
export interface PayPalOrder {
  readonly id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  amount: Amount;
  captures: { id: string; status: string; amount: Amount }[];
  refunds: { id: string; status: string; amount: Amount }[];
}

export interface PayPalStandIn extends ProviderServer {
  order(id: string): PayPalOrder;
  /** The buyer agrees. */
  approve(id: string): void;
  /** The next capture is declined. */
  declineNext(): void;
  /** Captures stay pending, as with an eCheck. */
  holdCaptures(hold: boolean): void;
  refund(id: string, value?: string): void;
  /** The body and headers of a webhook call. */
  webhook(type: string, resource: object, more?: { readonly sentAt?: Date; readonly id?: string }): SentWebhook;
  /** Sends a webhook about an order, as PayPal would. Resolves with the status of the answer. */
  notify(app: string, type: string, id: string): Promise<number>;
}

export interface SentWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const newId = () => randomBytes(9).toString('hex').toUpperCase().slice(0, 17);

export async function startPayPal(): Promise<PayPalStandIn> {
  const orders = new Map<string, PayPalOrder>();
  /** Answers by PayPal-Request-Id. */
  const answered = new Map<string, ProviderResponse>();
  const tokens = new Set<string>();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let declines = 0;
  let holds = false;

  const refusal = (status: number, issue: string): ProviderResponse => ({
    status,
    body: {
      name: status === 404 ? 'RESOURCE_NOT_FOUND' : 'UNPROCESSABLE_ENTITY',
      debug_id: newId(),
      details: [{ issue }],
    },
  });
  const shown = ({ id, status, amount, captures, refunds }: PayPalOrder) => ({
    ...{ id, intent: 'CAPTURE', status },
    purchase_units: [
      {
        reference_id: 'default',
        amount,
        ...(captures.length > 0 ? { payments: { captures, ...(refunds.length > 0 ? { refunds } : {}) } } : {}),
      },
    ],
  });
  const isAllowed = (header: string) => tokens.has(header.replace(/^Bearer /, ''));
  const captureOf = (order: PayPalOrder, capture: PayPalOrder['captures'][number]) => ({
    ...capture,
    supplementary_data: { related_ids: { order_id: order.id } },
  });
  /** Answers a repeated call with the same PayPal-Request-Id as the first time. */
  const once = (key: string, make: () => ProviderResponse): ProviderResponse => {
    const known = key === '' ? undefined : answered.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (key !== '') answered.set(key, made);
    return made;
  };

  function capture(order: PayPalOrder): ProviderResponse {
    if (order.captures.some(({ status }) => status !== 'DECLINED')) return refusal(422, 'ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return refusal(422, 'ORDER_NOT_APPROVED');
    if (declines > 0) {
      declines -= 1;
      return refusal(422, 'INSTRUMENT_DECLINED');
    }
    order.status = 'COMPLETED';
    order.captures.push({ id: newId(), status: holds ? 'PENDING' : 'COMPLETED', amount: order.amount });
    return { status: 201, body: shown(order) };
  }

  const server = await startProvider([
    [
      'POST',
      /^\/v1\/oauth2\/token$/,
      ({ header, text }) => {
        const expected = `Basic ${Buffer.from(`${PAYPAL.id}:${PAYPAL.secret}`).toString('base64')}`;
        if (header('authorization') !== expected) return { status: 401, body: { error: 'invalid_client' } };
        const isClientToken = new URLSearchParams(text).get('response_type') === 'client_token';
        const token = `${isClientToken ? 'client' : 'access'}-${newId()}`;
        if (!isClientToken) tokens.add(token);
        return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 900 } };
      },
    ],
    [
      'POST',
      /^\/v2\/checkout\/orders$/,
      ({ header, text }) => {
        if (!isAllowed(header('authorization'))) return refusal(401, 'INVALID_TOKEN');
        return once(header('paypal-request-id'), () => {
          const { intent, purchase_units: units } = JSON.parse(text);
          const amount = units?.[0]?.amount;
          if (intent !== 'CAPTURE' || !/^\d+\.\d\d$/.test(amount?.value))
            return refusal(400, 'INVALID_PARAMETER_VALUE');
          const order: PayPalOrder = {
            ...{ id: newId(), status: 'PAYER_ACTION_REQUIRED', amount, captures: [], refunds: [] },
          };
          orders.set(order.id, order);
          return { status: 200, body: { id: order.id, status: order.status } };
        });
      },
    ],
    [
      'GET',
      /^\/v2\/checkout\/orders\/(\w+)$/,
      ({ header, params: [id = ''] }) => {
        if (!isAllowed(header('authorization'))) return refusal(401, 'INVALID_TOKEN');
        const order = orders.get(id);
        return order === undefined ? refusal(404, 'INVALID_RESOURCE_ID') : { status: 200, body: shown(order) };
      },
    ],
    [
      'POST',
      /^\/v2\/checkout\/orders\/(\w+)\/capture$/,
      ({ header, params: [id = ''] }) => {
        if (!isAllowed(header('authorization'))) return refusal(401, 'INVALID_TOKEN');
        const order = orders.get(id);
        if (order === undefined) return refusal(404, 'INVALID_RESOURCE_ID');
        return once(header('paypal-request-id'), () => capture(order));
      },
    ],
    [
      'GET',
      /^\/v2\/payments\/captures\/(\w+)$/,
      ({ params: [id = ''] }) => {
        for (const order of orders.values()) {
          const found = order.captures.find((each) => each.id === id);
          if (found !== undefined) return { status: 200, body: captureOf(order, found) };
        }
        return refusal(404, 'INVALID_RESOURCE_ID');
      },
    ],
    [
      'POST',
      /^\/v1\/notifications\/verify-webhook-signature$/,
      ({ header, text }) => {
        if (!isAllowed(header('authorization'))) return refusal(401, 'INVALID_TOKEN');
        const {
          transmission_id: id,
          transmission_time: time,
          webhook_id: webhook,
          transmission_sig: sig,
        } = JSON.parse(text);
        // PayPal signs the body as it sent it.
        const event = text.slice(text.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
        const isRight = createVerify('RSA-SHA256')
          .update(`${id}|${time}|${webhook}|${crc32(event)}`)
          .verify(publicKey, sig, 'base64');
        const status = isRight && webhook === PAYPAL.webhook ? 'SUCCESS' : 'FAILURE';
        return { status: 200, body: { verification_status: status } };
      },
    ],
    ['GET', /^\/web-sdk\/v6\/core$/, () => ({ status: 200, body: SDK, type: 'text/javascript' })],
    [
      'GET',
      /^\/checkoutnow$/,
      ({ query }) => ({ status: 200, body: approvalPage(query.get('token') ?? ''), type: 'text/html' }),
    ],
    [
      'POST',
      /^\/checkoutnow\/(\w+)\/(approve|decline)$/,
      ({ params: [id = '', what] }) => {
        const order = orders.get(id);
        if (order !== undefined) order.status = 'APPROVED';
        if (what === 'decline') declines += 1;
        return { status: 200, body: {} };
      },
    ],
  ]);

  const find = (id: string): PayPalOrder => {
    const order = orders.get(id);
    if (order === undefined) throw new Error(`PayPal has no order ${id}`);
    return order;
  };
  const webhook: PayPalStandIn['webhook'] = (type, resource, { sentAt = new Date(), id = newId() } = {}) => {
    const event = {
      id: `WH-${id}`,
      event_type: type,
      create_time: sentAt.toISOString(),
      event_version: '1.0',
      resource,
    };
    // Written unlike JSON.stringify does, so that a signature over the parsed body would not fit.
    const body = JSON.stringify(event, null, 1);
    const time = sentAt.toISOString();
    const text = `${id}|${time}|${PAYPAL.webhook}|${crc32(body)}`;
    return {
      body,
      headers: {
        'Content-Type': 'application/json',
        'PayPal-Transmission-Id': id,
        'PayPal-Transmission-Time': time,
        'PayPal-Cert-Url': `${server.url}/v1/notifications/certs/CERT-1`,
        'PayPal-Auth-Algo': 'SHA256withRSA',
        'PayPal-Transmission-Sig': createSign('RSA-SHA256').update(text).sign(privateKey, 'base64'),
      },
    };
  };
  return {
    ...server,
    order: find,
    approve(id) {
      find(id).status = 'APPROVED';
    },
    declineNext() {
      declines += 1;
    },
    holdCaptures(hold) {
      holds = hold;
    },
    refund(id, value) {
      const order = find(id);
      order.refunds.push({
        ...{ id: newId(), status: 'COMPLETED' },
        amount: value === undefined ? order.amount : { ...order.amount, value },
      });
    },
    webhook,
    async notify(app, type, id) {
      const order = find(id);
      const capture = order.captures.at(-1);
      const refund = order.refunds.at(-1);
      const link = { rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${capture?.id}`, method: 'GET' };
      const resource = type.startsWith('CHECKOUT.')
        ? { id, status: order.status }
        : type === 'PAYMENT.CAPTURE.REFUNDED'
          ? { ...refund, links: [link] }
          : capture === undefined
            ? {}
            : captureOf(order, capture);
      const { body, headers } = webhook(type, resource);
      const answer = await request(`${app}/api/paypal/webhook`, { method: 'POST', headers, body });
      await answer.body.dump();
      return answer.statusCode;
    },
  };
}

/** The SDK: a button, and sessions that ask the buyer in a window of PayPal's. */
const SDK = `
(() => {
  const origin = new URL(document.currentScript.src).origin;
  if (!customElements.get('paypal-button')) {
    customElements.define('paypal-button', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' });
        const button = document.createElement('button');
        button.textContent = 'PayPal';
        root.append(button);
      }
    });
  }
  window.paypal = {
    version: '6.0.0',
    async createInstance({ clientToken, components }) {
      if (!/^client-/.test(clientToken)) throw new Error('invalid client token');
      if (!components.includes('paypal-payments')) throw new Error('no component');
      return {
        createPayPalOneTimePaymentSession({ onApprove, onCancel, onError }) {
          return {
            async start(mode, order) {
              const popup = window.open('about:blank', 'paypal', 'width=480,height=480');
              let id;
              try {
                id = (await order).orderId;
              } catch (error) {
                popup.close();
                return onError?.(error);
              }
              popup.location.href = origin + '/checkoutnow?token=' + encodeURIComponent(id);
              window.addEventListener('message', async function hear(event) {
                if (event.origin !== origin || event.data.token !== id) return;
                window.removeEventListener('message', hear);
                popup.close();
                if (event.data.what === 'cancel') onCancel?.({ orderId: id });
                else await onApprove({ orderId: id });
              });
            },
          };
        },
      };
    },
  };
})();
`;

function approvalPage(token: string): string {
  return `<!doctype html><title>PayPal</title><h1>Pay with PayPal</h1>
<button id="approve">Pay now</button><button id="decline">Pay with a bad card</button><button id="cancel">Cancel</button>
<script>
const token = ${JSON.stringify(token)};
const end = async (what) => {
  if (what !== 'cancel') await fetch('/checkoutnow/' + token + '/' + what, { method: 'POST' });
  window.opener.postMessage({ token, what }, '*');
};
for (const what of ['approve', 'decline', 'cancel']) document.getElementById(what).onclick = () => end(what);
</script>`;
}
