/**
 * Expiring entries that can be found and read only with their secret. The store has neither the secret nor the plain
 * value, such as the email address of a sign-in link.
 */
import { createHash, hkdfSync } from 'node:crypto';
import type { ExpiringStore } from '../ports/storage/expiring-store.ts';
import { decrypt, encrypt } from './encryption.ts';

export class EncryptedEntries<Value> {
  readonly #store: Pick<ExpiringStore, 'put' | 'get' | 'take'>;
  readonly #kind: string;

  /** @param kind separates the uses of one store. */
  constructor(store: Pick<ExpiringStore, 'put' | 'get' | 'take'>, kind: string) {
    this.#store = store;
    this.#kind = kind;
  }

  /** Stores the value until `expiresAt`. The secret must have at least 128 bits. */
  put(secret: string, value: Value, expiresAt: string): Promise<void> {
    const entry = this.#fileUnder(secret);
    return this.#store.put(this.#kind, entry, encrypt(value, this.#keyFor(secret), Buffer.from(entry)), expiresAt);
  }

  async get(secret: string): Promise<Value | null> {
    return this.#opened(secret, await this.#store.get<string>(this.#kind, this.#fileUnder(secret)));
  }

  /** Gets and removes in one step: of two callers, one gets the value. */
  async take(secret: string): Promise<Value | null> {
    return this.#opened(secret, await this.#store.take<string>(this.#kind, this.#fileUnder(secret)));
  }

  #opened(secret: string, sealed: string | null): Value | null {
    if (sealed === null) return null;
    return decrypt(sealed, this.#keyFor(secret), Buffer.from(this.#fileUnder(secret))) as Value;
  }

  #fileUnder(secret: string): string {
    return createHash('sha256').update(`${this.#kind}:${secret}`).digest('hex');
  }

  #keyFor(secret: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', secret, '', this.#kind, 32));
  }
}
