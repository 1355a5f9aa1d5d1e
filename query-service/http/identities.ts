/** GET /api/providers and GET /api/identities: the ways to sign in there are, and those that lead to one's account. */
import type { Router } from '@koa/router';
import type { Provider } from '../../command-service/events/user.ts';
import { type RequestState, requireUser } from '../../infra/http/request-context.ts';
import { users } from '../../projections/views/people/users.ts';
import type { IdentityAnswer, ProviderAnswer } from '../contract/answers/account.ts';
import type { QueryDeps } from '../deps.ts';
import { waitForPosition } from '../live/read-your-writes.ts';

/** What providers are called that are not set up (any more), or never have to be. */
const NAMES: Readonly<Record<Provider, string>> = {
  email: 'E-mail',
  google: 'Google',
  github: 'GitHub',
  oidc: 'Single sign-on',
};

export function identityRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  const nameOf = (provider: Provider) =>
    deps.providers.find((known) => known.provider === provider)?.name ?? NAMES[provider];

  router.get('/api/providers', (ctx) => {
    const set: readonly ProviderAnswer[] = deps.providers.map(({ provider, name }) => ({ provider, name }));
    ctx.body = [...set, { provider: 'email', name: NAMES.email }] satisfies ProviderAnswer[];
  });

  router.get('/api/identities', async (ctx) => {
    const userId = requireUser(ctx);
    await waitForPosition(ctx, deps, users);
    const { identities = [] } = (await deps.reads.get(users, userId)) ?? {};
    ctx.body = identities.map(
      ({ provider, hash, label }): IdentityAnswer => ({
        // The address of an account in an old log has no hash: it is the only one of its kind.
        id: hash ?? provider,
        provider,
        providerName: nameOf(provider),
        label,
        removable: identities.length > 1,
      }),
    );
  });
}
