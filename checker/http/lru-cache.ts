/**
 * A small memory: what was kept is there for a while, and goes earlier, the least lately used first, where more is
 * kept than there is room for. Pure data.
 */
export class LruCache<Value> {
  readonly #room: number;
  readonly #forMs: number;
  readonly #now: () => number;
  /** The least lately used first. */
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number; readonly until: number }>();
  #weight = 0;

  /** `room`: how much may be kept, in the unit of the weights. `now`: milliseconds on a clock that only goes forward. */
  constructor(room: number, forMs: number, now: () => number = () => performance.now()) {
    this.#room = room;
    this.#forMs = forMs;
    this.#now = now;
  }

  /** How much is kept. */
  get weight(): number {
    return this.#weight;
  }

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

  /** Replaces what was kept under the key. What alone is more than there is room for is not kept. */
  set(key: string, value: Value, weight = 1, forMs = this.#forMs): void {
    this.delete(key);
    if (weight > this.#room) return;
    this.#entries.set(key, { value, weight, until: this.#now() + forMs });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#room) break;
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
