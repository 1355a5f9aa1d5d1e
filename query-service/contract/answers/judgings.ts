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
  /** Links with another verdict, by their status before and after: the most frequent first. Equal: only details change. */
  readonly changes: readonly {
    readonly from: LinkStatus;
    readonly to: LinkStatus;
    /** Whether the links were live before; false: a removed one was not found yet. */
    readonly wasLive: boolean;
    readonly count: number;
  }[];
  /** Links whose last check did not record enough. */
  readonly needsVisit: number;
  readonly neverChecked: number;
  /** The first hundred that change. */
  readonly links: readonly JudgedLinkAnswer[];
}

export interface JudgedLinkAnswer {
  readonly linkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly from: LinkStatus;
  readonly to: LinkStatus;
  readonly wasLive: boolean;
  /** Of the new verdict. */
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
  /** Links judged so far, with those that were left out. */
  readonly done: number;
  /** Links that were left out: most of them need a visit. */
  readonly failed: number;
  readonly state: 'running' | 'done';
  readonly startedAt: string;
  /** The first hundred that were left out. */
  readonly failures: readonly BulkFailure[];
}
