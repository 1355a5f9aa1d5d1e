/** Plans, and the ends of the last cooldowns. */

import { isOf } from '../../../command-service/events.ts';
import { FREE_SUBSCRIPTION, knownPlan, type SubscriptionFacts, withCooldown } from '../../../command-service/plans.ts';
import type { View } from '../../view.ts';

/** `cooldownEnd` tells whether a cooldown still applies. */
interface SubscriptionDoc extends SubscriptionFacts {
  /** The person's id. */
  readonly id: string;
}

const FIELDS = ['plan'] as const;

/** One document per person with a paid plan or a cooldown in the past; the others have FREE_SUBSCRIPTION. */
export const subscriptions: View<SubscriptionDoc, (typeof FIELDS)[number]> = {
  name: 'subscriptions',
  version: 2,
  fields: FIELDS,
  keys(event) {
    return isOf(event, 'subscription') ? [event.data.userId] : [];
  },
  evolve(doc, event, id) {
    if (!isOf(event, 'subscription')) return doc;
    const known = doc ?? { id, ...FREE_SUBSCRIPTION };
    switch (event.type) {
      case 'PlanActivated':
        return { ...known, plan: knownPlan(event.data.plan), billingCycle: event.data.billingCycle };
      case 'PlanChanged':
        return { ...known, plan: knownPlan(event.data.to.plan), billingCycle: event.data.to.billingCycle };
      case 'StatusCheckWindowOpened':
        return { id, ...withCooldown(known, event.data) };
      default:
        event satisfies never;
        return doc;
    }
  },
};
