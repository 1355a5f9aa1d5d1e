import test from 'ava';
import fc from 'fast-check';
import type { RecordedEvent } from '../ports/event-store.ts';
import { metadata, type Noted } from '../testing/contracts/event-store.ts';
import { EventWindow } from './event-window.ts';

const recorded = (position: number): RecordedEvent<Noted> => ({
  type: 'Noted',
  data: { text: String(position) },
  id: String(position),
  stream: 's',
  revision: position - 1,
  position,
  metadata: metadata,
});
const stretch = (from: number, count: number) => Array.from({ length: count }, (_, index) => recorded(from + index));
const positions = (events: readonly RecordedEvent<Noted>[] | null) => events?.map(({ position }) => position) ?? null;

test('what was read once is handed out from any place in it, and nothing before or behind it', (t) => {
  const window = new EventWindow<Noted>(3);
  t.is(window.after(0), null);
  window.add(stretch(4, 3), 100);
  window.add(stretch(7, 1), 100);
  t.is(window.after(2), null);
  t.deepEqual(positions(window.after(3)), [4, 5, 6]);
  t.deepEqual(positions(window.after(5)), [6]);
  t.deepEqual(positions(window.after(6)), [7]);
  t.is(window.after(7), null);
});

test('what is read far ahead takes the place of what is held; what lies behind it is not taken in', (t) => {
  const window = new EventWindow<Noted>(1_000);
  window.add(stretch(1, 5), 100);
  window.add(stretch(9, 2), 100);
  t.is(window.after(0), null);
  window.add(stretch(3, 5), 100);
  t.is(window.after(2), null);
  t.deepEqual(positions(window.after(8)), [9, 10]);
});

test('it holds so many events, or so many characters, and drops the oldest', (t) => {
  const window = new EventWindow<Noted>(1_000);
  for (let from = 1; from < 20_000; from += 1_000) window.add(stretch(from, 1_000), 1_000);
  t.is(window.after(13_000), null);
  t.deepEqual(positions(window.after(19_998)), [19_999, 20_000]);
  window.add(stretch(20_001, 1_000), 9_000_000);
  t.is(window.after(19_999), null);
  t.is(window.after(20_000)?.length, 1_000);
});

test('followers who go through the same log at their own pace see every event once and in order', (t) => {
  const paces = fc.array(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 30 }), { minLength: 1 });
  fc.assert(
    fc.property(paces, fc.integer({ min: 1, max: 6 }), (followers, pageEvents) => {
      const log = stretch(1, 40);
      const window = new EventWindow<Noted>(pageEvents);
      const seen = followers.map((): number[] => []);
      for (let turn = 0; turn < 30; turn += 1) {
        for (const [index, pace] of followers.entries()) {
          const limit = pace[turn % pace.length] ?? 1;
          const own = seen[index] ?? [];
          const position = own.at(-1) ?? 0;
          const held = window.after(position);
          const read = log.slice(position, position + limit);
          if (held === null) window.add(read, read.length);
          own.push(...(held ?? read).map((event) => event.position));
        }
      }
      for (const own of seen)
        t.deepEqual(
          own,
          log.slice(0, own.length).map(({ position }) => position),
        );
    }),
    { numRuns: 100 },
  );
});
