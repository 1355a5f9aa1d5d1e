/**
 * How many documents meet a `where` and hold a needle. Counting costs a walk over an index or more; so each answer is
 * kept, and every commit adds what its documents change to the answers kept.
 */
import type { FieldValue } from './ports.ts';
import type { RowValues } from './sqlite-view-tables.ts';

/** One field's condition: its place in `schema.fields` and the values it may have. */
export interface Condition {
  readonly index: number;
  readonly field: string;
  readonly values: readonly FieldValue[];
}

/** The row's values before and after a write; null: no such document. */
export interface Change {
  readonly before: RowValues | null;
  readonly after: RowValues | null;
}

interface Kept {
  readonly tests: readonly { readonly index: number; readonly values: ReadonlySet<FieldValue> }[];
  /** Folded, as the searched text is; null: any text will do. */
  readonly needle: string | null;
  total: number;
}

const KEPT = 128;
/** Above this many comparisons a commit forgets the answers instead of keeping them up to date. */
const COMPARISONS = 20_000;

export class Totals {
  readonly #kept = new Map<string, Kept>();

  /** The total for these conditions, counted by `count` where it is not known. */
  of(conditions: readonly Condition[], needle: string | null, count: () => number): number {
    const key = JSON.stringify([needle, conditions.map(({ field, values }) => [field, values])]);
    const known = this.#kept.get(key);
    // Put back as the youngest, so that the oldest in the map is the one asked for least recently.
    this.#kept.delete(key);
    const entry = known ?? {
      tests: conditions.map(({ index, values }) => ({ index, values: new Set(values) })),
      needle,
      total: count(),
    };
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return entry.total;
  }

  /** Follows a commit. */
  apply(changes: readonly Change[]): void {
    if (changes.length * this.#kept.size > COMPARISONS) this.#kept.clear();
    for (const kept of this.#kept.values()) {
      for (const { before, after } of changes) {
        kept.total += Number(meets(kept, after)) - Number(meets(kept, before));
      }
    }
  }

  /** Forgets everything: the table changed unseen. */
  clear(): void {
    this.#kept.clear();
  }
}

function meets(kept: Kept, row: RowValues | null): boolean {
  if (row === null || !kept.tests.every(({ index, values }) => values.has(row.fields[index] ?? null))) return false;
  return kept.needle === null || row.text?.includes(kept.needle) === true;
}
