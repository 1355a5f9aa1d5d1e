/**
 * A cache of the rows that this connection wrote last: most documents change again soon, and need not be read and
 * parsed again.
 */
import type { RowValues } from './view-table.ts';

/** A row of the table. */
export interface TableRow extends RowValues {
  readonly n: number;
  /** The document as JSON. */
  readonly doc: string;
}

/** The most rows in the cache; the row written least recently is dropped first. */
const MAX_ROWS = 1_000;

export class RecentRows {
  readonly #rows = new Map<string, TableRow>();

  /** By id. */
  get rows(): ReadonlyMap<string, TableRow> {
    return this.#rows;
  }

  /** Takes over the rows of a commit; null for a removed document. */
  take(written: ReadonlyMap<string, TableRow | null>): void {
    for (const [id, row] of written) {
      this.#rows.delete(id);
      if (row !== null) this.#rows.set(id, row);
    }
    let surplus = this.#rows.size - MAX_ROWS;
    for (const id of this.#rows.keys()) {
      if (surplus <= 0) return;
      this.#rows.delete(id);
      surplus -= 1;
    }
  }

  /** Another connection wrote. */
  clear(): void {
    this.#rows.clear();
  }
}
