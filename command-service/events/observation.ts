/** What a check saw and what it concluded: the contract between the checker and the command service. */

/** The status of a link (infra/docs/product.md, "Statuses"). */
export const LINK_STATUSES = ['live', 'removed', 'pending'] as const;

export type LinkStatus = (typeof LINK_STATUSES)[number];

/** How a page asks search engines to treat a link (infra/docs/product.md, "Link type"). */
export const LINK_TYPES = ['dofollow', 'nofollow', 'sponsored'] as const;

export type LinkType = (typeof LINK_TYPES)[number];

/** Why a verdict is what it is (infra/docs/product.md, "Reasons"). */
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

/** What made a link nofollow or sponsored. */
export type LinkTypeCause = 'rel' | 'meta-robots' | 'x-robots-tag';

/** One `<a>` (or `<area>`) element that was looked at. */
export interface FoundLink {
  /** The href as it resolves, fragment included. */
  readonly href: string;
  /** The visible text, white space folded; else the image's alt text; at most 500 characters. */
  readonly anchor: string;
  /** The rel tokens, lower case, as the page has them. */
  readonly rel: readonly string[];
  /** The element's start tag and a little of what follows, at most 300 characters. */
  readonly snippet: string;
  /** Found in the document itself, in a same-origin frame or in a shadow root. */
  readonly where?: 'frame' | 'shadow-root';
  /** Present, but a person would not see it. Only the browser tier can tell. */
  readonly hidden?: boolean;
}

/** One answer that sent the visit on. */
export interface Hop {
  readonly url: string;
  /** The HTTP status, or 'meta-refresh'. */
  readonly via: number | 'meta-refresh';
}

/** What went wrong on the way to a page: a reason code for people to group by and the words of the moment. */
export interface VisitError {
  readonly code: ReasonCode;
  readonly message: string;
}

/** The facts of one visit in one tier. Facts are never judged here: `Verdict` does that, and may do so again later. */
export interface Visit {
  readonly by: 'http' | 'browser';
  readonly requestedUrl: string;
  readonly finalUrl: string;
  readonly hops: readonly Hop[];
  /** null when no answer came. */
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  readonly charset: string | null;
  /** Seconds, or null: what Retry-After asked for. */
  readonly retryAfter: number | null;
  /** The whole page was read, so that the absence of a link means something. */
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
  /** A page that asks for a proof of humanity instead of showing its content. */
  readonly challenge: boolean;
  /** Matching links in page order, at most 20. */
  readonly matches: readonly FoundLink[];
  /** Links on the client's host whose address differs, at most 5. */
  readonly nearest: readonly FoundLink[];
  /** How many `<a href>` the page has. */
  readonly linkCount: number;
  readonly error: VisitError | null;
  /** The server said that the page has not changed since it was last read (304): what it says is from that reading. */
  readonly notModified?: true;
}

/** What a site's robots.txt says to Googlebot of a page; 'none': there is no such file (RFC 9309). */
export type RobotsTxt = 'allowed' | 'disallowed' | 'none' | 'unreadable';

/** What a page or its server asks of search engines. */
export interface RobotsRule {
  readonly by: 'meta-robots' | 'x-robots-tag';
  /** The robot it is for, lower case; null for all. */
  readonly robot: string | null;
  /** Lower case, as they stand: 'noindex', 'max-snippet: 20'. */
  readonly directives: readonly string[];
}

/** Whether search engines may list the page that was seen: facts, not judged. */
export interface Indexing {
  /** At most 20. */
  readonly rules: readonly RobotsRule[];
  /** null when it was not known in time. */
  readonly robotsTxt: RobotsTxt | null;
  /** The address that the page names as its original, when that is another one. */
  readonly canonicalElsewhere: string | null;
}

/** What the client's own address answered: facts, not judged. */
export interface TargetResponse {
  /** null when no answer came. */
  readonly httpStatus: number | null;
  readonly finalUrl: string;
  readonly hops: readonly Hop[];
  readonly error: VisitError | null;
}

/** Everything one check saw: one visit, or two when the first did not decide. */
export interface Observation {
  readonly visits: readonly Visit[];
  /** Why the browser was not asked although the first visit did not decide; null when it was, or was not needed. */
  readonly browserSkipped: string | null;
  /** Absent where no page was seen, and in old events. */
  readonly indexing?: Indexing;
  /** Absent where it was not known in time, and in old events. */
  readonly landing?: TargetResponse;
}

/** What the observation means (infra/docs/product.md, "Statuses"). */
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
