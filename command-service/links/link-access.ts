/** A link that a command is for: there, and the person may act so on it. */
import type { RequestContext } from '../../infra/http/request-context.ts';
import { requirePrincipal } from '../../infra/http/request-context.ts';
import { authorize, roleIn } from '../authorize.ts';
import type { LinkCommand } from '../commands/link.ts';
import { type LinkState, link } from '../deciders/link.ts';
import { DomainError } from '../errors.ts';
import { type CommandResult, handle } from '../handle.ts';
import type { CommandDeps } from '../http/deps.ts';
import { ifMatch, metadataOf } from '../http/request.ts';
import type { Action } from '../policy.ts';
import type { Principal } from '../principal.ts';

export type KnownLink = Exclude<LinkState, { readonly place: 'nowhere' }>;

/**
 * Carries out a command on an existing link that the person may act on, on the revision they have seen.
 * @throws Refusal, Problem 412.
 */
export async function executeOnLink(
  deps: CommandDeps,
  ctx: RequestContext,
  action: Action,
  command: LinkCommand,
): Promise<CommandResult<KnownLink>> {
  const principal = requirePrincipal(ctx);
  const unchanged = ifMatch(ctx);
  const outcome = await handle(
    deps.store,
    link,
    command,
    metadataOf(ctx, principal.userId, deps.now),
    async (state, revision) => {
      await requireAccess(deps, state, principal, action);
      unchanged(revision);
    },
  );
  return assertExists(command.linkId, outcome);
}

/** The link's state, if it is there and the person may act so on it. A link deleted for ever is not there any more. */
export async function requireAccess(
  deps: Pick<CommandDeps, 'store'>,
  state: LinkState,
  principal: Principal,
  action: Action,
): Promise<KnownLink> {
  if (state.place === 'nowhere' || state.place === 'purged') authorize(action, 'stranger');
  else authorize(action, await roleIn(deps.store, state.scope, principal));
  if (state.place === 'nowhere') throw new Error(`${action} is open to strangers`);
  return state;
}

/** @throws Refusal `in-trash`: such a link is not checked. */
export function refuseInTrash({ place }: KnownLink): void {
  if (place !== 'trash') return;
  throw new DomainError('conflict', 'in-trash', 'This link is in the trash: restore it before checking it.');
}

/** What became of a link that is there. */
export function assertExists(
  linkId: string,
  { state, ...outcome }: CommandResult<LinkState>,
): CommandResult<KnownLink> {
  if (state.place === 'nowhere') throw new Error(`${linkId} vanished from the log`);
  return { ...outcome, state };
}
