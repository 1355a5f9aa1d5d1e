/** The views that a route reads: the present ones, or as of the moment in the request. */

import { notFound, Problem } from '../../infra/http/request/problem.ts';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import type { Principal } from '../../infra/ports/process/principal.ts';
import type { Past } from '../../infra/ports/storage/past-views.ts';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { ledger } from '../../projections/views/ledger/ledger.ts';
import { moments } from '../../projections/views/ledger/moments.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { type Access, accessOf } from '../access/access.ts';
import type { QueryDeps } from '../deps.ts';
import { waitForPosition, withDeadline } from '../live/read-your-writes.ts';
import { momentOf } from './moment.ts';
import { pastAccess, pastScopes } from './past-access.ts';
import { pastReads } from './past-reads.ts';

interface ReadContext<Deps> {
  /** The dependencies with the views and the clock of the moment. */
  readonly deps: Deps;
  readonly access: Access;
  /** null: the present. */
  readonly past: Past | null;
  /** The Problem for a resource that the caller may not see, or that did not exist at that moment. */
  readonly missing: () => Problem;
}

interface ReadRequest {
  readonly ctx: RequestContext;
  readonly principal: Principal;
  readonly query: { readonly asOf?: string | undefined };
  /** The parameter with the moment, if not asOf. */
  readonly name?: string;
}

/**
 * The views as of a past moment, for a page that is open to everyone with its address.
 * @throws Problem 503 if the views have not reached it yet.
 */
export async function readPinned(
  ctx: RequestContext,
  deps: Pick<QueryDeps, 'reads' | 'past' | 'stopping' | 'patienceMs'>,
  past: Past,
): Promise<ReadStore> {
  await requireReached(ctx, deps, past.position, ledger);
  return pastReads(deps.reads, deps.past, past);
}

/** @throws Problem 503 if a view does not reach the position in time. */
async function requireReached(
  ctx: RequestContext,
  deps: Pick<QueryDeps, 'reads' | 'stopping' | 'patienceMs'>,
  position: number,
  ...views: readonly ViewRef[]
): Promise<void> {
  const isSeen = await withDeadline(ctx, deps, async (signal) => {
    const each = await Promise.all(views.map((view) => deps.reads.reached(view, position, signal)));
    return each.every(Boolean);
  });
  if (isSeen) return;
  throw new Problem(503, 'behind', 'The views have not reached this moment yet. Try again in a few seconds.', {
    headers: { 'Retry-After': '3' },
  });
}

/**
 * Waits for the views, as `waitForPosition`, and reads what the caller may see. With `asOf` everything is as of that
 * moment, and the headers name it: `X-As-Of` has the instant, `X-As-Of-Position` the position.
 * @throws Problem 400 for an invalid moment; 503 if the views have not reached it yet.
 */
export async function readAt<Deps extends Pick<QueryDeps, 'reads' | 'past' | 'now' | 'stopping' | 'patienceMs'>>(
  { ctx, principal, query: { asOf }, name = 'asOf' }: ReadRequest,
  deps: Deps,
  ...views: readonly ViewRef[]
): Promise<ReadContext<Deps>> {
  if (asOf === undefined) {
    await waitForPosition(ctx, deps, ...views);
    return { deps, access: await accessOf(deps.reads, principal), past: null, missing: () => notFound() };
  }
  const live: ReadStore = deps.reads;
  await waitForPosition(ctx, deps, ledger, moments, closedScopes);
  const { position, at } = await momentOf(live, asOf, deps.now(), name);
  await requireReached(ctx, deps, position, ledger, ...views);
  ctx.set({ 'X-As-Of': at, 'X-As-Of-Position': String(position) });
  const present = await accessOf(live, principal);
  const scopes = await pastScopes(live, present);
  const past = { position, scopes };
  const reads = pastReads(live, deps.past, past);
  return {
    deps: { ...deps, reads, now: () => new Date(at) },
    access: await pastAccess(reads, present, scopes),
    past,
    missing: () => notFound(`This did not exist at ${at}, or you may not see it.`),
  };
}
