/** The counters of clients. */
import type { Scope } from '../../command-service/contract/scope.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type LinkCountDoc, type LinkCountKind, linkCounts } from '../../projections/views/links/link-counts.ts';

/** One counter for each client and scope; with a campaign, only for its links. */
export async function clientCounts(
  reads: ReadStore,
  scopes: readonly Scope[],
  campaignId?: string,
): Promise<readonly LinkCountDoc[]> {
  const kind: LinkCountKind = campaignId === undefined ? 'client' : 'campaign-client';
  const where = { scope: scopes, kind, ...(campaignId !== undefined && { campaignId }) };
  const { rows } = await reads.find(linkCounts, { where });
  return rows;
}
