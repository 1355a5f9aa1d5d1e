/** The status of a link as people read it. Pure. */
import type { LinkStatus } from '../../command-service/contract/observation.ts';
import { NOT_FOUND, type StatusFilter } from '../../query-service/contract/list-options.ts';

/** A removed link that was never live is "not found yet": nobody removed it (infra/docs/product.md, "Statuses"). */
export type ShownStatus = StatusFilter;

/** What the card of removed links selects: its number includes those that are not found yet. */
export const ALL_REMOVED = ['removed', NOT_FOUND] as const;

export function shownStatus(status: LinkStatus, wasLive: boolean): ShownStatus {
  return status === 'removed' && !wasLive ? NOT_FOUND : status;
}
