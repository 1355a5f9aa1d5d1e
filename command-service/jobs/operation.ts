/** Translates a bulk operation into the command for one link, and checks that its person may execute it. */

import { MONEY_DENIED } from '../../infra/http/auth/bearer-token.ts';
import type { Principal } from '../../infra/ports/process/principal.ts';
import { assertNoCooldown } from '../billing/entitlements.ts';
import { lacksUrls, URLS_MISSING } from '../checks/check-link.ts';
import { isOpenTo } from '../contract/policy.ts';
import { InputError } from '../contract/schema/parse.ts';
import { type Scope, scopeOf } from '../contract/scope.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { DomainError } from '../core/errors.ts';
import type { EditDeps } from '../links/edit-link.ts';
import { buildEditCommand } from '../links/edit-link.ts';
import { refuseInTrash, requireAccess } from '../links/link-access.ts';
import { withTemplate } from '../links/set-terms.ts';
import type { LinkOperation } from '../model/bulk/commands.ts';
import type { BulkOperation } from '../model/bulk/events.ts';
import type { LinkCommand } from '../model/link/commands.ts';
import { type LinkState, streamOf } from '../model/link/decider.ts';
import type { EditableFields } from '../model/link/events.ts';
import { streamOf as moneyStreamOf } from '../model/money/decider.ts';
import { streamOf as termsStreamOf } from '../model/terms/decider.ts';

/** A bulk operation that edits or moves. */
interface EditOperation {
  readonly fields: Partial<EditableFields>;
  readonly to?: Scope;
  readonly allowDuplicate: boolean;
}

/** The operation as an edit; null for an operation that edits no fields. */
export function toEdit(operation: LinkOperation, userId: string): EditOperation | null {
  switch (operation.action) {
    case 'edit':
      return { fields: operation.fields, allowDuplicate: operation.allowDuplicate };
    case 'assign':
      return { fields: { assignedTo: operation.assignedTo }, allowDuplicate: false };
    case 'move':
      return { fields: {}, to: scopeOf(userId, operation.teamId), allowDuplicate: operation.allowDuplicate };
    case 'tag':
    case 'terms':
    case 'money':
    case 'remarks':
    case 'recheck':
    case 'trash':
      return null;
    default:
      return operation satisfies never;
  }
}

/**
 * The command for a link in this state; null: request a check, or change what is beside the link's own stream.
 * @throws DomainError, InputError if the operation is not possible with this link.
 */
export async function toLinkCommand(
  deps: Pick<EditDeps, 'store' | 'now'>,
  principal: Principal,
  linkId: string,
  state: LinkState,
  operation: LinkOperation,
): Promise<LinkCommand | null> {
  if (operation.action === 'trash') {
    await requireAccess(deps, state, principal, 'TrashLink');
    return { type: 'TrashLink', linkId };
  }
  if (operation.action === 'recheck') {
    const knownLink = await requireAccess(deps, state, principal, 'RecheckLink');
    refuseInTrash(knownLink);
    await assertNoCooldown(deps.store, knownLink.scope, deps.now());
    if (!lacksUrls(knownLink.fields)) return null;
    throw new DomainError('conflict', 'unaddressed', URLS_MISSING);
  }
  if (operation.action === 'terms' || operation.action === 'money' || operation.action === 'remarks') {
    const found = await requireAccess(deps, state, principal, operation.action === 'terms' ? 'EditTerms' : 'EditMoney');
    refuseInTrash(found);
    if (operation.action === 'terms') await withTemplate(deps.store, found.scope, operation);
    return null;
  }
  const before = await requireAccess(deps, state, principal, 'EditLink');
  if (operation.action === 'tag') return { type: 'TagLink', linkId, add: operation.add, remove: operation.remove };
  const { fields, to = before.scope } = toEdit(operation, principal.userId) ?? { fields: {} };
  return buildEditCommand(deps, principal, linkId, before, to, fields);
}

/** The stream with the last event of a bulk operation on a link. */
export function streamOfOrder({ action }: BulkOperation, linkId: string): string {
  return action === 'terms' ? termsStreamOf(linkId) : action === 'money' ? moneyStreamOf(linkId) : streamOf(linkId);
}

/**
 * Refuses an operation, or its undo, that is possible with no link at all.
 * @throws DomainError for a team that the person may not move links to, and for money to an API token without it.
 */
export async function authorizeOperation(
  deps: Pick<EditDeps, 'store'>,
  principal: Principal,
  operation: BulkOperation,
): Promise<void> {
  if (['money', 'remarks'].includes(operation.action) && !isOpenTo(principal, 'EditMoney')) {
    throw new DomainError('forbidden', 'beyond-token', MONEY_DENIED);
  }
  if (operation.action !== 'move') return;
  authorize('MoveLink', await roleIn(deps.store, scopeOf(principal.userId, operation.teamId), principal));
}

/**
 * Refuses a recheck if all scopes are in their cooldown. If only some are, their links are left out.
 * @throws DomainError `cooldown` with the date.
 */
export async function assertNotAllInCooldown(
  { store, now }: Pick<EditDeps, 'store' | 'now'>,
  operation: BulkOperation,
  scopes: Iterable<Scope>,
): Promise<void> {
  if (operation.action !== 'recheck') return;
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

/** The reason, for people, why a link was left out; null for an unexpected error. */
export function rejectionReason(error: unknown): string | null {
  if (error instanceof InputError || error instanceof DomainError) return error.message;
  return null;
}
