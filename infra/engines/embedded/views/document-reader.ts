/** Reads many documents of a view with one query. */
import type { DatabaseSync } from 'node:sqlite';
import { RowStatement } from '../sqlite/database.ts';
import type { ViewTable } from './view-table.ts';

export class DocumentReader<Key extends string | number> {
  readonly #rows: RowStatement;

  /** @param by the column of the keys. */
  constructor(database: DatabaseSync, { table }: ViewTable, by: 'id' | 'n') {
    this.#rows = new RowStatement(
      database,
      `SELECT "${by}", doc FROM ${table} WHERE "${by}" IN (SELECT value FROM json_each(?))`,
    );
  }

  /** The documents as JSON, in the order of the keys, without missing ones. Documents in `knownDocs` are not read. */
  get(keys: readonly Key[], knownDocs: ReadonlyMap<Key, { readonly doc: string }> = new Map()): string[] {
    const unknown = keys.filter((key) => !knownDocs.has(key));
    const read = unknown.length === 0 ? [] : this.#rows.all<[key: Key, doc: string]>(JSON.stringify(unknown));
    const docs = new Map(read);
    return keys.flatMap((key) => knownDocs.get(key)?.doc ?? docs.get(key) ?? []);
  }
}
