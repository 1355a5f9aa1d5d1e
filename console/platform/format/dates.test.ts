import { execFileSync } from 'node:child_process';
import test from 'ava';
import { daysUntil, formatDay, formatExact, formatRelative } from './dates.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(now + ms).toISOString();
const MINUTE = 60_000;
const DAY = 86_400_000;

test('an instant is shown relative to now, in the largest whole unit', (t) => {
  t.is(formatRelative(at(-20_000), now), 'just now');
  t.is(formatRelative(at(-5 * MINUTE), now), '5 minutes ago');
  t.is(formatRelative(at(-119 * MINUTE), now), '1 hour ago');
  t.is(formatRelative(at(-DAY), now), 'yesterday');
  t.is(formatRelative(at(3 * DAY), now), 'in 3 days');
});

test('beyond thirty days the date itself is shown', (t) => {
  t.is(formatRelative('2026-03-12T12:00:00Z', now), 'Mar 12, 2026');
});

test('days are UTC days in every zone, a written time says so, and the exact time is in the reader’s zone', (t) => {
  const dates = new URL('dates.ts', import.meta.url).href;
  const script = `
    const { formatDay, formatExact, formatInstant, formatRelative, formatTime, utcDay } = await import(process.argv[1]);
    const at = '2026-03-12T01:45:07Z';
    const now = Date.parse('2026-11-21T12:00:00Z');
    const days = [formatDay('2026-03-12'), formatRelative(at, now), utcDay(Date.parse(at))];
    console.log([...days, formatInstant(at), formatTime(at), formatExact(at)].join('|').replaceAll('\u202f', ' '));
  `;
  for (const [zone, exact] of [
    ['America/Los_Angeles', /\|Wednesday, March 11, 2026 at 6:45:07 PM PDT$/],
    ['Pacific/Kiritimati', /\|Thursday, March 12, 2026 at 3:45:07 PM GMT\+14$/],
  ] as const) {
    const shown = execFileSync(process.execPath, ['--input-type=module', '--eval', script, dates], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    }).trim();
    t.true(
      shown.startsWith('Mar 12, 2026|Mar 12, 2026|2026-03-12|Mar 12, 2026, 1:45:07 AM UTC|1:45 AM UTC|'),
      `${zone}: ${shown}`,
    );
    t.regex(shown, exact);
  }
});

test('a text that is not a date is shown as it is', (t) => {
  t.is(formatRelative('soon', now), 'soon');
  t.is(formatExact('soon'), 'soon');
  t.is(formatDay('soon'), 'soon');
});

test('days left are whole and never negative', (t) => {
  t.is(daysUntil(at(2.2 * DAY), now), 3);
  t.is(daysUntil(at(-DAY), now), 0);
});
