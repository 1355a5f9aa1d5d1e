/** The read store in one SQLite file of its own: disposable, made again from the log whenever it is lost. */
import type { DatabaseSync } from 'node:sqlite';
import { ConflictError } from '../../../ports/errors.ts';
import type {
  FindQuery,
  FindResult,
  ReadStore,
  ViewDoc,
  ViewRef,
  ViewSchema,
  ViewWrite,
} from '../../../ports/read-store.ts';
import { inReadTransaction, inTransaction, openDatabase, RowStatement } from '../sqlite/database.ts';
import { NotifiedPositions } from './commit-notices.ts';
import { DocumentReader } from './document-reader.ts';
import { type RowChange, TotalCache } from './total-cache.ts';
import { fillTrigrams } from './trigram-index.ts';
import { type FoundJson, ViewFinder } from './view-finder.ts';
import { createIndexes, createTable, dropTables, shapeOf, type ViewTable, viewTable } from './view-table.ts';
import { ViewWriter } from './view-writer.ts';

export interface SqliteViews extends ReadStore {
  /** As `find`, with the documents as JSON: who sends them to another thread does not take them apart here. */
  findJson(view: string, query: FindQuery): Promise<FoundJson>;
  /**
   * The views that start from position 0 although the log may be long, and why: `new` is not in the file, `changed` was
   * there with another version, other fields or other companions, and was dropped.
   */
  readonly rebuilding: readonly { readonly view: string; readonly reason: 'new' | 'changed' }[];
  /** Calls `listener` after each commit of this connection, from now on. */
  onWritten(listener: (written: Written) => void): void;
  /**
   * From now on another connection commits: it is to tell of each commit, in order. What `find` answers waits for what
   * is told, so that its totals are of the same state as its rows.
   */
  writtenElsewhere(): ElsewhereWritten;
  close(): void;
}

/** What a commit wrote, for who keeps totals beside it. It can be sent to another thread. */
export interface Written {
  readonly view: string;
  readonly position: number;
  /** By view, companions among them; null: too many to tell. */
  readonly changes: ReadonlyMap<string, readonly RowChange[]> | null;
}

export interface ElsewhereWritten {
  tell(written: Written): void;
  /** Nobody knows what was told and what was not: begins anew with what the file says. */
  lost(): void;
}

/** Documents changed in one commit that are told of one by one. */
const TOLD_CHANGES = 2_000;
/** Snapshots tried until one is of the state that was told last. A store that moves on and on is counted in instead. */
const TRIES = 4;
/** Documents written between checkpoints: one has a page in every index. */
const CHECKPOINT_WRITES = 2_000;
/** Pages of 4 KiB after which a commit makes the checkpoint after all. */
const CHECKPOINT_PAGES = 40_000;
/** MiB of pages kept by a connection that only reads: each commit elsewhere makes them worthless. */
const READER_CACHE_MIB = 8;

/** The shape of a view that has no indexes yet: none of a schema's. */
const FILLING = 'filling';

const CHECKPOINTS = `
  CREATE TABLE IF NOT EXISTS checkpoints (
    view TEXT PRIMARY KEY,
    shape TEXT NOT NULL,
    position INTEGER NOT NULL,
    tables TEXT NOT NULL
  ) STRICT
`;

/**
 * Opens the views, creating the file where there is none. Views the schemas no longer name are removed. A commit is
 * safe from a killed process; a power cut may damage the file, which the data folder notices at the next start.
 * What a document no longer says is overwritten in the file too: a deleted account must not be readable in its free pages.
 * @throws TypeError for a schema with an unusable or repeated name.
 */
export function openSqliteViews(file: string, schemas: readonly ViewSchema[]): SqliteViews {
  const database = openDatabase(file, {
    synchronous: 'OFF',
    checkpointPages: CHECKPOINT_PAGES,
    cacheMiB: 32,
    secureDelete: true,
  });
  try {
    return new Views(database, schemas);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** One view or companion, with what reads and writes it. */
interface OpenView {
  readonly table: ViewTable;
  /** `filling`: it has no indexes yet. */
  readonly state: 'ready' | 'filling';
  readonly finder: ViewFinder;
  /** Keeps no totals. */
  readonly counting: ViewFinder;
  readonly writer: ViewWriter;
  readonly totals: TotalCache;
  readonly get: RowStatement;
  readonly documents: DocumentReader<string>;
}

class Views implements SqliteViews {
  readonly rebuilding: SqliteViews['rebuilding'];
  readonly #database: DatabaseSync;
  readonly #views = new Map<string, OpenView>();
  readonly #position: RowStatement;
  readonly #move: RowStatement;
  readonly #changes: RowStatement;
  readonly #dataVersion: RowStatement;
  #seenVersion: number;
  /** Documents written since the last checkpoint. */
  #uncopied = 0;
  #onWritten: (written: Written) => void = () => undefined;
  /** null while this connection is the one that commits. */
  #announced: NotifiedPositions | null = null;

  constructor(database: DatabaseSync, schemas: readonly ViewSchema[]) {
    this.#database = database;
    const owned = schemas.map((schema) => withCompanions(schema));
    const names = owned.flat().map(({ schema }) => schema.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new TypeError(`two views are called ${twice}`);
    this.rebuilding = inTransaction(database, () => prepareTables(database, owned));
    for (const table of owned.flat()) this.#views.set(table.schema.name, this.#open(table));
    this.#position = new RowStatement(database, 'SELECT position FROM checkpoints WHERE view = ?');
    this.#move = new RowStatement(database, 'UPDATE checkpoints SET position = ? WHERE view = ? AND position = ?');
    this.#changes = new RowStatement(database, 'SELECT changes()');
    this.#dataVersion = new RowStatement(database, 'PRAGMA data_version');
    this.#seenVersion = this.#currentVersion();
  }

  async get<Doc extends ViewDoc>(view: ViewRef<Doc>, id: string): Promise<Doc | null> {
    const row = this.#view(view.name).get.get<[string]>(id);
    return row === undefined ? null : JSON.parse(row[0]);
  }

  async getMany<Doc extends ViewDoc>(view: ViewRef<Doc>, ids: readonly string[]): Promise<Doc[]> {
    const { documents, writer } = this.#view(view.name);
    this.#noticeOthers();
    return documents.get(ids, writer.recent).map((doc): Doc => JSON.parse(doc));
  }

  async find<Doc extends ViewDoc>(view: ViewRef<Doc>, query: FindQuery): Promise<FindResult<Doc>> {
    return parseRows<Doc>(await this.findJson(view.name, query));
  }

  async findJson(view: string, query: FindQuery): Promise<FoundJson> {
    const open = this.#view(view);
    if (open.state === 'filling') throw new TypeError(`view ${view} is being filled: nothing can be found in it yet`);
    if (this.#announced !== null) return this.#findAnnounced(open, query, this.#announced);
    this.#noticeOthers();
    return open.finder.find(query);
  }

  async position(view: ViewRef): Promise<number> {
    return this.#positionOf(this.#view(view.name).table.owner);
  }

  async commit({ name: view }: ViewRef, expected: number, next: number, writes: readonly ViewWrite[]): Promise<void> {
    this.#owner(view);
    if (!Number.isSafeInteger(next) || next <= expected) {
      throw new RangeError(`view ${view} cannot move from position ${expected} to ${next}`);
    }
    const changes = new Map<OpenView, RowChange[]>();
    inTransaction(this.#database, () => {
      this.#noticeOthers();
      this.#move.all(next, view, expected);
      if (this.#changes.get<[number]>()?.[0] !== 1) {
        throw new ConflictError(`view ${view}`, expected, this.#positionOf(view));
      }
      for (const [companion, documents] of Map.groupBy(writes, (write) => write.companion?.name)) {
        const target = companion === undefined ? this.#view(view) : this.#companion(view, companion);
        changes.set(target, target.writer.write(documents));
      }
    });
    for (const [{ totals, writer }, changed] of changes) {
      writer.committed();
      totals.apply(changed);
    }
    this.#announced?.tell(view, next);
    this.#onWritten({ view, position: next, changes: writes.length > TOLD_CHANGES ? null : byName(changes) });
    this.#checkpoint(writes.length);
  }

  /** After the commit was told of, not within it: who reads elsewhere sees it at once, and waits until it is told. */
  #checkpoint(written: number): void {
    this.#uncopied += written;
    if (this.#uncopied < CHECKPOINT_WRITES) return;
    this.#uncopied = 0;
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }

  onWritten(listener: (written: Written) => void): void {
    this.#onWritten = listener;
  }

  writtenElsewhere(): ElsewhereWritten {
    const announced = new NotifiedPositions((owner) => this.#positionOf(owner));
    this.#announced = announced;
    this.#database.exec(`PRAGMA cache_size = -${READER_CACHE_MIB * 1_024}`);
    return {
      tell: ({ view, position, changes }) => {
        // The first question about a view is answered from the file, which may be ahead of what is told.
        if (position <= announced.of(view)) return;
        for (const [name, { table, totals }] of this.#views) {
          if (changes === null && table.owner === view) totals.clear();
          else totals.apply(changes?.get(name) ?? []);
        }
        announced.tell(view, position);
      },
      lost: () => {
        for (const { totals } of this.#views.values()) totals.clear();
        announced.forget();
      },
    };
  }

  /** Rows and totals of one state of the file, which is the one told last. */
  async #findAnnounced(
    { table, finder, counting }: OpenView,
    query: FindQuery,
    announced: NotifiedPositions,
  ): Promise<FoundJson> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const found = inReadTransaction(this.#database, () => {
        const position = this.#positionOf(table.owner);
        return position === announced.of(table.owner) ? finder.find(query) : position;
      });
      if (typeof found !== 'number') return found;
      await announced.reached(table.owner, found);
    }
    return inReadTransaction(this.#database, () => counting.find(query));
  }

  async beginFilling({ name: view }: ViewRef): Promise<void> {
    const tables = this.#tablesOf(view);
    inTransaction(this.#database, () => {
      for (const table of tables) {
        dropTables(this.#database, table.schema.name);
        createTable(this.#database, table);
      }
      new RowStatement(this.#database, 'UPDATE checkpoints SET position = 0, shape = ? WHERE view = ?').all(
        FILLING,
        view,
      );
    });
    for (const table of tables) this.#views.set(table.schema.name, this.#open(table, 'filling'));
  }

  async endFilling({ name: view }: ViewRef): Promise<void> {
    const tables = this.#tablesOf(view);
    const [first] = tables;
    if (first === undefined) return;
    for (const table of tables) {
      createIndexes(this.#database, table);
      inTransaction(this.#database, () => fillTrigrams(this.#database, table));
    }
    new RowStatement(this.#database, 'UPDATE checkpoints SET shape = ? WHERE view = ?').all(
      shapeOf(first.schema),
      view,
    );
    for (const table of tables) this.#views.set(table.schema.name, this.#open(table));
  }

  /** A view's table and its companions'. */
  #tablesOf(view: string): readonly ViewTable[] {
    this.#owner(view);
    return [...this.#views.values()].map(({ table }) => table).filter(({ owner }) => owner === view);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #open(table: ViewTable, state: OpenView['state'] = 'ready'): OpenView {
    const totals = new TotalCache(table.schema.partition);
    const written = state === 'filling' ? { ...table, trigrams: null } : table;
    return {
      table,
      state,
      totals,
      finder: new ViewFinder(this.#database, table, totals),
      counting: new ViewFinder(this.#database, table, { of: (_conditions, _needle, count) => count() }),
      writer: new ViewWriter(this.#database, written),
      get: new RowStatement(this.#database, `SELECT doc FROM ${table.table} WHERE id = ?`),
      documents: new DocumentReader(this.#database, table, 'id'),
    };
  }

  #view(name: string): OpenView {
    const view = this.#views.get(name);
    if (view === undefined) throw new TypeError(`there is no view ${name}`);
    return view;
  }

  #owner(name: string): void {
    const { owner } = this.#view(name).table;
    if (owner !== name) throw new TypeError(`${name} is a companion of ${owner} and follows its checkpoint`);
  }

  #companion(owner: string, name: string): OpenView {
    const companion = this.#view(name);
    if (companion.table.owner !== owner || name === owner) throw new TypeError(`${name} is no companion of ${owner}`);
    return companion;
  }

  #positionOf(owner: string): number {
    return this.#position.get<[number]>(owner)?.[0] ?? 0;
  }

  /**
   * What is kept from this connection's commits: whatever another one wrote makes it worthless. Totals of commits that are
   * told of follow what is told.
   */
  #noticeOthers(): void {
    const version = this.#currentVersion();
    if (version === this.#seenVersion) return;
    this.#seenVersion = version;
    for (const { totals, writer } of this.#views.values()) {
      writer.clearCache();
      if (this.#announced === null) totals.clear();
    }
  }

  #currentVersion(): number {
    return this.#dataVersion.get<[number]>()?.[0] ?? 0;
  }
}

/** What `findJson` found, as `find` answers it. */
export function parseRows<Doc extends ViewDoc>({ docs, total }: FoundJson): FindResult<Doc> {
  return { rows: docs.map((doc): Doc => JSON.parse(doc)), total };
}

function byName(changes: ReadonlyMap<OpenView, readonly RowChange[]>): ReadonlyMap<string, readonly RowChange[]> {
  return new Map([...changes].map(([{ table }, changed]) => [table.schema.name, changed]));
}

function withCompanions(schema: ViewSchema): ViewTable[] {
  const companions = (schema.companions ?? []).map((companion) => {
    if ((companion.companions ?? []).length > 0) throw new TypeError(`companion ${companion.name} has companions`);
    return viewTable(companion, schema.name);
  });
  return [viewTable(schema, schema.name), ...companions];
}

/** Drops what no schema asks for any more and creates what is missing; answers which views start anew. */
function prepareTables(database: DatabaseSync, owned: readonly ViewTable[][]): SqliteViews['rebuilding'] {
  database.exec(CHECKPOINTS);
  const rows = new RowStatement(database, 'SELECT view, shape, tables FROM checkpoints').all<
    [string, string, string]
  >();
  const stored = new Map(rows.map(([view, shape, tables]) => [view, { shape, tables }]));
  const wanted = new Map(owned.flatMap((tables) => tables.slice(0, 1).map(({ schema }) => [schema.name, tables])));
  const current = (name: string, shape: string): boolean => {
    const schema = wanted.get(name)?.[0]?.schema;
    return schema !== undefined && shapeOf(schema) === shape;
  };
  for (const [name, { shape, tables }] of stored) {
    if (current(name, shape)) continue;
    for (const table of tables.split(' ')) dropTables(database, table);
    database.prepare('DELETE FROM checkpoints WHERE view = ?').run(name);
  }
  const insert = database.prepare('INSERT INTO checkpoints (view, shape, position, tables) VALUES (?, ?, 0, ?)');
  const rebuilding: { view: string; reason: 'new' | 'changed' }[] = [];
  for (const tables of owned) {
    const [first] = tables;
    if (first === undefined) continue;
    const { schema } = first;
    const before = stored.get(schema.name);
    if (before !== undefined && current(schema.name, before.shape)) continue;
    for (const table of tables) {
      createTable(database, table);
      createIndexes(database, table);
    }
    insert.run(schema.name, shapeOf(schema), tables.map((table) => table.schema.name).join(' '));
    rebuilding.push({ view: schema.name, reason: before === undefined ? 'new' : 'changed' });
  }
  return rebuilding;
}
