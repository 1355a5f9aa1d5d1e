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
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** Formats what a text stands for, in UTC unless the options say otherwise; a text that is no time stays. */
function formatter(options: Intl.DateTimeFormatOptions, timeOf: (text: string) => number = Date.parse) {
  const { format } = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  return (text: string): string => {
    const time = timeOf(text);
    return Number.isNaN(time) ? text : format(time);
  };
}

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

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
  return formatDay(utcDay(then));
}

/** The exact instant for a tooltip: weekday, date and time in the reader's own zone, which it names. */
export const formatExact = formatter({ dateStyle: 'full', timeStyle: 'long', timeZone: undefined });

/** The exact instant in a line of text: 'Mar 12, 2026, 1:45:07 PM UTC'. */
export const formatInstant = formatter({ dateStyle: 'medium', timeStyle: 'long' });

/** An instant without seconds: 'Mar 12, 2026, 1:45 PM UTC'. */
export const formatMinute = formatter({ ...DATE, ...TIME });

/** The time of day of an instant, under its day: '1:45 PM UTC'. */
export const formatTime = formatter(TIME);

/** A calendar day (YYYY-MM-DD), the same in every time zone: 'Mar 12, 2026'. */
export const formatDay = formatter(DATE, startOf);

/** A calendar day (YYYY-MM-DD) without its year: 'Mar 12'. */
export const formatShortDay = formatter({ day: 'numeric', month: 'short' }, startOf);

/** A calendar day (YYYY-MM-DD) with its weekday: 'Thursday, March 12, 2026'. */
export const formatWeekday = formatter({ dateStyle: 'full' }, startOf);

/** Whole days left until an instant, never negative. */
export function daysUntil(instant: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now) / DAY));
}

/** The UTC day (YYYY-MM-DD) of an instant. */
export function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
