/** The warnings of one check (infra/docs/product.md, "Warnings"). Pure: part of the verdict. */

import { sameAddress } from '../../command-service/contract/link-address.ts';
import type {
  FoundLink,
  HiddenBy,
  Indexing,
  Observation,
  TargetResponse,
  Visit,
  Warning,
} from '../../command-service/contract/observation.ts';
import { speaksForArticle } from './article.ts';
import { strongestLink } from './link-type.ts';

const MAX_EVIDENCE = 300;

const HIDDEN: Readonly<Record<HiddenBy, string>> = {
  display: 'display: none',
  visibility: 'visibility: hidden',
  opacity: 'it is transparent',
  'off-screen': 'it is outside of the page',
  'no-size': 'it has no size',
  'same-color': 'it has the color of its background',
  clipped: 'it is clipped away',
  covered: 'another box covers it',
  empty: 'it has no text and no image',
};

/**
 * The warnings, in the order of `WARNING_CODES`.
 * @param evidence the visits whose matches count; empty for a link that is not live.
 */
export function warningsOf({ visits, indexing, landing }: Observation, evidence: readonly Visit[]): readonly Warning[] {
  const found = evidence.flatMap(({ matches }) => matches);
  return [
    hidden(evidence),
    ...(indexing === undefined || !visits.some(speaksForArticle) ? [] : indexingWarnings(indexing)),
    landing === undefined ? null : clientPage(landing),
    changedByScript(visits, evidence),
    everyMatch(found, ({ where }) => where === 'frame', 'only-in-frame'),
    everyMatch(found, ({ afterScrolling }) => afterScrolling === true, 'only-after-scrolling'),
  ].filter((warning) => warning !== null);
}

function warning(code: Warning['code'], evidence: string): Warning {
  return { code, evidence: evidence.slice(0, MAX_EVIDENCE) };
}

/** A browser saw the link, and every occurrence is hidden. */
function hidden(evidence: readonly Visit[]): Warning | null {
  const shown = evidence.findLast(({ by, matches }) => by === 'browser' && matches.length > 0)?.matches ?? [];
  const [first] = shown;
  if (first === undefined || !shown.every((link) => link.hidden === true)) return null;
  return warning('hidden', first.hiddenBy === undefined ? 'its style hides it' : HIDDEN[first.hiddenBy]);
}

function indexingWarnings({ rules, robotsTxt, canonicalElsewhere }: Indexing): readonly Warning[] {
  const against = rules.find(
    ({ robot, directives, unavailable = false }) =>
      (robot === null || robot === 'googlebot') &&
      (unavailable || directives.some((each) => each === 'noindex' || each === 'none')),
  );
  const warnings: Warning[] = [];
  if (against !== undefined) {
    const source = against.by === 'meta-robots' ? 'its robots meta tag' : 'its X-Robots-Tag header';
    warnings.push(warning('noindex', `${source} says ${against.directives.join(', ')}`));
  }
  if (canonicalElsewhere !== null) warnings.push(warning('canonical-elsewhere', canonicalElsewhere));
  if (robotsTxt === 'disallowed') warnings.push(warning('robots-txt', 'it disallows the address'));
  return warnings;
}

/** A page that only blocks programs may be fine for people. */
const BLOCKS = new Set([401, 403, 405, 406, 429, 451]);

function clientPage({ httpStatus, finalUrl, hops, error }: TargetResponse): Warning | null {
  if (error !== null) return warning('client-page-error', error.message);
  if (httpStatus !== null && httpStatus >= 400 && !BLOCKS.has(httpStatus)) {
    return warning('client-page-error', `${finalUrl} answers ${httpStatus}`);
  }
  const [first] = hops;
  if (first === undefined || sameAddress(first.url, finalUrl)) return null;
  return warning('client-page-redirect', finalUrl);
}

/** The source has the link, and scripts remove it or change its type. */
function changedByScript(visits: readonly Visit[], evidence: readonly Visit[]): Warning | null {
  const source = strongestLink(evidence.filter(({ by }) => by === 'http'));
  const browser = visits.findLast(({ by }) => by === 'browser');
  if (source === null || browser === undefined || !browser.complete || browser.error !== null) return null;
  const shown = strongestLink([browser]);
  if (shown === null) {
    const swapped = browser.nearest.find(({ anchor }) => anchor !== '' && anchor === source.link.anchor);
    return warning(
      'changed-by-script',
      swapped === undefined
        ? 'the source has it, the finished page does not'
        : `it leads to ${swapped.href} afterwards`,
    );
  }
  if (shown.type === source.type) return null;
  return warning('changed-by-script', `${source.type} in the source, ${shown.type} in the finished page`);
}

function everyMatch(
  found: readonly FoundLink[],
  isAffected: (link: FoundLink) => boolean,
  code: 'only-in-frame' | 'only-after-scrolling',
): Warning | null {
  const [first] = found;
  if (first === undefined || !found.every(isAffected)) return null;
  return warning(code, first.anchor === '' ? first.href : `“${first.anchor}”`);
}
