/** What the questions about how the links stood are answered with. */

/** The most days that are answered at once: three years and what a leap year adds. */
export const MAX_HISTORY_DAYS = 1_100;

/** One day of GET /api/stats/history, oldest first: how many links there were at its end (UTC); today, how many there are. */
export interface DayCountsAnswer {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
}

/** GET /api/stats: the dashboard's cards. */
export interface StatsAnswer {
  readonly total: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
  readonly uniqueClients: number;
  /** Links whose daysLeft is 0 to 30. */
  readonly expiringSoon: number;
}

/** How many links there are of each status. */
export interface LinkCountsAnswer {
  readonly total: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
}
