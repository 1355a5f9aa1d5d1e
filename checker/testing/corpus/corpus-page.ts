/** What a page of the corpus is: a source, what is looked for on it, and what must be found. */
import type { LinkType, LinkTypeCause } from '../../../command-service/events/observation.ts';

/** Where every page of the corpus stands. */
export const PAGE_URL = 'https://journal.example/2026/05/article/';

/** What is looked for unless a page says otherwise. */
export const CLIENT_LINK = 'https://www.client.example/shoes/';

export interface CorpusPage {
  /** A sentence about what is special. */
  readonly name: string;
  readonly html: string;
  /** Default `CLIENT_LINK`. */
  readonly clientLink?: string;
  /** The X-Robots-Tag header it comes with. */
  readonly xRobotsTag?: string;
  readonly expected: ExpectedMatch;
  /** Its markup nests as it should, so that anchor texts are the same for a scanner and a parser. Default true. */
  readonly wellFormed?: boolean;
}

export interface ExpectedMatch {
  /** How many links match; 0: none does. */
  readonly matches: number;
  /** Of the strongest match; null: without text. Only for pages with a match. */
  readonly anchor?: string | null;
  readonly linkType?: LinkType;
  readonly cause?: LinkTypeCause;
  /** The first near miss, resolved. */
  readonly nearest?: string;
  readonly title?: string | null;
  readonly canonical?: string;
  readonly metaRobots?: string;
  readonly refresh?: { readonly seconds: number; readonly url: string };
  readonly challenge?: boolean;
  /** The anchor of a link that is not in the source: the page's scripts write it, or a browser's parser keeps it. */
  readonly anchorInBrowser?: string;
}

/** A page on which the link is, followed, with this anchor. */
export function dofollow(anchor: string | null, matches = 1): ExpectedMatch {
  return { matches, anchor, linkType: 'dofollow' };
}

export function nofollow(anchor: string | null, cause: LinkTypeCause = 'rel'): ExpectedMatch {
  return { matches: 1, anchor, linkType: 'nofollow', cause };
}

export function sponsored(anchor: string | null): ExpectedMatch {
  return { matches: 1, anchor, linkType: 'sponsored', cause: 'rel' };
}

export const absent: ExpectedMatch = { matches: 0 };
