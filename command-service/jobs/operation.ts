/** What an order means for one link: whether its person may do that, and which command it is. */

import { authorize, roleIn } from '../authorize.ts';
import { assertNoCooldown } from '../billing/entitlements.ts';
import type { LinkCommand } from '../commands/link.ts';
import { InputError } from '../commands/schema/parse.ts';
import type { LinkState } from '../deciders/link.ts';
import { DomainError } from '../errors.ts';
import type { BulkOperation } from '../events/bulk.ts';
import type { EditableFields } from '../events/link.ts';
import { lacksUrls, URLS_MISSING } from '../links/check-link.ts';
import type { EditDeps } from '../links/edit-link.ts';
import { buildEditCommand } from '../links/edit-link.ts';
import { refuseInTrash, requireAccess } from '../links/link-access.ts';
import type { Principal } from '../principal.ts';
import { type Scope, scopeOf } from '../scope.ts';

/** What an order edits, and where its links go. */
export interface EditOperation {
  readonly fields: Partial<EditableFields>;
  readonly to?: Scope;
  readonly allowDuplicate: boolean;
}

/** The order as an edit; null for one that is none. */
export function toEdit(order: BulkOperation, userId: string): EditOperation | null {
  switch (order.action) {
    case 'edit':
      return { fields: order.fields, allowDuplicate: order.allowDuplicate };
    case 'assign':
      return { fields: { assignedTo: order.assignedTo }, allowDuplicate: false };
    case 'move':
      return { fields: {}, to: scopeOf(userId, order.teamId), allowDuplicate: order.allowDuplicate };
    case 'tag':
    case 'recheck':
    case 'trash':
      return null;
    default:
      return order satisfies never;
  }
}

/**
 * What the order means for a link as it stands; null: a check.
 * @throws Refusal, InputError when it cannot be done with this link.
 */
export async function toLinkCommand(
  deps: Pick<EditDeps, 'store' | 'now'>,
  principal: Principal,
  linkId: string,
  state: LinkState,
  order: BulkOperation,
): Promise<LinkCommand | null> {
  if (order.action === 'trash') {
    await requireAccess(deps, state, principal, 'TrashLink');
    return { type: 'TrashLink', linkId };
  }
  if (order.action === 'recheck') {
    const there = await requireAccess(deps, state, principal, 'RecheckLink');
    refuseInTrash(there);
    await assertNoCooldown(deps.store, there.scope, deps.now());
    if (!lacksUrls(there.fields)) return null;
    throw new DomainError('conflict', 'unaddressed', URLS_MISSING);
  }
  const before = await requireAccess(deps, state, principal, 'EditLink');
  if (order.action === 'tag') return { type: 'TagLink', linkId, add: order.add, remove: order.remove };
  const { fields, to = before.scope } = toEdit(order, principal.userId) ?? { fields: {} };
  return buildEditCommand(deps, principal, linkId, before, to, fields);
}

/**
 * Refuses an order that can be carried out with no link at all.
 * @throws Refusal for a team that links cannot be moved to.
 */
export async function authorizeOperation(
  deps: Pick<EditDeps, 'store'>,
  principal: Principal,
  order: BulkOperation,
): Promise<void> {
  if (order.action !== 'move') return;
  authorize('MoveLink', await roleIn(deps.store, scopeOf(principal.userId, order.teamId), principal));
}

/**
 * Refuses a recheck that has to wait with every link. Where it has to with some, those are left out.
 * @throws Refusal `cooldown` with the date.
 */
export async function refuseInEveryCooldown(
  { store, now }: Pick<EditDeps, 'store' | 'now'>,
  order: BulkOperation,
  scopes: Iterable<Scope>,
): Promise<void> {
  if (order.action !== 'recheck') return;
  let waits: DomainError | null = null;
  for (const scope of scopes) {
    try {
      return await assertNoCooldown(store, scope, now());
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      waits = error;
    }
  }
  if (waits !== null) throw waits;
}

/** Why a link was left out, for the person who asked; null for what is no matter of that link but a fault. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof InputError || error instanceof DomainError) return error.message;
  return null;
}
