/** POST /api/shared-links and DELETE /api/shared-links/{id}. */
import { randomBytes } from 'node:crypto';
import { Router } from '@koa/router';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestState, requirePrincipal, requireUser } from '../../infra/http/request-context.ts';
import type { CreatedShareAnswer } from '../../query-service/contract/answers/shares.ts';
import { authorize, roleIn } from '../authorize.ts';
import { InputError, parse } from '../commands/schema/parse.ts';
import { createShareSchema, recipientsOf, validateRecipients } from '../commands/share.ts';
import { share } from '../deciders/share.ts';
import { user, streamOf as userStreamOf } from '../deciders/user.ts';
import { handle, load } from '../handle.ts';
import type { Scope } from '../scope.ts';
import type { CommandDeps } from './deps.ts';
import { idParam, metadataOf, setPosition } from './request.ts';

export function shareRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();
  const { store, sharing, now } = deps;

  router.post('/api/shared-links', async (ctx) => {
    const userId = requireUser(ctx);
    const body = parse(createShareSchema, ctx.state.body);
    const wrong = validateRecipients(body.emails);
    if (Object.keys(wrong).length > 0) throw new InputError(wrong);
    const scope: Scope = body.teamId ? `team:${body.teamId}` : `user:${userId}`;
    authorize('CreateShare', await roleIn(store, scope, requirePrincipal(ctx)));
    const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : null;
    if (expiresAt !== null && expiresAt <= now().toISOString()) {
      throw new InputError({ expiresAt: 'Expiry must lie in the future' });
    }
    const clientDomain = body.clientDomain.toLowerCase();
    if (!(await sharing.hasClient(scope, clientDomain))) {
      throw notFound(`There are no links of ${clientDomain} here to share.`);
    }
    const emails = recipientsOf(body.emails);
    await sharing.claimMails(userId, emails.length);
    const password = passwordIn(ctx.state.body);
    const passwordHash = password === null ? null : await sharing.hash(password);
    // 128 bits that nobody can guess: whoever knows them is let in.
    const shareId = randomBytes(16).toString('base64url');
    const { position } = await handle(
      store,
      share,
      { type: 'CreateShare', shareId, scope, clientDomain, passwordHash, emails, expiresAt },
      metadataOf(ctx, userId, now),
    );
    await sharing.opens(position);
    const url = sharing.urlOf(shareId);
    const hasPassword = passwordHash !== null;
    const notMailed =
      emails.length === 0
        ? []
        : await sharing.mail(emails, { url, clientDomain, hasPassword, expiresAt, sender: await nameOf(deps, userId) });
    setPosition(ctx, position);
    ctx.status = 201;
    ctx.set('Location', `/api/shared-links/${shareId}`);
    ctx.body = { shareId, url, notMailed } satisfies CreatedShareAnswer;
  });

  router.delete('/api/shared-links/:id', async (ctx) => {
    const userId = requireUser(ctx);
    const revoked = await handle(
      store,
      share,
      { type: 'RevokeShare', shareId: idParam(ctx) },
      metadataOf(ctx, userId, now),
      async (state) => {
        authorize(
          'RevokeShare',
          state.status === 'nowhere' ? 'stranger' : await roleIn(store, state.scope, requirePrincipal(ctx)),
        );
      },
    );
    setPosition(ctx, revoked.position);
    ctx.status = 204;
  });

  return router;
}

/** Exactly as it was typed, spaces at its ends included: all other texts of a body are trimmed. */
function passwordIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('password' in body)) return null;
  const { password } = body;
  return typeof password === 'string' && password !== '' ? password : null;
}

async function nameOf({ store }: CommandDeps, userId: string): Promise<string> {
  const { state } = await load(store, user, userStreamOf(userId));
  if (state.standing !== 'active') return 'Somebody';
  return `${state.firstName} ${state.lastName}`.trim() || state.email || 'Somebody';
}
