/** Starts a bulk operation: records its links; the job runner does the rest. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventMetadata, Feed } from '../../infra/ports/storage/event-store.ts';
import { moneyInRemarks } from '../../projections/rules/money-remarks.ts';
import { bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { linkCounts } from '../../projections/views/links/link-counts.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { links } from '../../projections/views/links/links.ts';
import { assertNoCooldown } from '../billing/entitlements.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Scope } from '../contract/scope.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { DomainError } from '../core/errors.ts';
import { handleLoaded, load } from '../core/handle.ts';
import { waitForHead } from '../links/wait-for-views.ts';
import type { BulkBody } from '../model/bulk/commands.ts';
import { bulk, streamOf } from '../model/bulk/decider.ts';
import type { BulkOperation } from '../model/bulk/events.ts';
import { assertNotAllInCooldown, rejectionReason } from './operation.ts';
import type { CountDeps } from './preview-bulk.ts';
import { selectLinks } from './selection.ts';

/** Link ids in one event. */
const SLICE = 1_000;
/** Running bulk operations of one person. */
const AT_ONCE = 5;
interface StartBulkDeps extends CountDeps {
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
}

interface StartedBulk extends Pick<BulkBody, 'choice' | 'expected'> {
  readonly order: BulkOperation;
}

interface BegunBulk {
  readonly batchId: string;
  readonly total: number;
  readonly position: number;
}

/** Waits until the views include everything recorded up to now. */
export async function waitForLinkViews(deps: StartBulkDeps): Promise<void> {
  await waitForHead(deps, [links, bulkOperations]);
}

/**
 * Starts a bulk operation.
 * @throws DomainError `changed` with the new `total` if the caller expected another, `no-links`, `too-many`, `busy`,
 * `cooldown`.
 */
export async function startBulk(
  deps: StartBulkDeps,
  batchId: string,
  { choice, order, expected }: StartedBulk,
  principal: Principal,
  metadata: EventMetadata,
): Promise<BegunBulk> {
  const { userId, teamId, tokenId } = principal;
  await refuseBesideMany(deps, userId);
  const ids: string[] = [];
  const byScope = new Map<Scope, number>();
  const isMeant = ({ remarks, money }: LinkDoc) =>
    order.action !== 'remarks' || moneyInRemarks(remarks, money).moved !== null;
  for await (const slice of selectLinks(deps, principal, choice, isMeant)) {
    for (const { id, doc } of slice) {
      ids.push(id);
      if (doc?.place === 'active') byScope.set(doc.scope, (byScope.get(doc.scope) ?? 0) + 1);
    }
  }
  const total = ids.length;
  if (expected !== null && expected !== total) {
    const [now, before] = [total, expected].map((count) => count.toLocaleString('en'));
    const message = `There are ${now} links now, not ${before}: look at the preview again.`;
    throw new DomainError('conflict', 'changed', message, { total });
  }
  await assertNotAllInCooldown(deps, order, byScope.keys());
  // The process may have died during the same request before.
  let batch = await load(deps.store, bulk, streamOf(batchId));
  const chosenIds = new Set(batch.state.slices.flat());
  const rest = chosenIds.size === 0 ? ids : ids.filter((id) => !chosenIds.has(id));
  for (let at = 0; at < rest.length; at += SLICE) {
    const linkIds = rest.slice(at, at + SLICE);
    const choose = { type: 'ChooseLinks', batchId, from: batch.state.total, linkIds } as const;
    batch = await handleLoaded(batch, deps.store, bulk, choose, metadata);
    await nextTurn();
  }
  const whole = order.action === 'recheck' ? await wholeLists(deps, principal, byScope) : [];
  const operation: BulkOperation = order.action === 'recheck' ? { ...order, whole } : order;
  const within = teamId === null ? null : (`team:${teamId}` as const);
  const start = { type: 'StartBulk', batchId, userId, order: operation, within, tokenId } as const;
  const { state, position } = await handleLoaded(batch, deps.store, bulk, start, metadata);
  return { batchId, total: state.total, position };
}

async function refuseBesideMany({ reads }: StartBulkDeps, userId: string): Promise<void> {
  const where = { startedBy: userId, state: ['running', 'undoing'] };
  const { total } = await reads.find(bulkOperations, { where, limit: 0 });
  if (total < AT_ONCE) return;
  throw new DomainError(
    'conflict',
    'busy',
    `${AT_ONCE} of your actions are still running: wait until one of them is done.`,
  );
}

/** The scopes whose links are all rechecked, which is a status check (infra/docs/product.md, "Status checks"). */
async function wholeLists(
  { store, reads, now }: StartBulkDeps,
  principal: Principal,
  byScope: ReadonlyMap<Scope, number>,
): Promise<readonly Scope[]> {
  const counts = await reads.getMany(linkCounts, [...byScope.keys()]);
  const whole: Scope[] = [];
  for (const { scope, total } of counts) {
    if ((byScope.get(scope) ?? 0) < total) continue;
    try {
      authorize('RecheckLink', await roleIn(store, scope, principal));
      await assertNoCooldown(store, scope, now());
      whole.push(scope);
    } catch (error) {
      // In its cooldown, no link of the scope is checked.
      if (rejectionReason(error) === null) throw error;
    }
  }
  return whole;
}
