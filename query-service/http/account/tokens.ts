/** GET /api/tokens. */

import { wholeList } from '../../../infra/http/request/route-facts.ts';
import { tokens } from '../../../projections/views/people/tokens.ts';
import { accessOf } from '../../access/access.ts';
import type { TokenAnswer } from '../../contract/answers/tokens.ts';
import { TOKEN_USE, type TokenUse } from '../../contract/api-tokens.ts';
import { nothingSchema } from '../../contract/queries.ts';
import { waitForPosition } from '../../live/read-your-writes.ts';
import { route } from '../route.ts';

export const tokenRoutes = [
  route({
    method: 'GET',
    path: '/api/tokens',
    action: 'ReadWaysIn',
    onSelf: true,
    summary: 'Your API tokens, newest first.',
    query: nothingSchema,
    answers: { 200: wholeList('TokenAnswer') },
    async handle({ ctx, principal }, deps) {
      const { userId } = principal;
      await waitForPosition(ctx, deps, tokens);
      const { teams } = await accessOf(deps.reads, principal);
      const doc = await deps.reads.get(tokens, userId);
      const uses = await deps.tokenUses.listOf<TokenUse>(TOKEN_USE, userId);
      const used = new Map(uses.map(({ key, value }) => [key, value.at]));
      return (doc?.tokens ?? []).toReversed().map(
        ({ id, name, access, teamId, money, createdAt, expiresAt }): TokenAnswer => ({
          id,
          name,
          access,
          teamId,
          money,
          createdAt,
          expiresAt,
          teamName: teamId === null ? null : (teams.get(teamId)?.name ?? null),
          lastUsedAt: used.get(id) ?? null,
        }),
      );
    },
  }),
];
