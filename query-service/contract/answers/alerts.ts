/** The answers to queries about alerts. */

/** What an alert is of: it has its icon by it. */
export const ALERT_TYPES = ['status', 'removed', 'expiring', 'system', 'team'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** The tabs of the page: `status` shows the types status and removed, `expiring` that type alone. */
export const ALERT_TABS = ['all', 'unread', 'status', 'expiring'] as const;
export type AlertTab = (typeof ALERT_TABS)[number];

/**
 * One line of GET /api/alerts?page&pageSize&tab, newest first, of the last 90 days and at most the newest 500 of each
 * kind. `X-Total-Count` is how many there are on all pages of the tab, `X-Unread-Count` how many are unread on all tabs.
 * Read the list again when `alerts`, `account` (the switches of the settings) or `teams` is said to have changed.
 */
export interface AlertAnswer {
  /** The same at each reading; of the two that count the links ('summary…', 'attention…') the same for a day. */
  readonly id: string;
  readonly type: AlertType;
  readonly title: string;
  readonly message: string;
  /** An ISO instant. */
  readonly at: string;
  readonly read: boolean;
  /** The link that it is about: always one that the asking person may see now. */
  readonly linkId: string | null;
  /** The team whose people see it; null: one's own links, or everybody. */
  readonly teamId: string | null;
}

/** POST /api/alerts/read, with `{ids}` (at most 500; unknown ones change nothing) or `{all: true}`. */
export interface ReadAlertsAnswer {
  /** How many are unread now, on all tabs. */
  readonly unread: number;
}
