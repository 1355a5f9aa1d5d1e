/** The access paths to the matches of a query, and the cheapest of them. */
import { MAX_COUNTED } from '../../../ports/storage/read-store.ts';
import type { ListIndex } from './view-layout.ts';
import { type FindPlan, isForAll } from './view-query.ts';

/** Reading a document costs as much as this many keys of an index. */
const FETCH = 4;
/** The most ranges of an index that MongoDB merges in order (internalQueryMaxScansToExplode). */
const MAX_MERGED = 200;
export const ID_INDEX = '_id_';

/** An access path to the matches. */
export interface AccessPath {
  readonly index: string;
  /** The approximate number of keys of the index between its bounds. */
  readonly keys: number;
  /** Whether the keys alone tell which documents match. */
  readonly covers: boolean;
  /** The ids of all matches, if known. */
  readonly ids?: readonly string[];
  /** Milliseconds for one command; default MAX_FIND_MS. */
  readonly maxMs?: number;
}

/** The access paths for a plan. */
export interface AccessPaths {
  /** Reads the fewest keys to find all matches. */
  readonly narrowest: AccessPath;
  /** Finds the matches in the requested order; null without such an index. */
  readonly ordered: AccessPath | null;
  /** An approximate upper limit of the matches. */
  readonly atMost: number;
}

/** The access path that needs no comparison; null if the number of matches decides. */
export function onlyPath(plan: FindPlan, { narrowest, ordered }: AccessPaths): AccessPath | null {
  if (isForAll(plan) || ordered?.index === narrowest.index) return narrowest;
  return plan.filters.length === 0 && plan.needle === null ? (ordered ?? narrowest) : null;
}

export function byIds(ids: readonly string[]): AccessPath {
  return { index: ID_INDEX, keys: 0, covers: false, ids };
}

/** Whether the index has the matches in the requested order. */
export function isInOrder({ keys }: ListIndex, { order: { field }, filters, partitions }: FindPlan): boolean {
  if (field !== null && keys.at(-1) !== field) return false;
  // A range of the index for each combination of values: the ranges are merged.
  const ranges = keys
    .slice(0, field === null ? keys.length : -1)
    .map((key) => filters.find((filter) => filter.field === key)?.values.length ?? 0)
    .reduce((product, values) => product * values, partitions?.length ?? 0);
  return ranges > 0 && ranges <= MAX_MERGED;
}

/** Whether the index has the matches side by side in the requested order: no index is better. */
export function isExact(index: ListIndex, plan: FindPlan): boolean {
  return isInOrder(index, plan) && plan.filters.every(({ field }) => index.keys.includes(field));
}

export function cheapest(paths: readonly AccessPath[]): AccessPath {
  return paths.reduce((best, path) => (costOf(path) < costOf(best) ? path : best));
}

export function costOf({ keys, covers }: AccessPath): number {
  return covers ? keys : keys * FETCH;
}

export function isCheaper(
  { skip, limit }: FindPlan,
  ordered: AccessPath,
  narrowest: AccessPath,
  matches: number,
): boolean {
  if (matches > MAX_COUNTED) return true;
  const walked = costOf(ordered) * Math.min(1, (skip + limit) / matches);
  return walked <= costOf(narrowest) + matches * FETCH;
}
