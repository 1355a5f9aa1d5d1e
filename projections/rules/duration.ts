/** Durations by the calendar (infra/docs/product.md, "Duration and expiry"). Contract. Pure; days are YYYY-MM-DD. */

import { isUntilDay } from '../../command-service/contract/deviations.ts';
import { daysUntil } from './calendar-days.ts';

const DURATION = /^(\d{1,4}) (day|week|month|year)s?$/;

/** Mean days of a unit in the Gregorian calendar: for ordering durations only, never for dates. */
const MEAN_DAYS = { day: 1, week: 7, month: 30.436875, year: 365.2425 } as const;

type Unit = keyof typeof MEAN_DAYS;

/** Sorts after every duration that ends. */
const PERMANENT_DAYS = 1e9;

/** With four digits in a year, days compare as text. */
const LAST_DAY = '9999-12-31';

function parseDuration(text: string): { readonly amount: number; readonly unit: Unit } | null {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return null;
  return { amount: Number(amount), unit: unit as Unit };
}

/**
 * Mean days, for sorting only; permanent is larger than any. null for a malformed duration, and for a promise until a day
 * that has not begun.
 */
export function durationDays(text: string, liveDate: string | null): number | null {
  if (text === 'permanent') return PERMANENT_DAYS;
  if (isUntilDay(text)) return liveDate === null ? null : daysUntil(text, liveDate);
  const parsed = parseDuration(text);
  return parsed === null ? null : parsed.amount * MEAN_DAYS[parsed.unit];
}

/**
 * The day on which a promise that began on `liveDate` ends, by the calendar: 31 January + 1 month is the last day of
 * February. null if it never ends, has not begun, or a text is malformed; never later than 9999-12-31.
 */
export function expirationDate(liveDate: string | null, duration: string): string | null {
  if (liveDate === null) return null;
  if (isUntilDay(duration)) return duration;
  const key = `${liveDate} ${duration}`;
  const cached = ends.get(key);
  if (cached !== undefined) return cached;
  const end = endOf(liveDate, duration);
  if (ends.size >= MAX_CACHED_ENDS) ends.clear();
  ends.set(key, end);
  return end;
}

/** A cache: calendar arithmetic is slow, and an agency's links begin on few days. */
const ends = new Map<string, string | null>();
const MAX_CACHED_ENDS = 10_000;

function endOf(liveDate: string, duration: string): string | null {
  const parsed = parseDuration(duration);
  if (parsed === null) return null;
  try {
    const end = Temporal.PlainDate.from(liveDate).add({ [`${parsed.unit}s`]: parsed.amount });
    return end.year > 9999 ? LAST_DAY : end.toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
