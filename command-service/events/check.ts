/** The events of a link's checks, kept in a stream of their own. */

import type { Event } from './event.ts';
import type { CheckReason, LinkStatus, Observation, ReasonCode, Verdict } from './observation.ts';

/** How often links are checked: what the plan allows and the owner chose (infra/docs/product.md, "Plans"). */
export interface CheckSchedule {
  /** A link is checked again at the latest so many days after its last check. */
  readonly everyDays: number;
  /** How often a page that could not be read is tried again before the next regular check; 0 to 10. */
  readonly retries: number;
}

/** Carries all the checker needs, so that a check can be run from this event alone. */
export type CheckRequested = Event<
  'CheckRequested',
  {
    readonly linkId: string;
    readonly checkId: string;
    readonly reason: CheckReason;
    readonly articleLink: string;
    readonly clientLink: string;
    /** When the next check follows from this one; absent: as before, and at first the free plan's. */
    readonly timetable?: CheckSchedule;
  }
>;

export type LinkChecked = Event<
  'LinkChecked',
  {
    readonly linkId: string;
    readonly checkId: string;
    readonly observation: Observation;
    readonly verdict: Verdict;
  }
>;

/** The plan or the settings of the scope's owner changed: the next check moves, without a visit. */
export type CheckTimetableSet = Event<'CheckTimetableSet', { readonly linkId: string } & CheckSchedule>;

export type LinkStatusChanged = Event<
  'LinkStatusChanged',
  {
    readonly linkId: string;
    readonly from: LinkStatus;
    readonly to: LinkStatus;
    /** The verdict's reason, or 'address-changed' when an edit made the old verdict meaningless. */
    readonly reason: ReasonCode | 'address-changed';
  }
>;

export type CheckEvent = CheckRequested | LinkChecked | LinkStatusChanged | CheckTimetableSet;
