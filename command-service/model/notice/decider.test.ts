import test from 'ava';
import { array, assert, constantFrom, oneof, property, record } from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { NoticeCommand, NoticeExpiry, NoticeUnchecked } from './commands.ts';
import { notice } from './decider.ts';
import type { LinkExpiryNoticed, LinkUncheckedNoticed } from './events.ts';

const scenario = givenWhenThen(notice);
const ends = (daysLeft: 7 | 1, expirationDate = '2026-05-12'): NoticeExpiry => ({
  type: 'NoticeExpiry',
  linkId: 'l1',
  expirationDate,
  daysLeft,
});
const ended = (daysLeft: 7 | 1, expirationDate = '2026-05-12'): LinkExpiryNoticed => ({
  type: 'LinkExpiryNoticed',
  data: { linkId: 'l1', expirationDate, daysLeft },
});
const unchecked = (lastChecked: string): NoticeUnchecked => ({ type: 'NoticeUnchecked', linkId: 'l1', lastChecked });
const wasUnchecked = (lastChecked: string): LinkUncheckedNoticed => ({
  type: 'LinkUncheckedNoticed',
  data: { linkId: 'l1', lastChecked },
});
const MARCH = '2026-03-01T10:00:00.000Z';
const APRIL = '2026-04-01T10:00:00.000Z';

test('the end of a promise is noticed seven days and one day before, each once', (t) => {
  scenario(t).given().when(ends(7)).yields(ended(7));
  scenario(t).given(ended(7)).when(ends(7)).yields();
  scenario(t).given(ended(7)).when(ends(1)).yields(ended(1));
  scenario(t).given(ended(7), ended(1)).when(ends(1)).yields();
});

test('a one-day notice rules out a later seven-day notice', (t) => {
  scenario(t).given(ended(1)).when(ends(7)).yields();
});

test('a new end is noticed again; a former end that returns is not', (t) => {
  scenario(t).given(ended(7)).when(ends(7, '2026-06-12')).yields(ended(7, '2026-06-12'));
  scenario(t).given(ended(7), ended(7, '2026-06-12')).when(ends(7)).yields();
});

test('a long time without checks is noticed once for each last check', (t) => {
  scenario(t).given().when(unchecked(MARCH)).yields(wasUnchecked(MARCH));
  scenario(t).given(wasUnchecked(MARCH)).when(unchecked(MARCH)).yields();
  scenario(t).given(wasUnchecked(MARCH)).when(unchecked(APRIL)).yields(wasUnchecked(APRIL));
  scenario(t).given(wasUnchecked(APRIL)).when(unchecked(MARCH)).yields();
});

test('a repeated command changes nothing, whatever came before', (t) => {
  const command = oneof(
    record({ days: constantFrom<7 | 1>(7, 1), day: constantFrom('2026-05-12', '2026-05-13') }).map(
      ({ days, day }): NoticeCommand => ends(days, day),
    ),
    constantFrom(MARCH, APRIL).map((at): NoticeCommand => unchecked(at)),
  );
  assert(
    property(array(command), command, (before, last) => {
      const events = play(notice, [...before, last, last]).at(-1);
      return events?.length === 0;
    }),
  );
  t.pass();
});
