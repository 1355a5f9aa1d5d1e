/** Starts judging the past checks of a list again: a job over its links. */

import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import { bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { matchingOfScope } from '../billing/entitlements.ts';
import type { Matching } from '../contract/observation.ts';
import type { Scope } from '../contract/scope.ts';
import { DomainError } from '../core/errors.ts';
import { scanLinks } from '../links/scan-links.ts';
import { MAX_BULK } from '../model/bulk/commands.ts';
import type { CountDeps } from './preview-bulk.ts';
import { startBulk, waitForLinkViews } from './start-bulk.ts';

/**
 * Starts the job with the matching of the list.
 * @param expected the matching that the person saw; null: any.
 * @throws DomainError `changed` if the list now has another matching, `busy` while it is being judged, `no-links`,
 * `too-many`.
 */
export async function startJudging(
  deps: Parameters<typeof startBulk>[0],
  judgingId: string,
  scope: Scope,
  expected: Matching | null,
  principal: Principal,
  metadata: EventMetadata,
): Promise<Awaited<ReturnType<typeof startBulk>>> {
  await waitForLinkViews(deps);
  const matching = await matchingOfScope(deps.store, scope);
  if (expected !== null && expected !== matching) {
    const message = 'Somebody changed the matching: look at the preview again.';
    throw new DomainError('conflict', 'changed', message, { matching });
  }
  // Two jobs that start in the same moment do no harm: the second finds nothing to change.
  const { total } = await deps.reads.find(bulkOperations, { where: { scope, state: 'running' }, limit: 0 });
  if (total > 0) {
    const message = 'The checks of this list are already being judged again: wait until that is done.';
    throw new DomainError('conflict', 'busy', message);
  }
  const order = { action: 'judge', scope, matching } as const;
  const choice = { ids: await activeLinks(deps, scope) };
  return startBulk(deps, judgingId, { choice, order, expected: null }, principal, metadata);
}

async function activeLinks({ reads }: CountDeps, scope: Scope): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const docs of scanLinks(reads, { where: { scope, place: 'active' } }, '')) {
    ids.push(...docs.map(({ id }) => id));
    if (ids.length <= MAX_BULK) continue;
    const most = MAX_BULK.toLocaleString('en');
    throw new DomainError(
      'conflict',
      'too-many',
      `This list has too many links: the checks of ${most} links can be judged again at once.`,
    );
  }
  return ids;
}
