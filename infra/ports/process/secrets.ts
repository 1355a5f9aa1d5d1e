/**
 * The secrets of an installation. `identity` keys the hashes that lead from an email address to its account: with
 * another one everybody gets a new, empty account. `session` keys the hashes of session tokens: with another one
 * everybody is signed out.
 */
export type SecretName = 'identity' | 'session';

/** The port for the secrets of an installation. */
export interface Secrets {
  /**
   * 32 random bytes in hexadecimal digits. An engine of a single machine creates them at the first start.
   * @throws StartError when the secret is damaged, or is missing although something depends on it.
   */
  secret(name: SecretName): string;
}
