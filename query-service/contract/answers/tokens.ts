/** Answers about API tokens. */
import type { TokenAccess } from '../../../command-service/model/token/events.ts';

/** One line of GET /api/tokens, newest first, without revoked tokens. */
export interface TokenAnswer {
  /** Identifies the token; it is not a secret. */
  readonly id: string;
  readonly name: string;
  readonly access: TokenAccess;
  /** The team it is limited to; null for everything its owner may see. */
  readonly teamId: string | null;
  readonly teamName: string | null;
  /** Whether it may read and change prices, vendors and order numbers where its owner may. */
  readonly money: boolean;
  readonly createdAt: string;
  /** To the minute; null before the first use. */
  readonly lastUsedAt: string | null;
  /** null if it is valid until revoked. */
  readonly expiresAt: string | null;
}

/** POST /api/tokens. */
export interface CreatedTokenAnswer {
  readonly id: string;
  /** Returned only once and not stored. Send it as `Authorization: Bearer ll_…`. */
  readonly token: string;
}
