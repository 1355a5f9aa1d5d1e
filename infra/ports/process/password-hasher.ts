/** The port for password hashes. */

/** Slow hashes of passwords; each has its salt and its parameters in it. */
export interface PasswordHasher {
  /** @throws BusyError when too many are under way. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one hashed. `null`, no hash at all, takes as long and is never right.
   * @throws BusyError when too many are under way.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}
