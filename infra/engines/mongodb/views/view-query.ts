/** A checked query, and the filters that MongoDB answers it with. */
import { type Document, type Filter, MinKey } from 'mongodb';
import { type FieldValue, type FindQuery, MAX_COUNTED, type ViewSchema } from '../../../ports/storage/read-store.ts';
import { sought } from '../../../ports/text/searched-text.ts';
import { EMPTY, fieldParts, partitionKey, type SortKey, type StoredDocument } from './view-layout.ts';

/** A longer needle is not used as a pattern: MongoDB accepts patterns of up to 32 KB. */
const PATTERN_CHARACTERS = 5_000;

export interface Condition {
  readonly field: string;
  readonly values: readonly FieldValue[];
}

/** Sorted by a field, with ties by id; or by id alone (null). */
interface SortOrder {
  readonly field: string | null;
  readonly descending: boolean;
}

export interface FindPlan {
  /** The requested partitions; null for any. */
  readonly partitions: readonly SortKey[] | null;
  /** Conditions on other fields. */
  readonly filters: readonly Condition[];
  /** The needle in the searched form; null for any text. */
  readonly needle: string | null;
  readonly order: SortOrder;
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly skip: number;
  readonly limit: number;
  /** Counting of matches stops at this number. */
  readonly countUpTo: number;
}

/** @throws TypeError if the query names something that the view does not declare; RangeError for an impossible page. */
export function planOf(schema: ViewSchema, query: FindQuery): FindPlan {
  const { where = {}, contains, sort, after, before, skip = 0, limit = Number.POSITIVE_INFINITY } = query;
  const fields = [...Object.keys(where), ...(sort === undefined ? [] : [sort.field])];
  const unknown = fields.find((field) => !schema.fields.includes(field));
  if (unknown !== undefined) throw new TypeError(`view ${schema.name} declares no field ${unknown}`);
  if (contains !== undefined && schema.search === undefined) {
    throw new TypeError(`view ${schema.name} declares nothing to search`);
  }
  if ([sort, after, before].filter((order) => order !== undefined).length > 1) {
    throw new TypeError('`after` and `before` order by id: they cannot be combined with each other or with `sort`');
  }
  assertWhole(skip, 'skip');
  if (limit !== Number.POSITIVE_INFINITY) assertWhole(limit, 'limit');
  const conditions = Object.entries(where).map(([field, value = null]): Condition => {
    const values = typeof value === 'object' && value !== null ? value : [value];
    return { field, values: [...new Set(values)] };
  });
  const named = conditions.find(({ field }) => field === schema.partition)?.values.map(partitionKey);
  const partitions = schema.partition === undefined ? [EMPTY] : (named ?? null);
  return {
    partitions,
    filters: conditions.filter(({ field }) => field !== schema.partition),
    needle: contains === undefined || contains === '' ? null : sought(contains),
    order: before === undefined ? orderOf(schema, sort, conditions) : { field: null, descending: true },
    ...{ after, before, skip, limit, countUpTo: query.countUpTo ?? MAX_COUNTED },
  };
}

/** If all matches have the same value of the field, the order is that of their ids. */
function orderOf(schema: ViewSchema, sort: FindQuery['sort'], conditions: readonly Condition[]): SortOrder {
  if (sort === undefined) return { field: null, descending: false };
  const values = conditions.find(({ field }) => field === sort.field)?.values;
  const keyOf = (value: FieldValue) => (sort.field === schema.partition ? partitionKey(value) : fieldParts(value).key);
  return new Set(values?.map(keyOf)).size === 1 ? { ...sort, field: null } : sort;
}

/** No document can match: a condition allows no value. */
export function isImpossible({ partitions, filters }: FindPlan): boolean {
  return partitions?.length === 0 || filters.some(({ values }) => values.length === 0);
}

/** Whether all matches are wanted, by id: they need not be counted. */
export function isForAll({ needle, order, after, skip, limit }: FindPlan): boolean {
  return (
    needle === null &&
    order.field === null &&
    !order.descending &&
    after === undefined &&
    skip === 0 &&
    limit === Number.POSITIVE_INFINITY
  );
}

/** Matches the documents, wherever the page begins. */
export function matchOf(
  { partitions, filters, needle }: Pick<FindPlan, 'partitions' | 'filters' | 'needle'>,
  ...others: readonly Filter<StoredDocument>[]
): Filter<StoredDocument> {
  // With a range, even an unlimited one, the conditions on later fields of an index jump from partition to partition.
  const terms: Filter<StoredDocument>[] = [{ p: partitions === null ? { $gte: new MinKey() } : oneOf(partitions) }];
  for (const filter of filters) terms.push(...conditionTerms(filter));
  if (needle !== null) terms.push(needleTerm(needle));
  return { $and: [...terms, ...others] };
}

/** The pages that follow an id, or precede it. */
export function pageTerms({ after, before }: FindPlan): readonly Filter<StoredDocument>[] {
  if (before !== undefined) return [{ _id: { $lt: before.toWellFormed() } }];
  return after === undefined ? [] : [{ _id: { $gt: after.toWellFormed() } }];
}

function conditionTerms({ field, values }: Condition): readonly Filter<StoredDocument>[] {
  const pairs = values.map(fieldParts);
  const keys = [...new Set(pairs.map(({ key }) => key))];
  const rests = [...new Set(pairs.map(({ rest }) => rest))];
  const byKey = { [`k.${field}`]: oneOf(keys) };
  // The keys select what is read from the index; the rests distinguish values that differ only in case.
  if (keys.length * rests.length === pairs.length) return [{ ...byKey, [`r.${field}`]: oneOf(rests) }];
  return [byKey, { $or: pairs.map(({ key, rest }) => ({ [`k.${field}`]: key, [`r.${field}`]: rest })) }];
}

function needleTerm(needle: string): Filter<StoredDocument> {
  if (needle.length > PATTERN_CHARACTERS) {
    return { $expr: { $gte: [{ $indexOfCP: ['$text', { $literal: needle }] }, 0] } };
  }
  return { text: { $regex: needle.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&') } };
}

function oneOf(values: readonly (SortKey | string | number)[]): Document | SortKey {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0 ? only : { $in: values };
}

function assertWhole(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} must be a whole number from 0, not ${value}`);
}

/** The total, if a page that begins at the first match tells it; else null. */
export function totalFrom({ skip, limit, after, before, countUpTo }: FindPlan, found: number): number | null {
  const seen = skip + found;
  const isFromStart = after === undefined && before === undefined;
  if (isFromStart && found < limit && (found > 0 || skip === 0)) return Math.min(seen, countUpTo);
  if (found > 0 && (isFromStart ? seen : found) >= countUpTo) return countUpTo;
  return null;
}

/** The same key for plans with the same total. */
export function countKey({ partitions, filters, needle, countUpTo }: FindPlan): string {
  return JSON.stringify([partitions, filters, needle, countUpTo]);
}
