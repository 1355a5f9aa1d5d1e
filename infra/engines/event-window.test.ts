import test from 'ava';
import fc from 'fast-check';
import type { RecordedEvent } from '../ports/storage/event-store.ts';
import { metadata, type Noted } from '../testing/contracts/event-store.ts';
import { EventWindow } from './event-window.ts';

/** The n-th event; positions are not dense. */
const recorded = (n: number): RecordedEvent<Noted> => ({
  type: 'Noted',
  data: { text: String(n) },
  id: String(n),
  stream: 's',
  revision: n - 1,
  position: at(n),
  metadata: metadata,
});
const at = (n: number) => n * 10 + (n % 7);
const stretch = (from: number, count: number) => Array.from({ length: count }, (_, index) => recorded(from + index));
const positions = (events: readonly RecordedEvent<Noted>[] | null) => events?.map(({ position }) => position) ?? null;

test('a page that was read once is returned from any position in it, but nothing before or after it', (t) => {
  const window = new EventWindow<Noted>(3);
  t.is(window.after(0), null);
  window.add(at(3), stretch(4, 3), 100);
  window.add(at(6), stretch(7, 1), 100);
  t.is(window.after(at(2)), null);
  t.is(window.after(at(3) - 1), null);
  t.deepEqual(positions(window.after(at(3))), [at(4), at(5), at(6)]);
  t.deepEqual(positions(window.after(at(5))), [at(6)]);
  t.deepEqual(positions(window.after(at(5) + 1)), [at(6)]);
  t.deepEqual(positions(window.after(at(6))), [at(7)]);
  t.is(window.after(at(7)), null);
});

test('a later page replaces the window; an earlier page is ignored', (t) => {
  const window = new EventWindow<Noted>(1_000);
  window.add(0, stretch(1, 5), 100);
  window.add(at(8), stretch(9, 2), 100);
  t.is(window.after(0), null);
  window.add(at(2), stretch(3, 5), 100);
  t.is(window.after(at(2)), null);
  t.deepEqual(positions(window.after(at(8))), [at(9), at(10)]);
});

test('a full window drops its oldest pages', (t) => {
  const window = new EventWindow<Noted>(1_000);
  for (let from = 1; from < 20_000; from += 1_000)
    window.add(from === 1 ? 0 : at(from - 1), stretch(from, 1_000), 1_000);
  t.is(window.after(at(13_000)), null);
  t.deepEqual(positions(window.after(at(19_998))), [at(19_999), at(20_000)]);
  window.add(at(20_000), stretch(20_001, 1_000), 9_000_000);
  t.is(window.after(at(19_999)), null);
  t.is(window.after(at(20_000))?.length, 1_000);
});

test('followers at different paces see every event once and in order', (t) => {
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
          const read = log.slice(own.length, own.length + limit);
          if (held === null) window.add(position, read, read.length);
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
