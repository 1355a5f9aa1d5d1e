/** Which of several matching links counts, and its link type (infra/docs/product.md, "Link type"). */
import type { FoundLink, LinkType, LinkTypeCause, Visit } from '../../command-service/events/observation.ts';

/** A match with its type and what made it so. */
export interface TypedLink {
  readonly link: FoundLink;
  readonly type: LinkType;
  readonly cause: LinkTypeCause | null;
}

const STRENGTH: Readonly<Record<LinkType, number>> = { dofollow: 2, nofollow: 1, sponsored: 0 };

/** The strongest match of all visits, dofollow before nofollow before sponsored, the first of equals; null for none. */
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
  if (visit.metaRobots !== null && saysNofollow(visit.metaRobots)) return 'meta-robots';
  if (visit.xRobotsTag !== null && headerSaysNofollow(visit.xRobotsTag)) return 'x-robots-tag';
  return null;
}

function saysNofollow(directives: string): boolean {
  return directives
    .toLowerCase()
    .replaceAll(VALUED, ' ')
    .split(/[\s,;]+/)
    .some((directive) => directive === 'nofollow' || directive === 'none');
}

/** Directives with a value: the word before their colon names no robot. */
const WITH_VALUE = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
/** Those directives with their values: `max-image-preview: none` is not the directive `none`. */
const VALUED = new RegExp(`\\b(?:${[...WITH_VALUE].join('|')})\\s*:[^,;]*`, 'g');

/**
 * Whether an X-Robots-Tag header asks Google not to follow. A robot's name and a colon hold for the directives after
 * it, up to the next name (developers.google.com, "X-Robots-Tag"): only those for all robots or for googlebot count.
 */
function headerSaysNofollow(header: string): boolean {
  for (const line of header.split('\n')) {
    let forGoogle = true;
    for (const part of line.split(',')) {
      const colon = part.indexOf(':');
      const name = colon < 0 ? '' : part.slice(0, colon).trim().toLowerCase();
      const named = colon >= 0 && !WITH_VALUE.has(name);
      if (named) forGoogle = name === 'googlebot' || name === '*';
      if (forGoogle && saysNofollow(named ? part.slice(colon + 1) : part)) return true;
    }
  }
  return false;
}
