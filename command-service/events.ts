/**
 * The event catalogue: everything that can have happened, as one tagged union. Past tense, domain noun first, JSON data
 * only; `…At` and `at` are ISO 8601 instants in UTC, `…Date` are calendar days (YYYY-MM-DD). Who and when stand in each
 * event's metadata. Events are never edited: a new shape gets a new type or is upcast where it is read.
 */

// ── Words used in the data ──────────────────────────────────────────────────────────────────────────────────────────

/** Who sees a link: one person or one team. */
export type Scope = `user:${string}` | `team:${string}`;

/** What can be known of a link (spec 4). */
export const LINK_STATUSES = ['live', 'removed', 'pending'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** How search engines can be asked to treat a link (design 5). */
export const LINK_TYPES = ['dofollow', 'nofollow', 'sponsored'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** What an operator records of a link: all of it can be edited. */
export interface LinkFields {
  /** The page that promises to carry the link. */
  readonly articleLink: string;
  /** The address the link must lead to. */
  readonly clientLink: string;
  /** A number and a unit ('30 days'), or 'permanent' (spec 3). */
  readonly duration: string;
  /** The day the promise began; null until the link is first seen live. */
  readonly liveDate: string | null;
  readonly assignedTo: string | null;
  readonly pocEmail: string | null;
  readonly remarks: string | null;
}

/** Why a check was asked for. */
export type CheckReason = 'added' | 'edited' | 'manual' | 'batch' | 'scheduled' | 'retry' | 'confirm';

/** Why a verdict is what it is (design 5). */
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
export interface SeenLink {
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
  readonly matches: readonly SeenLink[];
  /** Links on the client's host whose address differs, at most 5. */
  readonly nearest: readonly SeenLink[];
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
export interface Landing {
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
  readonly landing?: Landing;
}

/** What the facts mean (design 5). */
export interface Verdict {
  readonly status: LinkStatus;
  readonly reason: ReasonCode;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly linkTypeCause: LinkTypeCause | null;
  /** Raised whenever the rules change, so that old observations can be judged again. */
  readonly ruleVersion: number;
}

type Event<Type extends string, Data extends object> = { readonly type: Type; readonly data: Data };

// ── link-<id> ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type LinkAdded = Event<
  'LinkAdded',
  LinkFields & {
    readonly linkId: string;
    readonly scope: Scope;
    /** What the operator was told the anchor and type would be; the first check replaces them. */
    readonly anchor: string | null;
    readonly linkType: LinkType | null;
  }
>;

/** From what to what, for each field that changed and for no other. */
export type LinkChanges = {
  readonly [Field in keyof LinkFields]?: { readonly from: LinkFields[Field]; readonly to: LinkFields[Field] };
};

export type LinkEdited = Event<'LinkEdited', { readonly linkId: string; readonly changes: LinkChanges }>;
export type LinkTrashed = Event<'LinkTrashed', { readonly linkId: string }>;
export type LinkRestored = Event<'LinkRestored', { readonly linkId: string }>;
export type LinkPurged = Event<'LinkPurged', { readonly linkId: string }>;

export type LinkEvent = LinkAdded | LinkEdited | LinkTrashed | LinkRestored | LinkPurged;

// ── check-<linkId> ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Carries all the checker needs, so that a check can be run from this event alone. */
export type CheckRequested = Event<
  'CheckRequested',
  {
    readonly linkId: string;
    readonly checkId: string;
    readonly reason: CheckReason;
    readonly articleLink: string;
    readonly clientLink: string;
  }
>;

export type LinkChecked = Event<
  'LinkChecked',
  {
    readonly linkId: string;
    readonly checkId: string;
    readonly observation: Observation;
    readonly verdict: Verdict;
  }
>;

export type LinkStatusChanged = Event<
  'LinkStatusChanged',
  {
    readonly linkId: string;
    readonly from: LinkStatus;
    readonly to: LinkStatus;
    /** The verdict's reason, or 'address-changed' when an edit made the old verdict meaningless. */
    readonly reason: ReasonCode | 'address-changed';
  }
>;

export type CheckEvent = CheckRequested | LinkChecked | LinkStatusChanged;

// ── evidence-<linkId> ───────────────────────────────────────────────────────────────────────────────────────────────

/** What a change of status is shown by: a picture of the page, or the markup round the matched link. */
export const EVIDENCE_KINDS = ['screenshot', 'html'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One file of evidence. The bytes are kept apart from the log, under their hash, as long as there is room. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: number;
  /** In pixels; null for what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** The matched link is outlined in the picture; null for what is no picture. */
  readonly outlined: boolean | null;
  readonly takenAt: string;
}

/** `transition`: the id of the LinkStatusChanged event it shows. `checkId`: the check that led to that. */
export type EvidenceKept = Event<
  'EvidenceKept',
  Evidence & { readonly linkId: string; readonly checkId: string; readonly transition: string }
>;

/** A change of status that no picture could be taken of, and why, in words for people. */
export type EvidenceMissed = Event<
  'EvidenceMissed',
  { readonly linkId: string; readonly checkId: string; readonly transition: string; readonly reason: string }
>;

export type EvidenceEvent = EvidenceKept | EvidenceMissed;

// ── user-<id> ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a person says of themselves. Personal data: never in clear in the log (design 7). */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}

export type UserRegistered = Event<
  'UserRegistered',
  ProfileFields & { readonly userId: string; readonly email: string }
>;

/** The fields that changed and their new values; the old ones stand in earlier events. */
export type ProfileEdited = Event<'ProfileEdited', { readonly userId: string } & Partial<ProfileFields>>;

export type UserEvent = UserRegistered | ProfileEdited;

// ── identity-<hash> ─────────────────────────────────────────────────────────────────────────────────────────────────

/** An e-mail address (or, later, a provider's subject) belongs to one user, reserved by expected revision -1. */
export type IdentityClaimed = Event<'IdentityClaimed', { readonly userId: string; readonly provider: 'email' }>;
export type IdentityReleased = Event<'IdentityReleased', { readonly userId: string }>;

export type IdentityEvent = IdentityClaimed | IdentityReleased;

/** Any event of the log. */
export type LinkledgerEvent = LinkEvent | CheckEvent | EvidenceEvent | UserEvent | IdentityEvent;

/**
 * The fields that hold personal data, by event type: what the log's codec encrypts (design 7). `key` names the data
 * field whose value says whose they are: a person's own data go with the person, a link's contact with the link.
 * A field is a property of the data; dots reach into objects.
 */
export const PERSONAL_FIELDS: {
  readonly [Type in LinkledgerEvent['type']]?: {
    readonly key: 'userId' | 'linkId';
    readonly fields: readonly string[];
  };
} = {
  UserRegistered: { key: 'userId', fields: ['email', 'firstName', 'lastName', 'company'] },
  ProfileEdited: { key: 'userId', fields: ['firstName', 'lastName', 'company'] },
  LinkAdded: { key: 'linkId', fields: ['pocEmail'] },
  LinkEdited: { key: 'linkId', fields: ['changes.pocEmail'] },
};
