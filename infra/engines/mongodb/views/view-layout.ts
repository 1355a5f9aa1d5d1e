/**
 * How a view lies in MongoDB: one collection for a view and its version, one document for a document:
 *
 *   { _id, p: 'team:1', k: { status: 'live', addedAt: '2026-…' }, r: { status: 0, addedAt: 0 }, text: 'folded text', doc: '{…}' }
 *
 * `p` is the partition. `k.<field>` is what the field sorts by: a number as it is, text folded, MaxKey for an empty value,
 * which MongoDB sorts after everything. `r.<field>` is 0 where the key says the whole value, else the value itself; it is
 * never null, because null matches a missing field too and cannot be answered from an index. `doc` is the document as
 * JSON text: exact, and read in half the time of nested BSON. Each field has its indexes, which answer `where`,
 * counts and sorts; `text` has one that a pattern is matched against without reading documents.
 */
import { createHash } from 'node:crypto';
import { type IndexDescription, MaxKey } from 'mongodb';
import type { FieldValue, ViewSchema } from '../../../ports/storage/read-store.ts';
import { foldCase } from '../../../ports/text/case-folding.ts';
import { searchText } from '../../../ports/text/searched-text.ts';

/** Raised when the documents of an unchanged schema would look different: all views are then rebuilt. */
const LAYOUT = 1;

/** A value in the order of MongoDB. */
export type SortKey = string | number | MaxKey;

export interface StoredDocument {
  readonly _id: string;
  readonly p: SortKey;
  readonly k: Readonly<Record<string, SortKey>>;
  readonly r: Readonly<Record<string, string | 0>>;
  /** '' if the view searches no text. */
  readonly text: string;
  /** The document as JSON. */
  readonly doc: string;
}

/** The key of an empty value, and the partition of a view without partitions. */
export const EMPTY = new MaxKey();

/** A value as its two parts. */
export function fieldParts(value: FieldValue): { readonly key: SortKey; readonly rest: string | 0 } {
  if (typeof value === 'number') return { key: value, rest: 0 };
  if (value === null) return { key: EMPTY, rest: 0 };
  if (value === '') return { key: EMPTY, rest: '' };
  const text = value.toWellFormed();
  const key = foldCase(text);
  return { key, rest: key === text ? 0 : text };
}

export function partitionKey(value: FieldValue): SortKey {
  if (value === null) return EMPTY;
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/**
 * A document as stored.
 * @throws TypeError if a declared field has no valid value, or the id is not well-formed Unicode: MongoDB would treat
 * two such ids as the same.
 */
export function storedDocument(schema: ViewSchema, id: string, doc: object): StoredDocument {
  if (!id.isWellFormed()) throw new TypeError(`an id of view ${schema.name} is not well-formed Unicode`);
  const properties = doc as Readonly<Record<string, unknown>>;
  const k: Record<string, SortKey> = {};
  const r: Record<string, string | 0> = {};
  let p: SortKey = EMPTY;
  for (const field of schema.fields) {
    const value = fieldValue(schema, id, field, properties[field]);
    const { key, rest } = fieldParts(value);
    k[field] = key;
    r[field] = rest;
    if (field === schema.partition) p = partitionKey(value);
  }
  const text = schema.search === undefined ? '' : searchText(properties, schema.search);
  return { _id: id, p, k, r, text, doc: JSON.stringify(doc) };
}

function fieldValue({ name }: ViewSchema, id: string, field: string, value: unknown): FieldValue {
  if (value === undefined || value === null || typeof value === 'string') return value ?? null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  throw new TypeError(`${field} of ${name} ${id} is ${typeof value}, not text, a number or null`);
}

/** The index that a pattern is matched against. */
export const TEXT = 'text';

/** An index by the partition, then by its keys, then by id. */
export interface ListIndex {
  readonly name: string;
  /** A field that filters lists, then a field that sorts them: both, the first or none. */
  readonly keys: readonly string[];
  /** The fields whose conditions the index answers without documents. */
  readonly covers: readonly string[];
}

/** The indexes: of all documents of a partition, by id; and of each field, in the orders of its lists. */
export function listIndexesOf({ fields, partition, covering = {}, orders }: ViewSchema): readonly ListIndex[] {
  const alone = fields.filter((field) => field !== partition).map((field) => [field, [null]] as const);
  const lists = orders === undefined ? alone : Object.entries(orders);
  const byField = lists.flatMap(([field, named = []]) =>
    named.map((order): ListIndex => {
      const keys = order === null ? [field] : [field, order];
      const covers = [...new Set([...keys, ...(covering[order ?? field] ?? [])])];
      return { name: `by ${keys.join(', ')}`, keys, covers };
    }),
  );
  return [{ name: 'all', keys: [], covers: [] }, ...byField];
}

/** The fields whose conditions the text index answers, too: fields in every index are in nearly every query. */
export function coveredByText({ covering = {} }: ViewSchema): readonly string[] {
  const lists = Object.values(covering).map((fields) => fields ?? []);
  const [first = [], ...others] = lists;
  return first.filter((field) => others.every((fields) => fields.includes(field)));
}

export function indexesOf(schema: ViewSchema): IndexDescription[] {
  const ones = (names: readonly string[]) => Object.fromEntries(names.map((name): [string, 1] => [name, 1]));
  const parts = (fields: readonly string[]) => fields.flatMap((field) => [`k.${field}`, `r.${field}`]);
  // A field that occurs twice keeps its first place.
  const lists = listIndexesOf(schema).map(({ name, keys, covers }) => {
    return { name, key: ones(['p', ...keys.map((key) => `k.${key}`), '_id', ...parts(covers)]) };
  });
  const text = { name: TEXT, key: ones(['p', 'text', '_id', ...parts(coveredByText(schema))]) };
  return schema.search === undefined ? lists : [...lists, text];
}

const versions = new WeakMap<ViewSchema, string>();

/** Differs whenever the collections of a view would differ, including companions. */
export function versionOf(schema: ViewSchema): string {
  const cached = versions.get(schema);
  if (cached !== undefined) return cached;
  const hash = createHash('sha256')
    .update(JSON.stringify(shape(schema)))
    .digest('hex')
    .slice(0, 8);
  const version = `${schema.version}-${hash}`;
  versions.set(schema, version);
  return version;
}

function shape({ name, version, fields, partition, covering, orders, search, companions = [] }: ViewSchema): object {
  const own = { layout: LAYOUT, name, version, fields, partition, covering, orders, search };
  return { ...own, companions: companions.map(shape) };
}
