/** A subscription: a person's plan, and the date of the free plan's next status check. */

import type { SubscriptionCommand } from '../commands/subscription.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { SubscriptionEvent } from '../events/subscription.ts';
import { isOf } from '../events.ts';
import { cooldownEnd, FREE_SUBSCRIPTION, knownPlan, type SubscriptionFacts, withCooldown } from '../plans.ts';
import type { Scope } from '../scope.ts';

/** The stream of one person's subscription. */
export const streamOf = (userId: string): string => `subscription-${userId}`;

type SubscriptionState = SubscriptionFacts;

const initialState: SubscriptionState = FREE_SUBSCRIPTION;

function evolve(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  switch (event.type) {
    case 'PlanActivated':
      return { ...state, plan: knownPlan(event.data.plan), billingCycle: event.data.billingCycle };
    case 'PlanChanged':
      return { ...state, plan: knownPlan(event.data.to.plan), billingCycle: event.data.to.billingCycle };
    case 'StatusCheckWindowOpened':
      return withCooldown(state, event.data);
    default: {
      const _: never = event;
      return _;
    }
  }
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
    default: {
      const _: never = command;
      return _;
    }
  }
}

/** The date only moves later; a paid plan has none. */
function opened(
  state: SubscriptionState,
  nextCheckDate: string,
  of: { readonly userId: string; readonly runId: string | null; readonly scope?: Scope },
): readonly SubscriptionEvent[] {
  const known = [state.nextCheckDate, of.scope === undefined ? null : state.checked[of.scope]];
  const isLater = known.every((end) => end == null || Date.parse(nextCheckDate) > Date.parse(end));
  if (state.plan !== 'free' || !isLater) return [];
  return [{ type: 'StatusCheckWindowOpened', data: { ...of, nextCheckDate } }];
}

/** Refuses a check before `nextCheckDate` on the free plan (infra/docs/product.md, "Status checks"). */
export function cooldownError(nextCheckDate: string): DomainError {
  const day = Temporal.Instant.from(nextCheckDate)
    .toZonedDateTimeISO('UTC')
    .toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  return new DomainError(
    'forbidden',
    'cooldown',
    `The free plan allows one status check per 14 days. The next one can be made after ${day} UTC, or at once with a paid plan.`,
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
