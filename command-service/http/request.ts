/** Reads the metadata of commands from a request, and sets the headers of their answers. */

import { REVISION_TAG } from '../../infra/http/request/header-rules.ts';
import { Problem } from '../../infra/http/request/problem.ts';
import { type RequestContext, requirePrincipal } from '../../infra/http/request/request-context.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { accessViews } from '../../projections/views/people/access-views.ts';
import type { Editor, StreamEnd } from '../core/handle.ts';
import { waitForViews } from '../links/wait-for-views.ts';

/** How long an answer waits for the views that decide access, in milliseconds. */
const ACCESS_PATIENCE_MS = 10_000;

/** The metadata of the events that this request causes. */
export function metadataOf(ctx: RequestContext, actor: string, now: () => Date): EventMetadata {
  const { requestId } = ctx.state;
  return { actor, correlationId: requestId, causationId: requestId, at: now().toISOString() };
}

/** The signed-in person as an editor, at the revision that If-Match names. */
export function editorOf(ctx: RequestContext, now: () => Date): Editor {
  const principal = requirePrincipal(ctx);
  return { principal, metadata: () => metadataOf(ctx, principal.userId, now), assertUnchanged: ifMatch(ctx) };
}

/** Sets the header with the position that a reader must wait for to see the effect of this request. */
export function setPosition(ctx: RequestContext, ...positions: readonly number[]): void {
  ctx.set('X-Position', String(Math.max(...positions)));
}

/**
 * Works like `setPosition` for a change of access: waits until the views that decide access have the change, so that
 * every read after the answer follows it. If the views are stuck, the answer comes after ten seconds.
 */
export async function setAccessPosition(
  ctx: RequestContext,
  { reads }: { readonly reads: Pick<ReadStore, 'reached'> },
  position: number,
): Promise<void> {
  await waitForViews(reads, accessViews, position, AbortSignal.timeout(ACCESS_PATIENCE_MS));
  setPosition(ctx, position);
}

/**
 * A guard for If-Match (RFC 9110 13.1.1): the entity's revision as its ETag.
 * @throws Problem 400 for a header that is not a revision; the guard throws 412 if somebody changed the entity since, with
 * the position to read from.
 */
function ifMatch(ctx: RequestContext): (end: StreamEnd) => void {
  const header = ctx.get('If-Match');
  if (header === '' || header === '*') return () => {};
  const seen = REVISION_TAG.exec(header)?.[1];
  if (seen === undefined) throw new Problem(400, 'bad-if-match', 'If-Match must be a revision in quotes, such as "3".');
  return ({ revision, position }) => {
    if (revision === Number(seen)) return;
    throw new Problem(412, 'changed-meanwhile', 'Somebody changed this since you opened it. Load it again.', {
      headers: { 'X-Position': String(position) },
    });
  };
}
