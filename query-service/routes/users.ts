/** GET /api/auth/user and GET /api/user/profile: the signed-in person. */
import type { Router } from '@koa/router';
import { type RequestContext, type RequestState, signedIn } from '../../infra/http/context.ts';
import { Problem } from '../../infra/http/problem.ts';
import { type UserDoc, users } from '../../projections/views/users.ts';
import type { QueryDeps } from '../deps.ts';
import { fresh, within } from '../fresh.ts';
import { presentProfile, presentUser } from '../presenters/user.ts';

export function userRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/auth/user', async (ctx) => {
    ctx.body = presentUser(await person(ctx, deps));
  });

  router.get('/api/user/profile', async (ctx) => {
    ctx.body = presentProfile(await person(ctx, deps));
  });
}

/**
 * Somebody who has only just registered is signed in before the view knows them: then it waits a moment.
 * @throws Problem 401; 503 when the view still does not know them.
 */
async function person(ctx: RequestContext, deps: QueryDeps): Promise<UserDoc> {
  const userId = signedIn(ctx);
  await fresh(ctx, deps, users.name);
  const known = await deps.reads.get<UserDoc>(users.name, userId);
  const doc = known ?? (await within(ctx, deps, (signal) => appearance(deps, userId, signal)));
  if (doc !== null) return doc;
  throw new Problem(503, 'not-ready', 'Your account is still being set up. Please try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });
}

async function appearance({ reads, changes }: QueryDeps, userId: string, signal: AbortSignal): Promise<UserDoc | null> {
  const appeared = Promise.withResolvers<void>();
  const unsubscribe = changes.subscribe((moved) => {
    if (moved.some(({ scope, lists }) => scope === `user:${userId}` && lists.includes('profile'))) appeared.resolve();
  });
  signal.addEventListener('abort', () => appeared.resolve(), { once: true });
  try {
    const doc = await reads.get<UserDoc>(users.name, userId);
    if (doc !== null) return doc;
    if (!signal.aborted) await appeared.promise;
    return await reads.get<UserDoc>(users.name, userId);
  } finally {
    unsubscribe();
  }
}
