/** The payment providers. */
import { DEFAULT_INR_RATE } from '../../../command-service/contract/prices.ts';
import { isPotentiallyTrustworthy } from '../../crypto/secure-url.ts';
import { address, choice, number, text, type VariableValues } from './variable.ts';

const providerUrl = (meaning: string) =>
  address(
    meaning,
    'must be an https address (or http on loopback) without a path',
    (url) => isPotentiallyTrustworthy(url) && url.href === `${url.origin}/`,
  );

export const PAYMENTS = {
  PAYPAL_CLIENT_ID: text(
    'Payments with PayPal: the client id of the app. Without any provider all plans are free of charge.',
  ),
  PAYPAL_CLIENT_SECRET: text('Its secret.'),
  PAYPAL_WEBHOOK_ID: text('The id of its webhook, which calls /api/paypal/webhook.').matches(
    /^[A-Za-z0-9]{1,50}$/,
    'must be the id that PayPal shows for the webhook',
  ),
  PAYPAL_ENVIRONMENT: choice('live, or sandbox for a trial without money.', ['live', 'sandbox']).default('live'),
  PAYPAL_API_URL: providerUrl('Replaces PayPal’s address, for tests.'),
  RAZORPAY_KEY_ID: text('Payments with Razorpay: the id of the API key.'),
  RAZORPAY_KEY_SECRET: text('Its secret.'),
  RAZORPAY_WEBHOOK_SECRET: text('The secret of the webhook that calls /api/razorpay/webhook.'),
  RAZORPAY_API_URL: providerUrl('Replaces Razorpay’s address, for tests.'),
  INR_PER_USD: number('Rupees for a dollar: Razorpay charges the price in rupees.', 1, 10_000, 83.5).default(
    DEFAULT_INR_RATE,
  ),
};

/** The configured payment providers; null: not configured. */
export const paymentsOf = (values: VariableValues<typeof PAYMENTS>) =>
  Object.freeze({
    paypal: paypalOf(values),
    razorpay: razorpayOf(values),
    /** Rupees for a dollar. */
    inrRate: values.INR_PER_USD,
  });

/** The addresses are those of the providers' documentation. */
function paypalOf(values: VariableValues<typeof PAYMENTS>) {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = values;
  const url = values.PAYPAL_API_URL?.replace(/\/$/, '');
  const sandbox = values.PAYPAL_ENVIRONMENT === 'sandbox' ? 'sandbox.' : '';
  if (clientId === undefined || clientSecret === undefined || webhookId === undefined) return null;
  return Object.freeze({
    clientId,
    clientSecret,
    webhookId,
    apiUrl: url ?? `https://api-m.${sandbox}paypal.com`,
    /** The address of its script for browsers. */
    script: `${url ?? `https://www.${sandbox}paypal.com`}/web-sdk/v6/core`,
  });
}

function razorpayOf(values: VariableValues<typeof PAYMENTS>) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = values;
  const url = values.RAZORPAY_API_URL?.replace(/\/$/, '');
  if (keyId === undefined || keySecret === undefined || webhookSecret === undefined) return null;
  return Object.freeze({
    keyId,
    keySecret,
    webhookSecret,
    apiUrl: url ?? 'https://api.razorpay.com',
    /** The address of its script for browsers. */
    script: `${url ?? 'https://checkout.razorpay.com'}/v1/checkout.js`,
  });
}
