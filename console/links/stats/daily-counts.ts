/** How links stood day by day, and what a chart makes of it. */
import useSWR from 'swr';
import type { DayCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { type ApiError, get } from '../../platform/api/client.ts';
import type { BaseFilter } from '../filters/list-request.ts';

/** The UTC day that begins a range of `days` which ends today. */
export function firstDay(days: number, now: number): string {
  return new Date(now - (days - 1) * 86_400_000).toISOString().slice(0, 10);
}

/** The last `days` days of the links; the range before stays until the next one is here. */
export function useDailyCounts(baseFilter: BaseFilter, days: number, now: number) {
  const query = new URLSearchParams({ ...baseFilter, from: firstDay(days, now) });
  return useSWR<readonly DayCountsAnswer[], ApiError>(`/api/stats/history?${query}`, get<readonly DayCountsAnswer[]>, {
    keepPreviousData: true,
  });
}

function isEmpty({ live, removed, pending }: DayCountsAnswer): boolean {
  return live + removed + pending === 0;
}

/** The place of the first day on which there were links; -1 where there were none at all. */
export function firstDayWithLinks(history: readonly DayCountsAnswer[]): number {
  return history.findIndex((day) => !isEmpty(day));
}

/** The days an axis names: a few, evenly spread and clear of both ends; of a year, the first of every second month. */
export function axisDays(history: readonly DayCountsAnswer[]): readonly string[] {
  if (history.length > 180) return history.map(({ day }) => day).filter((day) => /-(01|03|05|07|09|11)-01$/.test(day));
  const step = history.length > 60 ? 14 : 7;
  const last = history.length - 1;
  return history.filter((_, index) => (last - index) % step === Math.floor(step / 2)).map(({ day }) => day);
}

/** The days on which something changed, the latest first; the first day with links is one of them. */
export function changedDays(history: readonly DayCountsAnswer[]): readonly DayCountsAnswer[] {
  const start = firstDayWithLinks(history);
  if (start < 0) return [];
  const changed = history.filter((day, index) => {
    const before = history[index - 1];
    if (index <= start || before === undefined) return index === start;
    return day.live !== before.live || day.removed !== before.removed || day.pending !== before.pending;
  });
  return changed.toReversed();
}
