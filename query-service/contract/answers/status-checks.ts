/** Answers about status checks, which check all links of a scope. */

/** POST /api/status-checks. */
export interface StartedStatusCheckAnswer {
  readonly runId: string;
  readonly total: number;
}

/** GET /api/status-checks/{runId}; GET /api/status-checks?teamId= lists only the newest of the scope. */
export interface StatusCheckAnswer {
  readonly runId: string;
  readonly teamId: string | null;
  /** `broken-off`: it did not reach every link; no cooldown follows. */
  readonly state: 'running' | 'whole' | 'broken-off';
  /** The number of links when it started. */
  readonly total: number;
  readonly done: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
  readonly startedAt: string;
  readonly startedByName: string;
  readonly finishedAt: string | null;
}
