/** The observation and the verdict of a check: the contract between the checker and the command service. */

/** The status of a link (infra/docs/product.md, "Statuses"). */
export const LINK_STATUSES = ['live', 'removed', 'pending'] as const;

export type LinkStatus = (typeof LINK_STATUSES)[number];

/** How a page asks search engines to treat a link (infra/docs/product.md, "Link type"). */
export const LINK_TYPES = ['dofollow', 'nofollow', 'sponsored'] as const;

export type LinkType = (typeof LINK_TYPES)[number];

/** The reason of a verdict (infra/docs/product.md, "Reasons"). */
export type ReasonCode =
  | 'found-static'
  | 'found-rendered'
  | 'not-on-page'
  | 'page-gone'
  | 'not-html'
  | 'timeout'
  | 'dns'
  | 'refused'
  | 'tls'
  | 'blocked'
  | 'server-error'
  | 'too-large'
  | 'redirect-loop'
  | 'address-not-allowed'
  | 'not-rendered'
  | 'checker-failed'
  | 'unexpected-status'
  | 'never-checked';

/** The cause of a link type that is not dofollow. */
export type LinkTypeCause = 'rel' | 'meta-robots' | 'x-robots-tag';

/** One `<a>` or `<area>` element of a page. */
export interface FoundLink {
  /** The resolved href with its fragment. */
  readonly href: string;
  /** The visible text with white space folded, else the alt text of its image; at most 500 characters. */
  readonly anchor: string;
  /** The rel tokens in lower case, in the order of the page. */
  readonly rel: readonly string[];
  /** The start tag and the beginning of the content, at most 300 characters. */
  readonly snippet: string;
  /** Absent for a link in the document itself. */
  readonly where?: 'frame' | 'shadow-root';
  /** A person would not see the link. Only the browser tier records it. */
  readonly hidden?: boolean;
}

/** A redirect that the visit followed. */
export interface Hop {
  readonly url: string;
  /** The HTTP status, or 'meta-refresh'. */
  readonly via: number | 'meta-refresh';
}

/** The failure of a visit: a reason code and a message for people. */
export interface VisitError {
  readonly code: ReasonCode;
  readonly message: string;
}

/** The facts of one visit in one tier. The verdict judges them, and can do so again when the rules change. */
export interface Visit {
  readonly by: 'http' | 'browser';
  readonly requestedUrl: string;
  readonly finalUrl: string;
  readonly hops: readonly Hop[];
  /** null when no response came. */
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  readonly charset: string | null;
  /** Seconds from Retry-After, or null. */
  readonly retryAfter: number | null;
  /** The whole page was read, so the absence of a link proves something. */
  readonly complete: boolean;
  /** Decoded bytes read. */
  readonly bytes: number;
  readonly durationMs: number;
  readonly title: string | null;
  readonly metaRobots: string | null;
  readonly xRobotsTag: string | null;
  readonly canonical: string | null;
  /** SHA-256 of the decoded body, hex; null when nothing was read. */
  readonly contentHash: string | null;
  /** The page demands proof of humanity instead of showing its content. */
  readonly challenge: boolean;
  /** Matching links in page order, at most 20. */
  readonly matches: readonly FoundLink[];
  /** Links on the client's host with another address, at most 5. */
  readonly nearest: readonly FoundLink[];
  /** The number of `<a href>` on the page. */
  readonly linkCount: number;
  readonly error: VisitError | null;
  /** The server answered 304, so the facts of the page are from the last time it was read. */
  readonly notModified?: true;
}

/** Whether a site's robots.txt lets Googlebot read a page; 'none': the site has no such file (RFC 9309). */
export type RobotsTxt = 'allowed' | 'disallowed' | 'none' | 'unreadable';

/** A rule of a page or its server for search engines. */
export interface RobotsRule {
  readonly by: 'meta-robots' | 'x-robots-tag';
  /** The robot in lower case; null for all robots. */
  readonly robot: string | null;
  /** In lower case, with values: 'noindex', 'max-snippet: 20'. */
  readonly directives: readonly string[];
}

/** Whether search engines may list the page: facts that do not affect the verdict. */
export interface Indexing {
  /** At most 20. */
  readonly rules: readonly RobotsRule[];
  /** null when unknown in time. */
  readonly robotsTxt: RobotsTxt | null;
  /** The canonical address of the page, if it is another page. */
  readonly canonicalElsewhere: string | null;
}

/** The response of the client's page: facts that do not affect the verdict. */
export interface TargetResponse {
  /** null when no response came. */
  readonly httpStatus: number | null;
  readonly finalUrl: string;
  readonly hops: readonly Hop[];
  readonly error: VisitError | null;
}

/** Everything one check saw: one visit, or two if the first did not decide. */
export interface Observation {
  readonly visits: readonly Visit[];
  /** Why no browser was used although the first visit did not decide; else null. */
  readonly browserSkipped: string | null;
  /** Absent if no visit got a page, and in old events. */
  readonly indexing?: Indexing;
  /** Absent if unknown in time, and in old events. */
  readonly landing?: TargetResponse;
}

/** The judgment on an observation (infra/docs/product.md, "Statuses"). */
export interface Verdict {
  readonly status: LinkStatus;
  readonly reason: ReasonCode;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly linkTypeCause: LinkTypeCause | null;
  /** Raised whenever the rules change, so that old observations can be judged again. */
  readonly ruleVersion: number;
}

/** Why a check was requested. */
export type CheckReason = 'added' | 'edited' | 'manual' | 'batch' | 'scheduled' | 'retry' | 'confirm';
