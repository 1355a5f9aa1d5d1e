/** What the questions about API tokens are answered with. */
import type { TokenAccess } from '../../../command-service/events/token.ts';

/** One line of GET /api/tokens, the newest first; revoked ones are not listed. */
export interface TokenAnswer {
  /** Names the token and opens nothing. */
  readonly id: string;
  readonly name: string;
  readonly access: TokenAccess;
  /** The one team it is for; null: all that its person sees. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly createdAt: string;
  /** To the minute; null: never. */
  readonly lastUsedAt: string | null;
  /** null: until it is revoked. */
  readonly expiresAt: string | null;
}

/** POST /api/tokens. */
export interface CreatedTokenAnswer {
  readonly id: string;
  /** Shown this once: it is kept nowhere. Send it as `Authorization: Bearer ll_…`. */
  readonly token: string;
}
