/** The configured payment providers, for each role. */
import { Payments } from '../../../command-service/billing/payments.ts';
import { PayPal } from '../../../command-service/billing/paypal.ts';
import { Razorpay } from '../../../command-service/billing/razorpay.ts';
import type { PaymentSettings } from '../../../query-service/deps.ts';
import type { ForeignSources } from '../../http/limits/security-headers.ts';
import type { Config } from '../config/config.ts';
import type { RoleContext } from './role.ts';

/** Payments with the configured providers; without any, plans are free of charge. */
export function openPayments(context: RoleContext): Payments {
  const { config, publicUrl, logger, now } = context;
  const { paypal, razorpay, inrRate } = config.payments;
  const gateways = {
    ...(paypal && { paypal: new PayPal({ ...paypal, publicUrl, logger, now }) }),
    ...(razorpay && { razorpay: new Razorpay({ ...razorpay, logger }) }),
  };
  return new Payments({ store: context.log(), gateways, inrRate, now });
}

/** What browsers may know of the configured providers. */
export function offeredProviders({ paypal, razorpay, inrRate }: Config['payments']): PaymentSettings {
  return {
    providers: [
      ...(paypal === null
        ? []
        : [{ provider: 'paypal', name: 'PayPal', currency: 'USD', script: paypal.script } as const]),
      ...(razorpay === null
        ? []
        : [{ provider: 'razorpay', name: 'Razorpay', currency: 'INR', script: razorpay.script } as const]),
    ],
    inrRate,
  };
}

const PAYPAL_SOURCES = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

/**
 * The foreign addresses of the purchase dialog: those that the providers need, and none without a provider
 * (developer.paypal.com/sdk/js/best-practices; Razorpay's script, frames, interface and images).
 */
export function purchaseSources({ paypal, razorpay }: Config['payments']): ForeignSources | null {
  if (paypal === null && razorpay === null) return null;
  const sources = [
    ...(paypal === null ? [] : [sourcesOf(paypal.script, OF_PAYPAL)]),
    ...(razorpay === null ? [] : [sourcesOf(razorpay.script, OF_RAZORPAY)]),
  ];
  return {
    script: sources.flatMap(({ script }) => script),
    frame: sources.flatMap(({ frame }) => frame),
    connect: sources.flatMap(({ connect }) => connect),
    image: sources.flatMap(({ image }) => image),
  };
}

const OF_PAYPAL: ForeignSources = {
  script: PAYPAL_SOURCES,
  frame: PAYPAL_SOURCES,
  connect: PAYPAL_SOURCES,
  image: PAYPAL_SOURCES,
};

const OF_RAZORPAY: ForeignSources = {
  script: ['https://checkout.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com'],
  image: ['https://cdn.razorpay.com'],
};

/** An address that replaces the provider's is the only source. */
function sourcesOf(script: string, published: ForeignSources): ForeignSources {
  const { origin, hostname } = new URL(script);
  if (/\.(paypal|razorpay)\.com$/.test(hostname)) return published;
  return { script: [origin], frame: [origin], connect: [origin], image: [origin] };
}
