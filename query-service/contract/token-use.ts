/** When an API token was last used. Contract: command-service records it, the list of tokens shows it. */

/** The kind of the entries: one a token, by its id, owned by its person. */
export const TOKEN_USE = 'token-use';

export interface TokenUse {
  /** An ISO instant, at most a minute old when it was recorded. */
  readonly at: string;
}
