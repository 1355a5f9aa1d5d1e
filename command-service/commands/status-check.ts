/** What can be asked of a status check, the run over all links of a scope. */
import * as yup from 'yup';
import type { RunCounts, Scope } from '../events.ts';
import { text } from './fields.ts';

/** Body of POST /api/status-checks: the team whose links are checked; one's own without it. */
export const statusCheckSchema = yup.object({
  teamId: text('Team', 100).nullable(),
});

export type StatusCheckBody = yup.InferType<typeof statusCheckSchema>;

export interface StartStatusCheck {
  readonly type: 'StartStatusCheck';
  readonly runId: string;
  readonly scope: Scope;
  readonly total: number;
}

export interface ProgressStatusCheck {
  readonly type: 'ProgressStatusCheck';
  readonly runId: string;
  /** Every link up to and including it is done; '': none yet. */
  readonly cursor: string;
  /** Of all links that are done. */
  readonly counts: RunCounts;
  /** Of the links up to the cursor. */
  readonly settled: RunCounts;
}

export interface FinishStatusCheck {
  readonly type: 'FinishStatusCheck';
  readonly runId: string;
  readonly outcome: 'whole' | 'broken-off';
  readonly counts: RunCounts;
}

export type StatusCheckCommand = StartStatusCheck | ProgressStatusCheck | FinishStatusCheck;
