/** The subscription of the signed-in person, the plans on offer, and their payments. */

import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

export const KEY = pathTo('/api/subscription');
export const BILLING_KEY = pathTo('/api/billing');
export const PAYMENTS_KEY = pathTo('/api/payments');

export function useSubscription() {
  return useAnswer(KEY);
}

export function useBilling() {
  return useAnswer(BILLING_KEY);
}

export function usePayments() {
  return useAnswer(PAYMENTS_KEY);
}

/** The printable page of a payment's receipt. */
export function receiptPath(id: string): string {
  return `/api/payments/${encodeURIComponent(id)}/receipt`;
}
