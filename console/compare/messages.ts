/** Texts of the comparison of two days. */
import english from '../languages/en/compare.json' with { type: 'json' };
import { formatDay, formatInstant } from '../platform/format/dates.ts';
import { translation } from '../platform/language/translation.ts';
import type { ShownChange } from './compared-rows.ts';
import type { CompareView } from './comparison.ts';

const { messages, labels, format } = translation('compare', english);

export { format, messages };

export const CHANGE_LABELS: Readonly<Record<ShownChange, string>> = labels('change');

/** What a change is, in a few words. */
export const CHANGE_HINTS: Readonly<Record<ShownChange, string>> = labels('hint');

export const VIEW_LABELS: Readonly<Record<CompareView, string>> = labels('view');

/** 'Sep 30, 2026 – now', also in the title of the page; the times of instants and positions. */
export function formatBetween(moments: { readonly from: string; readonly to: string }, at?: typeof moments): string {
  const formatMoment = (text: string, instant = text) =>
    /^\d+$|T/.test(text) ? formatInstant(instant) : formatDay(text);
  return format('between', {
    from: formatMoment(moments.from, at?.from),
    to: moments.to === '' ? messages.now : formatMoment(moments.to, at?.to),
  });
}
