/**
 * Caches how many documents match a `where` and a needle. Counting reads at least an index, so each total is cached,
 * and every commit updates the cached totals.
 */
import type { FieldValue } from '../../../ports/storage/read-store.ts';
import type { RowValues } from './view-table.ts';

/** One field's condition: its index in `schema.fields` and the values it may have. */
export interface Condition {
  readonly index: number;
  readonly field: string;
  readonly values: readonly FieldValue[];
}

/** The row's values before and after a write; null without a document. */
export interface RowChange {
  readonly before: RowValues | null;
  readonly after: RowValues | null;
}

interface CachedTotal {
  readonly tests: readonly { readonly index: number; readonly values: ReadonlySet<FieldValue> }[];
  /** The partitions in the conditions; null for all. */
  readonly partitions: ReadonlySet<FieldValue> | null;
  /** The needle, folded like the searched text; null for any text. */
  readonly needle: string | null;
  /** Counting stops at this number. */
  readonly upTo: number;
  total: number;
}

const MAX_ENTRIES = 128;
/** A commit that needs more comparisons drops a total instead of updating it. */
const COMPARISONS = 5_000;

export class TotalCache {
  readonly #entries = new Map<string, CachedTotal>();
  readonly #partition: string | undefined;

  /** @param partition the field that leads the view's indexes. */
  constructor(partition?: string) {
    this.#partition = partition;
  }

  /** The total for these conditions, at most `upTo`; `count` counts it if it is unknown. */
  of(
    conditions: readonly Condition[],
    needle: string | null,
    count: () => number,
    upTo = Number.POSITIVE_INFINITY,
  ): number {
    const key = JSON.stringify([needle, upTo, conditions.map(({ field, values }) => [field, values])]);
    const cached = this.#entries.get(key);
    // Moves the entry to the end of the map: the first entry is the least recently used.
    this.#entries.delete(key);
    const entry = cached ?? {
      partitions: this.#partitionsOf(conditions),
      tests: conditions.map(({ index, values }) => ({ index, values: new Set(values) })),
      needle,
      upTo,
      total: count(),
    };
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
    return entry.total;
  }

  /** Updates the totals after a commit. Totals of other partitions cost nothing. */
  apply(changes: readonly RowChange[]): void {
    if (this.#entries.size === 0) return;
    const byPartition = changesByPartition(changes);
    for (const [key, cached] of this.#entries) {
      const concerned =
        cached.partitions === null ? changes : [...cached.partitions].flatMap((name) => byPartition.get(name) ?? []);
      if (concerned.length > COMPARISONS) this.#entries.delete(key);
      // A document that moved between two of the partitions is in both lists.
      for (const { before, after } of cached.partitions === null ? concerned : new Set(concerned)) {
        const moved = Number(meets(cached, after)) - Number(meets(cached, before));
        if (moved === 0) continue;
        // Above the limit the exact number is unknown.
        if (cached.total + moved >= cached.upTo || cached.total === cached.upTo) this.#entries.delete(key);
        cached.total += moved;
      }
    }
  }

  #partitionsOf(conditions: readonly Condition[]): ReadonlySet<FieldValue> | null {
    const named = conditions.find(({ field }) => field === this.#partition);
    return named === undefined ? null : new Set(named.values);
  }

  /** Drops all totals: the table changed in an unknown way. */
  clear(): void {
    this.#entries.clear();
  }
}

function meets(cached: CachedTotal, row: RowValues | null): boolean {
  if (row === null || !cached.tests.every(({ index, values }) => values.has(row.fields[index] ?? null))) return false;
  return cached.needle === null || row.text?.includes(cached.needle) === true;
}

function changesByPartition(changes: readonly RowChange[]): ReadonlyMap<FieldValue, RowChange[]> {
  const byPartition = new Map<FieldValue, RowChange[]>();
  for (const change of changes) {
    for (const partition of new Set([change.before, change.after].map((row) => row?.partition ?? null))) {
      const partitionChanges = byPartition.get(partition);
      if (partitionChanges === undefined) byPartition.set(partition, [change]);
      else partitionChanges.push(change);
    }
  }
  return byPartition;
}
