/**
 * Entries that end by themselves and that only who has their secret can find and read: the file holds neither the secret
 * nor what is kept under it, such as the address a sign-in link was asked for.
 */
import { createHash, hkdfSync } from 'node:crypto';
import type { ExpiringStore } from '../ports/expiring-store.ts';
import { decrypt, encrypt } from './encryption.ts';

export class EncryptedEntries<Value> {
  readonly #store: Pick<ExpiringStore, 'put' | 'get' | 'take'>;
  readonly #kind: string;

  /** `kind` keeps the uses apart. */
  constructor(store: Pick<ExpiringStore, 'put' | 'get' | 'take'>, kind: string) {
    this.#store = store;
    this.#kind = kind;
  }

  /** Keeps the value until then; the secret has 128 bits at least. */
  put(secret: string, value: Value, expiresAt: string): Promise<void> {
    const entry = this.#fileUnder(secret);
    return this.#store.put(this.#kind, entry, encrypt(value, this.#keyFor(secret), Buffer.from(entry)), expiresAt);
  }

  async get(secret: string): Promise<Value | null> {
    return this.#opened(secret, await this.#store.get<string>(this.#kind, this.#fileUnder(secret)));
  }

  /** Gets and removes in one step: of two takers, one gets it. */
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
