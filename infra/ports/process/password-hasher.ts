/** The port for password hashes. */

/** Slow hashes of passwords; each contains its salt and its parameters. */
export interface PasswordHasher {
  /** @throws BusyError if too many are running. */
  hash(password: string): Promise<string>;
  /**
   * Whether the hash belongs to the password. `null`, no hash at all, takes as long and is always wrong.
   * @throws BusyError if too many are running.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}
