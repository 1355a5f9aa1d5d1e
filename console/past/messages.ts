/** Texts of the past days: the picker, the banner, and what is left out there. */
import english from '../languages/en/past.json' with { type: 'json' };
import { formatDay, formatInstant, formatWeekday } from '../platform/format/dates.ts';
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format } = translation('past', english);

export { format, messages };

/** The days that the picker offers, in its order. */
export const CHOICES = labels('choice');

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** 'Mar 31, 2026', or the date and time of an instant. */
export function formatMoment(asOf: string, at: string): string {
  return DAY.test(asOf) ? formatDay(asOf) : formatInstant(at);
}

/** The sentence of the banner. */
export function formatShown(asOf: string, at: string): string {
  return DAY.test(asOf) ? format('shownDay', { day: formatWeekday(asOf) }) : format('shown', { at: formatInstant(at) });
}

/** 'Nothing was recorded before Mar 12, 2026.' */
export function formatBefore(firstDay: string | null): string {
  return firstDay === null ? messages.nothingYet : format('nothingBefore', { day: formatDay(firstDay) });
}
