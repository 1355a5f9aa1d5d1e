/**
 * How often passwords of shares may be tried. Counted by three things at once: one share from one network, which is
 * strict; one share from anywhere, which stops many networks together; and one network at any share, known or not.
 */
import { createHash } from 'node:crypto';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';

/** Wrong passwords that cost no wait: at one share from one network, at one share, from one network. */
export const FREE_TRIES = { share: 100, network: 30, both: 5 } as const;

/** The first wait; each further wrong password doubles it, up to the longest. */
export const FIRST_WAIT_MS = 30_000;
export const LONGEST_WAIT_MS = 60 * 60 * 1000;
/** A share that many networks try at waits less: else a stranger could keep everybody out. */
const LONGEST_WAIT_OF_SHARE_MS = 60_000;
/** Wrong passwords are forgotten a day after the first. */
const MEMORY_MS = 24 * 60 * 60 * 1000;

const TRIES = 'share-tries';
const WAITS = 'share-waits';

type Whose = keyof typeof FREE_TRIES;

export class ShareRateLimit {
  readonly #store: ExpiringStore;
  readonly #now: () => Date;

  constructor(store: ExpiringStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Takes a try before the password is looked at, so that many at the same time are counted like many in a row. Answers
   * null when it may be made, else for how many seconds there is to wait.
   */
  async tryAcquire(shareId: string, network: string): Promise<number | null> {
    for (const whose of ['both', 'share', 'network'] as const) {
      const wait = await this.#waitOf(keyOf(whose, shareId, network));
      if (wait !== null) return wait;
    }
    const key = keyOf('both', shareId, network);
    const tries = await this.#count(key);
    if (tries < FREE_TRIES.both) return null;
    // The try after which there is a wait, and of those after it the one that begins the next wait.
    const began = await this.#beginWait(key, waitMs('both', tries));
    return began || tries === FREE_TRIES.both ? null : ((await this.#waitOf(key)) ?? 1);
  }

  /** The password was wrong, or there is no such share. */
  async wrong(shareId: string, network: string): Promise<void> {
    for (const whose of ['share', 'network'] as const) {
      const key = keyOf(whose, shareId, network);
      const tries = await this.#count(key);
      if (tries >= FREE_TRIES[whose]) await this.#beginWait(key, waitMs(whose, tries));
    }
  }

  /** The password was right, so what was tried before from this network was no guessing. */
  async right(shareId: string, network: string): Promise<void> {
    const key = keyOf('both', shareId, network);
    await this.#store.remove(TRIES, key);
    await this.#store.remove(WAITS, key);
  }

  #count(key: string): Promise<number> {
    return this.#store.increment(TRIES, key, this.#in(MEMORY_MS));
  }

  /** Whether the wait begins now; false where there is one already. */
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

function waitMs(whose: Whose, tries: number): number {
  const longest = whose === 'share' ? LONGEST_WAIT_OF_SHARE_MS : LONGEST_WAIT_MS;
  return Math.min(FIRST_WAIT_MS * 2 ** (tries - FREE_TRIES[whose]), longest);
}

/** Addresses of people are kept as hashes, and end with the entry. */
function keyOf(whose: Whose, shareId: string, network: string): string {
  const parts = { share: [shareId], network: [network], both: [shareId, network] }[whose];
  return createHash('sha256')
    .update(JSON.stringify([whose, ...parts]))
    .digest('hex');
}
