/** PATCH /api/subscription. Without a payment provider a person chooses any plan; with one, only the free plan. */

import { COOLDOWN_DAYS, cooldownEnd } from '../../contract/plans.ts';
import { isSamePlan } from '../../contract/prices.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { authorize } from '../../core/authorize.ts';
import { DomainError } from '../../core/errors.ts';
import { handle } from '../../core/handle.ts';
import {
  type SubscriptionBody,
  type SubscriptionCommand,
  subscriptionSchema,
} from '../../model/subscription/commands.ts';
import { subscription } from '../../model/subscription/decider.ts';
import type { PlanFields } from '../../model/subscription/events.ts';
import { metadataOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** If the caller's clock is ahead of ours, "14 days from now" arrives as a little more. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

export const subscriptionRoutes = [
  route({
    method: 'PATCH',
    path: '/api/subscription',
    action: 'ChangePlan',
    summary: 'Changes your plan, or postpones the next status check.',
    body: subscriptionSchema,
    answers: { 200: 'SubscriptionAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      authorize('ChangePlan', body.userId === undefined || body.userId === userId ? 'owner' : 'stranger');
      const now = deps.now();
      const command = commandOf(userId, body, now);
      const { state, position } = await handle(
        deps.store,
        subscription,
        command,
        metadataOf(ctx, userId, () => now),
        (state) => {
          if (deps.payments.isOpen && command.type === 'ChangePlan') assertFree(state, command);
        },
      );
      setPosition(ctx, position);
      const { plan, billingCycle } = state;
      return {
        plan,
        billingCycle,
        status: 'active',
        nextCheckDate: cooldownEnd(state, now),
        paidUntil: state.paid?.until ?? null,
      };
    },
  }),
];

/** @throws DomainError for a change to a plan that is paid for here. */
function assertFree(state: PlanFields, change: Pick<SubscriptionBody, 'plan' | 'billingCycle'>): void {
  const plan = change.plan ?? state.plan;
  if (plan === 'free' || isSamePlan(state, { plan, billingCycle: change.billingCycle ?? state.billingCycle })) return;
  throw new DomainError(
    'forbidden',
    'payment-required',
    'This plan is not free of charge. Buy it under Settings › Billing.',
  );
}

/** @throws InputError for a date more than COOLDOWN_DAYS ahead. */
function commandOf(userId: string, body: SubscriptionBody, now: Date): SubscriptionCommand {
  const { plan, billingCycle, nextCheckDate } = body;
  if (nextCheckDate === undefined) return { type: 'ChangePlan', userId, plan, billingCycle };
  const postponedTo = new Date(nextCheckDate);
  if (postponedTo.getTime() > now.getTime() + COOLDOWN_DAYS * DAY_MS + CLOCK_SKEW_MS) {
    throw new InputError({ nextCheckDate: `Next check date must be at most ${COOLDOWN_DAYS} days ahead` });
  }
  return { type: 'PostponeStatusCheck', userId, nextCheckDate: postponedTo.toISOString(), now };
}
