/** The checks of one link: requests, reports, and the status that follows (infra/docs/product.md, "Checks"). */

import { isOf } from '../../contract/events.ts';
import type { CheckReason, LinkStatus, Observation, Verdict } from '../../contract/observation.ts';
import { FREE_CHECK_SCHEDULE } from '../../contract/plans.ts';
import { reasonDetails } from '../../contract/reasons.ts';
import type { Decider, Tail } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type {
  CheckCommand,
  CorrectVerdict,
  JudgeAgain,
  RecordCheck,
  RequestCheck,
  SetCheckSchedule,
  UndoCorrection,
} from './commands.ts';
import type { CheckEvent, CheckSchedule, Correction, FoundAs, StateBeforeCheck, StatusReason } from './events.ts';
import { needsLook, withAllWarnings, withKeptWarnings } from './warnings.ts';

/** The stream of a link's checks: apart from the link's own stream, so that a check never conflicts with an edit. */
export const streamOf = (linkId: string): string => `check-${linkId}`;

/** How many check ids are stored, so that a repeated request or report changes nothing. */
const REMEMBERED_IDS = 8;

interface CheckState {
  readonly status: LinkStatus;
  /** The last status other than pending: an unreadable page in between does not void it. */
  readonly lastClaim: StateBeforeCheck['lastClaim'];
  /** The requested check that is not reported yet. */
  readonly open: { readonly checkId: string; readonly reason: CheckReason } | null;
  /** The addresses in the newest request. */
  readonly addresses: { readonly articleLink: string; readonly clientLink: string } | null;
  /** The newest check, open or reported; null before the first. */
  readonly newest: string | null;
  /** Whether the newest report of the present addresses missed the link. */
  readonly missed: boolean;
  /** The link as it was last found at the present addresses. */
  readonly found: FoundAs | null;
  /** Where the redirects ended in the newest report of the present addresses; null without redirects to a link. */
  readonly end: string | null;
  /** The verdict on the newest report of the present addresses. */
  readonly verdict: Verdict | null;
  /** The ids of the last reported checks. */
  readonly reported: readonly string[];
  readonly schedule: CheckSchedule;
  /** The correction that the status rests on; no check has confirmed or refuted it yet. */
  readonly correction: Correction | null;
}

const initialState: CheckState = {
  status: 'pending',
  lastClaim: null,
  open: null,
  addresses: null,
  newest: null,
  missed: false,
  found: null,
  end: null,
  verdict: null,
  reported: [],
  schedule: FREE_CHECK_SCHEDULE,
  correction: null,
};

function evolve(state: CheckState, event: CheckEvent): CheckState {
  switch (event.type) {
    case 'CheckRequested': {
      const { checkId, reason, articleLink, clientLink, timetable: schedule = state.schedule } = event.data;
      const earlier = urlsChanged(state, event.data)
        ? { missed: false, found: null, end: null, verdict: null, correction: null }
        : {};
      const addresses = { articleLink, clientLink };
      return { ...state, ...earlier, open: { checkId, reason }, addresses, newest: checkId, schedule };
    }
    case 'LinkChecked': {
      const { before, verdict, observation } = event.data;
      const end = endOf(observation);
      const status = before?.status ?? state.status;
      const correction = before === undefined ? state.correction : (before.correction ?? null);
      return {
        ...state,
        ...before,
        correction: verdict.status === status ? null : correction,
        open: state.open?.checkId === event.data.checkId ? null : state.open,
        missed: verdict.status === 'removed',
        found: foundAs(verdict, end) ?? before?.found ?? state.found,
        end,
        verdict,
        reported: [...state.reported.slice(1 - REMEMBERED_IDS), event.data.checkId],
      };
    }
    case 'CheckTimetableSet': {
      const { linkId: _, ...schedule } = event.data;
      return { ...state, schedule };
    }
    case 'LinkStatusChanged': {
      const { to, reason } = event.data;
      const lastClaim = reason === 'address-changed' ? null : to === 'pending' ? state.lastClaim : to;
      const correction = isCorrection(reason) ? state.correction : null;
      return { ...state, status: to, lastClaim, correction };
    }
    case 'VerdictJudgedAgain': {
      const { from, verdict } = event.data;
      const { status } = verdict;
      const { correction } = state;
      const claim = status === 'pending' ? correction?.before.lastClaim : status;
      return {
        ...state,
        verdict,
        missed: status === 'removed',
        found: foundAs(verdict, state.end) ?? state.found,
        correction:
          correction === null || status === from
            ? correction
            : { ...correction, before: { status, lastClaim: claim ?? null } },
      };
    }
    case 'VerdictCorrected': {
      const { correctionId, claim } = event.data;
      const { status, lastClaim } = state.correction?.before ?? state;
      return { ...state, correction: { correctionId, claim, before: { status, lastClaim } } };
    }
    case 'CorrectionUndone':
      return {
        ...state,
        correction: null,
        lastClaim: state.correction === null ? state.lastClaim : state.correction.before.lastClaim,
      };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** A report of a check that is not open (superseded, or reported before) changes nothing. */
function decide(state: CheckState, command: CheckCommand): readonly CheckEvent[] {
  switch (command.type) {
    case 'RequestCheck':
      return request(state, command);
    case 'RecordCheck':
      return record(state, command);
    case 'SetCheckSchedule':
      return setCheckSchedule(state, command);
    case 'CorrectVerdict':
      return correct(state, command);
    case 'UndoCorrection':
      return undoCorrection(state, command);
    case 'JudgeAgain':
      return judgeAgain(state, command);
    default: {
      const _: never = command;
      return _;
    }
  }
}

function request(state: CheckState, command: RequestCheck): readonly CheckEvent[] {
  const { linkId, checkId, reason, articleLink, clientLink, after, schedule } = command;
  if (state.reported.includes(checkId) || (after !== undefined && after !== state.newest)) return [];
  const isReaddressed = urlsChanged(state, command);
  const open = isReaddressed ? null : state.open;
  const { matching } = schedule ?? state.schedule;
  // A person who joins a scheduled check takes it over: it is the same visit, but its loss needs no confirmation.
  const takesOver =
    state.lastClaim === 'live' && USER_REQUESTED.has(reason) && open !== null && !USER_REQUESTED.has(open.reason);
  if (open !== null && !takesOver) return [];
  const requested: CheckEvent = {
    type: 'CheckRequested',
    data: {
      linkId,
      checkId: open?.checkId ?? checkId,
      reason,
      articleLink,
      clientLink,
      ...(schedule && { timetable: schedule }),
      ...(matching && { matching }),
      ...(needsLook(isReaddressed ? [] : warningsOf(state)) && { look: true }),
      ...(!isReaddressed && state.found?.articleEnd !== undefined && { articleEnd: state.found.articleEnd }),
    },
  };
  if (!isReaddressed || (state.status === 'pending' && state.lastClaim === null)) return [requested];
  return [
    { type: 'LinkStatusChanged', data: { linkId, from: state.status, to: 'pending', reason: 'address-changed' } },
    requested,
  ];
}

function urlsChanged(
  { addresses }: CheckState,
  to: { readonly articleLink: string; readonly clientLink: string },
): boolean {
  return addresses !== null && (addresses.articleLink !== to.articleLink || addresses.clientLink !== to.clientLink);
}

function record(state: CheckState, command: RecordCheck): readonly CheckEvent[] {
  const { linkId, checkId, observation, verdict } = command;
  if (state.open?.checkId !== checkId) return [];
  const { status, lastClaim, found, correction } = state;
  const before = { status, lastClaim, ...(found && { found }), ...(correction && { correction }) };
  const completed = withAllWarnings(observation, verdict, { warnings: warningsOf(state), found });
  const checked: CheckEvent = {
    type: 'LinkChecked',
    data: { linkId, checkId, observation, verdict: completed, before },
  };
  if (
    verdict.status === state.status ||
    needsConfirmation(state, verdict.status, state.open.reason) ||
    leavesCorrection(state, verdict)
  ) {
    return [checked];
  }
  const details = reasonDetails(verdict.reason, observation);
  return [
    checked,
    {
      type: 'LinkStatusChanged',
      data: {
        linkId,
        from: state.status,
        to: verdict.status,
        reason: verdict.reason,
        ...(Object.keys(details).length > 0 && { details }),
      },
    },
  ];
}

function foundAs({ status, anchor, linkType }: Verdict, end: string | null): FoundAs | null {
  return status === 'live' ? { anchor, linkType, ...(end !== null && { articleEnd: end }) } : null;
}

/** Where the redirects of the last visit with a link ended; null without redirects. */
function endOf({ visits }: Observation): string | null {
  const visit =
    visits.findLast(({ matches }) => matches.length > 0) ?? visits.findLast(({ similar = [] }) => similar.length > 0);
  return visit === undefined || visit.hops.length === 0 ? null : visit.finalUrl;
}

/**
 * Whether a correction outlives this verdict: the verdict says nothing about the link, or found the same link that a
 * person says is not theirs.
 */
function leavesCorrection({ correction, found }: CheckState, verdict: Verdict): boolean {
  if (correction === null) return false;
  if (verdict.status === 'pending') return true;
  const isSame = found?.anchor === verdict.anchor && found?.linkType === verdict.linkType;
  return correction.claim === 'not-ours' && verdict.status === 'live' && isSame;
}

/** @throws DomainError `not-checked`, `nothing-to-correct`. */
function correct(state: CheckState, command: CorrectVerdict): readonly CheckEvent[] {
  const { type: _, ...data } = command;
  const { linkId, claim, since } = data;
  if (state.correction?.correctionId === command.correctionId) return [];
  if (state.reported.length === 0) {
    throw new DomainError(
      'conflict',
      'not-checked',
      'This link has not been checked yet: there is nothing to correct.',
    );
  }
  const to = claim === 'live' ? 'live' : 'removed';
  if (state.status === to) {
    const message = to === 'live' ? 'This link is already live.' : 'This link already counts as removed.';
    throw new DomainError('conflict', 'nothing-to-correct', message);
  }
  return [
    { type: 'VerdictCorrected', data },
    { type: 'LinkStatusChanged', data: { linkId, from: state.status, to, reason: `corrected-${claim}`, since } },
  ];
}

/** @throws DomainError `correction-over`. */
function undoCorrection(state: CheckState, command: UndoCorrection): readonly CheckEvent[] {
  const { linkId, correctionId, since } = command;
  const { correction, status: from } = state;
  if (correction?.correctionId !== correctionId) {
    const message = 'This correction no longer counts: it was undone, or a later check has decided.';
    throw new DomainError('conflict', 'correction-over', message);
  }
  const to = correction.before.status;
  const undone: CheckEvent = { type: 'CorrectionUndone', data: { linkId, correctionId } };
  if (from === to) return [undone];
  return [undone, { type: 'LinkStatusChanged', data: { linkId, from, to, reason: 'correction-undone', since } }];
}

/** A correction stays: the new verdict counts once it is undone. A newer check was judged by its own rules. */
function judgeAgain(state: CheckState, command: JudgeAgain): readonly CheckEvent[] {
  const { linkId, judgingId, checkId, observation } = command;
  const { verdict: before, status: from, correction, reported } = state;
  if (before === null || reported.at(-1) !== checkId) return [];
  const verdict = withKeptWarnings(observation, command.verdict, before);
  if (isSameVerdict(verdict, before)) return [];
  const details = reasonDetails(verdict.reason, observation);
  const explained = Object.keys(details).length === 0 ? {} : { details };
  const judged: CheckEvent = {
    type: 'VerdictJudgedAgain',
    data: { linkId, judgingId, checkId, from: before.status, verdict, ...explained },
  };
  const { status: to, reason } = verdict;
  // A miss that waits for its confirmation has not changed the status yet.
  if (to === from || to === before.status || correction !== null) return [judged];
  return [judged, { type: 'LinkStatusChanged', data: { linkId, from, to, reason, ...explained, judgingId } }];
}

/** Whether two verdicts claim the same, whichever rules they come from. */
function isSameVerdict(one: Verdict, other: Verdict): boolean {
  const claimOf = ({ status, reason, anchor, linkType, linkTypeCause, warnings = [] }: Verdict) =>
    JSON.stringify([
      status,
      reason,
      anchor,
      linkType,
      linkTypeCause,
      warnings.map((each) => [each.code, each.evidence]),
    ]);
  return claimOf(one) === claimOf(other);
}

function warningsOf({ verdict }: CheckState) {
  return verdict?.warnings ?? [];
}

/** A link without checks gets its schedule with its first check. */
function setCheckSchedule(state: CheckState, command: SetCheckSchedule): readonly CheckEvent[] {
  const { type: _, ...data } = command;
  const { schedule } = state;
  const isSame =
    schedule.everyDays === data.everyDays && schedule.retries === data.retries && schedule.matching === data.matching;
  return state.newest === null || isSame ? [] : [{ type: 'CheckTimetableSet', data }];
}

/** Whether a person's correction is the reason of a status. */
function isCorrection(reason: StatusReason): boolean {
  return reason === 'corrected-live' || reason === 'corrected-removed' || reason === 'corrected-not-ours';
}

/** Reasons of checks that a person requested. */
const USER_REQUESTED: ReadonlySet<CheckReason> = new Set<CheckReason>(['manual', 'batch']);

/** Whether a missed link needs a second miss in a row before its status changes. A person's recheck decides at once. */
function needsConfirmation(state: CheckState, found: LinkStatus, reason: CheckReason): boolean {
  if (found !== 'removed' || state.lastClaim !== 'live' || USER_REQUESTED.has(reason)) return false;
  return !(reason === 'confirm' && state.missed);
}

/**
 * A LinkChecked has the state before it, and its CheckRequested has the addresses and the schedule, so older events do
 * not matter. The tail is long enough for the last few ids.
 */
const tail: Tail<CheckEvent> = {
  length: 3 * REMEMBERED_IDS,
  determinesState(events) {
    const requested = events.findIndex(({ type, data }) => type === 'CheckRequested' && data.timetable !== undefined);
    const checked = events.findLastIndex(({ type, data }) => type === 'LinkChecked' && data.before !== undefined);
    return requested !== -1 && requested < checked;
  },
};

export const check: Decider<CheckState, CheckCommand, CheckEvent> = {
  streamOf: (command) => streamOf(command.linkId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is CheckEvent => isOf(event, 'check'),
  tail,
};
