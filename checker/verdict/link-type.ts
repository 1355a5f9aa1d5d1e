/** Chooses the match that counts and its link type (infra/docs/product.md, "Link type"). */
import type { FoundLink, LinkType, LinkTypeCause, Visit } from '../../command-service/contract/observation.ts';
import { DIRECTIVES_WITH_VALUE, parseRobotsHeaders } from '../page/robots-directives.ts';

/** A match with its type and the cause of a type that is not dofollow. */
export interface TypedLink {
  readonly link: FoundLink;
  readonly type: LinkType;
  readonly cause: LinkTypeCause | null;
}

const STRENGTH: Readonly<Record<LinkType, number>> = { dofollow: 2, nofollow: 1, sponsored: 0 };

/** The strongest match of all visits (dofollow, nofollow, sponsored), the first of equals; null without a match. */
export function strongestLink(visits: readonly Visit[]): TypedLink | null {
  let strongest: TypedLink | null = null;
  for (const visit of visits) {
    const page = pageCause(visit);
    for (const link of visit.matches) {
      const typed = typeOf(link, page);
      if (strongest === null || STRENGTH[typed.type] > STRENGTH[strongest.type]) strongest = typed;
    }
  }
  return strongest;
}

function typeOf(link: FoundLink, page: LinkTypeCause | null): TypedLink {
  if (link.rel.includes('sponsored')) return { link, type: 'sponsored', cause: 'rel' };
  if (link.rel.includes('nofollow') || link.rel.includes('ugc')) return { link, type: 'nofollow', cause: 'rel' };
  return page === null ? { link, type: 'dofollow', cause: null } : { link, type: 'nofollow', cause: page };
}

function pageCause(visit: Visit): LinkTypeCause | null {
  if (visit.metaRobots !== null && forbidsFollowing(visit.metaRobots)) return 'meta-robots';
  // Google follows the rules for all robots and the rules for its own.
  const rules = parseRobotsHeaders(visit.xRobotsTag ?? '');
  const forGoogle = rules.filter(({ robot }) => robot === null || robot === 'googlebot');
  return forGoogle.some(({ directives }) => directives.some(forbidsFollowing)) ? 'x-robots-tag' : null;
}

/** Directives with their values: `max-image-preview: none` is not the directive `none`. */
const WITH_VALUE = new RegExp(`\\b(?:${[...DIRECTIVES_WITH_VALUE].join('|')})\\s*:[^,;]*`, 'g');

function forbidsFollowing(directives: string): boolean {
  return directives
    .toLowerCase()
    .replaceAll(WITH_VALUE, ' ')
    .split(/[\s,;]+/)
    .some((directive) => directive === 'nofollow' || directive === 'none');
}
