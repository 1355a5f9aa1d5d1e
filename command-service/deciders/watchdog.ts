/** Whether checks that are due get done, as it was last said. */
import type { WatchdogCommand } from '../commands/watchdog.ts';
import type { Decider } from '../decider.ts';
import type { SilenceEvent } from '../events/watchdog.ts';
import { isOf } from '../events.ts';

/** There is one stream. */
export const STREAM = 'silence-checker';

export interface SilenceState {
  readonly silent: boolean;
}

export const initialState: SilenceState = { silent: false };

/** What the events add up to. */
export function evolve(_state: SilenceState, event: SilenceEvent): SilenceState {
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

/** What a command leads to: only a change is worth an event. */
export function decide(state: SilenceState, command: WatchdogCommand): readonly SilenceEvent[] {
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
  streamOf: () => STREAM,
  initialState,
  evolve,
  decide,
  isEvent: (event): event is SilenceEvent => isOf(event, 'silence'),
};
