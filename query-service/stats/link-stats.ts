/** Counts of links, from the counters. */

import type { Scope } from '../../command-service/contract/scope.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { daysFrom } from '../../projections/rules/calendar-days.ts';
import { domainsOfClients, readClientBook } from '../../projections/views/links/client-book.ts';
import {
  type LinkCountDoc,
  type LinkCountKind,
  linkCountId,
  linkCounts,
} from '../../projections/views/links/link-counts.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import type { Access } from '../access/access.ts';
import { EXPIRING_SOON_DAYS } from '../contract/list-options.ts';
import { clientCounts } from './client-counts.ts';

/** The expiration dates that count as expiring soon. */
export function expiringSoonDays(today: string): readonly string[] {
  return daysFrom(today, EXPIRING_SOON_DAYS);
}

/** The links to count: of a client with all its domains, a campaign, or both. */
interface LinkSubset {
  readonly clientDomain?: readonly string[];
  readonly campaignId?: string;
}

/** The part that a query selects. */
export async function partOf(
  reads: Pick<ReadStore, 'find'>,
  scopes: readonly Scope[],
  { clientDomain, campaignId }: { clientDomain?: string | undefined; campaignId?: string | undefined },
): Promise<LinkSubset> {
  return {
    ...(clientDomain && { clientDomain: await domainsOfClients(reads, scopes, [clientDomain]) }),
    ...(campaignId && { campaignId }),
  };
}

/** The deleted teams whose links the caller inherited: until the deletion, the teams counted these links. */
export async function inheritedScopes(reads: ReadStore, { userId, scopes }: Access): Promise<readonly Scope[]> {
  if (!scopes.includes(`user:${userId}`)) return [];
  const { rows } = await reads.find(closedScopes, { where: { heir: userId } });
  return rows.map(({ id }) => id);
}

/** The counters of the scopes, for this part of their links. */
export function countsOf(reads: ReadStore, scopes: readonly Scope[], part: LinkSubset): Promise<LinkCountDoc[]> {
  return reads.getMany(linkCounts, countersOf(scopes, part));
}

/** The ids of the counters, one per scope and domain. */
export function countersOf(scopes: readonly Scope[], part: LinkSubset): readonly string[] {
  const kind = kindOf(part);
  const { clientDomain: domains = [''], ...campaign } = part;
  return scopes.flatMap((scope) =>
    domains.map((clientDomain) => linkCountId(scope, { kind, clientDomain, ...campaign })),
  );
}

function kindOf({ clientDomain, campaignId }: LinkSubset): LinkCountKind {
  if (campaignId === undefined) return clientDomain === undefined ? 'scope' : 'client';
  return clientDomain === undefined ? 'campaign' : 'campaign-client';
}

/** The number of different clients in the scopes. */
export async function uniqueClients(reads: ReadStore, scopes: readonly Scope[], part: LinkSubset): Promise<number> {
  if (part.clientDomain !== undefined) return (await countsOf(reads, scopes, part)).length === 0 ? 0 : 1;
  const { campaignId } = part;
  const book = await readClientBook(reads, scopes);
  if (campaignId === undefined && scopes.length === 1 && book.recorded.length === 0) {
    return (
      await reads.find(linkCounts, {
        where: { scope: scopes, kind: 'client' },
        limit: 0,
        countUpTo: Number.POSITIVE_INFINITY,
      })
    ).total;
  }
  const counts = await clientCounts(reads, scopes, campaignId);
  return new Set(counts.map(({ clientDomain }) => book.of(clientDomain).domains[0])).size;
}
