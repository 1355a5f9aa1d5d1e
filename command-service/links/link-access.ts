/** A link that a command is for: there, and the person may act so on it. */
import type { RequestContext } from '../../infra/http/request-context.ts';
import { signedIn } from '../../infra/http/request-context.ts';
import { authorise, roleIn } from '../authorize.ts';
import type { LinkCommand } from '../commands/link.ts';
import { type LinkState, link } from '../deciders/link.ts';
import { Refusal } from '../errors.ts';
import { handle, type Outcome } from '../handle.ts';
import { ifMatch, metadataOf } from '../http/request.ts';
import type { CommandDeps } from '../http/routes.ts';
import type { Action } from '../policy.ts';

export type KnownLink = Exclude<LinkState, { readonly place: 'nowhere' }>;

/**
 * Carries out a command on an existing link that the person may act on, on the revision they have seen.
 * @throws Refusal, Problem 412.
 */
export async function change(
  deps: CommandDeps,
  ctx: RequestContext,
  action: Action,
  command: LinkCommand,
): Promise<Outcome<KnownLink>> {
  const userId = signedIn(ctx);
  const unchanged = ifMatch(ctx);
  const outcome = await handle(
    deps.store,
    link,
    command,
    metadataOf(ctx, userId, deps.now),
    async (state, revision) => {
      await visible(deps, state, userId, action);
      unchanged(revision);
    },
  );
  return known(command.linkId, outcome);
}

/** The link's state, if it is there and the person may act so on it. A link deleted for ever is not there any more. */
export async function visible(
  deps: Pick<CommandDeps, 'store'>,
  state: LinkState,
  userId: string,
  action: Action,
): Promise<KnownLink> {
  if (state.place === 'nowhere' || state.place === 'purged') authorise(action, 'stranger');
  else authorise(action, await roleIn(deps.store, state.scope, userId));
  if (state.place === 'nowhere') throw new Error(`${action} is open to strangers`);
  return state;
}

/** @throws Refusal `in-trash`: such a link is not checked. */
export function refuseInTrash({ place }: KnownLink): void {
  if (place !== 'trash') return;
  throw new Refusal('conflict', 'in-trash', 'This link is in the trash: restore it before checking it.');
}

/** What became of a link that is there. */
export function known(linkId: string, { state, ...outcome }: Outcome<LinkState>): Outcome<KnownLink> {
  if (state.place === 'nowhere') throw new Error(`${linkId} vanished from the log`);
  return { ...outcome, state };
}
