/** What an order means for one link: whether its person may do that, and which command it is. */

import { authorise, roleIn } from '../authorize.ts';
import { refuseInCooldown } from '../billing/entitlements.ts';
import type { LinkCommand } from '../commands/link.ts';
import { InputError } from '../commands/schema/parse.ts';
import type { LinkState } from '../deciders/link.ts';
import { Refusal } from '../errors.ts';
import type { BulkOrder, EditableFields, Scope } from '../events.ts';
import { isUnaddressed, UNADDRESSED } from '../links/check-link.ts';
import type { EditDeps } from '../links/edit-link.ts';
import { editTo, scopeOf } from '../links/edit-link.ts';
import { refuseInTrash, visible } from '../links/link-access.ts';

/** What an order edits, and where its links go. */
export interface OrderedEdit {
  readonly fields: Partial<EditableFields>;
  readonly to?: Scope;
  readonly allowDuplicate: boolean;
}

/** The order as an edit; null for one that is none. */
export function editOf(order: BulkOrder, userId: string): OrderedEdit | null {
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
export async function commandFor(
  deps: Pick<EditDeps, 'store' | 'now'>,
  userId: string,
  linkId: string,
  state: LinkState,
  order: BulkOrder,
): Promise<LinkCommand | null> {
  if (order.action === 'trash') {
    await visible(deps, state, userId, 'TrashLink');
    return { type: 'TrashLink', linkId };
  }
  if (order.action === 'recheck') {
    const there = await visible(deps, state, userId, 'RecheckLink');
    refuseInTrash(there);
    await refuseInCooldown(deps.store, there.scope, deps.now());
    if (!isUnaddressed(there.fields)) return null;
    throw new Refusal('conflict', 'unaddressed', UNADDRESSED);
  }
  const before = await visible(deps, state, userId, 'EditLink');
  if (order.action === 'tag') return { type: 'TagLink', linkId, add: order.add, remove: order.remove };
  const { fields, to = before.scope } = editOf(order, userId) ?? { fields: {} };
  return editTo(deps, userId, linkId, before, to, fields);
}

/**
 * Refuses an order that can be carried out with no link at all.
 * @throws Refusal for a team that links cannot be moved to.
 */
export async function refuseOrder(deps: Pick<EditDeps, 'store'>, userId: string, order: BulkOrder): Promise<void> {
  if (order.action !== 'move') return;
  authorise('MoveLink', await roleIn(deps.store, scopeOf(userId, order.teamId), userId));
}

/**
 * Refuses a recheck that has to wait with every link. Where it has to with some, those are left out.
 * @throws Refusal `cooldown` with the date.
 */
export async function refuseInEveryCooldown(
  { store, now }: Pick<EditDeps, 'store' | 'now'>,
  order: BulkOrder,
  scopes: Iterable<Scope>,
): Promise<void> {
  if (order.action !== 'recheck') return;
  let waits: Refusal | null = null;
  for (const scope of scopes) {
    try {
      return await refuseInCooldown(store, scope, now());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      waits = error;
    }
  }
  if (waits !== null) throw waits;
}

/** Why a link was left out, for the person who asked; null for what is no matter of that link but a fault. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof InputError || error instanceof Refusal) return error.message;
  return null;
}
