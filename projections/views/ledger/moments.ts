/**
 * How far the log had come at each time: it resolves an instant to a position. Writers' clocks differ, so the times of
 * events do not always increase with their positions. The log as of an instant is everything up to the last position with
 * that time or an earlier one: always a state that the log really had.
 */
import type { View } from '../../view.ts';

/** The last positions in the parts of one month, day, hour or minute. */
export interface MomentDoc {
  /** The beginning of an ISO instant in UTC: '2026-03', '2026-03-31', '2026-03-31T10' or '2026-03-31T10:05'. */
  readonly id: string;
  readonly span: Span;
  /** By part, two digits: the days of a month, the hours of a day, the minutes of an hour, the seconds of a minute. */
  readonly last: Readonly<Record<string, number>>;
}

type Span = 'month' | 'day' | 'hour' | 'minute';

/** By span, how many characters of an instant name it. The next part has two digits after a separator. */
const LENGTHS: Readonly<Record<Span, number>> = { month: 7, day: 10, hour: 13, minute: 16 };
const SPANS: readonly Span[] = ['month', 'day', 'hour', 'minute'];

const FIELDS = ['span'] as const;

/** One document for each month, day, hour and minute with an event. */
export const moments: View<MomentDoc, (typeof FIELDS)[number]> = {
  name: 'moments',
  version: 1,
  fields: FIELDS,
  keys: ({ metadata: { at } }) => momentIds(at),
  evolve(doc, { metadata: { at }, position }, id) {
    const part = partAfter(at, id);
    const span = SPANS.find((each) => LENGTHS[each] === id.length) ?? 'minute';
    return { id, span, last: { ...doc?.last, [part]: Math.max(position, doc?.last[part] ?? 0) } };
  },
};

/** The ids of the month, the day, the hour and the minute of an instant. */
export function momentIds(at: string): readonly string[] {
  return SPANS.map((span) => at.slice(0, LENGTHS[span]));
}

/** The part of an instant after the span that `id` names: two digits. */
export function partAfter(at: string, id: string): string {
  return at.slice(id.length + 1, id.length + 3);
}
