/** The caller's account: profile, settings, photo, plan, sessions and sign-in methods. */

import { cooldownEnd } from '../../../command-service/contract/plans.ts';
import type { Provider } from '../../../command-service/model/user/events.ts';
import { notFound, Problem } from '../../../infra/http/request/problem.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { ANY_TEXT, wholeList } from '../../../infra/http/request/route-facts.ts';
import type { Principal } from '../../../infra/ports/process/principal.ts';
import { photosOf } from '../../../infra/ports/storage/blob-store.ts';
import type { ViewRef } from '../../../infra/ports/storage/read-store.ts';
import { NO_SUBSCRIPTION, subscriptions } from '../../../projections/views/people/subscriptions.ts';
import { type UserDoc, users } from '../../../projections/views/people/users.ts';
import { accessOf } from '../../access/access.ts';
import { isAdministrator } from '../../access/administrators.ts';
import type { IdentityAnswer, ProviderAnswer, SessionAnswer, SignUpAnswer } from '../../contract/answers/account.ts';
import { nothingSchema } from '../../contract/queries.ts';
import type { QueryDeps } from '../../deps.ts';
import { invalidQuery } from '../../lists/query-params.ts';
import type { ScopeChange } from '../../live/change-summary.ts';
import { waitForPosition, withDeadline } from '../../live/read-your-writes.ts';
import { viewPositions } from '../../live/view-positions.ts';
import { presentProfile, presentSettings, presentUser } from '../../presenters/user.ts';
import { route } from '../route.ts';

/** Names for providers that are not, or no longer, configured. */
const NAMES: Readonly<Record<Provider, string>> = {
  email: 'Email',
  google: 'Google',
  github: 'GitHub',
  oidc: 'Single sign-on',
};

export const accountRoutes = [
  route({
    method: 'GET',
    path: '/api/auth/user',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'The signed-in user.',
    answers: { 200: 'UserAnswer' },
    responseHeaders: ['X-Position'],
    async handle({ ctx, principal }, deps) {
      const user = await loadUser(ctx, principal, deps);
      // The console calls this first; its stream then reports what has changed since this position.
      ctx.set('X-Position', String((await viewPositions(deps.reads)).min));
      return presentUser(user, { isAdministrator: isAdministrator(user, deps.admins) });
    },
  }),

  route({
    method: 'GET',
    path: '/api/user/profile',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'Your name, email address and company.',
    answers: { 200: 'ProfileAnswer' },
    async handle({ ctx, principal }, deps) {
      return presentProfile(await loadUser(ctx, principal, deps));
    },
  }),

  route({
    method: 'GET',
    path: '/api/user/settings',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'Your settings, and what your plan allows.',
    answers: { 200: 'SettingsAnswer' },
    async handle({ ctx, principal }, deps) {
      const doc = await loadUser(ctx, principal, deps, subscriptions);
      const { plan } = (await deps.reads.get(subscriptions, doc.id)) ?? NO_SUBSCRIPTION;
      return presentSettings(doc, plan);
    },
  }),

  route({
    method: 'GET',
    path: '/api/user/photo',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'Your photo, or a teammate’s.',
    unvalidatedQuery: { userId: ANY_TEXT },
    answers: { 200: 'PhotoAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal }, deps) {
      const { photo, id } = await requestedPerson(ctx, principal, deps);
      const bytes = photo === null ? null : await deps.blobs.get(photosOf(id), photo.hash);
      // The type was detected from the bytes, never from a file name.
      const profilePhoto =
        photo === null || bytes === null ? null : `data:${photo.type};base64,${Buffer.from(bytes).toString('base64')}`;
      return { profilePhoto };
    },
  }),

  route({
    method: 'GET',
    path: '/api/sessions',
    action: 'ReadWaysIn',
    onSelf: true,
    summary: 'Your sessions.',
    answers: { 200: wholeList('SessionAnswer') },
    async handle({ ctx, principal }, deps) {
      const listed = await deps.sessions.list(ctx, principal.userId);
      return listed.map(
        ({ id, current, startedAt, lastUsedAt, browser, network }): SessionAnswer => ({
          id,
          current,
          startedAt,
          lastUsedAt,
          browser,
          network,
        }),
      );
    },
  }),

  route({
    method: 'GET',
    path: '/api/providers',
    action: 'RequestSignIn',
    summary: 'The configured sign-in methods.',
    answers: { 200: wholeList('ProviderAnswer') },
    handle(_, deps) {
      const set: readonly ProviderAnswer[] = deps.providers.map(({ provider, name }) => ({ provider, name }));
      return [...set, { provider: 'email', name: NAMES.email }];
    },
  }),

  route({
    method: 'GET',
    path: '/api/sign-up',
    action: 'RequestSignIn',
    summary: 'Who may create an account.',
    answers: { 200: 'SignUpAnswer' },
    handle: (_, { signUp: { mode, domains, sentence } }): SignUpAnswer => ({ mode, domains, sentence }),
  }),

  route({
    method: 'GET',
    path: '/api/identities',
    action: 'ReadWaysIn',
    onSelf: true,
    summary: 'The sign-in methods of your account.',
    answers: { 200: wholeList('IdentityAnswer') },
    async handle({ ctx, principal }, deps) {
      await waitForPosition(ctx, deps, users);
      const { identities = [] } = (await deps.reads.get(users, principal.userId)) ?? {};
      return identities.map(
        ({ provider, hash, label }): IdentityAnswer => ({
          // The address of an account in an old log has no hash, but it is the only identity of its kind.
          id: hash ?? provider,
          provider,
          providerName: deps.providers.find((each) => each.provider === provider)?.name ?? NAMES[provider],
          label,
          removable: identities.length > 1,
        }),
      );
    },
  }),

  route({
    method: 'GET',
    path: '/api/subscription',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'Your plan.',
    query: nothingSchema,
    answers: { 200: 'SubscriptionAnswer' },
    async handle({ ctx, principal }, deps) {
      const { userId } = principal;
      await waitForPosition(ctx, deps, subscriptions);
      const subscription = (await deps.reads.get(subscriptions, userId)) ?? NO_SUBSCRIPTION;
      return {
        plan: subscription.plan,
        billingCycle: subscription.billingCycle,
        status: 'active',
        nextCheckDate: cooldownEnd(subscription, deps.now()),
        paidUntil: subscription.paidUntil,
      };
    },
  }),
];

/**
 * The person that `?userId=` names, else the caller.
 * @throws Problem 404 for a person that the caller does not know, or a deleted one; 400 for several ids.
 */
async function requestedPerson(ctx: RequestContext, principal: Principal, deps: QueryDeps): Promise<UserDoc> {
  const { userId: own } = principal;
  const { userId = own } = ctx.query;
  if (typeof userId !== 'string') throw invalidQuery({ userId: 'userId must be given once' });
  if (userId === '' || userId === own) return loadUser(ctx, principal, deps);
  await waitForPosition(ctx, deps, users);
  const access = await accessOf(deps.reads, principal);
  const doc = access.maySeeName(userId) ? await deps.reads.get(users, userId) : null;
  if (doc === null || doc.deletedAt !== null) throw notFound();
  return doc;
}

/**
 * The caller's account. A person is signed in before the view has their new account, so this waits a moment for it.
 * @throws Problem 401 for a deleted account; 503 if the view still lacks the account.
 */
async function loadUser(
  ctx: RequestContext,
  { userId }: Principal,
  deps: QueryDeps,
  ...views: readonly ViewRef[]
): Promise<UserDoc> {
  await waitForPosition(ctx, deps, users, ...views);
  const stored = await deps.reads.get(users, userId);
  const doc = stored ?? (await withDeadline(ctx, deps, (signal) => waitForUser(deps, userId, signal)));
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
    const isMeant = ({ scope, lists }: ScopeChange) => scope === `user:${userId}` && lists.includes('profile');
    if (moved === 'lost' || moved.some(isMeant)) appeared.resolve();
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
