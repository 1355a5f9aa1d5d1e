/** The counters of clients. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '../../command-service/scope.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type LinkCountDoc, type LinkCountKind, linkCounts } from '../../projections/views/links/link-counts.ts';

/** Counters read in one turn of the event loop. */
const SLICE = 500;

/**
 * One counter for each client and scope; with a campaign, only of its links. Reads in slices, so that thousands of clients
 * do not delay other requests.
 */
export async function clientCounts(
  reads: ReadStore,
  scopes: readonly Scope[],
  campaignId?: string,
): Promise<readonly LinkCountDoc[]> {
  const kind: LinkCountKind = campaignId === undefined ? 'client' : 'campaign-client';
  const where = { scope: scopes, kind, ...(campaignId !== undefined && { campaignId }) };
  const counts: LinkCountDoc[] = [];
  for (let after = ''; ; ) {
    const { rows } = await reads.find(linkCounts, { where, after, limit: SLICE, countUpTo: 1 });
    counts.push(...rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return counts;
    after = last.id;
    await nextTurn();
  }
}
