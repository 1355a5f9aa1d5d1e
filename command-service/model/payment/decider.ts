/**
 * An order: the purchase of one period of a plan. The provider's facts may come twice, late, and in any order; the
 * events are the same. An order is captured at most once, with the ordered amount and currency, and refunds never
 * exceed that.
 */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { Money, PaymentCommand, PaymentFacts } from './commands.ts';
import type { PaymentEvent, PaymentFailure } from './events.ts';

/** The stream of an order. */
export const streamOf = (orderId: string): string => `order-${orderId}`;

type StartedPayment = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'];

export type OrderState =
  | { readonly status: 'none' }
  | {
      /** `failed`: the order counts as abandoned, though money may still arrive. */
      readonly status: 'open' | 'failed' | 'captured';
      readonly order: StartedPayment;
      readonly failures: readonly { readonly reason: PaymentFailure; readonly paymentId: string | null }[];
      readonly refunds: readonly string[];
      /** The sum of the refunds. */
      readonly refunded: number;
    };

const initialState: OrderState = { status: 'none' };

function evolve(state: OrderState, event: PaymentEvent): OrderState {
  if (event.type === 'PaymentStarted') {
    return { status: 'open', order: event.data, failures: [], refunds: [], refunded: 0 };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'PaymentCaptured':
      return { ...state, status: 'captured' };
    case 'PaymentFailed': {
      const { reason, paymentId } = event.data;
      const status = reason === 'declined' ? state.status : 'failed';
      return { ...state, status, failures: [...state.failures, { reason, paymentId }] };
    }
    case 'PaymentRefunded': {
      const { refundId, amount } = event.data;
      return { ...state, refunds: [...state.refunds, refundId], refunded: state.refunded + amount };
    }
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: OrderState, command: PaymentCommand): readonly PaymentEvent[] {
  switch (command.type) {
    case 'StartPayment': {
      const { type: _, ...data } = command;
      if (state.status === 'none') return [{ type: 'PaymentStarted', data }];
      // A request that is repeated after a crash gets the same provider order.
      const { userId, plan, billingCycle, amount, currency } = state.order;
      const isSame = userId === data.userId && plan === data.plan && billingCycle === data.billingCycle;
      if (isSame && amount === data.amount && currency === data.currency) return [];
      throw new DomainError('conflict', 'order-exists', 'This order was already started. Please try again.');
    }
    case 'RecordFacts':
      if (state.status === 'none') throw unknownOrder();
      return [...charged(state, command), ...refunded(state, command)];
    default: {
      const _: never = command;
      return _;
    }
  }
}

/** The error for an order that does not exist, or belongs to another person. */
export function unknownOrder(): DomainError {
  return new DomainError('not-found', 'not-found', 'This order does not exist, or it is not yours.');
}

/** An order that was started. */
export type PlacedOrder = Exclude<OrderState, { status: 'none' }>;

/** Whether this is the sum that was ordered. */
export function isOrderedSum({ amount, currency }: StartedPayment, money: Money | null): boolean {
  return money?.amount === amount && money.currency === currency;
}

function charged(
  { status, order, failures }: PlacedOrder,
  { captured, failed }: PaymentFacts,
): readonly PaymentEvent[] {
  if (status === 'captured') return [];
  const { orderId, userId, amount, currency } = order;
  if (captured !== null && isOrderedSum(order, captured)) {
    return [{ type: 'PaymentCaptured', data: { orderId, userId, paymentId: captured.paymentId, amount, currency } }];
  }
  const failure = captured === null ? failed : { reason: 'wrong-amount' as const, paymentId: captured.paymentId };
  if (failure === null) return [];
  const { reason, paymentId } = failure;
  if (failures.some((earlier) => earlier.reason === reason && earlier.paymentId === paymentId)) return [];
  return [{ type: 'PaymentFailed', data: { orderId, userId, reason, paymentId } }];
}

function refunded(state: PlacedOrder, { captured, refunds }: PaymentFacts): readonly PaymentEvent[] {
  const { order } = state;
  const { orderId, userId, amount: paid, currency } = order;
  if (state.status !== 'captured' && !isOrderedSum(order, captured)) return [];
  const events: PaymentEvent[] = [];
  const refundIds = new Set(state.refunds);
  let sum = state.refunded;
  for (const { refundId, amount, currency: returned } of refunds) {
    if (refundIds.has(refundId) || returned !== currency || amount <= 0 || sum + amount > paid) continue;
    refundIds.add(refundId);
    sum += amount;
    events.push({ type: 'PaymentRefunded', data: { orderId, userId, refundId, amount, currency } });
  }
  return events;
}

export const order: Decider<OrderState, PaymentCommand, PaymentEvent> = {
  streamOf: (command) => streamOf(command.orderId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is PaymentEvent => isOf(event, 'order'),
};
