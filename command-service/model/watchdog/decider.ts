/** The checker watchdog: notices when due checks are not recorded. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { WatchdogCommand } from './commands.ts';
import type { SilenceEvent } from './events.ts';

/** The only stream of the watchdog. */
export const SILENCE_STREAM = 'silence-checker';

interface SilenceState {
  readonly silent: boolean;
}

const initialState: SilenceState = { silent: false };

function evolve(_state: SilenceState, event: SilenceEvent): SilenceState {
  switch (event.type) {
    case 'CheckerFellSilent':
      return { silent: true };
    case 'CheckerResumed':
      return { silent: false };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** Only a change causes an event. */
function decide(state: SilenceState, command: WatchdogCommand): readonly SilenceEvent[] {
  switch (command.type) {
    case 'ReportSilence':
      return state.silent ? [] : [{ type: 'CheckerFellSilent', data: { hours: command.hours } }];
    case 'ReportResumption':
      return state.silent ? [{ type: 'CheckerResumed', data: {} }] : [];
    default: {
      const _: never = command;
      return _;
    }
  }
}

export const watchdog: Decider<SilenceState, WatchdogCommand, SilenceEvent> = {
  streamOf: () => SILENCE_STREAM,
  initialState,
  evolve,
  decide,
  isEvent: (event): event is SilenceEvent => isOf(event, 'silence'),
};
