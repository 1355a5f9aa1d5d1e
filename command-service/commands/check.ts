/** Commands of a link's checks. None has a request body. */

import type { CheckSchedule } from '../events/check.ts';
import type { CheckReason, Observation, Verdict } from '../events/observation.ts';

export interface RequestCheck {
  readonly type: 'RequestCheck';
  readonly linkId: string;
  readonly checkId: string;
  readonly reason: CheckReason;
  readonly articleLink: string;
  readonly clientLink: string;
  /**
   * The newest check that the caller knows of; null: none. If there is a newer one, the request changes nothing, so that of
   * several schedulers only one succeeds. Absent in people's requests, which always count.
   */
  readonly after?: string | null;
  /** The schedule from now on; absent: unchanged. */
  readonly timetable?: CheckSchedule;
}

/** A report of the checker. */
export interface RecordCheck {
  readonly type: 'RecordCheck';
  readonly linkId: string;
  readonly checkId: string;
  readonly observation: Observation;
  readonly verdict: Verdict;
}

/** Sets the check schedule after the owner's plan or settings changed. */
export type SetCheckSchedule = { readonly type: 'SetTimetable'; readonly linkId: string } & CheckSchedule;

export type CheckCommand = RequestCheck | RecordCheck | SetCheckSchedule;
