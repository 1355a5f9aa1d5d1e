/** Writes documents: sets only the columns that changed, because each column costs its indexes a write. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { FieldValue, ViewWrite } from '../../../ports/storage/read-store.ts';
import { RowStatement } from '../sqlite/database.ts';
import { RecentRows, type TableRow } from './recent-rows.ts';
import type { RowChange } from './total-cache.ts';
import { type TextChange, TrigramIndex } from './trigram-index.ts';
import {
  decode,
  fieldColumns,
  newRowNumber,
  type RowNumber,
  type RowValues,
  rowValues,
  toColumns,
  type ViewTable,
} from './view-table.ts';

/** Up to this many documents are read one by one; more are read together, which costs less. */
const FEW = 4;

/** The most update statements in the cache: one for each set of columns that changes together. */
const STATEMENTS = 200;

/** The two columns of each field, then the id. */
type StoredRow = [n: number, partition: FieldValue, text: string | null, ...columns: SQLOutputValue[]];

const NOTHING: ReadonlyMap<string, TableRow | null> = new Map();

/** A row before a write. */
type OldRow = Omit<TableRow, 'doc'>;
/** A row after a write. */
type NewRow = Omit<TableRow, 'n'>;

/** Writes the documents of one view, inside the caller's transaction. */
export class ViewWriter {
  readonly #database: DatabaseSync;
  readonly #view: ViewTable;
  readonly #stored: RowStatement;
  readonly #storedMany: RowStatement;
  readonly #number: RowNumber;
  readonly #insert: StatementSync;
  readonly #delete: RowStatement;
  /** null if the view searches no text. */
  readonly #trigrams: TrigramIndex | null;
  readonly #updates = new Map<string, RowStatement>();
  readonly #recent = new RecentRows();
  /** The writes of the current transaction. */
  #written: ReadonlyMap<string, TableRow | null> = NOTHING;

  constructor(database: DatabaseSync, view: ViewTable) {
    const { table, trigrams } = view;
    const columns = fieldColumns(view);
    const inserted = ['id', 'p', ...columns, 'text', 'doc'];
    this.#database = database;
    this.#view = view;
    this.#number = newRowNumber(view);
    const stored = `SELECT ${['n', 'p', 'text', ...columns, 'id'].join(', ')} FROM ${table}`;
    this.#stored = new RowStatement(database, `${stored} WHERE id = ?`);
    this.#storedMany = new RowStatement(database, `${stored} WHERE id IN (SELECT value FROM json_each(?))`);
    this.#insert = database.prepare(
      `INSERT INTO ${table} (n, ${inserted.join(', ')}) VALUES (${this.#number.sql}, ${inserted.map(() => '?').join(', ')})`,
    );
    this.#delete = new RowStatement(database, `DELETE FROM ${table} WHERE n = ?`);
    this.#trigrams = trigrams === null ? null : new TrigramIndex(database, view);
  }

  /** Puts documents, or removes them with `null`, in order; returns the changes for the totals. */
  write(writes: readonly Pick<ViewWrite, 'id' | 'doc'>[]): RowChange[] {
    const rows = this.#rowsOf(writes.map(({ id }) => id));
    const written = new Map<string, TableRow | null>();
    const texts = new Map<number, TextChange>();
    const changes: RowChange[] = [];
    for (const { id, doc } of writes) {
      const before = rows.get(id) ?? null;
      const after = doc === null ? null : { ...rowValues(this.#view, id, doc), doc: JSON.stringify(doc) };
      const n = this.#put(id, before, after);
      const now = after === null || n === null ? null : { n, ...after };
      rows.set(id, now);
      written.set(id, now);
      if (n !== null && this.#trigrams !== null) {
        const first = texts.get(n) ?? { before: before?.text ?? null };
        texts.set(n, { before: first.before, after: after?.text ?? null });
      }
      if (!isSame(before, after)) changes.push({ before: valuesOf(before), after: valuesOf(after) });
    }
    this.#trigrams?.changeAll(texts);
    this.#written = written;
    return changes;
  }

  /** The writing transaction was committed. */
  committed(): void {
    this.#recent.take(this.#written);
    this.#written = NOTHING;
  }

  /** The latest writes, by id. */
  get recent(): ReadonlyMap<string, TableRow> {
    return this.#recent.rows;
  }

  /** Another connection wrote. */
  clearCache(): void {
    this.#recent.clear();
  }

  /** The number of the row; null if there was none before and after. */
  #put(id: string, before: OldRow | null, after: NewRow | null): number | null {
    if (after === null) {
      if (before !== null) this.#delete.all(before.n);
      return before?.n ?? null;
    }
    if (before === null) return this.#add(id, after);
    this.#change(before, after);
    return before.n;
  }

  /** By id; null for a missing row. */
  #rowsOf(ids: readonly string[]): Map<string, OldRow | null> {
    const { recent } = this;
    const rows = new Map<string, OldRow | null>(ids.map((id) => [id, recent.get(id) ?? null]));
    const missing = ids.filter((id) => !recent.has(id));
    const stored =
      missing.length <= FEW
        ? missing.flatMap((id) => this.#stored.all<StoredRow>(id))
        : this.#storedMany.all<StoredRow>(JSON.stringify(missing));
    for (const row of stored) rows.set(String(row.at(-1)), this.#storedOf(row));
    return rows;
  }

  #storedOf([n, partition, text, ...columns]: StoredRow): OldRow {
    const fields = this.#view.schema.fields.map((_, index) =>
      decode(columns[2 * index] ?? null, columns[2 * index + 1] ?? null),
    );
    return { n, partition, text, fields };
  }

  #add(id: string, { partition, fields, text, doc }: NewRow): number {
    const values = [...this.#number.values(partition), id, partition, ...fields.flatMap(toColumns), text, doc];
    return Number(this.#insert.run(...values).lastInsertRowid);
  }

  #change(before: OldRow, after: NewRow): void {
    const columns = ['doc'];
    const values: SQLInputValue[] = [after.doc];
    if (before.partition !== after.partition) {
      columns.push('p');
      values.push(after.partition);
    }
    for (const [index, field] of this.#view.schema.fields.entries()) {
      const value = after.fields[index] ?? null;
      if (value === before.fields[index]) continue;
      columns.push(`"${field}_k"`, `"${field}_r"`);
      values.push(...toColumns(value));
    }
    if (before.text !== after.text) {
      columns.push('text');
      values.push(after.text);
    }
    this.#update(columns).all(...values, before.n);
  }

  #update(columns: readonly string[]): RowStatement {
    const sql = `UPDATE ${this.#view.table} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE n = ?`;
    const statement = this.#updates.get(sql) ?? new RowStatement(this.#database, sql);
    if (this.#updates.size >= STATEMENTS) this.#updates.clear();
    this.#updates.set(sql, statement);
    return statement;
  }
}

/** Whether two rows count the same. */
function isSame(one: RowValues | null, other: RowValues | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.partition !== other.partition || one.text !== other.text) return false;
  return one.fields.every((value, index) => value === other.fields[index]);
}

/** The row without the document: the form for commit notices. */
function valuesOf(row: RowValues | null): RowValues | null {
  return row === null ? null : { partition: row.partition, fields: row.fields, text: row.text };
}
