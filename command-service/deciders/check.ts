/** The checks of one link: requests, reports, and the status that follows (infra/docs/product.md, "Checks"). */
import type { CheckCommand, RecordCheck, RequestCheck, SetCheckSchedule } from '../commands/check.ts';
import type { Decider } from '../decider.ts';
import type { CheckEvent, CheckSchedule } from '../events/check.ts';
import type { CheckReason, LinkStatus } from '../events/observation.ts';
import { isOf } from '../events.ts';
import { FREE_CHECK_SCHEDULE } from '../plans.ts';

/** The stream of one link's checks: apart from the link's own, so that a check never conflicts with an edit. */
export const streamOf = (linkId: string): string => `check-${linkId}`;

export interface CheckState {
  readonly status: LinkStatus;
  /** The last status that claimed something: a pending in between does not make a live link forgotten. */
  readonly lastClaim: 'live' | 'removed' | null;
  /** The check that was asked for and not yet reported. */
  readonly open: { readonly checkId: string; readonly reason: CheckReason } | null;
  /** The addresses of the newest request. */
  readonly addresses: { readonly articleLink: string; readonly clientLink: string } | null;
  /** The check requested last, open or reported; null before the first. */
  readonly newest: string | null;
  /** The newest report of the present addresses missed the link. */
  readonly missed: boolean;
  /** Ids of reported checks. */
  readonly reported: ReadonlySet<string>;
  readonly timetable: CheckSchedule;
}

export const initialState: CheckState = {
  status: 'pending',
  lastClaim: null,
  open: null,
  addresses: null,
  newest: null,
  missed: false,
  reported: new Set(),
  timetable: FREE_CHECK_SCHEDULE,
};

/** What the events of a link's checks add up to. */
export function evolve(state: CheckState, event: CheckEvent): CheckState {
  switch (event.type) {
    case 'CheckRequested': {
      const { checkId, reason, articleLink, clientLink, timetable = state.timetable } = event.data;
      const missed = state.missed && !urlsChanged(state, event.data);
      const addresses = { articleLink, clientLink };
      return { ...state, open: { checkId, reason }, addresses, newest: checkId, missed, timetable };
    }
    case 'LinkChecked':
      return {
        ...state,
        open: state.open?.checkId === event.data.checkId ? null : state.open,
        missed: event.data.verdict.status === 'removed',
        reported: new Set([...state.reported, event.data.checkId]),
      };
    case 'CheckTimetableSet': {
      const { everyDays, retries } = event.data;
      return { ...state, timetable: { everyDays, retries } };
    }
    case 'LinkStatusChanged': {
      const { to, reason } = event.data;
      const lastClaim = reason === 'address-changed' ? null : to === 'pending' ? state.lastClaim : to;
      return { ...state, status: to, lastClaim };
    }
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** What a command leads to. A report that nobody waits for any more (superseded, or a repetition) changes nothing. */
export function decide(state: CheckState, command: CheckCommand): readonly CheckEvent[] {
  switch (command.type) {
    case 'RequestCheck':
      return request(state, command);
    case 'RecordCheck':
      return record(state, command);
    case 'SetTimetable':
      return setTimetable(state, command);
    default: {
      const _: never = command;
      return _;
    }
  }
}

function request(state: CheckState, command: RequestCheck): readonly CheckEvent[] {
  const { linkId, checkId, reason, articleLink, clientLink, after, timetable } = command;
  if (state.reported.has(checkId) || (after !== undefined && after !== state.newest)) return [];
  const elsewhere = urlsChanged(state, command);
  const open = elsewhere ? null : state.open;
  // A person who joins a check that began by itself makes it their own: the same visit, but a loss needs no second one.
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
      ...(timetable && { timetable }),
    },
  };
  if (!elsewhere || (state.status === 'pending' && state.lastClaim === null)) return [requested];
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
  const checked: CheckEvent = { type: 'LinkChecked', data: { linkId, checkId, observation, verdict } };
  if (verdict.status === state.status || mustBeConfirmed(state, verdict.status, state.open.reason)) return [checked];
  return [
    checked,
    {
      type: 'LinkStatusChanged',
      data: { linkId, from: state.status, to: verdict.status, reason: verdict.reason },
    },
  ];
}

/** A link that was never checked takes its timetable with its first check. */
function setTimetable(state: CheckState, command: SetCheckSchedule): readonly CheckEvent[] {
  const { linkId, everyDays, retries } = command;
  const { timetable } = state;
  if (state.newest === null || (timetable.everyDays === everyDays && timetable.retries === retries)) return [];
  return [{ type: 'CheckTimetableSet', data: { linkId, everyDays, retries } }];
}

/** A person asked, and waits for the answer. */
const USER_REQUESTED: ReadonlySet<CheckReason> = new Set<CheckReason>(['manual', 'batch']);

/**
 * A loss that nobody asked about is looked at twice, one report right after the other, before it is said; a person's own
 * recheck decides at once.
 */
function mustBeConfirmed(state: CheckState, found: LinkStatus, reason: CheckReason): boolean {
  if (found !== 'removed' || state.lastClaim !== 'live' || USER_REQUESTED.has(reason)) return false;
  return !(reason === 'confirm' && state.missed);
}

export const check: Decider<CheckState, CheckCommand, CheckEvent> = {
  streamOf: (command) => streamOf(command.linkId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is CheckEvent => isOf(event, 'check'),
};
