/** Writing documents: only the columns that changed are set, because each one costs its indexes a write. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { FieldValue } from './ports.ts';
import { Rows } from './sqlite-database.ts';
import { decode, encode, type RowValues, rowValues, type ViewTable } from './sqlite-view-tables.ts';
import type { Change } from './sqlite-view-totals.ts';

/** Update statements kept: one for each set of columns that changes together. */
const STATEMENTS = 200;

interface Stored extends RowValues {
  readonly n: number;
}

/**
 * Writes the documents of one view, inside the caller's transaction. Only the insert is `run`: that reports the last row
 * id, which the trigram index leaves at numbers no JavaScript number holds.
 */
export class ViewWriter {
  readonly #database: DatabaseSync;
  readonly #view: ViewTable;
  readonly #stored: Rows;
  readonly #insert: StatementSync;
  readonly #delete: Rows;
  readonly #addText: Rows | null;
  readonly #removeText: Rows | null;
  readonly #updates = new Map<string, Rows>();

  constructor(database: DatabaseSync, view: ViewTable) {
    const { table, trigrams, schema } = view;
    const columns = schema.fields.flatMap((field) => [`"${field}_k"`, `"${field}_r"`]);
    const inserted = ['id', 'p', ...columns, 'text', 'doc'];
    this.#database = database;
    this.#view = view;
    this.#stored = new Rows(database, `SELECT ${['n', 'p', 'text', ...columns].join(', ')} FROM ${table} WHERE id = ?`);
    this.#insert = database.prepare(
      `INSERT INTO ${table} (${inserted.join(', ')}) VALUES (${inserted.map(() => '?').join(', ')})`,
    );
    this.#delete = new Rows(database, `DELETE FROM ${table} WHERE n = ?`);
    this.#addText =
      trigrams === null ? null : new Rows(database, `INSERT INTO ${trigrams} (rowid, text) VALUES (?, ?)`);
    this.#removeText = trigrams === null ? null : new Rows(database, `DELETE FROM ${trigrams} WHERE rowid = ?`);
  }

  /** Puts a document, or removes it with `null`; answers what that changed for those who count. */
  write(id: string, doc: object | null): Change {
    const before = this.#read(id);
    if (doc === null) {
      if (before !== null) this.#remove(before.n);
      return { before, after: null };
    }
    const after = rowValues(this.#view, id, doc);
    if (before === null) this.#add(id, after, JSON.stringify(doc));
    else this.#change(before, after, JSON.stringify(doc));
    return { before, after };
  }

  #read(id: string): Stored | null {
    const row = this.#stored.get<[number, FieldValue, string | null, ...SQLOutputValue[]]>(id);
    if (row === undefined) return null;
    const [n, partition, text, ...columns] = row;
    const fields = this.#view.schema.fields.map((_, index) =>
      decode(columns[2 * index] ?? null, columns[2 * index + 1] ?? null),
    );
    return { n, partition, text, fields };
  }

  #add(id: string, { partition, fields, text }: RowValues, doc: string): void {
    const { lastInsertRowid } = this.#insert.run(id, partition, ...fields.flatMap(encode), text, doc);
    if (text !== null) this.#addText?.all(lastInsertRowid, text);
  }

  #change(before: Stored, after: RowValues, doc: string): void {
    const columns = ['doc'];
    const values: SQLInputValue[] = [doc];
    if (before.partition !== after.partition) {
      columns.push('p');
      values.push(after.partition);
    }
    for (const [index, field] of this.#view.schema.fields.entries()) {
      const value = after.fields[index] ?? null;
      if (value === before.fields[index]) continue;
      columns.push(`"${field}_k"`, `"${field}_r"`);
      values.push(...encode(value));
    }
    if (before.text !== after.text) {
      columns.push('text');
      values.push(after.text);
      this.#removeText?.all(before.n);
      if (after.text !== null) this.#addText?.all(before.n, after.text);
    }
    this.#update(columns).all(...values, before.n);
  }

  #remove(n: number): void {
    this.#delete.all(n);
    this.#removeText?.all(n);
  }

  #update(columns: readonly string[]): Rows {
    const sql = `UPDATE ${this.#view.table} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE n = ?`;
    const statement = this.#updates.get(sql) ?? new Rows(this.#database, sql);
    if (this.#updates.size >= STATEMENTS) this.#updates.clear();
    this.#updates.set(sql, statement);
    return statement;
  }
}
