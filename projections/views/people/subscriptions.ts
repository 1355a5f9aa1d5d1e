/** The plans people have, and until when the free one lets them wait. */

import { isOf } from '../../../command-service/events.ts';
import { FREE_SUBSCRIPTION, knownPlan, type SubscriptionFacts } from '../../../command-service/plans.ts';
import type { View } from '../../view.ts';

/** Whether `nextCheckDate` still holds, `cooldownEnd` says. */
export interface SubscriptionDoc extends SubscriptionFacts {
  /** The person's id. */
  readonly id: string;
}

const FIELDS = ['plan'] as const;

/** One document a person who ever had something else than the free plan, or a cooldown; all others have FREE_SUBSCRIPTION. */
export const subscriptions: View<SubscriptionDoc, (typeof FIELDS)[number]> = {
  name: 'subscriptions',
  version: 1,
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
        return { ...known, nextCheckDate: event.data.nextCheckDate };
      default:
        event satisfies never;
        return doc;
    }
  },
};
