/** The notices of one link: each is recorded once. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { NoticeCommand } from './commands.ts';
import type { LinkDeviationNoticed, NoticeEvent } from './events.ts';

/** The stream of one link's notices: separate from the link's own stream, whose revision people's edits name. */
const streamOf = (linkId: string): string => `notice-${linkId}`;

interface NoticeState {
  /** The expiration dates that have a notice, each with the days before it. */
  readonly expiries: ReadonlySet<string>;
  /** The time of the last check in the newest notice about an unchecked link. */
  readonly unchecked: string | null;
  /** The deviations that have a notice: the code and the day from which each counts. */
  readonly deviations: ReadonlySet<string>;
}

const initialState: NoticeState = { expiries: new Set(), unchecked: null, deviations: new Set() };

/** The notices so far. */
function evolve(state: NoticeState, event: NoticeEvent): NoticeState {
  switch (event.type) {
    case 'LinkExpiryNoticed':
      return { ...state, expiries: new Set([...state.expiries, expiryOf(event.data)]) };
    case 'LinkUncheckedNoticed':
      return { ...state, unchecked: event.data.lastChecked };
    case 'LinkDeviationNoticed':
      return { ...state, deviations: new Set([...state.deviations, deviationOf(event.data)]) };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** After the one-day notice, a seven-day notice changes nothing. */
function decide(state: NoticeState, command: NoticeCommand): readonly NoticeEvent[] {
  const { linkId } = command;
  switch (command.type) {
    case 'NoticeExpiry': {
      const { expirationDate, daysLeft } = command;
      const isNoticed =
        state.expiries.has(expiryOf(command)) || state.expiries.has(expiryOf({ expirationDate, daysLeft: 1 }));
      return isNoticed ? [] : [{ type: 'LinkExpiryNoticed', data: { linkId, expirationDate, daysLeft } }];
    }
    case 'NoticeUnchecked': {
      const { lastChecked } = command;
      if (state.unchecked !== null && lastChecked <= state.unchecked) return [];
      return [{ type: 'LinkUncheckedNoticed', data: { linkId, lastChecked } }];
    }
    case 'NoticeDeviation': {
      const { type: _, ...data } = command;
      return state.deviations.has(deviationOf(data)) ? [] : [{ type: 'LinkDeviationNoticed', data }];
    }
    default: {
      const _: never = command;
      return _;
    }
  }
}

function deviationOf({ code, since }: LinkDeviationNoticed['data']): string {
  return `${code} ${since}`;
}

function expiryOf({
  expirationDate,
  daysLeft,
}: {
  readonly expirationDate: string;
  readonly daysLeft: number;
}): string {
  return `${expirationDate} ${daysLeft}`;
}

export const notice: Decider<NoticeState, NoticeCommand, NoticeEvent> = {
  streamOf: (command) => streamOf(command.linkId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is NoticeEvent => isOf(event, 'notice'),
};
