/** What can be asked of a link's checks. None comes with a request body: the server knows it all. */

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
   * The link's newest check as whoever asks knows it, null for none: another one since then, and nothing is asked for.
   * So of all that act on the same knowledge, however old, one is heard. Left out by people, who are always heard.
   */
  readonly after?: string | null;
  /** When the next check follows from this one; left out: as before. */
  readonly timetable?: CheckSchedule;
}

/** What the checker reports. */
export interface RecordCheck {
  readonly type: 'RecordCheck';
  readonly linkId: string;
  readonly checkId: string;
  readonly observation: Observation;
  readonly verdict: Verdict;
}

/** The plan or the settings of the owner changed. */
export type SetCheckSchedule = { readonly type: 'SetTimetable'; readonly linkId: string } & CheckSchedule;

export type CheckCommand = RequestCheck | RecordCheck | SetCheckSchedule;
