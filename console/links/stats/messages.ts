/** Texts of the statistics and charts. */
import type { DayCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import english from '../../languages/en/links.stats.json' with { type: 'json' };
import { formatNumber } from '../../platform/format/counts.ts';
import { formatDay } from '../../platform/format/dates.ts';
import { translation } from '../../platform/language/translation.ts';

export const { messages } = translation('links.stats', english);

/** The ranges of the chart. */
export const RANGES = [
  { days: 30, label: messages.days30, hint: messages.days30Hint },
  { days: 90, label: messages.days90, hint: messages.days90Hint },
  { days: 365, label: messages.days365, hint: messages.days365Hint },
] as const;

/** The summary: '15 of 22 links are live, 3 more than on Oct 23, 2026; 4 are pending.' */
export function formatSummary(first: DayCountsAnswer, last: DayCountsAnswer, removedWord: string): string {
  const { live, removed, pending } = last;
  const total = live + removed + pending;
  if (total === 0) return `There are no links now; ${formatNumber(first.live)} were live on ${formatDay(first.day)}.`;
  const trend = first.day === last.day ? '' : `, ${formatTrend(live - first.live, first.day)}`;
  const others = [
    ...(removed === 0 ? [] : [`${formatNumber(removed)} ${removed === 1 ? 'is' : 'are'} ${removedWord.toLowerCase()}`]),
    ...(pending === 0 ? [] : [`${formatNumber(pending)} ${pending === 1 ? 'is' : 'are'} pending`]),
  ];
  const are = `${formatNumber(live)} of ${formatNumber(total)} ${total === 1 ? 'link is' : 'links are'} live${trend}`;
  return others.length === 0 ? `${are}.` : `${are}; ${others.join(', ')}.`;
}

function formatTrend(more: number, since: string): string {
  if (more === 0) return `no change since ${formatDay(since)}`;
  return `${formatNumber(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than on ${formatDay(since)}`;
}

/** One day and its change: 'Nov 12, 2026: 24 live (+2), 4 removed, 2 pending (-1).' */
export function formatDayChange(at: DayCountsAnswer, before: DayCountsAnswer | undefined, removedWord: string): string {
  const part = (status: 'live' | 'removed' | 'pending', word: string) => {
    const change = at[status] - (before?.[status] ?? at[status]);
    const changed = change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))})`;
    return `${formatNumber(at[status])} ${word.toLowerCase()}${changed}`;
  };
  const parts = [part('live', messages.live), part('removed', removedWord), part('pending', messages.pending)];
  return `${formatDay(at.day)}: ${parts.join(', ')}.`;
}
