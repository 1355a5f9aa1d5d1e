/** The providers' own scripts: PayPal's JavaScript SDK v6 and Razorpay Checkout. */
import type { RazorpayPayment } from './commands.ts';

/** As much of PayPal's SDK as is used (developer.paypal.com/sdk/js/reference). */
interface PayPalSdk {
  createInstance(options: {
    readonly clientToken: string;
    readonly components: readonly string[];
    readonly pageType: string;
  }): Promise<{
    createPayPalOneTimePaymentSession(callbacks: {
      readonly onApprove: (data: { readonly orderId: string }) => Promise<void>;
      readonly onCancel: () => void;
      readonly onError: (error: unknown) => void;
    }): PayPalSession;
  }>;
}

/** A purchase in PayPal's own window. */
export interface PayPalSession {
  start(mode: { readonly presentationMode: string }, order: Promise<{ readonly orderId: string }>): Promise<unknown>;
}

/** As much of Razorpay Checkout as is used (razorpay.com/docs/payments/payment-gateway/web-integration/standard). */
interface RazorpayCheckout {
  open(): void;
  on(event: 'payment.failed', handler: () => void): void;
}

interface RazorpayCheckoutOptions {
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
  readonly name: string;
  readonly description: string;
  readonly order_id: string;
  readonly handler: (payment: RazorpayPayment) => void;
  readonly modal: { readonly ondismiss: () => void };
}

declare global {
  interface Window {
    readonly paypal?: PayPalSdk;
    readonly Razorpay?: new (options: RazorpayCheckoutOptions) => RazorpayCheckout;
  }
}

const loaded = new Map<string, Promise<void>>();

/** Loads a script once; after a failure the next call tries again. Rejects if it is blocked or missing. */
export function loadScript(src: string): Promise<void> {
  const started = loaded.get(src);
  if (started !== undefined) return started;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      loaded.delete(src);
      reject(new Error(`The script ${src} could not be loaded.`));
    });
    document.head.append(script);
  });
  loaded.set(src, loading);
  return loading;
}
