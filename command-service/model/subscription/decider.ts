/** A subscription: a person's plan, and the date of the free plan's next status check. */

import { isOf } from '../../contract/events.ts';
import {
  cooldownEnd,
  FREE_SUBSCRIPTION,
  knownPlan,
  type SubscriptionFacts,
  withCooldown,
} from '../../contract/plans.ts';
import { isSamePlan, type Paying, payingAfter, periodEnd, remainingValue, shifted } from '../../contract/prices.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { SubscriptionCommand } from './commands.ts';
import type { SubscriptionEvent } from './events.ts';

/** The stream of one person's subscription. */
export const streamOf = (userId: string): string => `subscription-${userId}`;

interface SubscriptionState extends SubscriptionFacts, Paying {
  /** Every activated order, so that none is activated twice. */
  readonly orders: readonly string[];
}

const initialState: SubscriptionState = { ...FREE_SUBSCRIPTION, paid: null, orders: [] };

function evolve(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  if (event.type === 'StatusCheckWindowOpened') return withCooldown(state, event.data);
  const paying = payingAfter(state, event);
  const orders = event.type === 'PlanPaid' ? [...state.orders, event.data.orderId] : state.orders;
  return { ...state, ...paying, plan: knownPlan(paying.plan), orders };
}

function decide(state: SubscriptionState, command: SubscriptionCommand): readonly SubscriptionEvent[] {
  const { userId } = command;
  switch (command.type) {
    case 'ChangePlan': {
      const from = { plan: state.plan, billingCycle: state.billingCycle };
      const to = { plan: command.plan ?? from.plan, billingCycle: command.billingCycle ?? from.billingCycle };
      if (to.plan === from.plan && to.billingCycle === from.billingCycle) return [];
      if (from.plan === 'free' && to.plan !== 'free') return [{ type: 'PlanActivated', data: { userId, ...to } }];
      return [{ type: 'PlanChanged', data: { userId, from, to } }];
    }
    case 'OpenStatusCheckWindow':
      return opened(state, command.nextCheckDate, { userId, runId: command.runId, scope: command.scope });
    case 'PostponeStatusCheck': {
      const standing = cooldownEnd(state, command.now);
      if (standing !== null && Date.parse(command.nextCheckDate) < Date.parse(standing)) throw cooldownError(standing);
      return opened(state, command.nextCheckDate, { userId, runId: null });
    }
    case 'ActivatePaidPlan':
      return activated(state, command);
    case 'WithdrawPaidPlan': {
      const { paid, plan, billingCycle } = state;
      const { orderId, now } = command;
      const order = paid?.orders.find((each) => each.orderId === orderId);
      if (paid === null || order === undefined) return [];
      const paidUntil = shifted(paid.until, -order.ms);
      if (paid.orders.length > 1 && paidUntil > now.toISOString()) {
        return [{ type: 'PlanShortened', data: { userId, orderId, paidUntil } }];
      }
      return [{ type: 'PlanEnded', data: { userId, reason: 'refunded', from: { plan, billingCycle } } }];
    }
    case 'EndPaidPlan': {
      const { paid, plan, billingCycle } = state;
      if (paid === null || Date.parse(paid.until) > command.now.getTime()) return [];
      return [{ type: 'PlanEnded', data: { userId, reason: 'expired', from: { plan, billingCycle } } }];
    }
    default: {
      const _: never = command;
      return _;
    }
  }
}

/**
 * A renewal continues the paid time. A change begins now: the value of the rest becomes part of the new period, as the
 * order credited it. If that rest was used up meanwhile, or was not credited, the new period is shorter or longer in
 * proportion: nothing paid is lost or counted twice.
 */
function activated(
  state: SubscriptionState,
  command: SubscriptionCommand & { readonly type: 'ActivatePaidPlan' },
): readonly SubscriptionEvent[] {
  const { userId, orderId, plan, billingCycle, price, credit, creditOf, now } = command;
  if (state.orders.includes(orderId)) return [];
  const { paid } = state;
  const renewed = isSamePlan(state, command) && paid !== null && Date.parse(paid.until) > now.getTime() ? paid : null;
  const paidFrom = renewed?.until ?? now.toISOString();
  const asCredited = creditOf !== null && paid?.orders.at(-1)?.orderId === creditOf;
  const taken = renewed === null ? remainingValue(paid, now) : 0;
  const value = asCredited && renewed === null ? price : price - credit + taken;
  const end = periodEnd(paidFrom, billingCycle);
  const ms = Date.parse(end) - Date.parse(paidFrom);
  const paidUntil = value === price ? end : shifted(paidFrom, Math.floor((ms * value) / price));
  return [{ type: 'PlanPaid', data: { userId, orderId, plan, billingCycle, paidFrom, paidUntil, value } }];
}

/** The date only moves later; a paid plan has no such date. */
function opened(
  state: SubscriptionState,
  nextCheckDate: string,
  of: { readonly userId: string; readonly runId: string | null; readonly scope?: Scope },
): readonly SubscriptionEvent[] {
  const cooldownEnds = [state.nextCheckDate, of.scope === undefined ? null : state.checked[of.scope]];
  const isLater = cooldownEnds.every((end) => end == null || Date.parse(nextCheckDate) > Date.parse(end));
  if (state.plan !== 'free' || !isLater) return [];
  return [{ type: 'StatusCheckWindowOpened', data: { ...of, nextCheckDate } }];
}

/** Refuses a check before `nextCheckDate` on the free plan (infra/docs/product.md, "Status checks"). */
export function cooldownError(nextCheckDate: string): DomainError {
  const day = Temporal.Instant.from(nextCheckDate)
    .toZonedDateTimeISO('UTC')
    .toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return new DomainError(
    'forbidden',
    'cooldown',
    `The free plan allows one status check per 14 days. You can start the next one after ${day} UTC, or at once with a paid plan.`,
    { nextCheckDate },
  );
}

export const subscription: Decider<SubscriptionState, SubscriptionCommand, SubscriptionEvent> = {
  streamOf: (command) => streamOf(command.userId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is SubscriptionEvent => isOf(event, 'subscription'),
};
