/** The log of the mails of issues, in durable state. Contract: the outbox writes it, and the API reads it. */

/** The kind of its entries. Their owner is the share of the issue. */
export const ISSUE_MAIL = 'issue-mail';

/** How long an entry is kept after its last change, in days. */
export const ISSUE_MAIL_DAYS = 400;

/**
 * What became of a mail. `refused`: the server does not accept the address. `given-up`: it was not sent in time.
 * `unconfirmed`: it may have arrived. `withdrawn`: it waited until its page was taken down.
 */
export type IssueMailStatus =
  | 'waiting'
  | 'sent'
  | 'refused'
  | 'given-up'
  | 'unconfirmed'
  | 'unsubscribed'
  | 'withdrawn';

export interface IssueMail {
  readonly recipientId: string;
  readonly status: IssueMailStatus;
  readonly at: string;
  /** Of a waiting mail: its next try, and when it is given up. */
  readonly nextAt: string;
  readonly until: string;
}
