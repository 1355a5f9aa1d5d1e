/**
 * Texts for days and instants in the reader's language. A day is a UTC day everywhere, as in lists, charts and shares, so
 * written times are in UTC and say so; `formatExact`, for tooltips, has the reader's own zone. Pure: the current time is an
 * argument.
 */
import english from '../../languages/en/platform.format.json' with { type: 'json' };
import { locale } from '../language/language.ts';
import { translation } from '../language/translation.ts';

const { messages } = translation('platform.format', english);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const calendarDay = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
const shortInstant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });
const shortMinute = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});
const shortTime = new Intl.DateTimeFormat(locale, {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});
const fullInstant = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });

/** 'just now', '5 minutes ago', 'in 3 days'; beyond 30 days the date: 'Mar 12, 2026'. */
export function formatRelative(instant: string, now: number): string {
  const then = Date.parse(instant);
  if (Number.isNaN(then)) return instant;
  const distance = then - now;
  const size = Math.abs(distance);
  if (size < MINUTE) return messages.justNow;
  if (size < HOUR) return words.format(Math.trunc(distance / MINUTE), 'minute');
  if (size < DAY) return words.format(Math.trunc(distance / HOUR), 'hour');
  if (size <= 30 * DAY) return words.format(Math.trunc(distance / DAY), 'day');
  return calendarDay.format(then);
}

/** The exact instant for a tooltip: weekday, date and time in the reader's own zone, which it names. */
export function formatExact(instant: string): string {
  const then = Date.parse(instant);
  return Number.isNaN(then) ? instant : fullInstant.format(then);
}

/** The exact instant in a line of text: 'Mar 12, 2026, 1:45:07 PM UTC'. */
export function formatInstant(instant: string): string {
  const then = Date.parse(instant);
  return Number.isNaN(then) ? instant : shortInstant.format(then);
}

/** An instant without seconds: 'Mar 12, 2026, 1:45 PM UTC'. */
export function formatMinute(instant: string): string {
  const then = Date.parse(instant);
  return Number.isNaN(then) ? instant : shortMinute.format(then);
}

/** The time of day of an instant, under its day: '1:45 PM UTC'. */
export function formatTime(instant: string): string {
  const then = Date.parse(instant);
  return Number.isNaN(then) ? instant : shortTime.format(then);
}

/** A calendar day (YYYY-MM-DD), the same in every time zone: 'Mar 12, 2026'. */
export function formatDay(day: string): string {
  const then = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(then) ? day : calendarDay.format(then);
}

/** A calendar day (YYYY-MM-DD) without its year: 'Mar 12'. */
export function formatShortDay(day: string): string {
  const then = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(then) ? day : dayOfYear.format(then);
}

/** A calendar day (YYYY-MM-DD) with its weekday: 'Thursday, March 12, 2026'. */
export function formatWeekday(day: string): string {
  const then = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(then) ? day : weekday.format(then);
}

/** Whole days left until an instant, never negative. */
export function daysUntil(instant: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now) / DAY));
}

/** The UTC day (YYYY-MM-DD) of an instant. */
export function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
