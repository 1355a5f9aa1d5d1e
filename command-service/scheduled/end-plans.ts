/** Ends plans whose paid time is over: the free plan applies from then on. */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import { subscription } from '../model/subscription/decider.ts';

/** Plans per round; the others follow in the next round. */
const BATCH = 100;

interface EndPlansDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
}

/**
 * Ends the plans that were paid until `metadata.at` or earlier, which must come from a trusted clock.
 * @throws Error if some plans could not be ended; the others are ended.
 */
export async function endPlans({ store, reads }: EndPlansDeps, metadata: EventMetadata): Promise<void> {
  // Plans without an end come last.
  const { rows } = await reads.find(subscriptions, { sort: { field: 'paidUntil', descending: false }, limit: BATCH });
  const failures: unknown[] = [];
  for (const { id: userId, paidUntil } of rows) {
    if (paidUntil === null || paidUntil > metadata.at) break;
    const command = { type: 'EndPaidPlan', userId, now: new Date(metadata.at) } as const;
    await handle(store, subscription, command, metadata).catch((error: unknown) => void failures.push(error));
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} plans could not be ended`, { cause: failures[0] });
  }
}
