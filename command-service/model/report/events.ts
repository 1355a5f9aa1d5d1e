/** The events of a report that an agency sends to a client, and of the drafts of its issues. */

import type { Changes, Event } from '../../contract/event.ts';
import type { Language } from '../../contract/languages.ts';
import type { Scope } from '../../contract/scope.ts';

/** What a report tells, in the order of the page. */
export const REPORT_PARTS = [
  'delivered',
  'lost',
  'pictures',
  'back',
  'deviations',
  'pending',
  'anchors',
  'standing',
  'all',
] as const;

export type ReportPart = (typeof REPORT_PARTS)[number];

/** The parts of a report whose author chose none: the full list and the pictures make a report long. */
export const USUAL_PARTS = REPORT_PARTS.filter((part) => part !== 'all' && part !== 'pictures');

export const REPORT_PERIODS = ['week', 'month', 'quarter', 'own'] as const;

export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** The links of a report: those of a client by its domain, of a campaign by its id, or with a tag. */
export interface ReportSubject {
  readonly kind: 'client' | 'campaign' | 'tag';
  readonly id: string;
}

/** When issues are drafted: on the first working day after each period, at this hour of the list’s zone. */
export interface ReportSchedule {
  readonly hour: number;
  /** Whether an issue waits for a person. The first issue always does. */
  readonly waits: boolean;
}

export interface ReportFields {
  readonly name: string;
  readonly period: ReportPeriod;
  /** The summary is always there. */
  readonly parts: readonly ReportPart[];
  /** Whether prices are shown; then only people who may read money see the issues. */
  readonly prices: boolean;
  readonly language: Language;
  readonly paper: 'a4' | 'letter';
  readonly schedule: ReportSchedule | null;
}

export interface OfReport {
  readonly reportId: string;
}

/** The days of an issue, and the log positions at which they begin and end. */
export interface IssuePeriod {
  /** Days of the zone, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** The last position before the period, and its last position. */
  readonly after: number;
  readonly position: number;
}

/** Why an issue waits although its report goes out by itself. */
export type HeldBecause = 'first' | 'checks-delayed' | 'unverified';

export const REPORT_FORMATS = ['html', 'pdf', 'xlsx', 'csv'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A file that was issued. It is stored outside the log, under its hash. */
export interface ReportFile {
  readonly format: ReportFormat;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: number;
}

export type ReportDefined = Event<
  'ReportDefined',
  OfReport & { readonly scope: Scope; readonly subject: ReportSubject } & ReportFields
>;

type ReportEdited = Event<'ReportEdited', OfReport & { readonly changes: Changes<ReportFields> }>;

type ReportRecipientAdded = Event<
  'ReportRecipientAdded',
  OfReport & { readonly recipientId: string; readonly email: string }
>;

/** Erases the recipient. */
type ReportRecipientRemoved = Event<'ReportRecipientRemoved', OfReport & { readonly recipientId: string }>;

/** The recipient wants no more mails; or wants them again. Each follows a link of a mail, without an account. */
type ReportRecipientLeft = Event<'ReportRecipientLeft', OfReport & { readonly recipientId: string }>;
type ReportRecipientReturned = Event<'ReportRecipientReturned', OfReport & { readonly recipientId: string }>;

/** Erases its recipients. Issues that went out stay, with their pages. */
type ReportDeleted = Event<'ReportDeleted', OfReport & { readonly recipientIds: readonly string[] }>;

export interface OfIssue extends OfReport {
  readonly issueId: string;
}

type ReportDrafted = Event<
  'ReportDrafted',
  OfIssue & {
    /** The share whose page the issue becomes. */
    readonly shareId: string;
    readonly period: IssuePeriod;
    /** The version of the rules by which it counts. */
    readonly rules: number;
    readonly held: HeldBecause | null;
  }
>;

/** The agency’s own words at the top of an issue. */
type ReportNoteWritten = Event<'ReportNoteWritten', OfIssue & { readonly note: string }>;

type ReportDraftDeleted = Event<'ReportDraftDeleted', OfIssue>;

/** What a share shows if it is an issue. With the event of its share, the issue is out. */
export interface IssuedReport {
  readonly reportId: string;
  readonly issueId: string;
  readonly days: Pick<IssuePeriod, 'from' | 'to'>;
  readonly files: readonly ReportFile[];
  /** Why there is no PDF, for people; null with a PDF. */
  readonly missed: string | null;
}

export type ReportEvent =
  | ReportDefined
  | ReportEdited
  | ReportRecipientAdded
  | ReportRecipientRemoved
  | ReportRecipientLeft
  | ReportRecipientReturned
  | ReportDeleted
  | ReportDrafted
  | ReportNoteWritten
  | ReportDraftDeleted;
