/** Reading many documents of a view at once: one question costs less than one each. */
import type { DatabaseSync } from 'node:sqlite';
import { Rows } from './sqlite-database.ts';
import type { ViewTable } from './sqlite-view-tables.ts';

export class Documents<Key extends string | number> {
  readonly #rows: Rows;

  /** @param by the column that the keys are of. */
  constructor(database: DatabaseSync, { table }: ViewTable, by: 'id' | 'n') {
    this.#rows = new Rows(
      database,
      `SELECT "${by}", doc FROM ${table} WHERE "${by}" IN (SELECT value FROM json_each(?))`,
    );
  }

  /** In the order of the keys, missing ones left out. `known` documents, as JSON, are not read. */
  get<D extends object>(keys: readonly Key[], known: (key: Key) => string | undefined = () => undefined): D[] {
    const texts = new Map<Key, string>();
    const missing = keys.filter((key) => {
      const text = known(key);
      if (text !== undefined) texts.set(key, text);
      return text === undefined;
    });
    if (missing.length > 0) {
      for (const [key, doc] of this.#rows.all<[key: Key, doc: string]>(JSON.stringify(missing))) texts.set(key, doc);
    }
    return keys.flatMap((key) => texts.get(key) ?? []).map((doc): D => JSON.parse(doc));
  }
}
