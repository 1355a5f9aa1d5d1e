/** The log of the mails of issues, in durable state. Contract: the outbox writes it, and the API reads it. */

/** The kind of its entries. Their owner is the share of the issue. */
export const ISSUE_MAIL = 'issue-mail';

/** How long an entry is kept after its last change, in days. */
export const ISSUE_MAIL_DAYS = 400;

/**
 * Why a mail was given up. `refused`: the server does not accept the address. `unknown`: it may have arrived. `late`: not
 * sent in time. `unreadable`: the secret changed.
 */
export type GivenUp = 'refused' | 'unknown' | 'late' | 'unreadable';

/** `withdrawn`: the mail waited until its page was taken down. */
export type IssueMailStatus = 'waiting' | 'sent' | 'unsubscribed' | 'withdrawn' | GivenUp;

export interface IssueMail {
  readonly recipientId: string;
  readonly status: IssueMailStatus;
  /** When it got this status. */
  readonly at: string;
  /** Of a waiting mail: its next try, and when it is given up. */
  readonly nextAt: string;
  readonly until: string;
}
