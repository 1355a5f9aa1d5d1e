/** Calendar days in UTC, as YYYY-MM-DD. Contract. Pure. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days from `today` to `day`; negative if `day` has passed. */
export function daysUntil(day: string, today: string): number {
  // Without Temporal, for speed: a list calls this for each link, and UTC days all have the same length.
  return (Date.parse(day) - Date.parse(today)) / DAY_MS;
}

/** `today` and the `count` days after it. */
export function daysFrom(today: string, count: number): readonly string[] {
  const start = Temporal.PlainDate.from(today);
  return Array.from({ length: count + 1 }, (_, days) => start.add({ days }).toString());
}

/** The day `count` days before. */
export function dayBefore(day: string, count: number): string {
  return Temporal.PlainDate.from(day).subtract({ days: count }).toString();
}

/** The next day, but never later than 9999-12-31: with four digits in a year, days compare as text. */
export function dayAfter(day: string): string {
  return day >= '9999-12-31' ? day : new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

/** The UTC day of an instant, or a day, for people: 'March 3, 2026'. */
export function formatDay(instant: string, locale = 'en-US'): string {
  return new Date(instant).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** An instant in UTC for people: 'March 3, 2026 at 12:00 PM'. The text around it names UTC. */
export function formatInstant(instant: string, locale: string): string {
  return new Date(instant).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
}
