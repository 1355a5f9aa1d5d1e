/**
 * The messages of one partition that were taken, and which are finished. A commit never passes an unfinished message,
 * so that after a crash another process gets it again.
 */
export class OpenOffsets {
  /** Taken but unfinished messages, in ascending order. */
  readonly #open = new Set<number>();
  /** The committed offset, or the first one: a message below it shows that the topic was deleted and created again. */
  #base: number | null = null;
  #next = 0;

  /** The number of unfinished messages. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Records a message. Returns false if it was taken before: after a rebalance the broker repeats everything after the
   * last commit.
   */
  take(offset: number): boolean {
    if (this.#base === null || offset < this.#base) {
      this.#open.clear();
      this.#base = offset;
    } else if (offset < this.#next) return false;
    this.#next = offset + 1;
    this.#open.add(offset);
    return true;
  }

  done(offset: number): void {
    this.#open.delete(offset);
  }

  /** The offset to commit: the lowest unfinished message. null if nothing changed since the last commit. */
  toCommit(): number | null {
    if (this.#base === null) return null;
    const [lowest = this.#next] = this.#open;
    return lowest === this.#base ? null : lowest;
  }

  /** Records that the broker has stored a commit. */
  committed(offset: number): void {
    this.#base = offset;
  }
}
