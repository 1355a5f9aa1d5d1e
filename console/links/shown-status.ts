/** The status of a link as people read it. Pure. */
import type { LinkStatus } from '../../command-service/contract/observation.ts';
import { NOT_FOUND } from '../../query-service/contract/list-options.ts';

/** A removed link that was never live is "not found yet": nobody removed it (infra/docs/product.md, "Statuses"). */
export type ShownStatus = LinkStatus | typeof NOT_FOUND;

export function shownStatus(status: LinkStatus, wasLive: boolean): ShownStatus {
  return status === 'removed' && !wasLive ? NOT_FOUND : status;
}
