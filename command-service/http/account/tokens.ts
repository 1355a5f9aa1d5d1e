/** POST /api/tokens and DELETE /api/tokens/{id}: lets programs act in one's place, and no more. */
import { Router } from '@koa/router';
import { type RequestState, requirePrincipal, requireUser } from '../../../infra/http/request-context.ts';
import { tokens } from '../../../projections/views/people/tokens.ts';
import type { CreatedTokenAnswer } from '../../../query-service/contract/answers/tokens.ts';
import { authorize, roleIn } from '../../authorize.ts';
import { InputError, parse } from '../../commands/schema/parse.ts';
import { createTokenSchema, MAX_TOKENS } from '../../commands/token.ts';
import { token } from '../../deciders/token.ts';
import { DomainError } from '../../errors.ts';
import { handle } from '../../handle.ts';
import { newApiToken, tokenIdOf } from '../../identity/api-tokens.ts';
import type { CommandDeps } from '../deps.ts';
import { freshlySignedIn, idParam, metadataOf, setPosition } from '../request.ts';

export function tokenRoutes({ store, reads, sessions, now }: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/tokens', async (ctx) => {
    const userId = requireUser(ctx);
    authorize('CreateToken', 'owner');
    const { name, access, teamId = null, ...body } = parse(createTokenSchema, ctx.state.body);
    await freshlySignedIn(ctx, { sessions }, 'create an API token');
    const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null;
    if (expiresAt !== null && expiresAt <= now().toISOString()) {
      throw new InputError({ expiresAt: 'Expiry must lie in the future' });
    }
    if (teamId !== null) authorize('ReadTeam', await roleIn(store, `team:${teamId}`, requirePrincipal(ctx)));
    const known = (await reads.get(tokens, userId))?.tokens.length ?? 0;
    if (known >= MAX_TOKENS) {
      const message = `You have ${MAX_TOKENS} API tokens already: revoke those that are not used any more.`;
      throw new DomainError('conflict', 'too-many-tokens', message);
    }
    const secret = newApiToken();
    const tokenId = tokenIdOf(secret);
    const { position } = await handle(
      store,
      token,
      { type: 'CreateToken', tokenId, userId, name, access, teamId, expiresAt },
      metadataOf(ctx, userId, now),
    );
    ctx.state.shownOnce =
      'The token was created and shown once: it cannot be shown again. Revoke it and create another.';
    setPosition(ctx, position);
    ctx.status = 201;
    ctx.set('Location', `/api/tokens/${tokenId}`);
    ctx.body = { id: tokenId, token: secret } satisfies CreatedTokenAnswer;
  });

  router.delete('/api/tokens/:id', async (ctx) => {
    const userId = requireUser(ctx);
    const revoked = await handle(
      store,
      token,
      { type: 'RevokeToken', tokenId: idParam(ctx), reason: 'revoked' },
      metadataOf(ctx, userId, now),
      (state) => authorize('RevokeToken', state.status !== 'nowhere' && state.userId === userId ? 'owner' : 'stranger'),
    );
    setPosition(ctx, revoked.position);
    ctx.status = 204;
  });

  return router;
}
