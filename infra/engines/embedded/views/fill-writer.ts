/** Writes documents of a view that is being filled: without indexes, a whole row costs no more than its changes. */
import type { DatabaseSync } from 'node:sqlite';
import type { ViewWrite } from '../../../ports/storage/read-store.ts';
import { RowStatement } from '../sqlite/database.ts';
import type { TableRow } from './recent-rows.ts';
import type { RowChange } from './total-cache.ts';
import { fieldColumns, newRowNumber, type RowNumber, rowValues, toColumns, type ViewTable } from './view-table.ts';
import type { ViewWriter } from './view-writer.ts';

/** Writes the documents of one view, inside the caller's transaction. It neither reads nor reports changes. */
export class FillWriter implements Pick<ViewWriter, 'write' | 'committed' | 'recent' | 'clearCache'> {
  readonly recent: ReadonlyMap<string, TableRow> = new Map();
  readonly #view: ViewTable;
  readonly #number: RowNumber;
  readonly #put: RowStatement;
  readonly #delete: RowStatement;

  constructor(database: DatabaseSync, view: ViewTable) {
    const { table } = view;
    const values = ['p', ...fieldColumns(view), 'text', 'doc'];
    this.#view = view;
    this.#number = newRowNumber(view);
    this.#put = new RowStatement(
      database,
      `INSERT INTO ${table} (n, id, ${values.join(', ')}) VALUES (${this.#number.sql}, ?, ${values.map(() => '?').join(', ')})
         ON CONFLICT (id) DO UPDATE SET ${values.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    );
    this.#delete = new RowStatement(database, `DELETE FROM ${table} WHERE id = ?`);
  }

  /** Puts documents, or removes them with `null`, in order. */
  write(writes: readonly Pick<ViewWrite, 'id' | 'doc'>[]): RowChange[] {
    for (const { id, doc } of writes) {
      if (doc === null) {
        this.#delete.all(id);
        continue;
      }
      const { partition, fields, text } = rowValues(this.#view, id, doc);
      const number = this.#number.values(partition);
      this.#put.all(...number, id, partition, ...fields.flatMap(toColumns), text, JSON.stringify(doc));
    }
    return [];
  }

  committed(): void {}

  clearCache(): void {}
}
