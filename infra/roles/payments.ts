/** The payment providers that the configuration names, for each role. */
import { Payments } from '../../command-service/billing/payments.ts';
import { PayPal } from '../../command-service/billing/paypal.ts';
import { Razorpay } from '../../command-service/billing/razorpay.ts';
import type { PaymentSettings } from '../../query-service/deps.ts';
import type { PaymentsConfig } from '../config.ts';
import type { RoleContext } from './role.ts';

/** Payments with the configured providers; without any, plans are free of charge. */
export function openPayments(context: RoleContext): Payments {
  const { config, publicUrl, logger, now } = context;
  const { paypal, razorpay, inrRate } = config.payments;
  const gateways = [
    ...(paypal === null ? [] : [new PayPal({ ...paypal, publicUrl, logger, now })]),
    ...(razorpay === null ? [] : [new Razorpay({ ...razorpay, logger })]),
  ];
  return new Payments({ store: context.log(), gateways, inrRate, now });
}

/** What browsers may know of the configured providers. */
export function offeredProviders({ paypal, razorpay, inrRate }: PaymentsConfig): PaymentSettings {
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
