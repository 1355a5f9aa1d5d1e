/** The reactors by the names of their checkpoints, which never change: a copy or a backup takes them along. */
export const REACTORS = [
  'account-aftermath',
  'alert-mails',
  'deviations',
  'email-change-notice',
  'evidence',
  'link-status',
  'plan-activation',
  'shares',
  'teams',
  'timetables',
  'tokens',
] as const;

export type ReactorName = (typeof REACTORS)[number];
