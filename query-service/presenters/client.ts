/** Clients for the API: the link counts of a client domain. */
import { allows } from '../../command-service/contract/policy.ts';
import type { LinkCountDoc } from '../../projections/views/links/link-counts.ts';
import { type Access, teamIdOf } from '../access/access.ts';
import type { ClientAnswer, ClientDetailsAnswer } from '../contract/answers/clients.ts';
import { sumCounts } from './stats.ts';

/** Names every outgoing field: sums over all scopes with links of the client. */
export function presentClient(clientDomain: string, counts: readonly LinkCountDoc[]): ClientAnswer {
  const { total, live, removed, notFound, pending } = sumCounts(counts);
  const livePercent = total === 0 ? 0 : Math.round((live / total) * 100);
  return { clientDomain, total, live, removed, notFound, pending, livePercent };
}

/** Names every outgoing field. */
export function presentClientDetails(
  clientDomain: string,
  counts: readonly LinkCountDoc[],
  access: Access,
): ClientDetailsAnswer {
  const scopes = counts.map(({ scope, total, live, removed, notFound, pending }) => {
    const teamId = teamIdOf(scope);
    const teamName = teamId === null ? null : (access.teams.get(teamId)?.name ?? null);
    return {
      teamId,
      teamName,
      mayShare: allows('CreateShare', access.roleIn(scope)),
      total,
      live,
      removed,
      notFound,
      pending,
    };
  });
  return { ...presentClient(clientDomain, counts), scopes };
}
