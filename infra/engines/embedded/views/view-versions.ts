/**
 * The versions of views in a file, and the position of each. A version has its own set of tables: two builds of the
 * program keep their versions of a view side by side, and a rebuild fills new tables before it drops the old.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import { inTransaction, RowStatement } from '../sqlite/database.ts';
import { createIndexes, createTable, dropTables, shapeOf } from './view-ddl.ts';
import { type ViewTable, viewTable } from './view-table.ts';

/** `filling`: a rebuild is running; its tables have no indexes yet. `tables` has their names, separated by spaces. */
const VERSIONS = `
  CREATE TABLE IF NOT EXISTS view_versions (
    view TEXT NOT NULL,
    tag TEXT NOT NULL,
    state TEXT NOT NULL,
    position INTEGER NOT NULL,
    tables TEXT NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (view, tag)
  ) STRICT
`;

/** A version is removed after it was unused for this long. */
const UNUSED_MS = 24 * 60 * 60 * 1_000;
/** How often a running process records that it uses its versions. */
const TOUCH_MS = 60 * 60 * 1_000;
/** Lists the tables of builds without versions. No view can have this name. */
const UNVERSIONED = '*';

/** A view that begins empty: `new` in the file, or `changed` since the file's version. */
export interface EmptyView {
  readonly view: string;
  readonly reason: 'new' | 'changed';
}

type VersionRow = [view: string, tag: string, state: string, position: number, tables: string, used: number];

export class ViewVersions {
  readonly #database: DatabaseSync;
  readonly #schemas: readonly ViewSchema[];
  readonly #now: () => Date;
  readonly #position: RowStatement;
  readonly #move: RowStatement;
  readonly #changes: RowStatement;
  #touched: number;

  /**
   * `create`: creates what is missing for the schemas, and removes versions that were unused for a day. Unknown
   * versions are left alone. `use`: writes nothing, because another connection has created them; it never waits for a
   * writer.
   * @throws TypeError for a schema with an unusable or repeated name.
   */
  constructor(database: DatabaseSync, schemas: readonly ViewSchema[], now: () => Date, mode: 'create' | 'use') {
    this.#database = database;
    this.#schemas = schemas;
    this.#now = now;
    const names = schemas.flatMap((schema) => tablesOf(schema, '').map((table) => table.schema.name));
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new TypeError(`two views have the name ${twice}`);
    if (mode === 'create') database.exec(VERSIONS);
    this.#position = new RowStatement(database, 'SELECT position FROM view_versions WHERE view = ? AND tag = ?');
    this.#move = new RowStatement(
      database,
      'UPDATE view_versions SET position = ? WHERE view = ? AND tag = ? AND position = ?',
    );
    this.#changes = new RowStatement(database, 'SELECT changes()');
    this.#touched = now().getTime();
    if (mode === 'use') return;
    inTransaction(database, () => {
      this.#listUnversioned();
      for (const schema of schemas) this.#create(schema);
      this.#touch();
    });
  }

  /** The views at position 0, although the log may be long. */
  empty(): readonly EmptyView[] {
    const rows = this.#rows();
    return this.#schemas.flatMap((schema): EmptyView[] => {
      const own = ready(rows, schema);
      if (own === undefined || own[3] > 0) return [];
      const hasOtherVersion = rows.some((row) => (row[0] === schema.name && row !== own) || isUnversioned(row, schema));
      return [{ view: schema.name, reason: hasOtherVersion ? 'changed' : 'new' }];
    });
  }

  /** The tables of a view that serve reads now, its own first. */
  tables(schema: ViewSchema): readonly ViewTable[] {
    const row = ready(this.#rows(), schema);
    if (row === undefined) throw new Error(`the tables of view ${schema.name} were removed`);
    return tablesOf(schema, row[1]);
  }

  positionOf({ owner, tag }: ViewTable): number {
    return this.#position.get<[number]>(owner, tag)?.[0] ?? 0;
  }

  /** Moves a view, inside the caller's transaction. False if it is not at `expected`. */
  move({ owner, tag }: ViewTable, expected: number, next: number): boolean {
    this.#move.all(next, owner, tag, expected);
    const moved = this.#changes.get<[number]>()?.[0] === 1;
    if (this.#now().getTime() - this.#touched >= TOUCH_MS) this.#touch();
    return moved;
  }

  /** Creates empty tables without indexes beside the tables that serve reads. */
  beginFilling(schema: ViewSchema): readonly ViewTable[] {
    return inTransaction(this.#database, () => {
      const rows = this.#rows();
      const base = baseTag(schema);
      const runs = rows.filter((row) => row[0] === schema.name).map((row) => Number(row[1].split('.')[1] ?? 0));
      for (const row of rows) if (row[0] === schema.name && row[2] === 'filling') this.#drop(row);
      const tables = tablesOf(schema, `${base}.${Math.max(0, ...runs) + 1}`);
      for (const table of tables) createTable(this.#database, table);
      this.#insert(tables, 'filling');
      return tables;
    });
  }

  /** Replaces the tables that served reads until now with the filled tables, and drops the old ones. */
  endFilling(schema: ViewSchema, filled: readonly ViewTable[]): void {
    const base = baseTag(schema);
    inTransaction(this.#database, () => {
      const [{ tag } = { tag: base }] = filled;
      for (const row of this.#rows()) {
        if (row[0] === schema.name && isOfBase(row[1], base) && row[1] !== tag) this.#drop(row);
      }
      this.#run("UPDATE view_versions SET state = 'ready' WHERE view = ? AND tag = ?", schema.name, tag);
    });
  }

  /**
   * Copies a view that serves reads in an attached file into empty tables, with its position, inside the caller's
   * transaction.
   */
  copyFrom(attached: string, schema: ViewSchema, tables: readonly ViewTable[]): void {
    const row = ready(this.#rows(attached), schema);
    if (row === undefined) throw new Error(`there is no view ${schema.name} in the attached file`);
    const [, tag, , position] = row;
    for (const [index, from] of tablesOf(schema, tag).entries()) {
      const to = tables[index];
      if (to !== undefined) this.#database.exec(`INSERT INTO main.${to.table} SELECT * FROM ${attached}.${from.table}`);
    }
    const [{ tag: own } = { tag }] = tables;
    this.#run('UPDATE view_versions SET position = ? WHERE view = ? AND tag = ?', position, schema.name, own);
  }

  /** Removes every version of other builds: erased data would stay in their tables. */
  dropOthers(): void {
    inTransaction(this.#database, () => {
      for (const row of this.#rows()) if (!this.#isOwn(row)) this.#drop(row);
    });
  }

  #isOwn([view, tag]: VersionRow): boolean {
    return this.#schemas.some((schema) => schema.name === view && isOfBase(tag, baseTag(schema)));
  }

  #create(schema: ViewSchema): void {
    const base = baseTag(schema);
    const rows = this.#rows();
    for (const row of rows) {
      if (row[0] === schema.name && row[2] === 'filling' && isOfBase(row[1], base)) this.#drop(row);
    }
    if (ready(rows, schema) !== undefined) return;
    const tables = tablesOf(schema, base);
    for (const table of tables) {
      createTable(this.#database, table);
      createIndexes(this.#database, table);
    }
    this.#insert(tables, 'ready');
  }

  /** Records that this build's versions are in use, and removes unused ones. */
  #touch(): void {
    const now = this.#now().getTime();
    this.#touched = now;
    for (const row of this.#rows()) {
      const [view, tag, , , , used] = row;
      if (this.#isOwn(row)) {
        this.#run('UPDATE view_versions SET used = ? WHERE view = ? AND tag = ?', now, view, tag);
      } else if (now - used >= UNUSED_MS) this.#drop(row);
    }
  }

  /** Builds without versions kept one set of tables. Lists them once, so that they are removed like an old version. */
  #listUnversioned(): void {
    const table = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'checkpoints'";
    if (new RowStatement(this.#database, table).get() === undefined) return;
    const old = new RowStatement(this.#database, 'SELECT tables FROM checkpoints').all<[string]>();
    this.#run(
      "INSERT INTO view_versions VALUES (?, '', 'ready', 0, ?, ?) ON CONFLICT DO NOTHING",
      UNVERSIONED,
      old.map(([tables]) => tables).join(' '),
      this.#now().getTime(),
    );
  }

  #drop([view, tag, , , tables]: VersionRow): void {
    for (const name of tables.split(' ')) dropTables(this.#database, name);
    if (view === UNVERSIONED) this.#database.exec('DROP TABLE IF EXISTS checkpoints');
    this.#run('DELETE FROM view_versions WHERE view = ? AND tag = ?', view, tag);
  }

  #insert(tables: readonly ViewTable[], state: 'ready' | 'filling'): void {
    const [first] = tables;
    if (first === undefined) return;
    this.#run(
      'INSERT INTO view_versions VALUES (?, ?, ?, 0, ?, ?)',
      first.owner,
      first.tag,
      state,
      tables.map(({ name }) => name).join(' '),
      this.#now().getTime(),
    );
  }

  #rows(file = 'main'): readonly VersionRow[] {
    return new RowStatement(
      this.#database,
      `SELECT view, tag, state, position, tables, used FROM ${file}.view_versions`,
    ).all<VersionRow>();
  }

  #run(sql: string, ...values: readonly (string | number)[]): void {
    this.#database.prepare(sql).run(...values);
  }
}

/** A view's tables of one version: its own and its companions'. */
function tablesOf(schema: ViewSchema, tag: string): readonly ViewTable[] {
  const companions = (schema.companions ?? []).map((companion) => {
    if ((companion.companions ?? []).length > 0) throw new TypeError(`companion ${companion.name} has companions`);
    return viewTable(companion, schema.name, tag);
  });
  return [viewTable(schema, schema.name, tag), ...companions];
}

/** Differs whenever the tables differ. A rebuild adds its number after a dot. */
function baseTag(schema: ViewSchema): string {
  return `${schema.version}-${createHash('sha256').update(shapeOf(schema)).digest('hex').slice(0, 8)}`;
}

function isOfBase(tag: string, base: string): boolean {
  return tag.split('.')[0] === base;
}

function ready(rows: readonly VersionRow[], schema: ViewSchema): VersionRow | undefined {
  const base = baseTag(schema);
  return rows.find(([view, tag, state]) => view === schema.name && state === 'ready' && isOfBase(tag, base));
}

function isUnversioned([view, , , , tables]: VersionRow, schema: ViewSchema): boolean {
  return view === UNVERSIONED && tables.split(' ').includes(schema.name);
}
