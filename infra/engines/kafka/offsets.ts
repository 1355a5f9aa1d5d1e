/**
 * The messages of one partition that were taken, and which of them are done. A commit never passes a message that is
 * not done, so that after a crash another process gets it again.
 */
export class OpenOffsets {
  /** Taken and not done, in ascending order. */
  readonly #open = new Set<number>();
  /** The committed offset, or the first one: a message below it shows that the topic was deleted and created again. */
  #base: number | null = null;
  #next = 0;

  /** Messages that are not done. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Notes a message. Returns false for one that was taken before: after a rebalance the broker repeats all that follows
   * the last commit.
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

  /** The offset to commit: the lowest message that is not done. Null where nothing changed since the last commit. */
  toCommit(): number | null {
    if (this.#base === null) return null;
    const [lowest = this.#next] = this.#open;
    return lowest === this.#base ? null : lowest;
  }

  /** Notes that the broker has stored a commit. */
  committed(offset: number): void {
    this.#base = offset;
  }
}
