import test from 'ava';
import { isUnavailable, parseRobotsHeaders, parseRobotsMeta } from './robots-directives.ts';

test('a rule for a named robot applies up to the next name or the end of its header', (t) => {
  t.deepEqual(parseRobotsHeaders('noindex, nofollow'), [
    { by: 'x-robots-tag', robot: null, directives: ['noindex', 'nofollow'] },
  ]);
  t.deepEqual(parseRobotsHeaders('noarchive, GoogleBot: noindex, max-snippet: 20, otherbot: none\n*: nofollow'), [
    { by: 'x-robots-tag', robot: null, directives: ['noarchive'] },
    { by: 'x-robots-tag', robot: 'googlebot', directives: ['noindex', 'max-snippet: 20'] },
    { by: 'x-robots-tag', robot: 'otherbot', directives: ['none'] },
    { by: 'x-robots-tag', robot: null, directives: ['nofollow'] },
  ]);
  t.deepEqual(parseRobotsHeaders(' ,, : ,'), []);
});

test('the directives of a meta tag are trimmed and lower case, empty ones left out', (t) => {
  t.deepEqual(parseRobotsMeta(' NOINDEX ,, max-snippet: 20,'), ['noindex', 'max-snippet: 20']);
});

test('a comma within a date separates no directives', (t) => {
  t.deepEqual(parseRobotsHeaders('unavailable_after: Sunday, 06-Nov-94 08:49:37 GMT, noindex, bot: none'), [
    { by: 'x-robots-tag', robot: null, directives: ['unavailable_after: sunday 06-nov-94 08:49:37 gmt', 'noindex'] },
    { by: 'x-robots-tag', robot: 'bot', directives: ['none'] },
  ]);
  t.deepEqual(parseRobotsMeta('unavailable_after: Sun, 6 Nov 1994 08:49:37 GMT,noindex'), [
    'unavailable_after: sun 6 nov 1994 08:49:37 gmt',
    'noindex',
  ]);
});

const DATES = [
  'Sunday 08-Nov-26 12:00:00 GMT',
  'Sun, 08 Nov 2026 12:00:00 GMT',
  '8 Nov 26 07:00:00 EST',
  '08-Nov-2026 12:00:00 CET',
  '8 Nov 2026 12:00',
  '2026-11-08T12:00:00Z',
  '2026-11-08T12:00',
  '2026-11-08 14:00:00 +02:00',
  '2026-11-08T14:00:00+0200',
  '20261108T120000Z',
];
for (const date of DATES) {
  test(`a page is unavailable after ${date}`, (t) => {
    const [rule] = parseRobotsHeaders(`noarchive, unavailable_after: ${date}`);
    t.false(isUnavailable(rule!.directives, new Date('2026-11-08T11:59:59Z')));
    t.true(isUnavailable(rule!.directives, new Date('2026-11-08T12:00:01Z')));
  });
}

test('a date without a time is in UTC, and a date that cannot be read is never over', (t) => {
  for (const date of ['2026-11-08', '20261108', '8 Nov 2026', '08-Nov-26']) {
    t.false(isUnavailable([`unavailable_after: ${date}`], new Date('2026-11-07T23:59:59Z')), date);
    t.true(isUnavailable([`unavailable_after: ${date}`], new Date('2026-11-08T00:00:01Z')), date);
  }
  t.false(isUnavailable(['unavailable_after: soon', 'unavailable_after', 'noindex'], new Date(8.64e15)));
});
