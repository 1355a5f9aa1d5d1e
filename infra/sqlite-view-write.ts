/** Writing documents: only the columns that changed are set, because each one costs its indexes a write. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { FieldValue, ViewWrite } from './ports.ts';
import { Rows } from './sqlite-database.ts';
import { decode, encode, type RowValues, rowValues, type ViewTable } from './sqlite-view-tables.ts';
import type { Change } from './sqlite-view-totals.ts';
import { type TextChange, TrigramIndex } from './sqlite-view-trigrams.ts';

/** Documents asked for one by one: from more on, all at once costs less. */
const FEW = 4;

/** Update statements kept: one for each set of columns that changes together. */
const STATEMENTS = 200;

interface Stored extends RowValues {
  readonly n: number;
}

/** The fields' columns two by two, then the id. */
type StoredRow = [n: number, partition: FieldValue, text: string | null, ...columns: SQLOutputValue[]];

/** Writes the documents of one view, inside the caller's transaction. */
export class ViewWriter {
  readonly #database: DatabaseSync;
  readonly #view: ViewTable;
  readonly #stored: Rows;
  readonly #storedMany: Rows;
  readonly #insert: StatementSync;
  readonly #delete: Rows;
  /** null where nothing is searched. */
  readonly #trigrams: TrigramIndex | null;
  readonly #updates = new Map<string, Rows>();

  constructor(database: DatabaseSync, view: ViewTable) {
    const { table, trigrams, schema } = view;
    const columns = schema.fields.flatMap((field) => [`"${field}_k"`, `"${field}_r"`]);
    const inserted = ['id', 'p', ...columns, 'text', 'doc'];
    this.#database = database;
    this.#view = view;
    const stored = `SELECT ${['n', 'p', 'text', ...columns, 'id'].join(', ')} FROM ${table}`;
    this.#stored = new Rows(database, `${stored} WHERE id = ?`);
    this.#storedMany = new Rows(database, `${stored} WHERE id IN (SELECT value FROM json_each(?))`);
    this.#insert = database.prepare(
      `INSERT INTO ${table} (${inserted.join(', ')}) VALUES (${inserted.map(() => '?').join(', ')})`,
    );
    this.#delete = new Rows(database, `DELETE FROM ${table} WHERE n = ?`);
    this.#trigrams = trigrams === null ? null : new TrigramIndex(database, view);
  }

  /** Puts documents, or removes them with `null`, in order; answers what each changed for those who count. */
  write(writes: readonly Pick<ViewWrite, 'id' | 'doc'>[]): Change[] {
    const ahead = writes.length <= FEW ? null : this.#readMany(writes.map(({ id }) => id));
    const written = new Set<string>();
    const texts = new Map<number, TextChange>();
    const changes = writes.map(({ id, doc }) => {
      const before = ahead === null || written.has(id) ? this.#read(id) : (ahead.get(id) ?? null);
      written.add(id);
      const after = doc === null ? null : rowValues(this.#view, id, doc);
      const n = this.#put(id, before, after, doc);
      if (n !== null && this.#trigrams !== null) {
        const first = texts.get(n) ?? { before: before?.text ?? null };
        texts.set(n, { before: first.before, after: after?.text ?? null });
      }
      return { before, after };
    });
    this.#trigrams?.changeAll(texts);
    return changes;
  }

  /** The number of the row; null where there was none and is none. */
  #put(id: string, before: Stored | null, after: RowValues | null, doc: object | null): number | null {
    if (after === null) {
      if (before !== null) this.#delete.all(before.n);
      return before?.n ?? null;
    }
    if (before === null) return this.#add(id, after, JSON.stringify(doc));
    this.#change(before, after, JSON.stringify(doc));
    return before.n;
  }

  #read(id: string): Stored | null {
    const row = this.#stored.get<StoredRow>(id);
    return row === undefined ? null : this.#storedOf(row);
  }

  #readMany(ids: readonly string[]): ReadonlyMap<string, Stored> {
    const rows = this.#storedMany.all<StoredRow>(JSON.stringify(ids));
    return new Map(rows.map((row) => [String(row.at(-1)), this.#storedOf(row)]));
  }

  #storedOf([n, partition, text, ...columns]: StoredRow): Stored {
    const fields = this.#view.schema.fields.map((_, index) =>
      decode(columns[2 * index] ?? null, columns[2 * index + 1] ?? null),
    );
    return { n, partition, text, fields };
  }

  #add(id: string, { partition, fields, text }: RowValues, doc: string): number {
    return Number(this.#insert.run(id, partition, ...fields.flatMap(encode), text, doc).lastInsertRowid);
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
    }
    this.#update(columns).all(...values, before.n);
  }

  #update(columns: readonly string[]): Rows {
    const sql = `UPDATE ${this.#view.table} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE n = ?`;
    const statement = this.#updates.get(sql) ?? new Rows(this.#database, sql);
    if (this.#updates.size >= STATEMENTS) this.#updates.clear();
    this.#updates.set(sql, statement);
    return statement;
  }
}
