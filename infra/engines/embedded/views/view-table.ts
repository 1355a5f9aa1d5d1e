/**
 * How a view lies in SQLite. One table a view: `n` the row, `id`, `p` the partition, for each declared field `<field>_k`
 * and `<field>_r`, the searched text, the document as JSON.
 *
 * `<field>_k` is what the field sorts by: a number as it is, text folded, an empty blob for an empty value (a blob sorts
 * after any text). `<field>_r` is null where the key says the whole value (most are lower case, numbers or null), else
 * the value itself. Each field has an index: with both columns it answers and counts `where` without touching the
 * table, and it sorts: forwards as it is, backwards in two parts, since there too empty values come last. The columns of
 * the fields it covers stand at its end.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { foldCase } from '../../../ports/case-folding.ts';
import type { FieldValue, ViewSchema } from '../../../ports/read-store.ts';
import { searchText } from './search-text.ts';
import { createTrigrams } from './trigram-index.ts';

/** Raised when the tables of an unchanged schema would look different: all views are then rebuilt. */
const LAYOUT = 3;

/** A schema made ready: validated names and their SQL spellings. */
export interface ViewTable {
  readonly schema: ViewSchema;
  /** The view whose commits write this one: itself, or the view it is a companion of. */
  readonly owner: string;
  /** The table's quoted name. */
  readonly table: string;
  /** The trigram index's quoted name; null where nothing is searched. */
  readonly trigrams: string | null;
}

/** What of a document the table keeps in columns. */
export interface RowValues {
  readonly partition: FieldValue;
  /** In the order of `schema.fields`. */
  readonly fields: readonly FieldValue[];
  readonly text: string | null;
}

/** The key of an empty value. */
export const EMPTY = new Uint8Array(0);

/** @throws TypeError for a schema no store could keep. */
export function viewTable(schema: ViewSchema, owner: string): ViewTable {
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
  const covering = Object.entries(schema.covering ?? {}).flatMap(([field, covered]) => [field, ...(covered ?? [])]);
  const undeclared = covering.find((name) => !schema.fields.includes(name) || name === schema.partition);
  if (undeclared !== undefined) {
    throw new TypeError(`view ${schema.name} cannot cover ${undeclared}: not a field of it, or its partition`);
  }
  const searched = (schema.search ?? []).length > 0;
  return { schema, owner, table: `"v ${schema.name}"`, trigrams: searched ? `"t ${schema.name}"` : null };
}

/** What must be equal for the tables in the file to serve this schema, companions included. */
export function shapeOf(schema: ViewSchema): string {
  return JSON.stringify(shape(schema));
}

function shape(schema: ViewSchema): object {
  const { name, version, fields, partition, covering, search, companions } = schema;
  const named = { layout: LAYOUT, name, version, fields, partition: partition ?? null, covering, search: search ?? [] };
  return { ...named, companions: (companions ?? []).map(shape) };
}

/** The quoted name of an index. */
export function indexName(view: ViewTable, what: string): string {
  return `"v ${view.schema.name} ${what}"`;
}

/** Fields with an index of their own: the partition has none, it leads all the others. */
export function indexedFields({ schema }: ViewTable): readonly string[] {
  return schema.fields.filter((field) => field !== schema.partition);
}

/** The table alone: documents can be written to it and got by their ids. */
export function createTable(database: DatabaseSync, { table, schema }: ViewTable): void {
  const columns = schema.fields.flatMap((field) => [`"${field}_k" NOT NULL`, `"${field}_r"`]);
  // The document comes last: SQLite reads a row only as far as it must.
  const all = ['n INTEGER PRIMARY KEY', 'id TEXT NOT NULL UNIQUE', 'p', ...columns, 'text TEXT', 'doc TEXT NOT NULL'];
  database.exec(`CREATE TABLE ${table} (${all.join(', ')})`);
}

/** What finds documents in the table: made from what is in it, which costs far less than keeping it row by row. */
export function createIndexes(database: DatabaseSync, view: ViewTable): void {
  const { table, schema } = view;
  const lead = schema.partition === undefined ? '' : 'p, ';
  database.exec(`CREATE INDEX ${indexName(view, 'all')} ON ${table} (${lead}id)`);
  for (const field of indexedFields(view)) {
    const rest = (schema.covering?.[field] ?? []).map((covered) => `, "${covered}_k", "${covered}_r"`).join('');
    const columns = `${lead}"${field}_k", id, "${field}_r"${rest}`;
    database.exec(`CREATE INDEX ${indexName(view, `by ${field}`)} ON ${table} (${columns})`);
  }
  createTrigrams(database, view);
}

export function dropTables(database: DatabaseSync, viewName: string): void {
  database.exec(`DROP TABLE IF EXISTS "t ${viewName}"; DROP TABLE IF EXISTS "v ${viewName}"`);
}

/** Reads the columns out of a document. @throws TypeError where a declared field holds no field value. */
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

/** The value two columns stand for. */
export function decode(key: SQLOutputValue, rest: SQLOutputValue): FieldValue {
  const value = rest ?? (key instanceof Uint8Array ? null : key);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError('a view holds a column that no field value was written to');
}
