/**
 * The secrets of an installation. `identity` is the key of the hashes that lead from an email address to its account:
 * with a different secret everybody gets a new, empty account. `session` is the key of the hashes of session tokens:
 * with a different secret everybody is signed out.
 */
export type SecretName = 'identity' | 'session';

/** The port for the secrets of an installation. */
export interface Secrets {
  /**
   * 32 random bytes in hexadecimal digits. An engine of a single machine creates them at the first start.
   * @throws StartError if the secret is damaged, or missing although something depends on it.
   */
  secret(name: SecretName): string;
}
