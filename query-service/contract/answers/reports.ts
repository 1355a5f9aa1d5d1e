/** Answers about reports. */

import type { IssueMail } from '../../../command-service/contract/issue-mails.ts';
import type {
  HeldBecause,
  ReportFields,
  ReportFormat,
  ReportSubject,
} from '../../../command-service/model/report/events.ts';

/** An issue of a report: a draft, or what was sent. */
export interface ReportIssueAnswer {
  readonly id: string;
  /** `revoked`: its page was taken down; its files stay in the report. */
  readonly status: 'draft' | 'issued' | 'revoked';
  /** Its days, both included, YYYY-MM-DD, in this time zone. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** The last position of the log that it counts. */
  readonly position: number;
  /** Why a draft waits for a person; null if it was drafted by hand. */
  readonly held: HeldBecause | null;
  readonly note: string;
  readonly draftedAt: string;
  readonly draftedByName: string;
  /** null for a draft. */
  readonly issuedAt: string | null;
  readonly issuedByName: string | null;
  /** The id of the share that is its page; null for a draft. */
  readonly shareId: string | null;
  /** The address of its page; null for a draft, or if it was taken down. */
  readonly url: string | null;
  /** Visits of its page. */
  readonly views: number;
  readonly formats: readonly ReportFormat[];
  /** Why there is no PDF, for people; null with a PDF, and for drafts. */
  readonly missed: string | null;
}

/** One line of GET /api/reports/{id}/issues/{issueId}/mails. */
export interface IssueMailAnswer extends Pick<IssueMail, 'status' | 'at'> {
  /** null once the report no longer has the recipient. */
  readonly email: string | null;
  /** The next try of a waiting mail; null for other mails. */
  readonly nextAt: string | null;
}

/** One line of GET /api/reports. */
export interface ReportAnswer extends ReportFields {
  readonly id: string;
  /** null for the caller's own links. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly subject: ReportSubject;
  /** The name of the client or campaign, or the tag. */
  readonly subjectName: string;
  /** The addresses; empty for those who may not edit the report. */
  readonly recipients: readonly string[];
  /** The recipients who want no more mails. */
  readonly unsubscribed: readonly string[];
  /** The newest first. */
  readonly issues: readonly ReportIssueAnswer[];
  readonly mayEdit: boolean;
  readonly mayRelease: boolean;
  readonly revision: number;
}
