/** Authenticates API tokens for reads, from the views: query-service reads no event store. */

import { allows } from '../../command-service/contract/policy.ts';
import type { Principal, TokenAuthenticator, TokenError } from '../../infra/ports/process/principal.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { membershipId, memberships } from '../../projections/views/people/memberships.ts';
import { tokensById } from '../../projections/views/people/tokens-by-id.ts';
import { users } from '../../projections/views/people/users.ts';
import { recordTokenUse, tokenIdOf } from '../contract/api-tokens.ts';

interface TokenDeps {
  readonly reads: Pick<ReadStore, 'get'>;
  readonly uses: Pick<ExpiringStore, 'get' | 'put'>;
  readonly now: () => Date;
}

/** Decides like the command service, as of the position of the views. */
export function viewTokens({ reads, uses, now }: TokenDeps): TokenAuthenticator {
  return {
    async authenticate(token: string): Promise<Principal | TokenError> {
      const tokenId = tokenIdOf(token);
      const doc = await reads.get(tokensById, tokenId);
      if (doc === null) return 'unknown';
      if (doc.revoked) return 'revoked';
      const { userId, access, teamId, money, expiresAt } = doc;
      if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime()) return 'expired';
      const user = await reads.get(users, userId);
      if (user === null || user.deletedAt !== null) return 'revoked';
      if (teamId !== null) {
        const membership = await reads.get(memberships, membershipId(teamId, userId));
        if (membership === null || !allows('ReadTeam', membership.role)) return 'left-team';
      }
      await recordTokenUse(uses, tokenId, userId, now());
      return { userId, access, teamId, money, tokenId };
    },
  };
}
