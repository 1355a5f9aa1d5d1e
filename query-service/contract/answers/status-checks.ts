/** Answers about status checks, which check all links of a scope. */

/** POST /api/status-checks. */
export interface StartedStatusCheckAnswer {
  /** The first of the runs. */
  readonly runId: string;
  /** The number of links in all runs. */
  readonly total: number;
  readonly runs: readonly StartedRunAnswer[];
}

export interface StartedRunAnswer {
  readonly runId: string;
  /** null: the caller's own links. */
  readonly teamId: string | null;
  readonly total: number;
}

/** One line of GET /api/checkable-lists: a list whose links the caller may check, the caller's own first. */
export interface CheckableListAnswer {
  /** null: the caller's own links. */
  readonly teamId: string | null;
  /** The number of its active links. */
  readonly total: number;
  /** Status checks are refused until then; null: a check can start now. */
  readonly nextCheckDate: string | null;
  /** Its newest status check. */
  readonly run: StatusCheckAnswer | null;
  /** The remarks with prices, vendors or order numbers that can be moved; 0 for callers who may not edit money. */
  readonly moneyInRemarks: number;
}

export interface VisitedAnswer {
  readonly checks: number;
  readonly visits: number;
}

/** GET /api/status-checks/{runId}; GET /api/status-checks?teamId= lists only the newest of the scope. */
export interface StatusCheckAnswer {
  readonly runId: string;
  readonly teamId: string | null;
  /** `broken-off`: it did not reach every link; no cooldown follows. */
  readonly state: 'running' | 'whole' | 'broken-off';
  /** The number of links when the run started. */
  readonly total: number;
  readonly done: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
  /** The visited links, and the number of visits: one visit serves all links of a page. null if not counted. */
  readonly visited: VisitedAnswer | null;
  readonly startedAt: string;
  readonly startedByName: string;
  readonly finishedAt: string | null;
}
