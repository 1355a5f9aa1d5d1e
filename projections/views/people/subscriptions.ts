/** Plans, the time paid for, and the ends of the last cooldowns. */

import { isOf } from '../../../command-service/contract/events.ts';
import {
  FREE_SUBSCRIPTION,
  knownPlan,
  type SubscriptionFacts,
  withCooldown,
} from '../../../command-service/contract/plans.ts';
import { type Paying, payingAfter } from '../../../command-service/contract/prices.ts';
import type { View } from '../../view.ts';

/** `cooldownEnd` tells whether a cooldown still applies. */
interface SubscriptionDoc extends SubscriptionFacts, Paying {
  /** The person's id. */
  readonly id: string;
  /** The end of the paid time; null without one. */
  readonly paidUntil: string | null;
}

/** The subscription of a person without a document. */
export const NO_SUBSCRIPTION = { ...FREE_SUBSCRIPTION, paid: null, paidUntil: null } as const;

const FIELDS = ['plan', 'paidUntil'] as const;

/** One document per person who ever had a paid plan or a cooldown; the others have NO_SUBSCRIPTION. */
export const subscriptions: View<SubscriptionDoc, (typeof FIELDS)[number]> = {
  name: 'subscriptions',
  version: 3,
  fields: FIELDS,
  keys(event) {
    return isOf(event, 'subscription') ? [event.data.userId] : [];
  },
  evolve(doc, event, id) {
    if (!isOf(event, 'subscription')) return doc;
    const current = doc ?? { id, ...NO_SUBSCRIPTION };
    if (event.type === 'StatusCheckWindowOpened') return withCooldown(current, event.data);
    const { plan, billingCycle, paid } = payingAfter(current, event);
    return { ...current, plan: knownPlan(plan), billingCycle, paid, paidUntil: paid?.until ?? null };
  },
};
