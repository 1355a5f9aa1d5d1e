/** The observation and the verdict of a check: the contract between the checker and the command service. */

/** The status of a link (infra/docs/product.md, "Statuses"). */
export const LINK_STATUSES = ['live', 'removed', 'pending'] as const;

export type LinkStatus = (typeof LINK_STATUSES)[number];

/** How a page asks search engines to treat a link (infra/docs/product.md, "Link type"). */
export const LINK_TYPES = ['dofollow', 'nofollow', 'sponsored'] as const;

export type LinkType = (typeof LINK_TYPES)[number];

/** The reasons of verdicts (infra/docs/product.md, "Reasons"). */
export const REASON_CODES = [
  'found-static',
  'found-rendered',
  'not-on-page',
  'page-gone',
  'not-html',
  'timeout',
  'dns',
  'refused',
  'tls',
  'blocked',
  'server-error',
  'too-large',
  'redirect-loop',
  'address-not-allowed',
  'not-rendered',
  'checker-failed',
  'unexpected-status',
  'never-checked',
  'still-loading',
  'cut-off',
  'headers-too-large',
  'unknown-encoding',
  'invalid-response',
  'redirect-not-allowed',
  'empty-page',
  'not-filled',
  'script-failed',
  'data-failed',
  'frame-not-read',
  'sign-in',
  'consent',
  'home-page',
  'other-page',
] as const;

export type ReasonCode = (typeof REASON_CODES)[number];

/** Which addresses count as the client link (infra/docs/product.md, "Matching"); each includes the one before it. */
export const MATCHINGS = ['exact', 'ignore-query', 'any-subdomain'] as const;

export type Matching = (typeof MATCHINGS)[number];

/** Findings that deserve attention but do not change the status (infra/docs/product.md, "Warnings"). */
export const WARNING_CODES = [
  'hidden',
  'noindex',
  'canonical-elsewhere',
  'robots-txt',
  'client-page-error',
  'client-page-redirect',
  'changed-by-script',
  'only-in-frame',
  'only-after-scrolling',
  'anchor-changed',
  'type-changed',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** A warning of a verdict, with its evidence: 'display: none', 'https://client.example/ answers 404'. */
export interface Warning {
  readonly code: WarningCode;
  /** A text for people, of at most 300 characters. */
  readonly evidence: string;
}

/** Why a person does not see a link. */
export type HiddenBy =
  | 'display'
  | 'visibility'
  | 'opacity'
  | 'off-screen'
  | 'no-size'
  | 'same-color'
  | 'clipped'
  | 'covered'
  | 'empty';

/** Why a link or a text that resembles the client link does not count as the client link. */
export type NearMissCause =
  /** On the client's host, with another path or query. */
  | 'other-path'
  /** Another host of the client's domain. */
  | 'other-subdomain'
  /** `href="client.example/page"` */
  | 'no-scheme'
  /** Typographic quotation marks within the attribute. */
  | 'curly-quotes'
  /** `http://https://client.example/page` */
  | 'double-scheme'
  /** A host that differs by one or two letters. */
  | 'typo-in-host'
  /** A redirecting address that leads to the client, or names it. */
  | 'redirector'
  /** The address as plain text, without a link. */
  | 'plain-text';

/** The link or text on a page that most likely was meant as the client link. */
export interface NearMiss {
  readonly cause: NearMissCause;
  /** The address as on the page. */
  readonly href: string;
}

/** Why a link type is not dofollow. */
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
  /** Why a person would not see it; absent in old events. */
  readonly hiddenBy?: HiddenBy;
  /** The link appeared only after the page was scrolled. */
  readonly afterScrolling?: true;
  /** The link is in the main content of a page whose sign-in or consent form is outside of it. Absent on other pages. */
  readonly inContent?: true;
}

/** A page that answered 200 without the article: a sign-in form, a consent wall, an empty page or an empty app. */
export type PageLook = 'sign-in' | 'consent' | 'empty' | 'not-filled';

/** A script or data that a page needs and did not get. */
export interface PageFault {
  readonly kind: 'script' | 'data' | 'exception';
  /** The address that failed, or the message of the exception; at most 300 characters. */
  readonly what: string;
  /** The HTTP status; null if there was no answer, and for an exception. */
  readonly httpStatus: number | null;
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
  /** Whether the whole page was read, so that a missing link proves something. */
  readonly complete: boolean;
  /** Decoded bytes read. */
  readonly bytes: number;
  readonly durationMs: number;
  readonly title: string | null;
  readonly metaRobots: string | null;
  readonly xRobotsTag: string | null;
  readonly canonical: string | null;
  /** SHA-256 of the decoded body, hex; null when nothing was read, and in a browser. */
  readonly contentHash: string | null;
  /** The page demands a proof that the visitor is human instead of showing its content. */
  readonly challenge: boolean;
  /** Matching links in page order, at most 20. */
  readonly matches: readonly FoundLink[];
  /** Links on the client's host with another address, at most 5. */
  readonly nearest: readonly FoundLink[];
  /**
   * Links with another address that only a looser matching counts, in page order, at most 10 on the same host and 10 on
   * other subdomains: so this visit can be judged by each matching later. Absent in old events.
   */
  readonly similar?: readonly FoundLink[];
  /** The number of `<a href>` on the page. */
  readonly linkCount: number;
  readonly error: VisitError | null;
  /** The server answered 304, so the facts of the page are those of its last reading. */
  readonly notModified?: true;
  /** Absent for a page with content, and in old events. */
  readonly look?: PageLook;
  /** Scripts and data that the page's content depends on and that failed, at most 5. Only the browser tier records it. */
  readonly faults?: readonly PageFault[];
  /**
   * Addresses of visible frames of other sites that were not read, without advertisements. Only the browser tier records
   * them, where a link is missing.
   */
  readonly unreadFrames?: readonly string[];
  /** Links or texts that resemble the client link, on a page that lacks it, most likely first, at most 5. */
  readonly nearMisses?: readonly NearMiss[];
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
  /** The date of its `unavailable_after` was over at the visit. */
  readonly unavailable?: true;
}

/** Whether search engines may list the page: facts that do not affect the verdict. */
export interface Indexing {
  /** At most 20. */
  readonly rules: readonly RobotsRule[];
  /** null if the answer did not come in time. */
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
  /** Absent if the answer did not come in time, and in old events. */
  readonly landing?: TargetResponse;
  /** How many links this visit looked for, if several. */
  readonly links?: number;
  /** Where the article's redirects ended when this link was last found; absent without redirects, and in old events. */
  readonly articleEnd?: string;
  /** True if lists and texts were shortened to fit into an event: it cannot be judged again. Absent in old events. */
  readonly shortened?: true;
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
  /** Absent for `exact`. */
  readonly matching?: Matching;
  /** In the order of `WARNING_CODES`, each code once; absent without warnings, and in old events. */
  readonly warnings?: readonly Warning[];
}

/** The details of a reason that its sentence names. Fields that do not apply are absent. */
export interface ReasonDetails {
  readonly httpStatus?: number;
  readonly contentType?: string;
  /** Where the visit ended, if not at the article's address. */
  readonly endedAt?: string;
  readonly nearMiss?: NearMiss;
  /** The address of a frame that was not read. */
  readonly unreadFrame?: string;
  /** A clause for people: lower case, no period. */
  readonly message?: string;
}

/** Why a check was requested. */
export type CheckReason = 'added' | 'edited' | 'manual' | 'batch' | 'scheduled' | 'retry' | 'confirm';
