/** The dashboard's cards as the API shows them. */
import type { LinkCountDoc } from '../../projections/views/links.ts';
import type { StatsAnswer } from '../queries.ts';

/** Names every outgoing field: the sums over all scopes a person sees. */
export function presentStats(
  counts: readonly LinkCountDoc[],
  uniqueClients: number,
  expiringSoon: number,
): StatsAnswer {
  const sum = (name: 'total' | 'live' | 'removed' | 'pending') => counts.reduce((all, count) => all + count[name], 0);
  return {
    total: sum('total'),
    live: sum('live'),
    removed: sum('removed'),
    pending: sum('pending'),
    uniqueClients,
    expiringSoon,
  };
}
