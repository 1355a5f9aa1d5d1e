/** Creates API tokens, and authenticates them against the log. */
import { randomBytes } from 'node:crypto';
import {
  type Principal,
  personPrincipal,
  type TokenAuthenticator,
  type TokenError,
} from '../../infra/ports/process/principal.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import { recordTokenUse, tokenIdOf } from '../../query-service/contract/api-tokens.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { allows } from '../contract/policy.ts';
import { roleIn } from '../core/authorize.ts';
import { load } from '../core/handle.ts';
import { token as decider, hasExpired, streamOf } from '../model/token/decider.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';

/** A new token with 256 random bits. */
export function newApiToken(): string {
  return `ll_${randomBytes(32).toString('base64url')}`;
}

interface TokensDeps {
  readonly store: EventStore<LinkledgerEvent>;
  /** Stores the last use of each token. */
  readonly uses: DurableStore;
  readonly now: () => Date;
}

/** Authenticates API tokens against the log, never a view: revoking a token or leaving a team takes effect at once. */
export class ApiTokens implements TokenAuthenticator {
  readonly #deps: TokensDeps;

  constructor(deps: TokensDeps) {
    this.#deps = deps;
  }

  async authenticate(token: string): Promise<Principal | TokenError> {
    const { store, now } = this.#deps;
    const tokenId = tokenIdOf(token);
    const { state } = await load(store, decider, streamOf(tokenId));
    if (state.status === 'none') return 'unknown';
    if (state.status === 'revoked') return 'revoked';
    const { userId, access, teamId, money } = state;
    if (hasExpired(state, now())) return 'expired';
    if ((await load(store, user, userStreamOf(userId))).state.status !== 'active') return 'revoked';
    if (teamId !== null && !allows('ReadTeam', await roleIn(store, `team:${teamId}`, personPrincipal(userId))))
      return 'left-team';
    await recordTokenUse(this.#deps.uses, tokenId, userId, now());
    return { userId, access, teamId, money, tokenId };
  }
}
