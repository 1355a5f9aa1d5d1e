/** The number of links per day and status, and what a chart needs from it. */
import { dayOf } from '../../../command-service/contract/schema/days.ts';
import type { DayCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { pathTo } from '../../platform/api/client.ts';
import { useAnswer } from '../../platform/api/use-answer.ts';
import type { BaseFilter } from '../filters/list-request.ts';

/** The first UTC day of a range of `days` that ends today. */
export function firstDay(days: number, now: number): string {
  return dayOf(new Date(now - (days - 1) * 86_400_000));
}

/** The counts of the last `days` days; the previous range stays until they are loaded. */
export function useDailyCounts(baseFilter: BaseFilter, days: number, now: number) {
  const query = { ...baseFilter, from: firstDay(days, now) };
  return useAnswer(pathTo('/api/stats/history', { query }), { keepPreviousData: true });
}

function isEmpty({ live, removed, pending }: DayCountsAnswer): boolean {
  return live + removed + pending === 0;
}

/** The index of the first day with links; -1 without any. */
export function firstDayWithLinks(history: readonly DayCountsAnswer[]): number {
  return history.findIndex((day) => !isEmpty(day));
}

/**
 * The days that the axis labels: a few, evenly spread and away from both ends; in a year, the first of every second
 * month.
 */
export function axisDays(history: readonly DayCountsAnswer[]): readonly string[] {
  if (history.length > 180) return history.map(({ day }) => day).filter((day) => /-(01|03|05|07|09|11)-01$/.test(day));
  const step = history.length > 60 ? 14 : 7;
  const last = history.length - 1;
  return history.filter((_, index) => (last - index) % step === Math.floor(step / 2)).map(({ day }) => day);
}

/** The days with a change, the latest first; the first day with links is one of them. */
export function changedDays(history: readonly DayCountsAnswer[]): readonly DayCountsAnswer[] {
  const start = firstDayWithLinks(history);
  if (start < 0) return [];
  const changed = history.filter((day, index) => {
    const before = history[index - 1];
    if (index <= start || before === undefined) return index === start;
    return (
      day.live !== before.live ||
      day.removed !== before.removed ||
      day.notFound !== before.notFound ||
      day.pending !== before.pending
    );
  });
  return changed.toReversed();
}
