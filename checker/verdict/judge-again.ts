/** Verdicts by another matching, and on past observations (infra/docs/product.md, "Judging again"). Pure. */

import { addressOf } from '../../command-service/contract/link-address.ts';
import type { FoundLink, Matching, Observation, Verdict, Visit } from '../../command-service/contract/observation.ts';
import { similarity } from '../page/link-matcher.ts';
import { counted, countedLinks, pageOf } from '../page/matching.ts';
import { MAX_NEAREST } from '../visit/visit-record.ts';
import { isArticle } from './article.ts';
import { judge } from './judge.ts';

/** Judges an observation of this version. */
export function judgeBy(matching: Matching, observation: Observation, clientLink: string): Verdict {
  if (matching === 'exact') return judge(observation);
  const visits = observation.visits.map((visit) => ({ ...visit, matches: countedLinks(visit, clientLink, matching) }));
  return { ...judge({ ...observation, visits }), matching };
}

/**
 * Judges an observation of any version by the present rules.
 * @returns null if the observation does not suffice: it lacks links that only the visit could have recorded.
 */
export function judgeAgain(matching: Matching, observation: Observation, clientLink: string): Verdict | null {
  if (isShortened(observation)) return null;
  if (matching === 'exact' || observation.visits.every(({ similar }) => similar !== undefined)) {
    return judgeBy(matching, observation, clientLink);
  }
  const visits = observation.visits.map((visit) => ({
    ...visit,
    similar: visit.similar ?? counted(visit.nearest, clientLink, matching),
  }));
  const verdict = judgeBy(matching, { ...observation, visits }, clientLink);
  const readers = observation.visits.filter(isArticle);
  if (verdict.status === 'live') {
    // Old visits recorded only the first link with each similar address: a stronger link may be missing.
    const isExact = readers.some(({ matches }) => matches.length > 0);
    return isExact || verdict.linkTypeCause !== 'rel' ? verdict : null;
  }
  return readers.every((visit) => hasAll(visit, clientLink, matching)) ? verdict : null;
}

/** Whether a visit recorded all links that the matching counts, if the page had any. */
function hasAll({ similar, nearest }: Visit, clientLink: string, matching: Matching): boolean {
  if (similar !== undefined) return true;
  const client = addressOf(clientLink);
  if (client === null) return true;
  // Old visits recorded no links to other hosts.
  if (matching === 'any-subdomain') return false;
  const last = nearest[MAX_NEAREST - 1];
  const key = last === undefined ? null : addressOf(last.href)?.key;
  // The most similar addresses come first: the same page without its query would have been among them.
  return last === undefined || (key != null && similarity(key, client.key) < pageOf(client).length);
}

/** The lengths to which addresses of old events were cut without a note. */
const CUT_LENGTHS = new Set([2_000, 1_000]);

function isShortened({ shortened, visits }: Observation): boolean {
  if (shortened === true) return true;
  const isCut = (address: string) => CUT_LENGTHS.has(address.length);
  const hasCut = (links: readonly FoundLink[]) => links.some(({ href }) => isCut(href));
  return visits.some(
    ({ similar, requestedUrl, finalUrl, matches, nearest }) =>
      similar === undefined && (isCut(requestedUrl) || isCut(finalUrl) || hasCut(matches) || hasCut(nearest)),
  );
}
