import test from 'ava';
import fc from 'fast-check';
import { AMBIGUOUS, orderOf, readDate } from './read-date.ts';

test('days are read as people write them', (t) => {
  for (const [text, day] of [
    ['2026-03-01', '2026-03-01'],
    ['2026-03-01T14:05:00Z', '2026-03-01'],
    ['2026/3/1', '2026-03-01'],
    ['03.02.2026', '2026-02-03'],
    ['3.2.26', '2026-02-03'],
    ['25/03/2026', '2026-03-25'],
    ['03/25/2026 10:00', '2026-03-25'],
    ['5-5-2026', '2026-05-05'],
    ['1 March 2026', '2026-03-01'],
    ['March 1st, 2026', '2026-03-01'],
    ['1-Mar-26', '2026-03-01'],
    ['1. März 2026', '2026-03-01'],
    ['1er mars 2026', '2026-03-01'],
    ['1 de marzo de 2026', '2026-03-01'],
    ['1 marzo 2026', '2026-03-01'],
    ['1 de março de 2026', '2026-03-01'],
    ['1 maart 2026', '2026-03-01'],
    ['1 marca 2026', '2026-03-01'],
  ] as const) {
    t.is(readDate(text, null), day, text);
  }
});

test('a text that is not a calendar day is refused', (t) => {
  for (const text of ['', 'soon', '31/31/2026', '30.02.2026', '2026-13-01', '12', '1 Foo 2026', '01/02/03/2026'])
    t.is(readDate(text, 'dmy'), null, text);
});

test('the order decides only where the numbers do not', (t) => {
  t.is(readDate('02/03/2026', null), AMBIGUOUS);
  t.is(readDate('02-03-26', null), AMBIGUOUS);
  t.is(readDate('02/03/2026', 'dmy'), '2026-03-02');
  t.is(readDate('02/03/2026', 'mdy'), '2026-02-03');
  t.is(readDate('25/03/2026', 'mdy'), '2026-03-25');
  t.is(readDate('03.02.2026', 'mdy'), '2026-02-03');
});

test('one clear day proves the order of its column, unless another contradicts it', (t) => {
  t.is(orderOf(['02/03/2026', '25/03/2026', '']), 'dmy');
  t.is(orderOf(['02/03/2026', '03/25/2026']), 'mdy');
  t.is(orderOf(['25/03/2026', '03/25/2026']), null);
  t.is(orderOf(['02/03/2026', '5/5/2026', '03.02.2026', '2026-03-25']), null);
});

test('a day is the same in every way of writing it', (t) => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const languages = fc.constantFrom('en-GB', 'en-US', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl');
  fc.assert(
    fc.property(days, languages, fc.constantFrom('long', 'short'), (date, language, month) => {
      const written = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
      t.is(readDate(written.format(date), null), date.toISOString().slice(0, 10), written.format(date));
    }),
    { numRuns: 500 },
  );
});
