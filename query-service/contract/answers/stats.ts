/** Answers that count links. */

/** The longest period of GET /api/stats/history, in days: three years, with a leap day to spare. */
export const MAX_HISTORY_DAYS = 1_100;

/** One day of GET /api/stats/history, oldest first: the links at the end of that UTC day; for today, the links now. */
export interface DayCountsAnswer {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly live: number;
  readonly removed: number;
  /** The removed links that no check had ever found. */
  readonly notFound: number;
  readonly pending: number;
}

/** GET /api/stats: the dashboard's cards. */
export interface StatsAnswer extends LinkCountsAnswer {
  readonly uniqueClients: number;
  /** Links whose daysLeft is 0 to 30. */
  readonly expiringSoon: number;
  /** Links that deviate from what was agreed; null if nothing was agreed about any link. */
  readonly deviating: number | null;
}

/** Links by status. */
export interface LinkCountsAnswer {
  readonly total: number;
  readonly live: number;
  readonly removed: number;
  /** The removed links that no check has ever found: nobody removed them. */
  readonly notFound: number;
  readonly pending: number;
}
