/** The names under which the progress of mails is stored. */

/** By person: since when a mail is due. One owner lists all. */
export const WAITING = 'alert-mail-waiting';
export const EVERYBODY = 'everybody';
/** By person: a mail was sent less than an hour ago. */
export const HOUR = 'alert-mail-hour';
/** By person and day: the number of mails. */
export const DAY = 'alert-mail-day';
/** By person: the position up to which alerts were mailed. */
export const UP_TO = 'alert-mail-up-to';
/** By person and week: the report was put into the outbox. */
export const REPORT = 'weekly-report';
/** By week: all reports were put into the outbox. */
export const REPORTS_DONE = 'weekly-reports-done';
/** By person, end and stage: the mail that a paid plan ends was put into the outbox. */
export const PLAN_END = 'plan-end-mail';
/** By person and day: the seal was put into the outbox. */
export const SEAL = 'seal-mail';
/** By day: the seal was put into the outbox for everybody. */
export const SEALS_DONE = 'seal-mails-done';
/** By id: a mail that waits to be sent. The owner of `WAITING` lists all. */
export const OUTBOX = 'mail-outbox';
/** By id: a mail was given up. The owner of `WAITING` lists all. */
export const LOST = 'mail-given-up';
/** By id: a mail was sent or given up. */
export const SENT = 'mail-sent';
