/** The duration of the link that was added last: agencies buy the same term again and again. */

import { isUntilDay } from '../../../command-service/contract/deviations.ts';
import { DEFAULT_DURATION } from '../../../command-service/model/link/commands.ts';
import { createPersistedStore } from '../../platform/store/persisted-store.ts';
import { PERMANENT, splitDuration } from '../duration.ts';

const MAX = 9_999;

const store = createPersistedStore<string>({
  key: 'lastDuration',
  parse: (text) => {
    const { amount, unit } = splitDuration(text ?? '');
    return text !== null && unit !== PERMANENT && Number(amount) >= 1 && Number(amount) <= MAX
      ? text
      : DEFAULT_DURATION;
  },
  serialize: (duration) => duration,
});

/** The proposed duration of a new link; 30 days before the first. */
export function lastDuration(): string {
  return store.get();
}

/** A last day is of one link only. */
export function rememberDuration(duration: string): void {
  if (!isUntilDay(duration)) store.set(duration);
}
