/** Answers about judging past checks again. */

import type { LinkStatus, Matching } from '../../../command-service/contract/observation.ts';
import type { BulkFailure } from '../../../command-service/model/bulk/events.ts';
import type { ReasonAnswer } from './links.ts';

export type { Matching };

/** POST /api/judgings with `dryRun`. */
export interface JudgingPreviewAnswer {
  readonly matching: Matching;
  /** The active links of the list. */
  readonly total: number;
  /** Links whose verdict changes, by status before and after, most frequent first. Equal: only details change. */
  readonly changes: readonly {
    readonly from: LinkStatus;
    readonly to: LinkStatus;
    /** Whether the links were ever live before; if not, a removed link was "not found yet". */
    readonly wasLive: boolean;
    readonly count: number;
  }[];
  /** Links whose last check did not record enough. */
  readonly needsVisit: number;
  readonly neverChecked: number;
  /** The first hundred links that change. */
  readonly links: readonly JudgedLinkAnswer[];
}

export interface JudgedLinkAnswer {
  readonly linkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly from: LinkStatus;
  readonly to: LinkStatus;
  readonly wasLive: boolean;
  /** The reason of the new verdict. */
  readonly reason: ReasonAnswer;
}

/** POST /api/judgings. */
export interface StartedJudgingAnswer {
  readonly judgingId: string;
  readonly total: number;
}

/** GET /api/judgings. */
export interface JudgingAnswer {
  readonly judgingId: string;
  readonly matching: Matching;
  readonly total: number;
  /** Links judged so far, including those left out. */
  readonly done: number;
  /** Links left out: most of them need a visit. */
  readonly failed: number;
  readonly state: 'running' | 'done';
  readonly startedAt: string;
  /** The first hundred links left out. */
  readonly failures: readonly BulkFailure[];
}
