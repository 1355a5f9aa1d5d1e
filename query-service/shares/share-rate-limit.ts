/**
 * Limits attempts at the passwords of shares. Three counters work together: one share from one network (strict), one share
 * from all networks, and one network at all shares, known or unknown.
 */
import { createHash } from 'node:crypto';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';

/** Wrong passwords without a wait: for one share, from one network, and for both together. */
export const FREE_TRIES = { share: 100, network: 30, both: 5 } as const;

/** The first wait; each further wrong password doubles it, up to the longest. */
export const FIRST_WAIT_MS = 30_000;
export const LONGEST_WAIT_MS = 60 * 60 * 1000;
/** Short, so that a stranger cannot lock a share for everybody. */
const LONGEST_WAIT_OF_SHARE_MS = 60_000;
/** Counters expire a day after the first wrong password. */
const MEMORY_MS = 24 * 60 * 60 * 1000;

const TRIES = 'share-tries';
const WAITS = 'share-waits';

type Counter = keyof typeof FREE_TRIES;

export class ShareRateLimit {
  readonly #store: ExpiringStore;
  readonly #now: () => Date;

  constructor(store: ExpiringStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Counts an attempt before the password is verified, so concurrent attempts count like attempts in a row. Returns
   * null if the attempt is allowed, otherwise the seconds to wait.
   */
  async tryAcquire(shareId: string, network: string): Promise<number | null> {
    for (const counter of ['both', 'share', 'network'] as const) {
      const wait = await this.#waitOf(keyOf(counter, shareId, network));
      if (wait !== null) return wait;
    }
    const key = keyOf('both', shareId, network);
    const tries = await this.#count(key);
    if (tries < FREE_TRIES.both) return null;
    // The last free attempt passes; after that, only the attempt that starts the next wait.
    const began = await this.#beginWait(key, waitMs('both', tries));
    return began || tries === FREE_TRIES.both ? null : ((await this.#waitOf(key)) ?? 1);
  }

  /** Records a wrong password, or an attempt at an unknown share. */
  async wrong(shareId: string, network: string): Promise<void> {
    for (const counter of ['share', 'network'] as const) {
      const key = keyOf(counter, shareId, network);
      const tries = await this.#count(key);
      if (tries >= FREE_TRIES[counter]) await this.#beginWait(key, waitMs(counter, tries));
    }
  }

  /** Records a right password: earlier attempts from this network were not guesses. */
  async right(shareId: string, network: string): Promise<void> {
    const key = keyOf('both', shareId, network);
    await this.#store.remove(TRIES, key);
    await this.#store.remove(WAITS, key);
  }

  #count(key: string): Promise<number> {
    return this.#store.increment(TRIES, key, this.#in(MEMORY_MS));
  }

  /** True if this call starts the wait; false if one is running. */
  #beginWait(key: string, ms: number): Promise<boolean> {
    const end = this.#in(ms);
    return this.#store.putIfAbsent(WAITS, key, end, end);
  }

  async #waitOf(key: string): Promise<number | null> {
    const end = await this.#store.get<string>(WAITS, key);
    return end === null ? null : Math.max(1, Math.ceil((Date.parse(end) - this.#now().getTime()) / 1000));
  }

  #in(ms: number): string {
    return new Date(this.#now().getTime() + ms).toISOString();
  }
}

function waitMs(counter: Counter, tries: number): number {
  const longest = counter === 'share' ? LONGEST_WAIT_OF_SHARE_MS : LONGEST_WAIT_MS;
  return Math.min(FIRST_WAIT_MS * 2 ** (tries - FREE_TRIES[counter]), longest);
}

/** Network addresses are personal data: only their hashes are stored. */
function keyOf(counter: Counter, shareId: string, network: string): string {
  const parts = { share: [shareId], network: [network], both: [shareId, network] }[counter];
  return createHash('sha256')
    .update(JSON.stringify([counter, ...parts]))
    .digest('hex');
}
