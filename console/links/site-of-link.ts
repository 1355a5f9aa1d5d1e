import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { splitUrl } from '../platform/format/urls.ts';

/** The site that names a link: the article's, or the client's without an article; '' without both. Pure. */
export function siteOfLink({ articleLink, clientLink }: Pick<LinkAnswer, 'articleLink' | 'clientLink'>): string {
  return splitUrl(articleLink || clientLink).host;
}
