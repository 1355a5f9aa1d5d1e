/** What a page and its server ask of search engines: facts from the visits of one check, not judged here. */

import { sameAddress } from '../../command-service/contract/link-address.ts';
import type { Indexing, RobotsRule, RobotsTxt, Visit } from '../../command-service/contract/observation.ts';
import { isUnavailable, parseRobotsHeaders, parseRobotsMeta } from '../page/robots-directives.ts';
import { speaksForArticle } from '../verdict/article.ts';

const MAX_RULES = 20;

/**
 * The facts of the last visit that got the article: the browser's, if it made one, because scripts can change what a
 * page says. null if no visit got the article.
 */
export function indexingOf(visits: readonly Visit[], robotsTxt: RobotsTxt | null, now: Date): Indexing | null {
  const page = visits.findLast(speaksForArticle);
  if (page === undefined) return null;
  const { metaRobots, xRobotsTag, canonical, finalUrl } = page;
  const rules: RobotsRule[] = [];
  const directives = parseRobotsMeta(metaRobots ?? '');
  if (directives.length > 0) rules.push({ by: 'meta-robots', robot: null, directives });
  rules.push(...parseRobotsHeaders(xRobotsTag ?? ''));
  return {
    rules: rules
      .slice(0, MAX_RULES)
      .map((rule) => (isUnavailable(rule.directives, now) ? { ...rule, unavailable: true } : rule)),
    robotsTxt,
    canonicalElsewhere: canonical === null || sameAddress(canonical, finalUrl) ? null : canonical,
  };
}
