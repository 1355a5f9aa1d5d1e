/** Creates and revokes API tokens. */

import { tokens } from '../../../projections/views/people/tokens.ts';
import { tokenIdOf } from '../../../query-service/contract/api-tokens.ts';
import { InputError } from '../../contract/schema/parse.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { DomainError } from '../../core/errors.ts';
import { handle } from '../../core/handle.ts';
import { newApiToken } from '../../identity/api-tokens.ts';
import { createTokenSchema, MAX_TOKENS } from '../../model/token/commands.ts';
import { token } from '../../model/token/decider.ts';
import { metadataOf, setAccessPosition } from '../request.ts';
import { route } from '../route.ts';
import { requireRecentSignIn } from './require-recent-sign-in.ts';

export const tokenRoutes = [
  route({
    method: 'POST',
    path: '/api/tokens',
    action: 'CreateToken',
    onSelf: true,
    summary: 'Creates an API token, which is shown only once.',
    body: createTokenSchema,
    answers: { 201: 'CreatedTokenAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, body }, { store, reads, sessions, now }) {
      const { userId } = principal;
      const { name, access, teamId = null } = body;
      await requireRecentSignIn(ctx, sessions, 'create an API token');
      const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null;
      if (expiresAt !== null && expiresAt <= now().toISOString()) {
        throw new InputError({ expiresAt: 'Expiry must lie in the future' });
      }
      if (teamId !== null) authorize('ReadTeam', await roleIn(store, `team:${teamId}`, principal));
      const count = (await reads.get(tokens, userId))?.tokens.length ?? 0;
      if (count >= MAX_TOKENS) {
        const message = `You have ${MAX_TOKENS} API tokens already: revoke those that you no longer use.`;
        throw new DomainError('conflict', 'too-many-tokens', message);
      }
      const secret = newApiToken();
      const tokenId = tokenIdOf(secret);
      const { position } = await handle(
        store,
        token,
        { type: 'CreateToken', tokenId, userId, name, access, teamId, ...(body.money && { money: true }), expiresAt },
        metadataOf(ctx, userId, now),
      );
      ctx.state.shownOnce =
        'The token was created and shown once: it cannot be shown again. Revoke it and create another.';
      await setAccessPosition(ctx, { reads }, position);
      ctx.set('Location', `/api/tokens/${tokenId}`);
      return { id: tokenId, token: secret };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/tokens/:id',
    action: 'RevokeToken',
    summary: 'Revokes an API token.',
    answers: { 204: null },
    async handle({ ctx, principal: { userId }, params }, { store, reads, now }) {
      const revoked = await handle(
        store,
        token,
        { type: 'RevokeToken', tokenId: params.id, reason: 'revoked' },
        metadataOf(ctx, userId, now),
        (state) => authorize('RevokeToken', state.status !== 'none' && state.userId === userId ? 'owner' : 'stranger'),
      );
      await setAccessPosition(ctx, { reads }, revoked.position);
    },
  }),
];
