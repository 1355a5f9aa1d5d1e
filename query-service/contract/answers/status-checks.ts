/** What the questions about status checks, the runs over all links of a scope, are answered with. */

/** POST /api/status-checks. */
export interface StartedStatusCheckAnswer {
  readonly runId: string;
  readonly total: number;
}

/** GET /api/status-checks/{runId}, and the one line at most of GET /api/status-checks?teamId=: the scope's newest. */
export interface StatusCheckAnswer {
  readonly runId: string;
  readonly teamId: string | null;
  /** `broken-off`: it could not go through every link; no cooldown follows. */
  readonly state: 'running' | 'whole' | 'broken-off';
  /** The links there were when it began. */
  readonly total: number;
  readonly done: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
  readonly startedAt: string;
  readonly startedByName: string;
  readonly finishedAt: string | null;
}
