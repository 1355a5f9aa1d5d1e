/** Facts about a client that no counter has: the last check, and how many links expire soon. */

import type { Scope } from '../../command-service/contract/scope.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { links } from '../../projections/views/links/links.ts';
import type { ClientAnswer } from '../contract/answers/clients.ts';
import { expiringSoonDays } from './link-stats.ts';

/** Two queries: one reads a document, the other counts. */
export async function clientActivity(
  reads: ReadStore,
  scope: readonly Scope[],
  clientDomain: readonly string[],
  today: string,
): Promise<Required<Pick<ClientAnswer, 'expiringSoon' | 'lastChecked'>>> {
  const where = { scope, place: 'active', clientDomain };
  const [last, expiring] = await Promise.all([
    reads.find(links, { where, sort: { field: 'lastChecked', descending: true }, limit: 1, countUpTo: 1 }),
    reads.find(links, { where: { ...where, expirationDate: expiringSoonDays(today) }, limit: 0 }),
  ]);
  return { expiringSoon: expiring.total, lastChecked: last.rows[0]?.lastChecked ?? null };
}
