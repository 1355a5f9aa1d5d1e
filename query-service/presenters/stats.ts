/** Counts for the API. */
import type { LinkCountDoc } from '../../projections/views/links/link-counts.ts';
import type { LinkCountsAnswer, StatsAnswer } from '../contract/answers/stats.ts';

/** Names every outgoing field: sums over all scopes the caller sees. */
export function presentStats(
  counts: readonly LinkCountDoc[],
  uniqueClients: number,
  expiringSoon: number,
  deviating: number,
): StatsAnswer {
  const isAgreed = counts.some(({ agreed }) => agreed > 0);
  return { ...sumCounts(counts), uniqueClients, expiringSoon, deviating: isAgreed ? deviating : null };
}

/** The sums of several counters. */
export function sumCounts(counts: readonly LinkCountDoc[]): LinkCountsAnswer {
  const sum = (name: keyof LinkCountsAnswer) => counts.reduce((all, count) => all + count[name], 0);
  return {
    total: sum('total'),
    live: sum('live'),
    removed: sum('removed'),
    notFound: sum('notFound'),
    pending: sum('pending'),
  };
}
