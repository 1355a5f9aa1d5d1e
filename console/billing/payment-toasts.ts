/** Toasts about payments that failed. */
import { ApiError } from '../platform/api/client.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** The order could not be started: nothing was charged. */
export function reportStartFailure(error: unknown): void {
  const isExplained = error instanceof ApiError && (error.status === 409 || error.status === 429);
  const line = isExplained || (error instanceof Error && error.message === messages.razorpayNotLoaded);
  const lines = [line && error instanceof Error ? error.message : messages.initiateFailed];
  notify(messages.paymentFailed, { lines, severity: 'destructive' });
}

/** The buyer paid, or believes so, and the payment could not be settled. */
export function reportFailure(error: unknown): void {
  const code = error instanceof ApiError ? error.code : '';
  if (error instanceof ApiError && code === 'payment-pending') {
    notify(messages.paymentPending, { lines: [error.message] });
  } else if (error instanceof ApiError && code === 'payment-declined') {
    notify(messages.paymentFailed, { lines: [error.message], severity: 'destructive' });
  } else {
    notify(messages.verificationFailed, { lines: [messages.contactSupport], severity: 'destructive' });
  }
}
