/** UTC days as YYYY-MM-DD, and the days that people name as their own today, which may be ahead. Pure. */

/** The local time farthest ahead of UTC: Kiribati, UTC+14 (IANA time zone Pacific/Kiritimati). */
const AHEAD_MS = 14 * 60 * 60 * 1000;

/** The UTC day of an instant. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The last day that has begun anywhere, YYYY-MM-DD. A later day is in the future for everyone. */
export function latestDay(now: Date): string {
  return dayOf(new Date(now.getTime() + AHEAD_MS));
}

/** The UTC day that counts for a day: today in UTC for a day that has begun only east of UTC, else the day itself. */
export function countedDay(day: string, now: Date): string {
  const today = dayOf(now);
  return day > today && day <= latestDay(now) ? today : day;
}
