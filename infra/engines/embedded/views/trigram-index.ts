/**
 * The trigram index of a view's searched texts: it finds the documents that may contain a needle. Each text of a
 * document has its own row, so that a changed text does not affect the others; an empty text has no row. The index
 * stores which trigrams a text has, not where, which makes it a third as large: the finder compares the text itself.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import { RowStatement } from '../sqlite/database.ts';
import { splitSearchText } from './needle.ts';

/** The parts of a view's table that its index needs. */
interface SearchedTable {
  readonly schema: Pick<ViewSchema, 'search'>;
  /** The quoted name of the table. */
  readonly table: string;
  /** The quoted name of its index; null if its view searches no text. */
  readonly trigrams: string | null;
}

/** The searched texts of a row before and after; null without a row. */
export interface TextChange {
  readonly before: string | null;
  readonly after: string | null;
}

/** The numbers, as `hit`, of the rows that have all trigrams of a MATCH query in one of their texts. */
export function trigramMatchSql({ trigrams, schema }: SearchedTable): string {
  return `(SELECT DISTINCT rowid / ${textsOf(schema)} AS hit FROM ${trigrams} WHERE ${trigrams} MATCH ?)`;
}

/** Creates the empty index. */
export function createTrigrams(database: DatabaseSync, { trigrams }: SearchedTable): void {
  if (trigrams === null) return;
  database.exec(
    `CREATE VIRTUAL TABLE ${trigrams}
       USING fts5(text, content='', contentless_delete=1, detail=none, tokenize="trigram case_sensitive 1")`,
  );
}

/** Fills the empty index with the rows of the table, inside the caller's transaction. */
export function fillTrigrams(database: DatabaseSync, view: SearchedTable): void {
  if (view.trigrams === null) return;
  const rows = database.prepare(`SELECT n, text FROM ${view.table} WHERE text IS NOT NULL ORDER BY n`);
  const index = new TrigramIndex(database, view);
  for (const { n, text } of rows.iterate()) {
    if (typeof n === 'number' && typeof text === 'string') index.change(n, { before: null, after: text });
  }
}

/**
 * Maintains the index of a view that has one, inside the caller's transaction. It leaves the connection's last row id
 * at numbers that no JavaScript number can represent, so that only an insert may be `run` after it: that reports the
 * last row id.
 */
export class TrigramIndex {
  readonly #texts: number;
  readonly #add: RowStatement;
  readonly #remove: RowStatement;

  constructor(database: DatabaseSync, { trigrams, schema }: SearchedTable) {
    this.#texts = textsOf(schema);
    this.#add = new RowStatement(database, `INSERT INTO ${trigrams} (rowid, text) VALUES (?, ?)`);
    this.#remove = new RowStatement(database, `DELETE FROM ${trigrams} WHERE rowid = ?`);
  }

  /** In the order of row numbers, which costs least: any other order makes SQLite write out what it has gathered. */
  changeAll(changes: ReadonlyMap<number, TextChange>): void {
    for (const [n, change] of [...changes].sort(([one], [other]) => one - other)) this.change(n, change);
  }

  change(n: number, { before, after }: TextChange): void {
    if (before === after) return;
    const [old, now] = [splitSearchText(before), splitSearchText(after)];
    for (let index = 0; index < this.#texts; index += 1) {
      const [from, to] = [old[index] ?? '', now[index] ?? ''];
      if (from === to) continue;
      const row = n * this.#texts + index;
      if (from !== '') this.#remove.all(row);
      if (to !== '') this.#add.all(row, to);
    }
  }
}

function textsOf(schema: SearchedTable['schema']): number {
  return schema.search?.length ?? 0;
}
