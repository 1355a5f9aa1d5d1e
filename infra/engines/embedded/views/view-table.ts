/**
 * How a view lies in SQLite. One table a view: `n` the row, `id`, `p` the partition, for each declared field
 * `<field>_k` and `<field>_r`, the searched text, the document as JSON.
 *
 * `<field>_k` is the sort key of the field: a number as it is, text folded, an empty blob for an empty value (a blob
 * sorts after any text). `<field>_r` is null if the key is the whole value (most are lower case, numbers or null), else
 * the value itself. Each field has an index: with both columns it answers and counts `where` without touching the
 * table, and it sorts: forwards as it is, backwards in two parts, because empty values still come last. The columns of
 * the fields it covers are at its end.
 */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { FieldValue, ViewSchema } from '../../../ports/storage/read-store.ts';
import { foldCase } from '../../../ports/text/case-folding.ts';
import { searchText } from '../../../ports/text/searched-text.ts';

/** A prepared schema: validated names and their SQL spellings. */
export interface ViewTable {
  readonly schema: ViewSchema;
  /** The view whose commits write this table: itself, or the view of which it is a companion. */
  readonly owner: string;
  /** The version of the owner that the table belongs to. */
  readonly tag: string;
  /** The view's name and version, as in the names of its tables and indexes. */
  readonly name: string;
  /** The table's quoted name. */
  readonly table: string;
  /** The trigram index's quoted name; null if the view searches no text. */
  readonly trigrams: string | null;
}

/** The parts of a document in columns of the table. */
export interface RowValues {
  readonly partition: FieldValue;
  /** In the order of `schema.fields`. */
  readonly fields: readonly FieldValue[];
  readonly text: string | null;
}

/** The key of an empty value. */
export const EMPTY = new Uint8Array(0);

/** @throws TypeError for a schema that no store accepts. */
export function viewTable(schema: ViewSchema, owner: string, tag: string): ViewTable {
  if (!/^[a-z][a-z-]*$/.test(schema.name)) throw new TypeError(`"${schema.name}" is not a view name: [a-z-]`);
  const names = [...schema.fields, ...(schema.search ?? [])];
  const wrong = names.find((name) => !/^[A-Za-z]+$/.test(name));
  if (wrong !== undefined) throw new TypeError(`"${wrong}" of view ${schema.name} is not a field name: [A-Za-z]`);
  if (new Set(schema.fields.map((field) => field.toLowerCase())).size < schema.fields.length) {
    throw new TypeError(`view ${schema.name} declares a field twice`);
  }
  if (schema.partition !== undefined && !schema.fields.includes(schema.partition)) {
    throw new TypeError(`view ${schema.name} does not declare its partition ${schema.partition} as a field`);
  }
  if (schema.clustered && (schema.partition === undefined || schema.search !== undefined)) {
    throw new TypeError(`view ${schema.name} cannot be clustered: it has no partition, or it searches text`);
  }
  const covering = Object.entries(schema.covering ?? {}).flatMap(([field, covered]) => [field, ...(covered ?? [])]);
  const undeclared = covering.find((name) => !schema.fields.includes(name) || name === schema.partition);
  if (undeclared !== undefined) {
    throw new TypeError(`view ${schema.name} cannot cover ${undeclared}: not a field of it, or its partition`);
  }
  const searched = (schema.search ?? []).length > 0;
  const name = `${schema.name}@${tag}`;
  return { schema, owner, tag, name, table: `"v ${name}"`, trigrams: searched ? `"t ${name}"` : null };
}

/** The quoted name of an index. */
export function indexName(view: ViewTable, suffix: string): string {
  return `"v ${view.name} ${suffix}"`;
}

/** The quoted names of the two columns of each field, in the order of `schema.fields`. */
export function fieldColumns({ schema }: ViewTable): readonly string[] {
  return schema.fields.flatMap((field) => [`"${field}_k"`, `"${field}_r"`]);
}

/** The row numbers of one cluster: the most rows in it. */
const CLUSTER = 2 ** 40;
/** With `CLUSTER`, they fill the 53 bits of a safe integer. */
const CLUSTERS = 2 ** 13;

/** The number of a new row, as SQL and the values of its parameters. */
export interface RowNumber {
  readonly sql: string;
  readonly values: (partition: FieldValue) => readonly number[];
}

/**
 * SQLite stores rows in the order of their numbers. The numbers of a clustered view begin with the cluster of their
 * partition; two partitions may share a cluster. Other views number their rows in the order of writing.
 */
export function newRowNumber({ table, schema }: ViewTable): RowNumber {
  if (!schema.clustered) return { sql: 'NULL', values: () => [] };
  return {
    sql: `(SELECT COALESCE(MAX(n), ?) + 1 FROM ${table} WHERE n BETWEEN ? AND ?)`,
    values(partition) {
      const first = clusterOf(String(partition)) * CLUSTER;
      return [first, first, first + CLUSTER - 1];
    },
  };
}

function clusterOf(partition: string): number {
  let hash = 0;
  for (const char of partition) hash = (hash * 31 + char.charCodeAt(0)) % CLUSTERS;
  return hash;
}

/** Reads the columns out of a document. @throws TypeError if a declared field has no valid value. */
export function rowValues({ schema }: ViewTable, id: string, doc: object): RowValues {
  const properties: Readonly<Record<string, unknown>> = { ...doc };
  const value = (field: string): FieldValue => {
    const found = properties[field] ?? null;
    if (found === null || typeof found === 'string') return found;
    if (typeof found === 'number') return Number.isFinite(found) ? found : null;
    throw new TypeError(`${field} of ${schema.name} ${id} is ${typeof found}, not text, a number or null`);
  };
  return {
    partition: schema.partition === undefined ? null : value(schema.partition),
    fields: schema.fields.map(value),
    text: schema.search === undefined ? null : searchText(properties, schema.search),
  };
}

/** A value as its two columns. */
export function toColumns(value: FieldValue): [key: SQLInputValue, rest: SQLInputValue] {
  if (typeof value === 'number') return [value, null];
  if (value === null) return [EMPTY, null];
  if (value === '') return [EMPTY, ''];
  const key = foldCase(value);
  return [key, key === value ? null : value];
}

/** The value that two columns represent. */
export function decode(key: SQLOutputValue, rest: SQLOutputValue): FieldValue {
  const value = rest ?? (key instanceof Uint8Array ? null : key);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError('a column of a view holds an unknown value');
}
