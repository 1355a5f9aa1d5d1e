/** Commands of a link's checks: the schema of the one request body, and the commands with the ids the server adds. */
import * as yup from 'yup';
import type { CheckReason, Observation, Verdict } from '../../contract/observation.ts';
import { calendarDate, text } from '../../contract/schema/fields.ts';
import { type CheckSchedule, CLAIMS, type Claim } from './events.ts';

export interface RequestCheck {
  readonly type: 'RequestCheck';
  readonly linkId: string;
  readonly checkId: string;
  readonly reason: CheckReason;
  readonly articleLink: string;
  readonly clientLink: string;
  /**
   * The newest check that the caller knows; null without a check. If there is a newer check, the request changes
   * nothing, so that only one of several schedulers succeeds. Absent in people's requests, which always count.
   */
  readonly after?: string | null;
  /** The new schedule; absent: unchanged. */
  readonly schedule?: CheckSchedule;
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
export type SetCheckSchedule = { readonly type: 'SetCheckSchedule'; readonly linkId: string } & CheckSchedule;

/** Body of POST /api/links/{id}/corrections. */
export const correctVerdictSchema = yup.object({
  claim: yup
    .string()
    .typeError('Claim must be text')
    .oneOf(CLAIMS, `Claim must be one of ${CLAIMS.join(', ')}`)
    .required('Say what is true: the link is live, it was removed, or it is not yours'),
  note: text('Reason', 500).nonNullable('Reason is required').required('Reason is required'),
  since: calendarDate('Since').nullable(),
});

/** Says that the newest verdict is wrong. */
export interface CorrectVerdict {
  readonly type: 'CorrectVerdict';
  readonly linkId: string;
  readonly correctionId: string;
  readonly claim: Claim;
  readonly note: string;
  /** The UTC day from which the correction holds. */
  readonly since: string;
}

/** Judges the newest check again, by the present rules and a matching. */
export interface JudgeAgain {
  readonly type: 'JudgeAgain';
  readonly linkId: string;
  readonly judgingId: string;
  /** The judged check. If it is no longer the newest, nothing changes. */
  readonly checkId: string;
  readonly observation: Observation;
  /** The new verdict on the observation. */
  readonly verdict: Verdict;
}

/** Undoes the correction that the status rests on. */
export interface UndoCorrection {
  readonly type: 'UndoCorrection';
  readonly linkId: string;
  readonly correctionId: string;
  /** The UTC day from which charts count the old status again. */
  readonly since: string;
}

export type CheckCommand = RequestCheck | RecordCheck | SetCheckSchedule | CorrectVerdict | UndoCorrection | JudgeAgain;
