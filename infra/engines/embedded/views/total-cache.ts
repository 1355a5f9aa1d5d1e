/**
 * How many documents meet a `where` and hold a needle. Counting costs a walk over an index or more; so each answer is
 * kept, and every commit adds what its documents change to the answers kept.
 */
import type { FieldValue } from '../../../ports/read-store.ts';
import type { RowValues } from './view-table.ts';

/** One field's condition: its place in `schema.fields` and the values it may have. */
export interface Condition {
  readonly index: number;
  readonly field: string;
  readonly values: readonly FieldValue[];
}

/** The row's values before and after a write; null: no such document. */
export interface RowChange {
  readonly before: RowValues | null;
  readonly after: RowValues | null;
}

interface Kept {
  readonly tests: readonly { readonly index: number; readonly values: ReadonlySet<FieldValue> }[];
  /** The partitions among the tests; null: the answer is of all of them. */
  readonly partitions: ReadonlySet<FieldValue> | null;
  /** Folded, as the searched text is; null: any text will do. */
  readonly needle: string | null;
  /** Counted no further than this. */
  readonly upTo: number;
  total: number;
}

const KEPT = 128;
/** Above this many comparisons a commit forgets an answer instead of keeping it up to date. */
const COMPARISONS = 5_000;

export class TotalCache {
  readonly #kept = new Map<string, Kept>();
  readonly #partition: string | undefined;

  /** @param partition the field that leads the view's indexes. */
  constructor(partition?: string) {
    this.#partition = partition;
  }

  /** The total for these conditions, but at most `upTo`, counted by `count` where it is not known. */
  of(
    conditions: readonly Condition[],
    needle: string | null,
    count: () => number,
    upTo = Number.POSITIVE_INFINITY,
  ): number {
    const key = JSON.stringify([needle, upTo, conditions.map(({ field, values }) => [field, values])]);
    const known = this.#kept.get(key);
    // Put back as the youngest, so that the oldest in the map is the one asked for least recently.
    this.#kept.delete(key);
    const entry = known ?? {
      partitions: this.#partitionsOf(conditions),
      tests: conditions.map(({ index, values }) => ({ index, values: new Set(values) })),
      needle,
      upTo,
      total: count(),
    };
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return entry.total;
  }

  /** Follows a commit. Answers about other partitions than the changed ones cost nothing. */
  apply(changes: readonly RowChange[]): void {
    if (this.#kept.size === 0) return;
    const byPartition = changesByPartition(changes);
    for (const [key, kept] of this.#kept) {
      const concerned =
        kept.partitions === null ? changes : [...kept.partitions].flatMap((name) => byPartition.get(name) ?? []);
      if (concerned.length > COMPARISONS) this.#kept.delete(key);
      // A document that moved between two partitions asked for stands in both lists.
      for (const { before, after } of kept.partitions === null ? concerned : new Set(concerned)) {
        const moved = Number(meets(kept, after)) - Number(meets(kept, before));
        if (moved === 0) continue;
        // Nobody knows how many more there are than were counted.
        if (kept.total + moved >= kept.upTo || kept.total === kept.upTo) this.#kept.delete(key);
        kept.total += moved;
      }
    }
  }

  #partitionsOf(conditions: readonly Condition[]): ReadonlySet<FieldValue> | null {
    const named = conditions.find(({ field }) => field === this.#partition);
    return named === undefined ? null : new Set(named.values);
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

function changesByPartition(changes: readonly RowChange[]): ReadonlyMap<FieldValue, RowChange[]> {
  const byPartition = new Map<FieldValue, RowChange[]>();
  for (const change of changes) {
    for (const partition of new Set([change.before, change.after].map((row) => row?.partition ?? null))) {
      const known = byPartition.get(partition);
      if (known === undefined) byPartition.set(partition, [change]);
      else known.push(change);
    }
  }
  return byPartition;
}
