/** Cached numbers of documents: exact totals of one state of a view, and estimates for choosing an index. */

import { createHash } from 'node:crypto';

const MAX_TOTALS = 500;
const MAX_ESTIMATES = 2_000;
const MAX_KEY = 500;
/** How long an estimate is used. */
const ESTIMATE_MS = 60_000;

/** Totals by collection, position and query: a commit makes a new state, so a cached total never becomes wrong. */
export class Totals {
  readonly #totals = new Map<string, number>();

  /** undefined if it is not cached. */
  get(query: string): number | undefined {
    const key = keyOf(query);
    const total = this.#totals.get(key);
    if (total !== undefined) remember(this.#totals, key, total, MAX_TOTALS);
    return total;
  }

  async of(query: string, count: () => Promise<number>): Promise<number> {
    const key = keyOf(query);
    const total = this.#totals.get(key) ?? (await count());
    remember(this.#totals, key, total, MAX_TOTALS);
    return total;
  }
}

interface Estimate {
  readonly count: Promise<number>;
  readonly at: number;
}

/** Counts that may be a minute old. */
export class Estimates {
  readonly #estimates = new Map<string, Estimate>();

  of(query: string, count: () => Promise<number>): Promise<number> {
    const key = keyOf(query);
    const cached = this.#estimates.get(key);
    if (cached !== undefined && performance.now() - cached.at < ESTIMATE_MS) return cached.count;
    const estimate = { count: count(), at: performance.now() };
    remember(this.#estimates, key, estimate, MAX_ESTIMATES);
    estimate.count.catch(() => this.#estimates.delete(key));
    return estimate.count;
  }
}

/** A query with thousands of values is cached by its hash. */
function keyOf(query: string): string {
  return query.length <= MAX_KEY ? query : createHash('sha256').update(query).digest('base64');
}

/** Moves the entry to the end of the map: the first entry is the least recently used. */
function remember<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
