/** What a page and its server ask of search engines, gathered from the visits of one check. Facts, not judged here. */
import type { Indexing, RobotsRule, RobotsTxt, Visit } from '../../command-service/events/observation.ts';
import { sameAddress } from '../../command-service/link-address.ts';

const MAX_RULES = 20;

/** Directives with a value: the word before their colon names no robot (developers.google.com, "X-Robots-Tag"). */
const WITH_VALUE = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);

/**
 * The facts of the page that was seen: in the browser where that was asked, scripts being able to change what the page
 * says; null when no visit got one.
 */
export function indexingOf(visits: readonly Visit[], robotsTxt: RobotsTxt | null): Indexing | null {
  const page = visits.findLast(
    ({ httpStatus, challenge }) => httpStatus !== null && httpStatus >= 200 && httpStatus < 300 && !challenge,
  );
  if (page === undefined) return null;
  const { metaRobots, xRobotsTag, canonical, finalUrl } = page;
  const rules: RobotsRule[] = [];
  if (metaRobots !== null) {
    const directives = directivesOf(metaRobots);
    if (directives.length > 0) rules.push({ by: 'meta-robots', robot: null, directives });
  }
  if (xRobotsTag !== null) rules.push(...headerRules(xRobotsTag));
  return {
    rules: rules.slice(0, MAX_RULES),
    robotsTxt,
    canonicalElsewhere: canonical === null || sameAddress(canonical, finalUrl) ? null : canonical,
  };
}

/**
 * The rules of an X-Robots-Tag header, one line for each header of that name. A robot's name and a colon hold for the
 * directives after it, up to the next name or the end of the line; what stands before any name is for all robots.
 */
export function headerRules(header: string): readonly RobotsRule[] {
  const rules: RobotsRule[] = [];
  for (const line of header.split('\n')) {
    let robot: string | null = null;
    let directives: string[] = [];
    const finish = () => {
      if (directives.length > 0) rules.push({ by: 'x-robots-tag', robot, directives });
      directives = [];
    };
    for (const part of line.toLowerCase().split(',')) {
      const [name = '', ...rest] = part.split(':');
      const isNamed = rest.length > 0 && !WITH_VALUE.has(name.trim());
      if (isNamed) {
        finish();
        robot = name.trim() === '*' ? null : name.trim();
      }
      const directive = (isNamed ? rest.join(':') : part).trim();
      if (directive !== '') directives.push(directive);
    }
    finish();
  }
  return rules;
}

function directivesOf(content: string): readonly string[] {
  return content
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '');
}
