/**
 * A cache with a time limit for each entry and a total weight. When it is full, the least recently used entries go first.
 */
export class LruCache<Value> {
  readonly #maxWeight: number;
  readonly #ttlMs: number;
  readonly #now: () => number;
  /** Least recently used first. */
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number; readonly until: number }>();
  #weight = 0;

  /** `maxWeight`: the total weight. `ttlMs`: the time limit of an entry. `now`: milliseconds on a monotonic clock. */
  constructor(maxWeight: number, ttlMs: number, now: () => number = () => performance.now()) {
    this.#maxWeight = maxWeight;
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  /** The total weight of the entries. */
  get weight(): number {
    return this.#weight;
  }

  /** The value, unless it has expired or was evicted. Marks it as recently used. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until <= this.#now()) {
      this.#weight -= entry.weight;
      return undefined;
    }
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Replaces the entry of the key. A value heavier than the whole cache is not stored. */
  set(key: string, value: Value, weight = 1, ttlMs = this.#ttlMs): void {
    this.delete(key);
    if (weight > this.#maxWeight) return;
    this.#entries.set(key, { value, weight, until: this.#now() + ttlMs });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#weight -= entry.weight;
    this.#entries.delete(key);
  }
}
