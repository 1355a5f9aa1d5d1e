/** What every command route does with a request: who asks, on which revision, and what the answer must carry. */

import { RECENT_SIGN_IN_MINUTES, type Sessions } from '../../infra/http/auth/sessions.ts';
import { notFound, Problem } from '../../infra/http/problem.ts';
import { type RequestContext, requirePrincipal, requireUser } from '../../infra/http/request-context.ts';
import type { EventMetadata } from '../../infra/ports/event-store.ts';
import type { Editor } from '../handle.ts';
import { reauthenticatePath } from './account/sign-in-pages.ts';

/** The metadata of events that this request leads to. */
export function metadataOf(ctx: RequestContext, actor: string, now: () => Date): EventMetadata {
  const { requestId } = ctx.state;
  return { actor, correlationId: requestId, causationId: requestId, at: now().toISOString() };
}

/** The signed-in person as the editor of an entity, on the revision that If-Match names. */
export function editorOf(ctx: RequestContext, now: () => Date): Editor {
  const principal = requirePrincipal(ctx);
  return { principal, metadata: () => metadataOf(ctx, principal.userId, now), assertUnchanged: ifMatch(ctx) };
}

/**
 * The `:id` of the path.
 * @throws Problem 404 for what cannot be an id.
 */
export function idParam(ctx: { readonly params: Readonly<Record<string, string | undefined>> }): string {
  const { id } = ctx.params;
  if (id === undefined || !/^[\w-]{1,100}$/.test(id)) throw notFound();
  return id;
}

/**
 * The signed-in person's id, once they have shown lately who they are: for what changes who can sign in, or ends the
 * account.
 * @param what it is that they want to do: 'delete your account'.
 * @throws Problem 401 when nobody is signed in, 403 `sign-in-again` when that was long ago; `signIn` says where it is done.
 */
export async function freshlySignedIn(
  ctx: RequestContext,
  { sessions }: { readonly sessions: Pick<Sessions, 'hasRecentSignIn'> },
  what: string,
): Promise<string> {
  const userId = requireUser(ctx);
  if (await sessions.hasRecentSignIn(ctx)) return userId;
  const message = `To ${what}, please sign in again first: you did more than ${RECENT_SIGN_IN_MINUTES} minutes ago.`;
  throw new Problem(403, 'sign-in-again', message, { body: { signIn: reauthenticatePath('/settings#account') } });
}

/** Tells the reader which position to wait for: the highest of what this request wrote. */
export function setPosition(ctx: RequestContext, ...positions: readonly number[]): void {
  ctx.set('X-Position', String(Math.max(...positions)));
}

/**
 * A guard for If-Match (RFC 9110 13.1.1): the entity's revision as its ETag.
 * @throws Problem 400 for a header that is no revision; the guard itself throws 412 when someone was faster.
 */
export function ifMatch(ctx: RequestContext): (revision: number) => void {
  const header = ctx.get('If-Match');
  if (header === '' || header === '*') return () => {};
  const seen = /^(?:W\/)?"(\d{1,15})"$/.exec(header)?.[1];
  if (seen === undefined) throw new Problem(400, 'bad-if-match', 'If-Match must be a revision in quotes, such as "3".');
  return (revision) => {
    if (revision !== Number(seen)) {
      throw new Problem(412, 'changed-meanwhile', 'Somebody changed this since you opened it. Load it again.');
    }
  };
}
