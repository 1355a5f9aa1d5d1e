/** The days that people often look back at. Pure. */

const DAY_MS = 86_400_000;

const utcDay = (time: number) => new Date(time).toISOString().slice(0, 10);

export const CHOICE_NAMES = ['yesterday', 'week', 'month', 'quarter', 'year'] as const;

/** By choice, a UTC day; `now` in milliseconds. */
export function daysToChoose(now: number): Readonly<Record<(typeof CHOICE_NAMES)[number], string>> {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  // Day 0 is the last day of the month before.
  const endBefore = (first: number) => utcDay(Date.UTC(year, first, 0));
  return {
    yesterday: utcDay(now - DAY_MS),
    week: utcDay(now - 7 * DAY_MS),
    month: endBefore(month),
    quarter: endBefore(month - (month % 3)),
    year: endBefore(0),
  };
}
