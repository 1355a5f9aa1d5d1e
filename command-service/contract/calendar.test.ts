import test from 'ava';
import fc from 'fast-check';
import { calendarOf, calendarSchema, dayIn, hourIn, nextHour, PERIOD_KINDS, periodOf, startOfDay } from './calendar.ts';
import { InputError, parse } from './schema/parse.ts';

/** Clocks that change by an hour, by half an hour, at midnight, or never; half and quarter hours; a skipped day. */
const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Asia/Beirut'],
  ...['Africa/Cairo', 'America/Havana', 'Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Apia', 'Pacific/Kiritimati'],
  ...['America/Nuuk', 'Africa/Casablanca', 'Pacific/Chatham', 'Asia/Tehran'],
];

const calendars = fc.record({ timeZone: fc.constantFrom(...ZONES), monthStart: fc.integer({ min: 1, max: 28 }) });
/** Hours in which a clock of one of the zones changes, or a minute before or after them, and other instants. */
const instants = fc
  .tuple(
    fc.integer({ min: Date.parse('2011-12-01') / 3_600_000, max: Date.parse('2036-01-01') / 3_600_000 }),
    fc.constantFrom(-1, 0, 1, 60_000, 1_800_000),
  )
  .map(([hour, offset]) => new Date(hour * 3_600_000 + offset));

test('every instant lies in exactly one period of each kind: that of its day', (t) => {
  const property = fc.property(calendars, instants, fc.constantFrom(...PERIOD_KINDS), (calendar, instant, kind) => {
    const day = dayIn(calendar.timeZone, instant);
    const { from, to, start, end } = periodOf(kind, calendar, day);
    t.true(from <= day && day <= to);
    t.true(start <= instant.toISOString() && instant.toISOString() < end);
    // The periods beside it begin and end where it does.
    const before = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
    const after = Temporal.PlainDate.from(to).add({ days: 1 }).toString();
    t.is(periodOf(kind, calendar, before).end, start);
    t.is(periodOf(kind, calendar, after).start, end);
    t.deepEqual(periodOf(kind, calendar, from), periodOf(kind, calendar, to));
  });
  t.notThrows(() => fc.assert(property, { numRuns: 2_000 }));
});

test('the day of each instant around every change of a clock is the day that startOfDay begins', (t) => {
  for (const zone of ZONES) {
    let at = Temporal.Instant.from('2011-12-01T00:00Z').toZonedDateTimeISO(zone);
    for (let change = at.getTimeZoneTransition('next'); change !== null; change = at.getTimeZoneTransition('next')) {
      at = change;
      if (at.year > 2035) break;
      for (const minutes of [-90, -31, -1, 0, 1, 31, 90]) {
        const instant = at.toInstant().add({ minutes }).toString({ fractionalSecondDigits: 3 });
        const day = dayIn(zone, instant);
        t.true(startOfDay(zone, day) <= instant, `${zone} ${instant}`);
        const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
        t.true(instant < startOfDay(zone, next), `${zone} ${instant}`);
      }
    }
  }
});

test('days are those of the time zone', (t) => {
  t.is(dayIn('UTC', '2026-11-28T23:59:59.999Z'), '2026-11-28');
  t.is(dayIn('Europe/Berlin', new Date('2026-11-28T23:00:00Z')), '2026-11-29');
  t.is(dayIn('America/New_York', '2026-11-28T04:59:59Z'), '2026-11-27');
  t.is(dayIn('Asia/Kathmandu', '2026-11-28T18:15:00Z'), '2026-11-29');
  t.is(startOfDay('Europe/Berlin', '2026-03-30'), '2026-03-29T22:00:00.000Z');
  t.is(startOfDay('Australia/Lord_Howe', '2026-10-05'), '2026-10-04T13:00:00.000Z');
  // Midnight did not exist on this day, and Apia had no December 30 in 2011.
  t.is(startOfDay('Africa/Cairo', '2026-04-24'), '2026-04-23T22:00:00.000Z');
  t.is(startOfDay('Pacific/Apia', '2011-12-30'), startOfDay('Pacific/Apia', '2011-12-31'));
});

test('months begin on the first day of the calendar, and quarters with four of them', (t) => {
  const calendar = { timeZone: 'Europe/Berlin', monthStart: 15 };
  t.deepEqual(periodOf('month', calendar, '2026-03-14'), {
    ...{ from: '2026-02-15', to: '2026-03-14' },
    ...{ start: '2026-02-14T23:00:00.000Z', end: '2026-03-14T23:00:00.000Z' },
  });
  t.like(periodOf('month', calendar, '2026-03-15'), { from: '2026-03-15', end: '2026-04-14T22:00:00.000Z' });
  t.like(periodOf('quarter', calendar, '2026-01-14'), { from: '2025-10-15', to: '2026-01-14' });
  t.like(periodOf('quarter', calendar, '2026-01-15'), { from: '2026-01-15', to: '2026-04-14' });
  t.like(periodOf('week', calendar, '2026-11-29'), { from: '2026-11-23', to: '2026-11-29' });
  t.like(periodOf('month', { timeZone: 'UTC', monthStart: 28 }, '2026-03-01'), {
    from: '2026-02-28',
    to: '2026-03-27',
  });
});

test('a calendar is refused by field, with a sentence', (t) => {
  const refused = (body: object) => t.throws(() => parse(calendarSchema(), body), { instanceOf: InputError }).fields;
  for (const timeZone of ['Berlin', '+02:00', 'Europe/Berlin ?', `Europe/${'x'.repeat(200)}`, '', null, 7]) {
    t.deepEqual(refused({ timeZone, monthStart: 1 }), {
      timeZone: 'Time zone must be a name of the IANA time zone database, such as Europe/Berlin or UTC',
    });
  }
  for (const monthStart of [0, 29, 1.5, '1', null]) {
    t.deepEqual(refused({ timeZone: 'UTC', monthStart }), {
      monthStart: 'First day of the month must be a whole number from 1 to 28',
    });
  }
  t.deepEqual(Object.keys(refused({})).sort(), ['monthStart', 'timeZone']);
});

test('a time zone is kept under its name, written as in the database', (t) => {
  const body = parse(calendarSchema(), { timeZone: 'asia/kolkata', monthStart: 3 });
  t.deepEqual(calendarOf(body), { timeZone: 'Asia/Kolkata', monthStart: 3 });
});

test('the next time of an hour is after the instant, at that hour, and within a week', (t) => {
  const instant = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') });
  const hour = fc.integer({ min: 0, max: 23 });
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      instant,
      hour,
      fc.integer({ min: 1, max: 7 }),
      (zone, after, wanted, weekday) => {
        const daily = nextHour(zone, after, wanted);
        const weekly = nextHour(zone, after, wanted, weekday);
        t.true(daily > after && daily <= after + 25.5 * 3_600_000);
        t.true(weekly >= daily && weekly <= after + 7 * 24 * 3_600_000 + 2 * 3_600_000);
        // An hour that the clocks skip is the time after the gap.
        t.true([0, 1].includes(hourIn(zone, daily) - wanted), `${zone} ${after} ${wanted}`);
      },
    ),
  );
  t.is(nextHour('Europe/Berlin', Date.parse('2026-03-28T20:00Z'), 2), Date.parse('2026-03-29T01:00Z'));
  t.is(nextHour('Europe/Berlin', Date.parse('2026-03-04T08:00Z'), 9), Date.parse('2026-03-05T08:00Z'));
});
