/** Waits for commits to the views of an engine: for a position of one view, or for every notice. */
import type { CommitNotice } from '../ports/storage/read-store.ts';

/** How often a waiter reads the store, in case a notice is lost. */
const POLL_MS = 100;
/** The most notices held for a slow watcher. Further notices are dropped and reported as lost. */
const MAX_PENDING = 10_000;

interface Waiter {
  readonly view: string;
  readonly position: number;
  readonly look: () => void;
}

interface Watcher {
  pending: (CommitNotice | 'lost')[];
  wake: () => void;
}

export class CommitWatch {
  readonly #waiters = new Set<Waiter>();
  readonly #watchers = new Set<Watcher>();
  /** The highest known position of each view: up to it, the store need not be read. */
  readonly #seen = new Map<string, number>();

  /** A commit happened, here or elsewhere. */
  notify(notice: CommitNotice): void {
    this.#see(notice.view, notice.position);
    for (const waiter of this.#waiters) {
      if (waiter.view === notice.view && waiter.position <= notice.position) waiter.look();
    }
    for (const watcher of this.#watchers) {
      if (watcher.pending.length < MAX_PENDING) watcher.pending.push(notice);
      else watcher.pending = ['lost'];
      watcher.wake();
    }
  }

  /** Notices were lost, or a view may have gone back: it was rebuilt, or its server lost data. */
  lost(): void {
    this.#seen.clear();
    for (const waiter of this.#waiters) waiter.look();
    for (const watcher of this.#watchers) {
      watcher.pending = ['lost'];
      watcher.wake();
    }
  }

  /** Works like `ReadStore.reached`. @param positionNow reads the view's present position from the store. */
  async reached(
    view: string,
    position: number,
    signal: AbortSignal,
    positionNow: () => Promise<number>,
  ): Promise<boolean> {
    if (position <= (this.#seen.get(view) ?? -1)) return true;
    // Waiting begins before the store is read, so that no commit falls between the two.
    let looked = Promise.withResolvers<void>();
    const look = () => looked.resolve();
    const waiter = { view, position, look };
    this.#waiters.add(waiter);
    signal.addEventListener('abort', look, { once: true });
    try {
      for (;;) {
        const now = await positionNow();
        this.#see(view, now);
        if (now >= position) return true;
        if (signal.aborted) return false;
        const timer = setTimeout(look, POLL_MS);
        await looked.promise;
        clearTimeout(timer);
        looked = Promise.withResolvers<void>();
      }
    } finally {
      this.#waiters.delete(waiter);
      signal.removeEventListener('abort', look);
    }
  }

  #see(view: string, position: number): void {
    this.#seen.set(view, Math.max(position, this.#seen.get(view) ?? position));
  }

  /** Works like `ReadStore.watch`. */
  async *watch(signal: AbortSignal): AsyncGenerator<CommitNotice | 'lost', void> {
    let woken = Promise.withResolvers<void>();
    const watcher: Watcher = { pending: [], wake: () => woken.resolve() };
    const wake = () => woken.resolve();
    this.#watchers.add(watcher);
    signal.addEventListener('abort', wake, { once: true });
    try {
      while (!signal.aborted) {
        const notices = watcher.pending;
        watcher.pending = [];
        yield* notices;
        if (notices.length > 0) continue;
        await woken.promise;
        woken = Promise.withResolvers<void>();
      }
    } finally {
      this.#watchers.delete(watcher);
      signal.removeEventListener('abort', wake);
    }
  }
}
