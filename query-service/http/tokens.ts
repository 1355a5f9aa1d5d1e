/** GET /api/tokens: the API tokens a person has, and when each was used. */
import type { Router } from '@koa/router';
import { allows } from '../../command-service/policy.ts';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestState, requirePrincipal, requireUser } from '../../infra/http/request-context.ts';
import { tokens } from '../../projections/views/people/tokens.ts';
import { accessOf } from '../access/access.ts';
import type { TokenAnswer } from '../contract/answers/tokens.ts';
import { nothingSchema } from '../contract/queries.ts';
import { TOKEN_USE, type TokenUse } from '../contract/token-use.ts';
import type { QueryDeps } from '../deps.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';

export function tokenRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/tokens', async (ctx) => {
    const userId = requireUser(ctx);
    if (!allows('ReadWaysIn', 'owner')) throw notFound();
    parseQuery(nothingSchema, ctx.query);
    await waitForPosition(ctx, deps, tokens);
    const { teams } = await accessOf(deps.reads, requirePrincipal(ctx));
    const doc = await deps.reads.get(tokens, userId);
    const uses = await deps.tokenUses.listOf<TokenUse>(TOKEN_USE, userId);
    const used = new Map(uses.map(({ key, value }) => [key, value.at]));
    ctx.body = (doc?.tokens ?? []).toReversed().map(
      ({ id, name, access, teamId, createdAt, expiresAt }): TokenAnswer => ({
        ...{ id, name, access, teamId, createdAt, expiresAt },
        teamName: teamId === null ? null : (teams.get(teamId)?.name ?? null),
        lastUsedAt: used.get(id) ?? null,
      }),
    );
  });
}
