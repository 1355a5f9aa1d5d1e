/** The identity under which a request or a job acts. */

export interface Principal {
  readonly userId: string;
  /** What its API token allows; `all` without a token. */
  readonly access: 'all' | 'read' | 'write';
  /** The only scope the token reaches; null: everything its owner sees. */
  readonly teamId: string | null;
  /** Whether it may learn and change prices, vendors and order numbers within its owner's role; true without a token. */
  readonly money: boolean;
  /** The id of its API token; null without a token. */
  readonly tokenId: string | null;
}

/** A person without the limits of an API token. */
export function personPrincipal(userId: string): Principal {
  return { userId, access: 'all', teamId: null, money: true, tokenId: null };
}

/**
 * Whether the principal's token reaches a scope; null: all lists of its owner. Its owner's role there is a separate
 * question.
 */
export function reaches({ teamId }: Principal, scope: string | null): boolean {
  return teamId === null || scope === `team:${teamId}`;
}

/** Why an API token is not accepted. */
export type TokenError = 'unknown' | 'revoked' | 'expired' | 'left-team';

/** Tells which API tokens are valid now. */
export interface TokenAuthenticator {
  /** Also records that the token was used. */
  authenticate(token: string): Promise<Principal | TokenError>;
}
