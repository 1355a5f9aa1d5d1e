/** The identity that a request or a job acts under. */

export interface Principal {
  readonly userId: string;
  /** What its API token allows; `all`: it has none. */
  readonly access: 'all' | 'read' | 'write';
  /** The only team it reaches, nothing of its person's own; null: whatever its person sees. */
  readonly teamId: string | null;
}

/** A person without the limits of an API token. */
export function personPrincipal(userId: string): Principal {
  return { userId, access: 'all', teamId: null };
}

/** Whether the limits of the principal's token leave a scope within reach. Its person's role there is another question. */
export function reaches({ teamId }: Principal, scope: string): boolean {
  return teamId === null || scope === `team:${teamId}`;
}

/** Why an API token is not accepted. */
export type TokenError = 'unknown' | 'revoked' | 'expired' | 'left-team';

/** Knows which API tokens are valid now. */
export interface TokenAuthenticator {
  /** Also records that the token was used. */
  authenticate(token: string): Promise<Principal | TokenError>;
}
