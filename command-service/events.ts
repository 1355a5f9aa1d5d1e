/**
 * The event catalogue: everything that can have happened, as one tagged union. Past tense, domain noun first, JSON data
 * only; `…At` and `at` are ISO 8601 instants in UTC, `…Date` are calendar days (YYYY-MM-DD). Who and when stand in each
 * event's metadata. Events are never edited: a new shape gets a new type or is upcast where it is read.
 */

// ── Words used in the data ──────────────────────────────────────────────────────────────────────────────────────────

/** Who sees a link: one person or one team. */
export type Scope = `user:${string}` | `team:${string}`;

/** The status of a link (infra/docs/product.md, "Statuses"). */
export const LINK_STATUSES = ['live', 'removed', 'pending'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** How a page asks search engines to treat a link (infra/docs/product.md, "Link type"). */
export const LINK_TYPES = ['dofollow', 'nofollow', 'sponsored'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** What an operator records of a link: all of it can be edited. */
export interface LinkFields {
  /** The page that promises to carry the link. */
  readonly articleLink: string;
  /** The address the link must lead to. */
  readonly clientLink: string;
  /** A number and a unit ('30 days'), or 'permanent'. */
  readonly duration: string;
  /** The day the promise began; null until the link is first seen live. */
  readonly liveDate: string | null;
  readonly assignedTo: string | null;
  readonly pocEmail: string | null;
  readonly remarks: string | null;
}

/** How a campaign's link came about (infra/docs/product.md, "Campaigns"). */
export const PROMOTION_TYPES = ['guest_post', 'link_insertion', 'other'] as const;
export type PromotionType = (typeof PROMOTION_TYPES)[number];

/** The extra fields of a campaign link; absent in old events, null where the link has none. */
export interface PromotionFields {
  readonly campaignId: string | null;
  readonly promotionType: PromotionType | null;
  /** The site a guest post is written for. */
  readonly websiteUrl: string | null;
  /** The day a pending link is expected. */
  readonly timelineDate: string | null;
}

/** Words of the operators' own that links are found again by; absent in old events. Without regard to case each is there once. */
export interface TagFields {
  readonly tags: readonly string[];
}

/** What two spellings of one tag have in common: the text without its case, in every script. */
export function tagKey(tag: string): string {
  return tag.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Why a check was asked for. */
export type CheckReason = 'added' | 'edited' | 'manual' | 'batch' | 'scheduled' | 'retry' | 'confirm';

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

/** How often links are checked: what the plan allows and the owner chose (infra/docs/product.md, "Plans"). */
export interface CheckSchedule {
  /** A link is checked again at the latest so many days after its last check. */
  readonly everyDays: number;
  /** How often a page that could not be read is tried again before the next regular check; 0 to 10. */
  readonly retries: number;
}

type Event<Type extends string, Data extends object> = { readonly type: Type; readonly data: Data };

// ── link-<id> ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type LinkAdded = Event<
  'LinkAdded',
  LinkFields &
    Partial<PromotionFields & TagFields> & {
      readonly linkId: string;
      readonly scope: Scope;
      /** What the operator was told the anchor and type would be; the first check replaces them. */
      readonly anchor: string | null;
      readonly linkType: LinkType | null;
    }
>;

/** Everything of a link that can be edited. */
export type EditableFields = LinkFields & PromotionFields & TagFields;

/** From what to what, for each field that changed and for no other. */
export type LinkChanges = {
  readonly [Field in keyof EditableFields]?: {
    readonly from: EditableFields[Field];
    readonly to: EditableFields[Field];
  };
};

export type LinkEdited = Event<'LinkEdited', { readonly linkId: string; readonly changes: LinkChanges }>;
/** The link belongs to another scope now: other people see it. */
export type LinkMoved = Event<'LinkMoved', { readonly linkId: string; readonly from: Scope; readonly to: Scope }>;
export type LinkTrashed = Event<'LinkTrashed', { readonly linkId: string }>;
export type LinkRestored = Event<'LinkRestored', { readonly linkId: string }>;
export type LinkPurged = Event<'LinkPurged', { readonly linkId: string }>;

export type LinkEvent = LinkAdded | LinkEdited | LinkMoved | LinkTrashed | LinkRestored | LinkPurged;

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
    /** When the next check follows from this one; absent: as before, and at first the free plan's. */
    readonly timetable?: CheckSchedule;
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

/** The plan or the settings of the scope's owner changed: the next check moves, without a visit. */
export type CheckTimetableSet = Event<'CheckTimetableSet', { readonly linkId: string } & CheckSchedule>;

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

export type CheckEvent = CheckRequested | LinkChecked | LinkStatusChanged | CheckTimetableSet;

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

/** A person's profile. Personal data: never in clear in the log (infra/docs/product.md, "Personal data"). */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}

/**
 * `provider`: what the account was registered with; the IdentityLinked that says more follows in the same append. Absent
 * in old logs: the e-mail address, which has no event of its own.
 */
export type UserRegistered = Event<
  'UserRegistered',
  ProfileFields & { readonly userId: string; readonly email: string; readonly provider?: Provider }
>;

/** The fields that changed and their new values; the old ones stand in earlier events. */
export type ProfileEdited = Event<'ProfileEdited', { readonly userId: string } & Partial<ProfileFields>>;

/** How a person can prove who they are. */
export const PROVIDERS = ['email', 'google', 'github', 'oidc'] as const;
export type Provider = (typeof PROVIDERS)[number];

/**
 * A way to sign in was joined to the account. `hash` is the identity's stream; `label` is what the person knows it by
 * (an e-mail address or a user name). The address an account was registered with has no event of its own in old logs.
 */
export type IdentityLinked = Event<
  'IdentityLinked',
  { readonly userId: string; readonly provider: Provider; readonly hash: string; readonly label: string }
>;
export type IdentityUnlinked = Event<
  'IdentityUnlinked',
  { readonly userId: string; readonly provider: Provider; readonly hash: string }
>;

/** The picture itself is kept apart from the log, so that it can go; null: none any more. */
export interface Photo {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: number;
}
export type PhotoChanged = Event<'PhotoChanged', { readonly userId: string; readonly photo: Photo | null }>;

/** How often a person's links are checked automatically, least often first (infra/docs/product.md, "Plans"). */
export const CHECK_FREQUENCIES = ['biweekly', 'weekly', 'daily'] as const;
export type CheckFrequency = (typeof CHECK_FREQUENCIES)[number];

/** A person's settings (infra/docs/product.md, "Settings"). */
export interface SettingsFields {
  readonly emailNotifications: boolean;
  readonly statusChangeAlerts: boolean;
  readonly expiringLinkAlerts: boolean;
  readonly weeklyReport: boolean;
  /** null: as often as the plan allows. */
  readonly checkFrequency: CheckFrequency | null;
  /** 0 to 10. */
  readonly retryCount: number;
}

/** The settings of a person who never changed any. */
export const DEFAULT_SETTINGS: SettingsFields = {
  emailNotifications: true,
  statusChangeAlerts: true,
  expiringLinkAlerts: true,
  weeklyReport: false,
  checkFrequency: null,
  retryCount: 3,
};

/** The settings that changed and their new values. */
export type SettingsChanged = Event<'SettingsChanged', { readonly userId: string } & Partial<SettingsFields>>;

/** The person is gone; `heirs` says who has each team that was not deleted with the account. */
export type AccountDeleted = Event<
  'AccountDeleted',
  {
    readonly userId: string;
    readonly heirs: readonly { readonly teamId: string; readonly userId: string }[];
  }
>;

export type UserEvent =
  | UserRegistered
  | ProfileEdited
  | IdentityLinked
  | IdentityUnlinked
  | PhotoChanged
  | SettingsChanged
  | AccountDeleted;

// ── identity-<hash> ─────────────────────────────────────────────────────────────────────────────────────────────────

/** An e-mail address or a provider's subject belongs to one user, reserved by expected revision -1. */
export type IdentityClaimed = Event<'IdentityClaimed', { readonly userId: string; readonly provider: Provider }>;
export type IdentityReleased = Event<'IdentityReleased', { readonly userId: string }>;

export type IdentityEvent = IdentityClaimed | IdentityReleased;

// ── team-<id> ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a member may do (infra/docs/product.md, "Permissions"). */
export const PERMISSIONS = ['full', 'edit', 'view'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type TeamCreated = Event<
  'TeamCreated',
  { readonly teamId: string; readonly name: string; readonly ownerId: string }
>;
export type TeamRenamed = Event<'TeamRenamed', { readonly teamId: string; readonly from: string; readonly to: string }>;
/** `from` stays as a member with permission `full`. */
export type TeamHandedOver = Event<
  'TeamHandedOver',
  { readonly teamId: string; readonly from: string; readonly to: string }
>;
/** `invitationId` is the SHA-256 of the token that the mail carries, hex: the token itself is kept nowhere. */
export type MemberInvited = Event<
  'MemberInvited',
  {
    readonly teamId: string;
    readonly invitationId: string;
    readonly email: string;
    readonly name: string;
    readonly permission: Permission;
    readonly expiresAt: string;
  }
>;
/** Taken back, replaced by a newer one to the same address, or expired (then its actor is the scheduler). */
export type InvitationRevoked = Event<'InvitationRevoked', { readonly teamId: string; readonly invitationId: string }>;
export type InvitationAccepted = Event<
  'InvitationAccepted',
  {
    readonly teamId: string;
    readonly invitationId: string;
    readonly userId: string;
    readonly permission: Permission;
  }
>;
export type MemberPermissionChanged = Event<
  'MemberPermissionChanged',
  { readonly teamId: string; readonly userId: string; readonly from: Permission; readonly to: Permission }
>;
export type MemberRemoved = Event<'MemberRemoved', { readonly teamId: string; readonly userId: string }>;
export type MemberLeft = Event<'MemberLeft', { readonly teamId: string; readonly userId: string }>;
/** Names everybody it concerns, so that each of their views can follow it from this event alone. */
export type TeamDeleted = Event<
  'TeamDeleted',
  {
    readonly teamId: string;
    readonly ownerId: string;
    readonly memberIds: readonly string[];
    readonly invitationIds: readonly string[];
  }
>;

export type TeamEvent =
  | TeamCreated
  | TeamRenamed
  | TeamHandedOver
  | MemberInvited
  | InvitationRevoked
  | InvitationAccepted
  | MemberPermissionChanged
  | MemberRemoved
  | MemberLeft
  | TeamDeleted;

// ── subscription-<userId> ───────────────────────────────────────────────────────────────────────────────────────────

export const PLANS = ['free', 'starter', 'professional'] as const;
export type Plan = (typeof PLANS)[number];
export const BILLING_CYCLES = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];

export interface PlanFields {
  readonly plan: Plan;
  readonly billingCycle: BillingCycle;
}

/** From the free plan to a paid one. */
export type PlanActivated = Event<'PlanActivated', { readonly userId: string } & PlanFields>;
export type PlanChanged = Event<
  'PlanChanged',
  { readonly userId: string; readonly from: PlanFields; readonly to: PlanFields }
>;
/** No status check before `nextCheckDate` on the free plan. `runId`: the run that set the date. */
export type StatusCheckWindowOpened = Event<
  'StatusCheckWindowOpened',
  { readonly userId: string; readonly nextCheckDate: string; readonly runId: string | null }
>;

export type SubscriptionEvent = PlanActivated | PlanChanged | StatusCheckWindowOpened;

// ── statuscheck-<runId> ─────────────────────────────────────────────────────────────────────────────────────────────

/** What the checks of a run came to so far. */
export interface RunCounts {
  readonly done: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
}

/** A check of all links of a scope began. Links are gone through by id; `total` as it was then. */
export type StatusCheckStarted = Event<
  'StatusCheckStarted',
  { readonly runId: string; readonly scope: Scope; readonly total: number }
>;
/**
 * Every link up to and including `cursor` is done ('': none yet), and some behind it. `settled` counts only those up to
 * the cursor: a run that is taken up again goes on from there.
 */
export type StatusCheckProgressed = Event<
  'StatusCheckProgressed',
  { readonly runId: string; readonly cursor: string; readonly settled: RunCounts } & RunCounts
>;
/** `whole`: every link was gone through. */
export type StatusCheckFinished = Event<
  'StatusCheckFinished',
  { readonly runId: string; readonly scope: Scope; readonly outcome: 'whole' | 'broken-off' } & RunCounts
>;

export type StatusCheckEvent = StatusCheckStarted | StatusCheckProgressed | StatusCheckFinished;

// ── share-<id> ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** A read-only page of one client's links in one scope, open to anyone who has its address. */
export type ShareCreated = Event<
  'ShareCreated',
  {
    readonly shareId: string;
    readonly scope: Scope;
    readonly clientDomain: string;
    /** In clear, so that a share whose password can no longer be read does not pass for one without. */
    readonly hasPassword: boolean;
    /** Salted and slow, with its parameters; null: none is asked for, or its key was destroyed. */
    readonly passwordHash: string | null;
    readonly emails: readonly string[];
    readonly expiresAt: string | null;
  }
>;
export type ShareRevoked = Event<'ShareRevoked', { readonly shareId: string }>;

export type ShareEvent = ShareCreated | ShareRevoked;

// ── token-<id> ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a program may do with a token: only read, or all that its person may change too. */
export const TOKEN_ACCESSES = ['read', 'write'] as const;
export type TokenAccess = (typeof TOKEN_ACCESSES)[number];

/**
 * A person let programs act in their place. `tokenId` is the SHA-256 of the token, hex: the token itself is kept nowhere.
 * `teamId`: the one team it is for; null: all that the person sees.
 */
export type TokenCreated = Event<
  'TokenCreated',
  {
    readonly tokenId: string;
    readonly userId: string;
    readonly name: string;
    readonly access: TokenAccess;
    readonly teamId: string | null;
    readonly expiresAt: string | null;
  }
>;
/** `reason`: its person took it back, left its team, or deleted their account. */
export type TokenRevoked = Event<
  'TokenRevoked',
  { readonly tokenId: string; readonly userId: string; readonly reason: TokenEnd }
>;
export type TokenEnd = 'revoked' | 'left-team' | 'account-deleted';

export type TokenEvent = TokenCreated | TokenRevoked;

// ── campaign-<id> ───────────────────────────────────────────────────────────────────────────────────────────────────

export const CAMPAIGN_STATUSES = ['planning', 'active', 'completed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export interface CampaignFields {
  readonly name: string;
  readonly description: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly status: CampaignStatus;
}

export type CampaignCreated = Event<
  'CampaignCreated',
  { readonly campaignId: string; readonly scope: Scope } & CampaignFields
>;
export type CampaignChanges = {
  readonly [Field in keyof CampaignFields]?: {
    readonly from: CampaignFields[Field];
    readonly to: CampaignFields[Field];
  };
};
export type CampaignEdited = Event<
  'CampaignEdited',
  { readonly campaignId: string; readonly changes: CampaignChanges }
>;
/** The team it belonged to was deleted: it follows the links to the owner. */
export type CampaignMoved = Event<
  'CampaignMoved',
  { readonly campaignId: string; readonly from: Scope; readonly to: Scope }
>;
/** Its links stay, without the campaign. */
export type CampaignDeleted = Event<'CampaignDeleted', { readonly campaignId: string }>;

export type CampaignEvent = CampaignCreated | CampaignEdited | CampaignMoved | CampaignDeleted;

// ── import-<id> ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** A file of links was brought in. */
export type ImportStarted = Event<'ImportStarted', { readonly importId: string; readonly scope: Scope }>;
/** These links are about to be added: said first, so that whatever was added can be taken back. */
export type LinksImported = Event<'LinksImported', { readonly importId: string; readonly linkIds: readonly string[] }>;
/** `failed`: rows that are no links; `duplicates`: rows whose link the scope has already. */
export type ImportFinished = Event<
  'ImportFinished',
  { readonly importId: string; readonly imported: number; readonly failed: number; readonly duplicates: number }
>;
/** All its links were thrown away. */
export type ImportUndone = Event<'ImportUndone', { readonly importId: string }>;

export type ImportEvent = ImportStarted | LinksImported | ImportFinished | ImportUndone;

// ── bulk-<batchId> ──────────────────────────────────────────────────────────────────────────────────────────────────

/** What can be done with many links at once. */
export const BULK_ACTIONS = ['edit', 'assign', 'move', 'tag', 'recheck', 'trash'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** What a bulk edit sets: the same for all its links. */
export type BulkFields = { readonly [Field in keyof Omit<EditableFields, 'promotionType'>]?: EditableFields[Field] };

/** What is to be done with each link, in full. */
export type BulkOperation =
  | { readonly action: 'edit'; readonly fields: BulkFields; readonly allowDuplicate: boolean }
  | { readonly action: 'assign'; readonly assignedTo: string | null }
  /** null: to the person's own links. */
  | { readonly action: 'move'; readonly teamId: string | null; readonly allowDuplicate: boolean }
  | { readonly action: 'tag'; readonly add: readonly string[]; readonly remove: readonly string[] }
  /** `whole`: lists all of whose links are checked, so that it counts as a status check of each. */
  | { readonly action: 'recheck'; readonly whole: readonly Scope[] }
  | { readonly action: 'trash' };

/** A link with which it could not be done, and why, in words for people. */
export interface BulkFailure {
  readonly linkId: string;
  readonly message: string;
}

/** These links are part of a batch that is about to begin. */
export type BulkLinksChosen = Event<
  'BulkLinksChosen',
  { readonly batchId: string; readonly linkIds: readonly string[] }
>;
/** All links are chosen: from now on it is done, whoever looks on. `within`: the one list it may reach; null: any. */
export type BulkStarted = Event<
  'BulkStarted',
  {
    readonly batchId: string;
    /** Whose order it is: with each link it can be done as far as they may. */
    readonly userId: string;
    readonly total: number;
    readonly order: BulkOperation;
    readonly within: Scope | null;
  }
>;
/** The first `done` links are done; with `failed` of them it could not be. `failures`: newly so, the first hundred told. */
export type BulkProgressed = Event<
  'BulkProgressed',
  {
    readonly batchId: string;
    readonly done: number;
    readonly failed: number;
    readonly failures: readonly BulkFailure[];
  }
>;
export type BulkFinished = Event<'BulkFinished', { readonly batchId: string }>;
/** Somebody takes it back: each link gets what it had before, unless it was changed since. */
export type BulkUndoStarted = Event<'BulkUndoStarted', { readonly batchId: string }>;
/** As `BulkProgressed`; `failed` links were changed since, or cannot be put back. */
export type BulkUndoProgressed = Event<'BulkUndoProgressed', BulkProgressed['data']>;
export type BulkUndone = Event<'BulkUndone', { readonly batchId: string }>;

export type BulkEvent =
  | BulkLinksChosen
  | BulkStarted
  | BulkProgressed
  | BulkFinished
  | BulkUndoStarted
  | BulkUndoProgressed
  | BulkUndone;

// ── notice-<linkId> ─────────────────────────────────────────────────────────────────────────────────────────────────

/** How many days before the end of a promise it is said that it ends. */
export const EXPIRY_NOTICE_DAYS = [7, 1] as const;
export type ExpiryNoticeDays = (typeof EXPIRY_NOTICE_DAYS)[number];

/** The day came to say that the link's promise ends: said once for each end, seven days before (or later) and one. */
export type LinkExpiryNoticed = Event<
  'LinkExpiryNoticed',
  { readonly linkId: string; readonly expirationDate: string; readonly daysLeft: ExpiryNoticeDays }
>;
/** The link was live at its last check, which is more than 14 days ago. */
export type LinkUncheckedNoticed = Event<
  'LinkUncheckedNoticed',
  { readonly linkId: string; readonly lastChecked: string }
>;

export type NoticeEvent = LinkExpiryNoticed | LinkUncheckedNoticed;

// ── silence-checker ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Checks were due, and none was recorded for longer than it may take. */
export type CheckerFellSilent = Event<'CheckerFellSilent', { readonly hours: number }>;
/** Checks that are due are done again. */
export type CheckerResumed = Event<'CheckerResumed', Readonly<Record<never, never>>>;

export type SilenceEvent = CheckerFellSilent | CheckerResumed;

// ── The whole log ───────────────────────────────────────────────────────────────────────────────────────────────────

/** The events of each aggregate, by the first word of its streams' names. */
export interface EventsOf {
  readonly link: LinkEvent;
  readonly check: CheckEvent;
  readonly evidence: EvidenceEvent;
  readonly user: UserEvent;
  readonly identity: IdentityEvent;
  readonly team: TeamEvent;
  readonly subscription: SubscriptionEvent;
  readonly statuscheck: StatusCheckEvent;
  readonly share: ShareEvent;
  readonly token: TokenEvent;
  readonly campaign: CampaignEvent;
  readonly import: ImportEvent;
  readonly bulk: BulkEvent;
  readonly notice: NoticeEvent;
  readonly silence: SilenceEvent;
}
export type Aggregate = keyof EventsOf;

/** Any event of the log. */
export type LinkledgerEvent = EventsOf[Aggregate];

/** Which aggregate each type of event belongs to; a type that is missing here does not compile. */
const AGGREGATE_OF: { readonly [Name in Aggregate as EventsOf[Name]['type']]: Name } = {
  LinkAdded: 'link',
  LinkEdited: 'link',
  LinkMoved: 'link',
  LinkTrashed: 'link',
  LinkRestored: 'link',
  LinkPurged: 'link',
  CheckRequested: 'check',
  LinkChecked: 'check',
  LinkStatusChanged: 'check',
  CheckTimetableSet: 'check',
  EvidenceKept: 'evidence',
  EvidenceMissed: 'evidence',
  UserRegistered: 'user',
  ProfileEdited: 'user',
  IdentityLinked: 'user',
  IdentityUnlinked: 'user',
  PhotoChanged: 'user',
  SettingsChanged: 'user',
  AccountDeleted: 'user',
  IdentityClaimed: 'identity',
  IdentityReleased: 'identity',
  TeamCreated: 'team',
  TeamRenamed: 'team',
  TeamHandedOver: 'team',
  MemberInvited: 'team',
  InvitationRevoked: 'team',
  InvitationAccepted: 'team',
  MemberPermissionChanged: 'team',
  MemberRemoved: 'team',
  MemberLeft: 'team',
  TeamDeleted: 'team',
  PlanActivated: 'subscription',
  PlanChanged: 'subscription',
  StatusCheckWindowOpened: 'subscription',
  StatusCheckStarted: 'statuscheck',
  StatusCheckProgressed: 'statuscheck',
  StatusCheckFinished: 'statuscheck',
  ShareCreated: 'share',
  ShareRevoked: 'share',
  TokenCreated: 'token',
  TokenRevoked: 'token',
  CampaignCreated: 'campaign',
  CampaignEdited: 'campaign',
  CampaignMoved: 'campaign',
  CampaignDeleted: 'campaign',
  ImportStarted: 'import',
  LinksImported: 'import',
  ImportFinished: 'import',
  ImportUndone: 'import',
  BulkLinksChosen: 'bulk',
  BulkStarted: 'bulk',
  BulkProgressed: 'bulk',
  BulkFinished: 'bulk',
  BulkUndoStarted: 'bulk',
  BulkUndoProgressed: 'bulk',
  BulkUndone: 'bulk',
  LinkExpiryNoticed: 'notice',
  LinkUncheckedNoticed: 'notice',
  CheckerFellSilent: 'silence',
  CheckerResumed: 'silence',
};

/** Narrows an event to those of the named aggregates; false for a type that the catalogue does not know. */
export function isOf<Shape extends { readonly type: string }, Name extends Aggregate>(
  event: Shape,
  ...names: readonly Name[]
): event is Extract<Shape, { readonly type: EventsOf[Name]['type'] }> {
  const aggregates: Readonly<Record<string, Aggregate>> = AGGREGATE_OF;
  const name = Object.hasOwn(aggregates, event.type) ? aggregates[event.type] : undefined;
  return name !== undefined && (names as readonly Aggregate[]).includes(name);
}

/**
 * The fields that hold personal data, by event type: the log's codec encrypts them. `key` names the data
 * field whose value says whose they are: a person's own data go with the person, a link's contact with the link, what is
 * known of somebody invited with the invitation, a share's password and recipients with the share, a contact that many
 * links are given with the batch.
 * A field is a property of the data; dots reach into objects.
 */
export const PERSONAL_FIELDS: {
  readonly [Type in LinkledgerEvent['type']]?: {
    readonly key: 'userId' | 'linkId' | 'invitationId' | 'shareId' | 'batchId';
    readonly fields: readonly string[];
  };
} = {
  UserRegistered: { key: 'userId', fields: ['email', 'firstName', 'lastName', 'company'] },
  ProfileEdited: { key: 'userId', fields: ['firstName', 'lastName', 'company'] },
  IdentityLinked: { key: 'userId', fields: ['label'] },
  TokenCreated: { key: 'userId', fields: ['name'] },
  LinkAdded: { key: 'linkId', fields: ['pocEmail'] },
  LinkEdited: { key: 'linkId', fields: ['changes.pocEmail'] },
  BulkStarted: { key: 'batchId', fields: ['order.fields.pocEmail'] },
  MemberInvited: { key: 'invitationId', fields: ['email', 'name'] },
  ShareCreated: { key: 'shareId', fields: ['emails', 'passwordHash'] },
};
