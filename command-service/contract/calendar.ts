/**
 * The calendar of a list (infra/docs/product.md, "Calendar"): the days of its time zone, and its weeks, months and
 * quarters. Contract. Pure.
 */
import * as yup from 'yup';

export interface Calendar {
  /** A name of the IANA time zone database, such as 'Europe/Berlin'. */
  readonly timeZone: string;
  /** The day on which a month begins, 1 to 28. */
  readonly monthStart: number;
}

export const DEFAULT_CALENDAR: Calendar = { timeZone: 'UTC', monthStart: 1 };

/** Every month has this day. */
export const MAX_MONTH_START = 28;

const TIME_ZONE = 'Time zone must be a name of the IANA time zone database, such as Europe/Berlin or UTC';
const MONTH_START = `First day of the month must be a whole number from 1 to ${MAX_MONTH_START}`;
const CALENDAR = 'Calendar must have a timeZone and a monthStart, and nothing else';
/** Without offsets such as +02:00, whose days would ignore daylight saving time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/;

/** Whether this runtime has a time zone of this name, in any case. */
function isTimeZone(name: string): boolean {
  try {
    return ZONE_NAME.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Body of PUT /api/teams/{id}/calendar, and the field `calendar` of PATCH /api/user/settings. */
export function calendarSchema() {
  return yup
    .object({
      timeZone: yup
        .string()
        .typeError(TIME_ZONE)
        .required(TIME_ZONE)
        .test({
          ...{ name: 'time-zone', message: TIME_ZONE, params: { jsonSchema: { pattern: ZONE_NAME.source } } },
          test: isTimeZone,
        }),
      monthStart: yup
        .number()
        .typeError(MONTH_START)
        .required(MONTH_START)
        .integer(MONTH_START)
        .min(1, MONTH_START)
        .max(MAX_MONTH_START, MONTH_START),
    })
    .typeError(CALENDAR)
    .noUnknown(CALENDAR)
    .nonNullable(CALENDAR);
}

/** A valid calendar with the time zone's name in the database's case. */
export function calendarOf({ timeZone, monthStart }: Calendar): Calendar {
  return { timeZone: new Temporal.ZonedDateTime(0n, timeZone).timeZoneId, monthStart };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day (YYYY-MM-DD) of an instant in a time zone. Without Temporal: lists ask it for each link. */
export function dayIn(timeZone: string, instant: Date | string): string {
  const date = new Date(instant);
  if (timeZone === 'UTC') return date.toISOString().slice(0, 10);
  // Swedish dates are YYYY-MM-DD.
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { ...parts, timeZone });
  formats.set(timeZone, format);
  return format.format(date);
}

/** The first instant of a day in a time zone; of the next day for a day that the zone skipped. Needs Temporal. */
export function startOfDay(timeZone: string, day: string): string {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant().toString({ fractionalSecondDigits: 3 });
}

/** The hour (0 to 23) of an instant, in ms since the epoch, in a time zone. Needs Temporal. */
export function hourIn(timeZone: string, at: number): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).hour;
}

/**
 * The next time, after an instant, that a time zone has an hour, on a day of the week (1: Monday) or on any day: both
 * in ms since the epoch. Where the zone skips the hour, the time after the gap. Needs Temporal.
 */
export function nextHour(timeZone: string, after: number, hour: number, weekday: number | null = null): number {
  let day = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone).toPlainDate();
  for (; ; day = day.add({ days: 1 })) {
    const at = day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
    if (at > after && (weekday === null || day.dayOfWeek === weekday)) return at;
  }
}

/** Weeks begin on Monday (ISO 8601); quarters with the months 1, 4, 7 and 10. */
export const PERIOD_KINDS = ['week', 'month', 'quarter'] as const;

export type PeriodKind = (typeof PERIOD_KINDS)[number];

export interface Period {
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The first instant. */
  readonly start: string;
  /** The first instant after the period. */
  readonly end: string;
}

/** The period of a calendar that has a day. The next period starts at its `end`. Needs Temporal. */
export function periodOf(kind: PeriodKind, { timeZone, monthStart }: Calendar, day: string): Period {
  const first = firstDayOf(kind, monthStart, Temporal.PlainDate.from(day));
  const next = first.add(kind === 'week' ? { days: 7 } : { months: kind === 'month' ? 1 : 3 });
  return {
    from: first.toString(),
    to: next.subtract({ days: 1 }).toString(),
    start: startOfDay(timeZone, first.toString()),
    end: startOfDay(timeZone, next.toString()),
  };
}

function firstDayOf(kind: PeriodKind, monthStart: number, day: Temporal.PlainDate): Temporal.PlainDate {
  if (kind === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  const month = day.subtract({ days: monthStart - 1 }).with({ day: monthStart });
  return kind === 'month' ? month : month.subtract({ months: (month.month - 1) % 3 });
}
