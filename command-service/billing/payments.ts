/**
 * Payments: starts orders at the providers, and settles them. A browser, a webhook or a timer only reports that
 * something happened: we ask the provider for the order and record the answer. Reports may repeat or come late.
 */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { formatMoney, parseMoney, toDecimal } from '../contract/money.ts';
import { chargeIn, type Offered, priceList, type Quote, quote } from '../contract/prices.ts';
import { DomainError } from '../core/errors.ts';
import { handle, load } from '../core/handle.ts';
import type { PaymentFacts, PurchaseBody } from '../model/payment/commands.ts';
import {
  isOrderedSum,
  type OrderState,
  order,
  type PlacedOrder,
  streamOf,
  unknownOrder,
} from '../model/payment/decider.ts';
import type { ChargedCurrency, PaymentProvider } from '../model/payment/events.ts';
import { subscription, streamOf as subscriptionStreamOf } from '../model/subscription/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import type { PaymentGateway, ProviderOrder } from './gateway.ts';
import type { PayPal } from './paypal.ts';
import type { Razorpay } from './razorpay.ts';

/** What a person wants to buy. */
export interface Purchase {
  readonly userId: string;
  readonly wanted: PurchaseBody;
  /** Identifies the order in a repeated request. */
  readonly requestId: string;
}

/** The gateway of each provider. */
interface Gateways {
  readonly paypal: PayPal;
  readonly razorpay: Razorpay;
}

interface PaymentsOptions {
  readonly store: EventStore<LinkledgerEvent>;
  /** The configured providers. */
  readonly gateways: Partial<Gateways>;
  /** Rupees per dollar. */
  readonly inrRate: number;
  readonly now: () => Date;
}

/** The result of settling an order. */
export interface Settlement {
  readonly status: 'open' | 'pending' | 'captured' | 'failed';
  /** The position of the last event that was written, for `X-Position`. */
  readonly position: number;
  /** The plan could not be activated, because its buyer had deleted their account. */
  readonly isOrphaned: boolean;
}

export class Payments {
  readonly #options: PaymentsOptions;

  constructor(options: PaymentsOptions) {
    this.#options = options;
  }

  /** Whether plans cost money. Without a provider they are free of charge. */
  get isOpen(): boolean {
    return Object.keys(this.#options.gateways).length > 0;
  }

  /** @throws DomainError if the provider is not configured. */
  gateway<Provider extends PaymentProvider>(provider: Provider): Gateways[Provider] {
    const found = this.#options.gateways[provider];
    if (found === undefined) {
      throw new DomainError('not-found', 'no-payments', 'This installation does not take payments this way.');
    }
    return found;
  }

  /**
   * Starts an order. The price follows from the plan and what the person has. An amount never sets it: beside a plan it
   * must be the price that the person pays; alone, it is the list price that names the plan.
   * @throws DomainError if they cannot buy the plan, or the amount is another; ProviderUnavailableError.
   */
  async start(provider: PaymentProvider, purchase: Purchase, metadata: EventMetadata) {
    const { store, inrRate, now } = this.#options;
    const gateway = this.gateway(provider);
    const { userId, wanted, requestId } = purchase;
    const { currency } = gateway;
    const { plan, billingCycle } = offeredBy(wanted, currency, inrRate);
    const { state } = await load(store, subscription, subscriptionStreamOf(userId));
    const offer = quote(state, { plan, billingCycle }, now());
    if (typeof offer === 'string') throw refusal(offer);
    const amount = chargeIn(currency, offer.due, inrRate);
    if (wanted.plan !== undefined) assertShown(wanted, amount, currency);
    const description = `Linkledger ${plan}, ${billingCycle}`;
    const providerOrderId = await gateway.createOrder({ amount, currency, description, requestId });
    const { price, credit, creditOf }: Quote = offer;
    const orderId = orderIdOf(provider, providerOrderId);
    const started = await handle(
      store,
      order,
      {
        ...{ type: 'StartPayment', orderId, userId, provider, providerOrderId },
        ...{ plan, billingCycle, amount, currency, price, credit, creditOf },
      },
      metadata,
    );
    return { providerOrderId, amount, currency, position: started.position };
  }

  /**
   * Asks the provider for the state of an order, takes the money if its buyer approved it, and activates the plan once it
   * was paid.
   * @param assertMay throws if the caller may not settle the order of this person.
   * @param giveUp records the order as abandoned if it is neither paid nor on its way.
   * @throws DomainError for an unknown order; ProviderUnavailableError.
   */
  async settle(
    orderId: string,
    metadata: EventMetadata,
    { assertMay = () => {}, giveUp = false }: { assertMay?: (userId: string) => void; giveUp?: boolean } = {},
  ): Promise<Settlement> {
    const { store } = this.#options;
    const { state } = await load(store, order, streamOf(orderId));
    if (state.status === 'none') throw unknownOrder();
    const { userId, provider, providerOrderId } = state.order;
    assertMay(userId);
    const gateway = this.gateway(provider);
    const seen = await gateway.look(providerOrderId);
    const { status, ...facts } =
      seen.status === 'approved' && state.status !== 'captured' ? await this.#take(gateway, state, seen) : seen;
    const isOver = status === 'gone' || (giveUp && status === 'unpaid');
    const abandoned = isOver && facts.captured === null && state.status === 'open';
    const recorded = await this.#record(orderId, facts, metadata);
    const last = abandoned
      ? await this.#record(orderId, { ...facts, failed: { reason: 'abandoned', paymentId: null } }, metadata)
      : recorded;
    const activated = await this.activate(orderId, metadata);
    return {
      status: last.state.status === 'open' && status === 'pending' ? 'pending' : statusOf(last.state),
      position: Math.max(last.position, activated.position),
      isOrphaned: activated.isOrphaned,
    };
  }

  /** Applies the paid order, or its refund, to its buyer's plan. A repetition changes nothing. */
  async activate(orderId: string, metadata: EventMetadata): Promise<Pick<Settlement, 'position' | 'isOrphaned'>> {
    const { store, now } = this.#options;
    const { state } = await load(store, order, streamOf(orderId));
    if (state.status !== 'captured') return { position: 0, isOrphaned: false };
    const { userId, plan, billingCycle, price, credit, creditOf, amount } = state.order;
    if (state.refunded >= amount) {
      const command = { type: 'WithdrawPaidPlan', userId, orderId, now: now() } as const;
      return { position: (await handle(store, subscription, command, metadata)).position, isOrphaned: false };
    }
    if (plan === 'free') return { position: 0, isOrphaned: false };
    if (!(await this.#isActive(userId))) return { position: 0, isOrphaned: true };
    const activated = await handle(
      store,
      subscription,
      { type: 'ActivatePaidPlan', userId, orderId, plan, billingCycle, price, credit, creditOf, now: now() },
      metadata,
    );
    return { position: activated.position, isOrphaned: false };
  }

  /** Takes the money of an approved order if the amount is the ordered one and its buyer still has an account. */
  async #take(gateway: PaymentGateway, state: PlacedOrder, { approved }: ProviderOrder): Promise<ProviderOrder> {
    const { userId, providerOrderId, amount, currency } = state.order;
    const nothing = { status: 'approved', approved: null, captured: null, refunds: [] } as const;
    if (!(await this.#isActive(userId))) {
      return { ...nothing, failed: { reason: 'account-deleted', paymentId: null } };
    }
    if (!isOrderedSum(state.order, approved)) {
      return { ...nothing, failed: { reason: 'wrong-amount', paymentId: null } };
    }
    // Concurrent attempts share the id; after a decline it changes, or the provider would repeat that answer.
    const requestId = `${providerOrderId}-${state.failures.length + 1}`;
    if (!(await gateway.capture(providerOrderId, { amount, currency }, requestId))) {
      return { ...nothing, failed: { reason: 'declined', paymentId: requestId } };
    }
    return gateway.look(providerOrderId);
  }

  #record(orderId: string, { captured, refunds, failed }: PaymentFacts, metadata: EventMetadata) {
    const command = { type: 'RecordFacts', orderId, captured, refunds, failed } as const;
    return handle(this.#options.store, order, command, metadata);
  }

  async #isActive(userId: string): Promise<boolean> {
    return (await load(this.#options.store, user, userStreamOf(userId))).state.status === 'active';
  }
}

function statusOf({ status }: OrderState): PlacedOrder['status'] {
  return status === 'none' ? 'open' : status;
}

/** The id of an order: one stream for each order of each provider. */
export function orderIdOf(provider: PaymentProvider, providerOrderId: string): string {
  return `${provider}-${providerOrderId}`;
}

function refusal(offer: 'current' | 'covered'): DomainError {
  return offer === 'current'
    ? new DomainError('conflict', 'already-yours', 'You have this plan. You can renew it in its last seven days.')
    : new DomainError(
        'conflict',
        'covered',
        'The rest of your plan is worth as much as this plan. Choose this plan when yours ends, or a longer period.',
      );
}

/**
 * The plan that a purchase names, or whose list price is its amount.
 * @throws DomainError with the price list.
 */
function offeredBy(wanted: PurchaseBody, currency: ChargedCurrency, inrRate: number): Offered {
  const { plan, billingCycle } = wanted;
  if (plan !== undefined && billingCycle !== undefined) return { plan, billingCycle };
  const prices = priceList(currency, inrRate);
  const named =
    wanted.currency === currency ? prices.find(({ amount }) => isAmount(wanted, amount, currency)) : undefined;
  if (named !== undefined) return named;
  const list = prices
    .map((each) => `${each.plan} ${each.billingCycle} ${formatMoney(each.amount, currency)}`)
    .join(', ');
  throw new DomainError('conflict', 'unknown-price', `No plan has this price in ${currency}. The prices are: ${list}.`);
}

function isAmount(wanted: PurchaseBody, amount: number, currency: string): boolean {
  // A number may come from a multiplication: 4.99 × 83 is 414.17000000000002.
  const text = typeof wanted.amount === 'number' ? wanted.amount.toFixed(4) : wanted.amount;
  return parseMoney(text, currency)?.amount === amount;
}

/**
 * Refuses an order for another price than the buyer saw.
 * @throws DomainError with the price.
 */
function assertShown(shown: PurchaseBody, amount: number, currency: string): void {
  const sameCurrency = shown.currency === undefined || shown.currency === currency;
  const sameAmount = shown.amount === undefined || isAmount(shown, amount, currency);
  if (sameCurrency && sameAmount) return;
  throw new DomainError(
    'conflict',
    'price-changed',
    `The price is ${formatMoney(amount, currency)}. Open the purchase again to see it.`,
    { amount: toDecimal(amount, currency), currency },
  );
}
