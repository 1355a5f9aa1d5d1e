/** Clients for the API: their records, and the link counts of their domains. */
import { allows } from '../../command-service/contract/policy.ts';
import type { KnownClient } from '../../projections/views/links/client-book.ts';
import type { LinkCountDoc } from '../../projections/views/links/link-counts.ts';
import { type Access, teamIdOf } from '../access/access.ts';
import type { ClientAnswer, ClientDetailsAnswer } from '../contract/answers/clients.ts';
import { sumCounts } from './stats.ts';

/** Names every outgoing field: sums over all scopes and domains with links of the client. */
export function presentClient({ name, domains }: KnownClient, counts: readonly LinkCountDoc[]): ClientAnswer {
  const { total, live, removed, notFound, pending } = sumCounts(counts);
  const livePercent = total === 0 ? 0 : Math.round((live / total) * 100);
  return { clientDomain: domains[0] ?? '', name, domains, total, live, removed, notFound, pending, livePercent };
}

/** Names every outgoing field. */
export function presentClientDetails(
  client: KnownClient,
  counts: readonly LinkCountDoc[],
  access: Access,
): ClientDetailsAnswer {
  const { record } = client;
  const byScope = Map.groupBy(counts, ({ scope }) => scope);
  const scopes = access.scopes.flatMap((scope) => {
    const counted = byScope.get(scope) ?? [];
    if (counted.length === 0 && record?.scope !== scope) return [];
    const { total, live, removed, notFound, pending } = sumCounts(counted);
    const teamId = teamIdOf(scope);
    const role = access.roleIn(scope);
    return {
      teamId,
      teamName: teamId === null ? null : (access.teams.get(teamId)?.name ?? null),
      mayShare: allows('CreateShare', role),
      mayEdit: allows('EditClient', role),
      hasRecord: record?.scope === scope,
      ...{ total, live, removed, notFound, pending },
    };
  });
  return {
    ...presentClient(client, counts),
    scopes,
    notes: record?.notes ?? null,
    contacts: record?.contacts.map(({ name, email }) => ({ name, email })) ?? [],
    revision: record?.revision ?? -1,
  };
}
