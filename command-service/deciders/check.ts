/** The checks of one link: asked for, reported, and what the report does to the link's status (design 5). */
import type { CheckCommand, RecordCheck, RequestCheck } from '../commands/check.ts';
import type { Decider } from '../decider.ts';
import type { CheckEvent, CheckReason, LinkStatus } from '../events.ts';

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
  /** Ids of reported checks. */
  readonly reported: ReadonlySet<string>;
}

export const initialState: CheckState = {
  status: 'pending',
  lastClaim: null,
  open: null,
  addresses: null,
  reported: new Set(),
};

/** What the events of a link's checks add up to. */
export function evolve(state: CheckState, event: CheckEvent): CheckState {
  switch (event.type) {
    case 'CheckRequested': {
      const { checkId, reason, articleLink, clientLink } = event.data;
      return { ...state, open: { checkId, reason }, addresses: { articleLink, clientLink } };
    }
    case 'LinkChecked':
      return {
        ...state,
        open: state.open?.checkId === event.data.checkId ? null : state.open,
        reported: new Set([...state.reported, event.data.checkId]),
      };
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
    default: {
      const _: never = command;
      return _;
    }
  }
}

function request(state: CheckState, command: RequestCheck): readonly CheckEvent[] {
  const { linkId, checkId, reason, articleLink, clientLink } = command;
  if (state.reported.has(checkId)) return [];
  const moved =
    state.addresses !== null &&
    (state.addresses.articleLink !== articleLink || state.addresses.clientLink !== clientLink);
  if (state.open !== null && !moved) return [];
  const requested: CheckEvent = {
    type: 'CheckRequested',
    data: { linkId, checkId, reason, articleLink, clientLink },
  };
  if (!moved || (state.status === 'pending' && state.lastClaim === null)) return [requested];
  return [
    { type: 'LinkStatusChanged', data: { linkId, from: state.status, to: 'pending', reason: 'address-changed' } },
    requested,
  ];
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

/** A loss that nobody asked about is looked at twice before it is said; a person's own recheck decides at once. */
function mustBeConfirmed(state: CheckState, found: LinkStatus, reason: CheckReason): boolean {
  return found === 'removed' && state.lastClaim === 'live' && (reason === 'scheduled' || reason === 'retry');
}

const TYPES: ReadonlySet<string> = new Set<CheckEvent['type']>(['CheckRequested', 'LinkChecked', 'LinkStatusChanged']);

export const check: Decider<CheckState, CheckCommand, CheckEvent> = {
  streamOf: (command) => streamOf(command.linkId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is CheckEvent => TYPES.has(event.type),
};
