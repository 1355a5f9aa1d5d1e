/**
 * The position that the log had reached at each time: it resolves an instant to a position. Writers' clocks differ, so
 * the times of events do not always increase with their positions. The log as of an instant is everything up to the
 * last position with that time or an earlier one: always a state that the log really had.
 */
import type { View } from '../../view.ts';

/** The last positions in the parts of one month, day, hour or minute. */
export interface MomentDoc {
  /** The beginning of an ISO instant in UTC: '2026-03', '2026-03-31', '2026-03-31T10' or '2026-03-31T10:05'. */
  readonly id: string;
  readonly span: Span;
  /** By part: days of a month, hours of a day, minutes of an hour, seconds of a minute. 0 without an event. */
  readonly last: readonly number[];
}

type Span = 'month' | 'day' | 'hour' | 'minute';

/** The length of an instant's beginning that names a span. The next part has two digits after a separator. */
const LENGTHS: Readonly<Record<Span, number>> = { month: 7, day: 10, hour: 13, minute: 16 };
const SPANS: readonly Span[] = ['month', 'day', 'hour', 'minute'];

const FIELDS = ['span'] as const;

/** One document for each month, day, hour and minute with an event. */
export const moments: View<MomentDoc, (typeof FIELDS)[number]> = {
  name: 'moments',
  version: 2,
  fields: FIELDS,
  keys: ({ metadata: { at } }) => momentIds(at),
  evolve(doc, { metadata: { at }, position }, id) {
    const part = partAfter(at, id);
    const last = doc === null ? [] : [...doc.last];
    while (last.length <= part) last.push(0);
    last[part] = Math.max(position, last[part] ?? 0);
    return { id, span: doc?.span ?? spanOf(id), last };
  },
};

/** The ids of the month, the day, the hour and the minute of an instant. */
export function momentIds(at: string): readonly string[] {
  return SPANS.map((span) => at.slice(0, LENGTHS[span]));
}

/** The part of an instant after the span that `id` names. */
export function partAfter(at: string, id: string): number {
  return Number(at.slice(id.length + 1, id.length + 3));
}

function spanOf(id: string): Span {
  return SPANS.find((each) => LENGTHS[each] === id.length) ?? 'minute';
}
