/** A page of the corpus: its source, the client link, and the expected match. */
import type { LinkType, LinkTypeCause, ReasonCode } from '../../../command-service/contract/observation.ts';

/** The address of every page of the corpus. */
export const PAGE_URL = 'https://journal.example/2026/05/article/';

/** The default client link. */
export const CLIENT_LINK = 'https://www.client.example/shoes/';

export interface CorpusPage {
  /** A noun phrase for what is special about the page. */
  readonly name: string;
  readonly html: string;
  /** Default `CLIENT_LINK`. */
  readonly clientLink?: string;
  /** The X-Robots-Tag header of the page. */
  readonly xRobotsTag?: string;
  readonly expected: ExpectedMatch;
  /** Whether the markup is nested correctly, so that scanner and parser find the same anchor texts. Default true. */
  readonly wellFormed?: boolean;
}

interface ExpectedMatch {
  /** The number of matches. */
  readonly matches: number;
  /** The anchor of the strongest match; null if it has no text. Only for pages with a match. */
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
  /** Why the page served over HTTP is not judged, apart from challenges. */
  readonly unread?: ReasonCode;
  /** The anchor of a link that only a browser finds: a script writes it, or the browser's parser accepts it. */
  readonly anchorInBrowser?: string;
}

/** A page with a dofollow link. */
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
