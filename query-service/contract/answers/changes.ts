/** Messages of the change stream. */

/** The lists that a change can affect. `account`: settings, photo, sessions, plan. `ledger`: events of no list. */
export const CHANGED_LISTS = [
  'links',
  'stats',
  'clients',
  'trash',
  'profile',
  'account',
  'teams',
  'shares',
  'reports',
  'campaigns',
  'saved-views',
  'terms-templates',
  'alert-rules',
  'brands',
  'channels',
  'status-checks',
  'alerts',
  'bulk',
  'ledger',
] as const;

export type ChangedList = (typeof CHANGED_LISTS)[number];

/** The data of a `changed` event of GET /api/stream: which lists to reload. */
export interface ChangedMessage {
  readonly lists: readonly ChangedList[];
  /** The changed links; null if there were more than 100. */
  readonly linkIds: readonly string[] | null;
  /** Send it as X-Position with the next read to see at least this change. */
  readonly position: number;
}
