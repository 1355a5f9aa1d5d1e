/** How long until the next status check, calmly: no seconds, minutes only in the last hour. Pure. */
import { format } from './messages.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Clocks differ by some minutes: 14 days and a moment are 14 days. */
const GRACE = 5 * MINUTE;

/** '13 days 4 hours', '5 hours', '42 minutes'; null when it is due. */
export function formatCountdown(instant: string | null, now: number): string | null {
  const left = instant === null ? 0 : Date.parse(instant) - now;
  if (!(left > 0)) return null;
  if (left <= HOUR) return format('minutes', { count: Math.ceil(left / MINUTE) });
  // Rounded up: a person who returns on time is not too early.
  const hours = Math.ceil((left - GRACE) / HOUR);
  if (hours < 24) return format('hours', { count: hours });
  const days = Math.floor((hours * HOUR) / DAY);
  const rest = hours - days * 24;
  const whole = format('days', { count: days });
  return rest === 0 ? whole : format('daysAndHours', { days: whole, hours: format('hours', { count: rest }) });
}
