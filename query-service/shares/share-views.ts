/** Counts the visits of shares, and limits long lists. */

import { createHash } from 'node:crypto';
import { subnetOf } from '../../infra/http/request/client-address.ts';
import { Problem } from '../../infra/http/request/problem.ts';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import { type DurableStore, NEVER } from '../../infra/ports/storage/durable-store.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';

/** Requests of one browser within this time belong to one visit. */
const VISIT_MINUTES = 30;

/** Whole long lists that a network may read in WHOLE_LIST_MINUTES, over all shares. Pages are not limited. */
export const WHOLE_LISTS = 20;
const WHOLE_LIST_MINUTES = 15;

interface CountingDeps {
  readonly sharing: {
    /** Stores recent visits, and long lists by network. */
    readonly expiring: Pick<ExpiringStore, 'putIfAbsent' | 'increment'>;
    /** Stores the number of visits of each share. */
    readonly viewCounts: Pick<DurableStore, 'get' | 'increment'>;
  };
  readonly now: () => Date;
}

const VISITS = 'share-visit';
const VIEWS = 'share-views';
const WHOLE = 'share-whole-lists';

/** Counts a visit: requests of one browser within half an hour are one. */
export async function countView(
  ctx: RequestContext,
  { sharing: { expiring, viewCounts }, now }: CountingDeps,
  id: string,
) {
  const visitor = digest(JSON.stringify([id, subnetOf(ctx.ip), ctx.get('User-Agent')]));
  const end = new Date(now().getTime() + VISIT_MINUTES * 60_000).toISOString();
  if (await expiring.putIfAbsent(VISITS, visitor, true, end)) await viewCounts.increment(VIEWS, id, NEVER);
}

/** Counts a long list that is sent whole. @throws Problem 429 if the network read too many. */
export async function countWhole(ctx: RequestContext, { sharing: { expiring }, now }: CountingDeps): Promise<void> {
  const end = new Date(now().getTime() + WHOLE_LIST_MINUTES * 60_000).toISOString();
  if ((await expiring.increment(WHOLE, digest(subnetOf(ctx.ip)), end)) <= WHOLE_LISTS) return;
  const message = `Your network has read too many long lists at once. Read this list in pages (page=1), or try again in ${WHOLE_LIST_MINUTES} minutes.`;
  throw new Problem(429, 'too-many-requests', message, { headers: { 'Retry-After': String(WHOLE_LIST_MINUTES * 60) } });
}

/** The number of visits of a share. */
export async function viewsOf({ sharing: { viewCounts } }: Pick<CountingDeps, 'sharing'>, id: string): Promise<number> {
  return (await viewCounts.get<number>(VIEWS, id)) ?? 0;
}

/** SHA-256, in hex: network addresses and passes are stored only as hashes. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
