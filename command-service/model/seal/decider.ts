/** The seals of the log: one a day, on days with events. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { SealCommand } from './commands.ts';
import type { LogSealed } from './events.ts';

/** The only stream of seals. */
export const SEAL_STREAM = 'seal-log';

interface SealState {
  /** null before the first seal. */
  readonly last: { readonly day: string; readonly count: number } | null;
}

const initialState: SealState = { last: null };

function evolve(_state: SealState, { data: { day, count } }: LogSealed): SealState {
  return { last: { day, count } };
}

/** Whether a seal is due: on a later day, and with events besides the last seal's own. */
export function isSealDue({ last }: SealState, day: string, count: number): boolean {
  return last === null ? count > 0 : day > last.day && count > last.count + 1;
}

/** A second seal on a day, or one that covers no new events, changes nothing. */
function decide(state: SealState, { type: _, ...data }: SealCommand): readonly LogSealed[] {
  return isSealDue(state, data.day, data.count) ? [{ type: 'LogSealed', data }] : [];
}

export const seal: Decider<SealState, SealCommand, LogSealed> = {
  streamOf: () => SEAL_STREAM,
  initialState,
  evolve,
  decide,
  isEvent: (event): event is LogSealed => isOf(event, 'seal'),
};
