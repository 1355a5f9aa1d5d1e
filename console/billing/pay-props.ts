import type { PaymentProviderAnswer, PlanOfferAnswer } from '../../query-service/contract/answers/billing.ts';

/** What a provider's button gets. */
export interface PayProps {
  readonly provider: PaymentProviderAnswer;
  readonly offer: PlanOfferAnswer;
  /** What this provider charges. */
  readonly due: PlanOfferAnswer['due'][number];
  /** What is bought, for the provider's window. */
  readonly description: string;
  /** The plan is active. */
  readonly onPaid: () => void;
  /** Whether the provider's window is open, or a payment is being settled. */
  readonly onBusy: (busy: boolean) => void;
}
