/** When a link of a campaign is expected. Days are YYYY-MM-DD. Pure. */

import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';

/** Whether the link should be live by now and is not. */
export function isOverdue(
  { status, timelineDate }: Pick<LinkAnswer, 'status' | 'timelineDate'>,
  today: string,
): boolean {
  return status === 'pending' && timelineDate !== null && timelineDate < today;
}
