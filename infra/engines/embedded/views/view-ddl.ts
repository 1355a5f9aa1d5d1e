/** Creates and drops the tables and indexes of a view. */
import type { DatabaseSync } from 'node:sqlite';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import { createTrigrams } from './trigram-index.ts';
import { indexName, type ViewTable } from './view-table.ts';

/** Raised if the tables of an unchanged schema would look different: all views are then rebuilt. */
const LAYOUT = 3;

/** What must be equal for the tables in the file to fit this schema, including companions. */
export function shapeOf(schema: ViewSchema): string {
  return JSON.stringify(shape(schema));
}

function shape(schema: ViewSchema): object {
  const { name, version, fields, partition, clustered, covering, search, companions } = schema;
  const named = {
    layout: LAYOUT,
    name,
    version,
    fields,
    partition: partition ?? null,
    clustered,
    covering,
    search: search ?? [],
  };
  return { ...named, companions: (companions ?? []).map(shape) };
}

/** Fields with their own index: the partition has none because it leads all others. */
function indexedFields({ schema }: ViewTable): readonly string[] {
  return schema.fields.filter((field) => field !== schema.partition);
}

/** The table alone: documents can be written to it and read by their ids. */
export function createTable(database: DatabaseSync, { table, schema }: ViewTable): void {
  const columns = schema.fields.flatMap((field) => [`"${field}_k" NOT NULL`, `"${field}_r"`]);
  // The document comes last: SQLite reads a row only as far as it must.
  const all = ['n INTEGER PRIMARY KEY', 'id TEXT NOT NULL UNIQUE', 'p', ...columns, 'text TEXT', 'doc TEXT NOT NULL'];
  database.exec(`CREATE TABLE ${table} (${all.join(', ')})`);
}

/** The indexes of the table, created from its content: far cheaper than updating them row by row. */
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

/** @param name a view's name and version, as in its tables. */
export function dropTables(database: DatabaseSync, name: string): void {
  database.exec(`DROP TABLE IF EXISTS "t ${name}"; DROP TABLE IF EXISTS "v ${name}"`);
}
