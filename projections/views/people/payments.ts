/** Orders of plans, with their payments and refunds. */

import { isOf } from '../../../command-service/contract/events.ts';
import type {
  ChargedCurrency,
  PaymentFailure,
  PaymentProvider,
} from '../../../command-service/model/payment/events.ts';
import type { PlanFields } from '../../../command-service/model/subscription/events.ts';
import type { View } from '../../view.ts';

export interface PaymentDoc extends PlanFields {
  /** The id of the order. */
  readonly id: string;
  readonly userId: string;
  readonly provider: PaymentProvider;
  /** `failed`: abandoned, though money may still arrive. */
  readonly state: 'open' | 'paid' | 'failed';
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: ChargedCurrency;
  /** The sum of the refunds. */
  readonly refunded: number;
  readonly startedAt: string;
  /** null until the money was taken. */
  readonly paidAt: string | null;
  /** The provider's id of the payment. */
  readonly paymentId: string | null;
  /** The last failure; null after a capture. */
  readonly failure: PaymentFailure | null;
}

const FIELDS = ['userId', 'state', 'startedAt', 'paidAt'] as const;

/** One document per order. */
export const payments: View<PaymentDoc, (typeof FIELDS)[number]> = {
  name: 'payments',
  version: 2,
  fields: FIELDS,
  partition: 'state',
  covering: { paidAt: ['userId'] },
  keys(event) {
    return isOf(event, 'order') ? [event.data.orderId] : [];
  },
  evolve(doc, event, id) {
    if (!isOf(event, 'order')) return doc;
    if (event.type === 'PaymentStarted') {
      const { userId, provider, plan, billingCycle, amount, currency } = event.data;
      return {
        ...{ id, userId, provider, plan, billingCycle, amount, currency },
        ...{ state: 'open', refunded: 0, startedAt: event.metadata.at, paidAt: null, paymentId: null, failure: null },
      };
    }
    if (doc === null) return null;
    switch (event.type) {
      case 'PaymentCaptured':
        return { ...doc, state: 'paid', paidAt: event.metadata.at, paymentId: event.data.paymentId, failure: null };
      case 'PaymentFailed': {
        const { reason } = event.data;
        return { ...doc, state: reason === 'declined' ? doc.state : 'failed', failure: reason };
      }
      case 'PaymentRefunded':
        return { ...doc, refunded: doc.refunded + event.data.amount };
      default:
        event satisfies never;
        return doc;
    }
  },
};
