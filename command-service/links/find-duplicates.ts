/** Whether a list has links with given addresses already, for who brings many at once. */
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { type LinkDoc, links } from '../../projections/views/links/links.ts';
import type { Scope } from '../scope.ts';

/** The active links of the scope whose pair of addresses (`pairKey`) is one of `pairs`, as the view knows them. */
export async function findDuplicates(
  reads: Pick<ReadStore, 'find'>,
  scope: Scope,
  pairs: readonly string[],
): Promise<readonly LinkDoc[]> {
  if (pairs.length === 0) return [];
  // By the pairs alone: asked for the active ones, the store would have to find out first which of the two narrows more.
  const { rows } = await reads.find(links, { where: { scope, pairKey: pairs } });
  return rows.filter(({ place }) => place === 'active');
}
