/** The events of a link's checks, in their own stream. */

import type { Event } from '../../contract/event.ts';
import type {
  CheckReason,
  LinkStatus,
  LinkType,
  Matching,
  Observation,
  ReasonCode,
  ReasonDetails,
  Verdict,
} from '../../contract/observation.ts';

/** How a link is checked: the owner's choice within the plan (infra/docs/product.md, "Plans"), and its list's matching. */
export interface CheckSchedule {
  /** Days from one regular check to the next. */
  readonly everyDays: number;
  /** How often an unreadable page is tried again before the next regular check; 0 to 10. */
  readonly retries: number;
  /** Absent for `exact`. */
  readonly matching?: Matching;
}

/** Has everything that the checker needs: a check can run from this event alone. */
type CheckRequested = Event<
  'CheckRequested',
  {
    readonly linkId: string;
    readonly checkId: string;
    readonly reason: CheckReason;
    readonly articleLink: string;
    readonly clientLink: string;
    /** The new schedule; absent: unchanged, or at first the free plan's. */
    readonly timetable?: CheckSchedule;
    /** Which addresses count as the client link; absent for `exact`. */
    readonly matching?: Matching;
    /** The last check had a warning that only a browser can withdraw; absent in old events. */
    readonly look?: true;
    /** Where the article's redirects ended when the link was last found; absent without redirects, and in old events. */
    readonly articleEnd?: string;
  }
>;

/** What a person says against a verdict: the link exists, it was removed, or the found link is somebody else's. */
export const CLAIMS = ['live', 'removed', 'not-ours'] as const;

export type Claim = (typeof CLAIMS)[number];

/** The correction that a link's status rests on. */
export interface Correction {
  readonly correctionId: string;
  readonly claim: Claim;
  /** The verdict of the checks before the correction. */
  readonly before: { readonly status: LinkStatus; readonly lastClaim: 'live' | 'removed' | null };
}

/** The result of a link's older checks. */
export interface StateBeforeCheck {
  readonly status: LinkStatus;
  /** The last status that said live or removed for the present addresses; null before that. */
  readonly lastClaim: 'live' | 'removed' | null;
  /** The link as it was last found at the present addresses; absent if it never was, and in old events. */
  readonly found?: FoundAs;
  /** The correction that the status rests on; absent without one. */
  readonly correction?: Correction;
}

/** How a check found a link. */
export interface FoundAs {
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  /** Where the article's redirects ended; absent without redirects, and in old events. */
  readonly articleEnd?: string;
}

export type LinkChecked = Event<
  'LinkChecked',
  {
    readonly linkId: string;
    readonly checkId: string;
    readonly observation: Observation;
    readonly verdict: Verdict;
    /** The state that this check was judged in, so that older events need not be read; absent in old events. */
    readonly before?: StateBeforeCheck;
  }
>;

/** The plan or the settings of the scope's owner changed: the next check moves. */
type CheckTimetableSet = Event<'CheckTimetableSet', { readonly linkId: string } & CheckSchedule>;

/** Why a link has its status: a verdict's reason, an edit that made the old verdict void, or a person's correction. */
export type StatusReason = ReasonCode | 'address-changed' | `corrected-${Claim}` | 'correction-undone';

export type LinkStatusChanged = Event<
  'LinkStatusChanged',
  {
    readonly linkId: string;
    readonly from: LinkStatus;
    readonly to: LinkStatus;
    readonly reason: StatusReason;
    /** The values in the reason's sentence; absent in old events. */
    readonly details?: ReasonDetails;
    /** The UTC day from which charts count the change, if not the day of the event: a correction concerns the past. */
    readonly since?: string;
    /** The past check was judged again; absent for other changes. */
    readonly judgingId?: string;
  }
>;

/**
 * The newest check of the link was judged again without a visit, by other rules or another matching, with a different
 * verdict. The check keeps its own verdict.
 */
export type VerdictJudgedAgain = Event<
  'VerdictJudgedAgain',
  {
    readonly linkId: string;
    /** The job that judged many links. */
    readonly judgingId: string;
    /** The check whose observation was judged. */
    readonly checkId: string;
    /** The status of the verdict that counted before. */
    readonly from: LinkStatus;
    readonly verdict: Verdict;
    /** The values in the reason's sentence. */
    readonly details?: ReasonDetails;
  }
>;

/** A person says that the verdict is wrong. Their status counts until a later check refutes it. */
type VerdictCorrected = Event<
  'VerdictCorrected',
  {
    readonly linkId: string;
    readonly correctionId: string;
    readonly claim: Claim;
    /** The reason, in the person's words. */
    readonly note: string;
    /** The UTC day from which the correction holds. */
    readonly since: string;
  }
>;

type CorrectionUndone = Event<'CorrectionUndone', { readonly linkId: string; readonly correctionId: string }>;

export type CheckEvent =
  | CheckRequested
  | LinkChecked
  | LinkStatusChanged
  | VerdictJudgedAgain
  | CheckTimetableSet
  | VerdictCorrected
  | CorrectionUndone;
