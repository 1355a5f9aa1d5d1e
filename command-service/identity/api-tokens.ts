/** API tokens: made, found again by what they hash to, and asked whether they open anything. */
import { createHash, randomBytes } from 'node:crypto';
import type { DurableStore } from '../../infra/ports/durable-store.ts';
import type { EventStore } from '../../infra/ports/event-store.ts';
import { TOKEN_USE, type TokenUse } from '../../query-service/contract/token-use.ts';
import { roleIn } from '../authorize.ts';
import { token as decider, streamOf } from '../deciders/token.ts';
import { user, streamOf as userStreamOf } from '../deciders/user.ts';
import type { LinkledgerEvent } from '../events.ts';
import { load } from '../handle.ts';
import { allows } from '../policy.ts';
import { type Principal, personPrincipal, type TokenAuthenticator, type TokenError } from '../principal.ts';

/** The last use is written at most this often, so that reading a page does not mean writing one. */
const NOTE_AFTER_MS = 60_000;
/** How long a last use is remembered. */
const REMEMBER_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/** A new token: 256 bits that nobody can guess. */
export function newApiToken(): string {
  return `ll_${randomBytes(32).toString('base64url')}`;
}

/** What a token is known by. So many random bits need no slow hash: they cannot be found from it. */
export function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export interface TokensDeps {
  readonly store: EventStore<LinkledgerEvent>;
  /** Keeps when tokens were used. */
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
    if (state.status === 'nowhere') return 'unknown';
    if (state.status === 'revoked') return 'revoked';
    const { userId, access, teamId, expiresAt } = state;
    if (expiresAt !== null && Date.parse(expiresAt) <= now().getTime()) return 'expired';
    if ((await load(store, user, userStreamOf(userId))).state.standing !== 'active') return 'revoked';
    if (teamId !== null && !allows('ReadTeam', await roleIn(store, `team:${teamId}`, personPrincipal(userId))))
      return 'left-team';
    await this.#noteUse(tokenId, userId);
    return { userId, access, teamId };
  }

  async #noteUse(tokenId: string, userId: string): Promise<void> {
    const { uses, now } = this.#deps;
    const last = await uses.get<TokenUse>(TOKEN_USE, tokenId);
    if (last !== null && now().getTime() - Date.parse(last.at) < NOTE_AFTER_MS) return;
    const use: TokenUse = { at: now().toISOString() };
    await uses.put(TOKEN_USE, tokenId, use, new Date(now().getTime() + REMEMBER_MS).toISOString(), userId);
  }
}
