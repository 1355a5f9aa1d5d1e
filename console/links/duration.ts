/** The duration of a link: a number and a unit in the form, '30 days' in the API, or the last day. Pure. */

import { isUntilDay } from '../../command-service/contract/deviations.ts';

export const UNITS = ['days', 'weeks', 'months', 'years'] as const;
export type Unit = (typeof UNITS)[number];
/** A link without an end has no number. */
export const PERMANENT = 'permanent';
/** The duration is its last day, YYYY-MM-DD. */
export const UNTIL = 'until';
/** All that a duration can be. */
export const DURATION_UNITS = [...UNITS, PERMANENT, UNTIL] as const;

interface SplitDuration {
  readonly amount: string;
  readonly unit: (typeof DURATION_UNITS)[number];
}

/** '1 month' becomes 1 and months. An unknown text becomes the amount, for the person to correct. */
export function splitDuration(duration: string): SplitDuration {
  if (duration === PERMANENT) return { amount: '', unit: PERMANENT };
  if (isUntilDay(duration)) return { amount: duration, unit: UNTIL };
  const [, amount, word] = /^(\d+) (day|week|month|year)s?$/.exec(duration) ?? [];
  const unit = UNITS.find((each) => each === `${word}s`);
  return amount === undefined || unit === undefined ? { amount: duration, unit: 'days' } : { amount, unit };
}

/** 1 and months become '1 month'; an empty number becomes the empty text. */
export function joinDuration(amount: string, unit: SplitDuration['unit']): string {
  if (unit === PERMANENT) return PERMANENT;
  const number = amount.trim();
  if (number === '' || unit === UNTIL) return number;
  return `${number} ${number === '1' ? unit.slice(0, -1) : unit}`;
}
