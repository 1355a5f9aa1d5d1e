/** Whether anything was agreed about a link. Pure. */
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { isUntilDay } from './duration.ts';

/** A duration alone is no agreement: every link has one (infra/docs/product.md, "Terms"). */
export function isAgreed({ terms, timelineDate, duration }: Pick<LinkAnswer, 'terms' | 'timelineDate' | 'duration'>) {
  return terms !== null || timelineDate !== null || isUntilDay(duration);
}
