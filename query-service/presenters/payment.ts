/** Offers and receipts for the API. */
import { createHash } from 'node:crypto';
import { chargeIn, PAID_PLANS, type Paying, priceOf, quote } from '../../command-service/contract/prices.ts';
import { BILLING_CYCLES } from '../../command-service/model/subscription/events.ts';
import type { PaymentDoc } from '../../projections/views/people/payments.ts';
import type { PaymentAnswer, PaymentProviderAnswer, PlanOfferAnswer } from '../contract/answers/billing.ts';

/** All paid plans, with their prices for a person now. */
export function presentOffers(
  current: Paying,
  { providers, inrRate }: { readonly providers: readonly PaymentProviderAnswer[]; readonly inrRate: number },
  now: Date,
): readonly PlanOfferAnswer[] {
  return PAID_PLANS.flatMap((plan) =>
    BILLING_CYCLES.map((billingCycle): PlanOfferAnswer => {
      const offer = quote(current, { plan, billingCycle }, now);
      const price = priceOf(plan, billingCycle);
      if (typeof offer === 'string') return { plan, billingCycle, state: offer, price, credit: 0, due: [] };
      const due = providers.map(({ provider, currency }) => ({
        provider,
        amount: chargeIn(currency, offer.due, inrRate),
        currency,
      }));
      return { plan, billingCycle, state: 'available', price, credit: offer.credit, due };
    }),
  );
}

/** The number of a receipt: its day, and a part that follows from the order. */
function receiptNumber(id: string, paidAt: string): string {
  const part = createHash('sha256').update(id).digest('hex').slice(0, 8).toUpperCase();
  return `LL-${paidAt.slice(0, 10).replaceAll('-', '')}-${part}`;
}

/** Names every outgoing field; null for an order that was not paid. */
export function presentPayment(doc: PaymentDoc): PaymentAnswer | null {
  const { id, plan, billingCycle, provider, amount, currency, refunded, paidAt } = doc;
  if (paidAt === null || plan === 'free') return null;
  return {
    id,
    number: receiptNumber(id, paidAt),
    plan,
    billingCycle,
    provider,
    amount,
    currency,
    refunded,
    paidAt,
  };
}
