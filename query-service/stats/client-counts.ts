/** The counters of clients, however many there are. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '../../command-service/scope.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type LinkCountDoc, type LinkCountKind, linkCounts } from '../../projections/views/links/links.ts';

/** Counters read in one turn of the event loop. */
const SLICE = 500;
/** Counters that come and go while they are read are read so often at most. */
const PASSES = 3;

/**
 * One counter for each client and scope; of a campaign's links alone where one is named. Read in slices, so that a
 * reader with thousands of clients holds up nobody else.
 */
export async function clientCounts(
  reads: ReadStore,
  scopes: readonly Scope[],
  campaignId?: string,
): Promise<readonly LinkCountDoc[]> {
  const kind: LinkCountKind = campaignId === undefined ? 'client' : 'campaign-client';
  const where = { scope: scopes, kind, ...(campaignId !== undefined && { campaignId }) };
  for (let pass = 1; ; pass += 1) {
    const counts = new Map<string, LinkCountDoc>();
    for (let skip = 0; ; skip += SLICE) {
      const { rows, total } = await reads.find(linkCounts, { where, skip, limit: SLICE });
      for (const row of rows) counts.set(row.id, row);
      if (rows.length === SLICE && skip + SLICE < total) {
        await nextTurn();
        continue;
      }
      if (counts.size === total || pass === PASSES) return [...counts.values()];
      break;
    }
  }
}
