/** The status of a link as people read it. Pure. */
import type { LinkStatus } from '../../command-service/contract/observation.ts';
import { NOT_FOUND } from '../../query-service/contract/list-options.ts';

/** A removed link that was never live is "not found yet": nobody removed it (infra/docs/product.md, "Statuses"). */
export type ShownStatus = LinkStatus | typeof NOT_FOUND;

/** Counts by shown status: they add up to all links. */
export function shownCounts(
  counts: Readonly<Record<LinkStatus | 'notFound', number>>,
): Readonly<Record<ShownStatus, number>> {
  const { live, pending, removed, notFound } = counts;
  return { live, pending, removed: removed - notFound, [NOT_FOUND]: notFound };
}

/** What the card of removed links selects: its number includes those that are not found yet. */
export const ALL_REMOVED = ['removed', NOT_FOUND] as const;

export function shownStatus(status: LinkStatus, wasLive: boolean): ShownStatus {
  return status === 'removed' && !wasLive ? NOT_FOUND : status;
}
