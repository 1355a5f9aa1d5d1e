/** The dashboard's cards as the API shows them. */
import type { LinkCountDoc } from '../../projections/views/links/links.ts';
import type { LinkCountsAnswer, StatsAnswer } from '../contract/answers/stats.ts';

/** Names every outgoing field: the sums over all scopes a person sees. */
export function presentStats(
  counts: readonly LinkCountDoc[],
  uniqueClients: number,
  expiringSoon: number,
): StatsAnswer {
  const { total, live, removed, pending } = sumCounts(counts);
  return { total, live, removed, pending, uniqueClients, expiringSoon };
}

/** What several counters come to. */
export function sumCounts(counts: readonly LinkCountDoc[]): LinkCountsAnswer {
  const sum = (name: keyof LinkCountsAnswer) => counts.reduce((all, count) => all + count[name], 0);
  return { total: sum('total'), live: sum('live'), removed: sum('removed'), pending: sum('pending') };
}
