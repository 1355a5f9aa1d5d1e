/** What another connection said it committed: up to where each view's totals have been kept here. */

/** A commit that is in the file and not told for so long will not be: whoever waits for it goes on. */
const PATIENCE_MS = 1_000;

interface Waiter {
  readonly view: string;
  readonly position: number;
  readonly done: () => void;
}

export class NotifiedPositions {
  readonly #inFile: (view: string) => number;
  readonly #told = new Map<string, number>();
  readonly #waiters = new Set<Waiter>();

  /** @param inFile where a view stands in the file; asked once for each view. */
  constructor(inFile: (view: string) => number) {
    this.#inFile = inFile;
  }

  /** The position told last; the file's, where nothing was told yet. */
  of(view: string): number {
    const known = this.#told.get(view);
    if (known !== undefined) return known;
    const position = this.#inFile(view);
    this.#told.set(view, position);
    return position;
  }

  tell(view: string, position: number): void {
    this.#told.set(view, position);
    for (const waiter of this.#waiters) if (waiter.view === view && waiter.position <= position) waiter.done();
  }

  /** Begins anew: the next question is answered from the file. */
  forget(): void {
    this.#told.clear();
    for (const waiter of this.#waiters) waiter.done();
  }

  /** Resolves once the view was told to have reached the position, or when that takes too long to be waited for. */
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
