/** Texts of the statistics and charts. */
import type { DayCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { statusCounts } from '../../../query-service/contract/list-options.ts';
import english from '../../languages/en/links.stats.json' with { type: 'json' };
import { formatDay } from '../../platform/format/dates.ts';
import { locale } from '../../platform/language/language.ts';
import { translation } from '../../platform/language/translation.ts';
import type { ShownStatus } from '../shown-status.ts';

const { messages, format } = translation('links.stats', english);

export { messages };

/** The ranges of the chart. */
export const RANGES = [
  { days: 30, label: messages.days30, hint: messages.days30Hint },
  { days: 90, label: messages.days90, hint: messages.days90Hint },
  { days: 365, label: messages.days365, hint: messages.days365Hint },
] as const;

/** What removed links are called on a page: clients lose links. */
export type RemovedWord = 'removed' | 'lost';

/**
 * The summary: '15 of 22 links are live, 3 more than on Oct 23, 2026; 4 are pending.' A brief one is only about live
 * links.
 */
export function formatSummary(
  first: DayCountsAnswer,
  last: DayCountsAnswer,
  word: RemovedWord,
  isBrief = false,
): string {
  const { live, removed, pending, 'not-found': notFound } = statusCounts(last);
  const total = live + removed + pending + notFound;
  if (total === 0) return format('emptySummary', { live: first.live, day: formatDay(first.day) });
  const more = live - first.live;
  const trend = first.day === last.day ? 'none' : more === 0 ? 'same' : more > 0 ? 'more' : 'fewer';
  return format('summary', {
    live,
    total,
    word,
    removed: isBrief ? 0 : removed,
    pending: isBrief ? 0 : pending,
    notFound: isBrief ? 0 : notFound,
    others: removed + pending,
    trend,
    change: Math.abs(more),
    since: formatDay(first.day),
  });
}

const changes = new Intl.NumberFormat(locale, { signDisplay: 'always' });

/** One day and its change: 'Nov 12, 2026: 24 live (+2), 4 removed, 2 pending (−1).' */
export function formatDayChange(at: DayCountsAnswer, before: DayCountsAnswer | undefined, word: RemovedWord): string {
  const [now, then] = [statusCounts(at), statusCounts(before ?? at)];
  const changeOf = (status: ShownStatus) => {
    const change = now[status] - then[status];
    return change === 0 ? '' : ` (${changes.format(change).replace('-', '−')})`;
  };
  return format('dayChange', {
    day: formatDay(at.day),
    live: now.live,
    removed: now.removed,
    pending: now.pending,
    notFound: now['not-found'],
    word,
    liveChange: changeOf('live'),
    removedChange: changeOf('removed'),
    pendingChange: changeOf('pending'),
    notFoundChange: changeOf('not-found'),
  });
}
