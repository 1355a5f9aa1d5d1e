/** Messages of the live stream. */

/** The lists people look at, as changes name them. `account`: settings, photo, sessions, plan. */
export const CHANGED_LISTS = [
  'links',
  'stats',
  'clients',
  'trash',
  'profile',
  'account',
  'teams',
  'shares',
  'campaigns',
  'status-checks',
  'alerts',
  'bulk',
] as const;

export type ChangedList = (typeof CHANGED_LISTS)[number];

/** The data of a server-sent `changed` event of GET /api/stream: which lists to read again. */
export interface ChangedMessage {
  readonly lists: readonly ChangedList[];
  /** The links concerned, at most 100; null when there were more. */
  readonly linkIds: readonly string[] | null;
  /** Send as X-Position with the next read to see at least this. */
  readonly position: number;
}
