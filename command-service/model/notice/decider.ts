/** The notices of one link: each is recorded once. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { NoticeCommand } from './commands.ts';
import type { NoticeEvent } from './events.ts';

/** The stream of one link's notices: separate from the link's own stream, whose revision people's edits name. */
const streamOf = (linkId: string): string => `notice-${linkId}`;

interface NoticeState {
  /** The expiration dates that have a notice, each with the days before it. */
  readonly expiries: ReadonlySet<string>;
  /** The time of the last check in the newest notice about an unchecked link. */
  readonly unchecked: string | null;
}

const initialState: NoticeState = { expiries: new Set(), unchecked: null };

/** The notices so far. */
function evolve(state: NoticeState, event: NoticeEvent): NoticeState {
  switch (event.type) {
    case 'LinkExpiryNoticed':
      return { ...state, expiries: new Set([...state.expiries, expiryOf(event.data)]) };
    case 'LinkUncheckedNoticed':
      return { ...state, unchecked: event.data.lastChecked };
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
    default: {
      const _: never = command;
      return _;
    }
  }
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
