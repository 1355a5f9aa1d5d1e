/** Access to one link: it exists, and the person may do the action with it. */

import type { Principal } from '../../infra/ports/process/principal.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { Action } from '../contract/policy.ts';
import { authorize, roleIn } from '../core/authorize.ts';
import { DomainError } from '../core/errors.ts';
import { type CommandResult, type Editor, handleAs, load } from '../core/handle.ts';
import type { LinkCommand } from '../model/link/commands.ts';
import { type LinkState, link, streamOf } from '../model/link/decider.ts';

export type KnownLink = Exclude<LinkState, { readonly status: 'none' }>;

interface LinkAccessDeps {
  readonly store: EventStore<LinkledgerEvent>;
}

/**
 * Executes a command on an existing link that the person may act on, at the revision they have seen.
 * @throws DomainError; what the editor's `assertUnchanged` throws.
 */
export async function executeOnLink(
  deps: LinkAccessDeps,
  editor: Editor,
  action: Action,
  command: LinkCommand,
): Promise<CommandResult<KnownLink>> {
  const result = await handleAs(deps.store, link, command, editor, (state) =>
    requireAccess(deps, state, editor.principal, action),
  );
  return assertExists(command.linkId, result);
}

/**
 * The state of an existing link. A purged link no longer exists.
 * @throws DomainError `not-found` if the person may not see the link, `forbidden` if they may not do the action.
 */
export async function requireAccess(
  deps: LinkAccessDeps,
  state: LinkState,
  principal: Principal,
  action: Action,
): Promise<KnownLink> {
  if (state.status === 'none' || state.status === 'purged') authorize(action, 'stranger');
  else authorize(action, await roleIn(deps.store, state.scope, principal));
  if (state.status === 'none')
    throw new Error(`the policy must refuse ${action} to strangers: the link does not exist`);
  return state;
}

/**
 * The state and the revision of a link that is not in the trash, for a change beside the link's own stream.
 * @throws DomainError as `requireAccess` and `refuseInTrash`.
 */
export async function requireActiveLink(
  deps: LinkAccessDeps,
  linkId: string,
  principal: Principal,
  action: Action,
): Promise<KnownLink & { readonly revision: number }> {
  const { state, revision } = await load(deps.store, link, streamOf(linkId));
  const found = await requireAccess(deps, state, principal, action);
  refuseInTrash(found);
  return { ...found, revision };
}

/** @throws DomainError `in-trash`: a link in the trash stays as it is. */
export function refuseInTrash({ status }: KnownLink): void {
  if (status !== 'trash') return;
  throw new DomainError('conflict', 'in-trash', 'This link is in the trash: restore it first.');
}

/** Narrows the result of a command on a link that exists. */
export function assertExists(linkId: string, { state, ...result }: CommandResult<LinkState>): CommandResult<KnownLink> {
  if (state.status === 'none') throw new Error(`the log has lost the link ${linkId}`);
  return { ...result, state };
}
