/**
 * The documents of a view that were written last, by the connection that writes them: what is checked was mostly asked
 * for a moment ago, and is then neither read nor taken apart again.
 */
import type { RowValues } from './view-table.ts';

/** A row of the table. */
export interface TableRow extends RowValues {
  readonly n: number;
  /** JSON. */
  readonly doc: string;
}

/** Documents kept; the one written least recently goes first. */
const KEPT = 1_000;

export class RecentRows {
  readonly #rows = new Map<string, TableRow>();

  /** By id. */
  get rows(): ReadonlyMap<string, TableRow> {
    return this.#rows;
  }

  /** Takes over what a commit wrote; null: there is no such document any more. */
  take(written: ReadonlyMap<string, TableRow | null>): void {
    for (const [id, row] of written) {
      this.#rows.delete(id);
      if (row !== null) this.#rows.set(id, row);
    }
    let surplus = this.#rows.size - KEPT;
    for (const id of this.#rows.keys()) {
      if (surplus <= 0) return;
      this.#rows.delete(id);
      surplus -= 1;
    }
  }

  /** Somebody else wrote. */
  clear(): void {
    this.#rows.clear();
  }
}
