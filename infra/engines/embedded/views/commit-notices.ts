/** The positions that another connection reported: cached totals follow its commits up to these. */

/** Longest wait for the notice of a commit in the file, in milliseconds. */
const PATIENCE_MS = 1_000;

interface Waiter {
  readonly view: string;
  readonly position: number;
  readonly done: () => void;
}

export class NotifiedPositions {
  readonly #inFile: (view: string) => number;
  readonly #positions = new Map<string, number>();
  readonly #waiters = new Set<Waiter>();

  /** @param inFile reads the position of a view from the file; called once for each view. */
  constructor(inFile: (view: string) => number) {
    this.#inFile = inFile;
  }

  /** The last notified position; without a notice, the position in the file. */
  of(view: string): number {
    const notified = this.#positions.get(view);
    if (notified !== undefined) return notified;
    const position = this.#inFile(view);
    this.#positions.set(view, position);
    return position;
  }

  notify(view: string, position: number): void {
    this.#positions.set(view, position);
    for (const waiter of this.#waiters) if (waiter.view === view && waiter.position <= position) waiter.done();
  }

  /** Forgets all notices: positions are read from the file again. */
  reset(): void {
    this.#positions.clear();
    for (const waiter of this.#waiters) waiter.done();
  }

  /** Resolves when a notice for the position arrives, or after a second. */
  async reached(view: string, position: number): Promise<void> {
    if (this.of(view) >= position) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { view, position, done: resolve };
    const timer = setTimeout(resolve, PATIENCE_MS);
    this.#waiters.add(waiter);
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(waiter);
  }
}
