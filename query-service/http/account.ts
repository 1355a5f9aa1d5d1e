/** GET /api/auth/user, /api/user/profile, /api/user/settings and /api/user/photo: the signed-in person. */

import type { Router } from '@koa/router';
import { FREE_SUBSCRIPTION } from '../../command-service/plans.ts';
import { notFound, Problem } from '../../infra/http/problem.ts';
import {
  type RequestContext,
  type RequestState,
  requirePrincipal,
  requireUser,
} from '../../infra/http/request-context.ts';
import type { ViewRef } from '../../infra/ports/read-store.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import { type UserDoc, users } from '../../projections/views/people/users.ts';
import { accessOf } from '../access/access.ts';
import type { PhotoAnswer } from '../contract/answers/account.ts';
import type { QueryDeps } from '../deps.ts';
import { invalidQuery } from '../lists/query-params.ts';
import { waitForPosition, withDeadline } from '../live/read-your-writes.ts';
import { viewPositions } from '../live/view-positions.ts';
import { presentProfile, presentSettings, presentUser } from '../presenters/user.ts';

export function userRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/auth/user', async (ctx) => {
    ctx.body = presentUser(await loadUser(ctx, deps));
    // The console asks this first, and its stream then tells what changed since.
    ctx.set('X-Position', String((await viewPositions(deps.reads)).least));
  });

  router.get('/api/user/profile', async (ctx) => {
    ctx.body = presentProfile(await loadUser(ctx, deps));
  });

  router.get('/api/user/settings', async (ctx) => {
    const doc = await loadUser(ctx, deps, subscriptions);
    const { plan } = (await deps.reads.get(subscriptions, doc.id)) ?? FREE_SUBSCRIPTION;
    ctx.body = presentSettings(doc, plan);
  });

  router.get('/api/user/photo', async (ctx) => {
    const { photo, id } = await personAskedFor(ctx, deps);
    const bytes = photo === null ? null : await deps.photos.get(id, photo.hash);
    // The bytes say what they are: the type was read from them, never from what somebody called them.
    const profilePhoto =
      photo === null || bytes === null ? null : `data:${photo.type};base64,${Buffer.from(bytes).toString('base64')}`;
    ctx.body = { profilePhoto } satisfies PhotoAnswer;
  });
}

/**
 * The person `?userId=` names, else whoever asks.
 * @throws Problem 401; 404 for a person one does not know, or who is no more; 400 for several at once.
 */
async function personAskedFor(ctx: RequestContext, deps: QueryDeps): Promise<UserDoc> {
  const own = requireUser(ctx);
  const { userId = own } = ctx.query;
  if (typeof userId !== 'string') throw invalidQuery({ userId: 'userId must be given once' });
  if (userId === '' || userId === own) return loadUser(ctx, deps);
  await waitForPosition(ctx, deps, users);
  const access = await accessOf(deps.reads, requirePrincipal(ctx));
  const doc = access.maySeeName(userId) ? await deps.reads.get(users, userId) : null;
  if (doc === null || doc.deletedAt !== null) throw notFound();
  return doc;
}

/**
 * Somebody who has only just registered is signed in before the view knows them: then it waits a moment.
 * @throws Problem 401, also for an account that was deleted; 503 when the view still does not know them.
 */
async function loadUser(ctx: RequestContext, deps: QueryDeps, ...views: readonly ViewRef[]): Promise<UserDoc> {
  const userId = requireUser(ctx);
  await waitForPosition(ctx, deps, users, ...views);
  const known = await deps.reads.get(users, userId);
  const doc = known ?? (await withDeadline(ctx, deps, (signal) => waitForUser(deps, userId, signal)));
  if (doc !== null && doc.deletedAt !== null) throw new Problem(401, 'signed-out', 'This account was deleted.');
  if (doc !== null) return doc;
  throw new Problem(503, 'not-ready', 'Your account is still being set up. Please try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });
}

async function waitForUser(
  { reads, changes }: QueryDeps,
  userId: string,
  signal: AbortSignal,
): Promise<UserDoc | null> {
  const appeared = Promise.withResolvers<void>();
  const unsubscribe = changes.subscribe((moved) => {
    if (moved.some(({ scope, lists }) => scope === `user:${userId}` && lists.includes('profile'))) appeared.resolve();
  });
  signal.addEventListener('abort', () => appeared.resolve(), { once: true });
  try {
    const doc = await reads.get(users, userId);
    if (doc !== null) return doc;
    if (!signal.aborted) await appeared.promise;
    return await reads.get(users, userId);
  } finally {
    unsubscribe();
  }
}
