/** Whether a visit read the article, and not another page in its place (infra/docs/product.md, "Statuses"). Pure. */
import type { Visit } from '../../command-service/contract/observation.ts';
import { endedElsewhere, isErrorAddress } from './ended-elsewhere.ts';

/** Whether the status comes with a page: 204 and 205 do not. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299 && status !== 204 && status !== 205;
}

/** Whether a match on the page of this visit proves that the link is there. */
export function isArticle(visit: Visit): boolean {
  const { httpStatus, challenge, look, matches } = visit;
  if (httpStatus === null || !isSuccess(httpStatus) || challenge) return false;
  if ((look === 'sign-in' || look === 'consent') && !matches.some(({ inContent }) => inContent === true)) return false;
  const end = endedElsewhere(visit);
  return end === null || (end === 'other-page' && !isErrorAddress(visit.finalUrl));
}

/**
 * Whether what the page of this visit says of itself is said of the article: nothing that a form, a wall, an unfilled
 * page or the end of a redirect says, unless the link is there.
 */
export function speaksForArticle(visit: Visit): boolean {
  if (!isArticle(visit)) return false;
  return visit.matches.length > 0 || (endedElsewhere(visit) === null && visit.look === undefined);
}
