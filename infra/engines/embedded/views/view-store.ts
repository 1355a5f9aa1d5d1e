/** The read store in a separate SQLite file. It is disposable: the log rebuilds it. */
import type { DatabaseSync } from 'node:sqlite';
import { ConflictError } from '../../../ports/storage/errors.ts';
import type {
  CommitNotice,
  FindQuery,
  FindResult,
  ViewDoc,
  ViewRef,
  ViewSchema,
  ViewWrite,
} from '../../../ports/storage/read-store.ts';
import { CommitWatch } from '../../commit-watch.ts';
import {
  checkpoint,
  connect,
  inReadTransaction,
  inTransaction,
  openDatabase,
  RowStatement,
} from '../sqlite/database.ts';
import { NotifiedPositions } from './commit-notices.ts';
import { DocumentReader } from './document-reader.ts';
import { FillWriter } from './fill-writer.ts';
import { type CommitDetails, type NoticeSink, parseRows, type SqliteViews } from './sqlite-views.ts';
import { type RowChange, TotalCache } from './total-cache.ts';
import { fillTrigrams } from './trigram-index.ts';
import { createIndexes } from './view-ddl.ts';
import { type FoundJson, ViewFinder } from './view-finder.ts';
import type { ViewTable } from './view-table.ts';
import { ViewVersions } from './view-versions.ts';
import { ViewWriter } from './view-writer.ts';

/** The most documents of one commit that are listed one by one. */
const MAX_CHANGES = 2_000;
/** How many snapshots are tried to get the last notified state. After that `find` counts without the cached totals. */
const TRIES = 4;
/** Documents written between checkpoints: one document has a page in every index. */
const CHECKPOINT_WRITES = 2_000;
/** Size of the write-ahead log, in 4 KiB pages, at which a commit checkpoints. */
const CHECKPOINT_PAGES = 40_000;
/** MiB of pages cached by a connection that only reads: each commit of another connection empties the cache. */
const READER_CACHE_MIB = 8;

/**
 * Opens the views, creating the file and the views if they are missing. Other versions of a view stay until they were
 * unused for a day. A commit survives a killed process; a power cut may damage the file, which the data folder notices
 * at the next start. Deleted data is overwritten in the file too: a deleted account must not be readable in its free
 * pages.
 * @param now the clock that decides how long a version was unused.
 * @throws TypeError for a schema with an unusable or repeated name.
 */
export function openSqliteViews(
  file: string,
  schemas: readonly ViewSchema[],
  now: () => Date = () => new Date(),
): SqliteViews {
  return open(file, schemas, now, 'create');
}

/**
 * Opens the views again, for another thread of the process that has opened them. Opening writes nothing, so it never
 * waits for a commit.
 */
export function openSqliteViewsAgain(file: string, schemas: readonly ViewSchema[]): SqliteViews {
  return open(file, schemas, () => new Date(), 'use');
}

/** MiB of pages cached while a draft is filled: its tables are read once for each index. */
const DRAFT_CACHE_MIB = 64;

/**
 * Opens an empty file to fill views in, for `takeOver`. A killed process loses its content, and no other connection may
 * have it open.
 */
export function openSqliteDraft(file: string, schemas: readonly ViewSchema[]): SqliteViews {
  const database = connect(file);
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    database.exec(`PRAGMA cache_size = -${DRAFT_CACHE_MIB * 1_024}`);
    return new Views(database, new ViewVersions(database, schemas, () => new Date(), 'create'), schemas);
  } catch (error) {
    database.close();
    throw error;
  }
}

function open(
  file: string,
  schemas: readonly ViewSchema[],
  now: () => Date,
  mode: ConstructorParameters<typeof ViewVersions>[3],
): SqliteViews {
  const database = openDatabase(file, {
    synchronous: 'OFF',
    checkpointPages: CHECKPOINT_PAGES,
    cacheMiB: 32,
    secureDelete: true,
  });
  try {
    return new Views(database, new ViewVersions(database, schemas, now, mode), schemas);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** One view or companion, with its readers and writers. */
interface OpenView {
  readonly table: ViewTable;
  /** `filling`: it has no indexes yet. */
  readonly state: 'ready' | 'filling';
  readonly finder: ViewFinder;
  /** Searches without cached totals. */
  readonly counting: ViewFinder;
  readonly writer: Pick<ViewWriter, 'write' | 'committed' | 'recent' | 'clearCache'>;
  readonly totals: TotalCache;
  readonly get: RowStatement;
  readonly documents: DocumentReader<string>;
}

class Views implements SqliteViews {
  readonly emptyViews: SqliteViews['emptyViews'];
  readonly #database: DatabaseSync;
  /** Without companions. */
  readonly #schemas: ReadonlyMap<string, ViewSchema>;
  readonly #views = new Map<string, OpenView>();
  readonly #versions: ViewVersions;
  readonly #dataVersion: RowStatement;
  #seenVersion: number;
  /** Documents written since the last checkpoint. */
  #uncopied = 0;
  readonly #watch = new CommitWatch();
  #onCommit: (commit: CommitDetails) => void = () => undefined;
  /** null while this connection commits. */
  #notified: NotifiedPositions | null = null;

  constructor(database: DatabaseSync, versions: ViewVersions, schemas: readonly ViewSchema[]) {
    this.#database = database;
    this.#schemas = new Map(schemas.map((schema) => [schema.name, schema]));
    this.#versions = versions;
    this.emptyViews = this.#versions.empty();
    this.#openAll();
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
    if (this.#notified !== null) return this.#findNotified(open, query, this.#notified);
    this.#noticeOthers();
    return open.finder.find(query);
  }

  async position(view: ViewRef): Promise<number> {
    return this.#positionOf(view.name);
  }

  async positions(views: readonly ViewRef[]): Promise<readonly number[]> {
    return views.map(({ name }) => this.#positionOf(name));
  }

  async commit(
    { name: view }: ViewRef,
    expected: number,
    next: number,
    writes: readonly ViewWrite[],
    note: object | null = null,
  ): Promise<void> {
    const { table } = this.#owner(view);
    if (!Number.isSafeInteger(next) || next <= expected) {
      throw new RangeError(`view ${view} cannot move from position ${expected} to ${next}`);
    }
    const changes = new Map<OpenView, RowChange[]>();
    inTransaction(this.#database, () => {
      this.#noticeOthers();
      if (!this.#versions.move(table, expected, next)) {
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
    this.#notified?.notify(view, next);
    const notice = { view, position: next, hasWrites: writes.length > 0, note };
    const byName = new Map([...changes].map(([open, changed]) => [open.table.schema.name, changed]));
    this.#watch.notify(notice);
    this.#onCommit({ ...notice, changes: writes.length > MAX_CHANGES ? null : byName });
    this.#checkpoint(writes.length);
  }

  /** Checkpoints after the notices: readers see the commit at once and wait until they are notified. */
  #checkpoint(written: number): void {
    this.#uncopied += written;
    if (this.#uncopied < CHECKPOINT_WRITES) return;
    this.#uncopied = 0;
    checkpoint(this.#database);
  }

  reached(view: ViewRef, position: number, signal: AbortSignal): Promise<boolean> {
    const { owner } = this.#view(view.name).table;
    return this.#watch.reached(owner, position, signal, async () => this.#positionOf(owner));
  }

  watch(signal: AbortSignal): AsyncIterable<CommitNotice | 'lost'> {
    return this.#watch.watch(signal);
  }

  onCommit(listener: (commit: CommitDetails) => void): void {
    this.#onCommit = listener;
  }

  attachWriter(): NoticeSink {
    const notified = new NotifiedPositions((owner) => this.#positionOf(owner));
    this.#notified = notified;
    this.#database.exec(`PRAGMA cache_size = -${READER_CACHE_MIB * 1_024}`);
    return {
      notify: ({ changes, ...notice }) => {
        const { view, position } = notice;
        this.#watch.notify(notice);
        // The first position of a view is read from the file, which may be ahead of the notices.
        if (position <= notified.of(view)) return;
        for (const [name, { table, totals }] of this.#views) {
          if (changes === null && table.owner === view) totals.clear();
          else totals.apply(changes?.get(name) ?? []);
        }
        notified.notify(view, position);
      },
      reset: () => {
        for (const { totals } of this.#views.values()) totals.clear();
        notified.reset();
        this.#openAll();
        this.#watch.lost();
      },
    };
  }

  /** Rows and totals of a single state of the file: the last notified one. */
  async #findNotified(
    { table, finder, counting }: OpenView,
    query: FindQuery,
    notified: NotifiedPositions,
  ): Promise<FoundJson> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const found = inReadTransaction(this.#database, () => {
        const position = this.#positionOf(table.owner);
        return position === notified.of(table.owner) ? finder.find(query) : position;
      });
      if (typeof found !== 'number') return found;
      await notified.reached(table.owner, found);
    }
    return inReadTransaction(this.#database, () => counting.find(query));
  }

  async beginFilling({ name }: ViewRef): Promise<void> {
    for (const table of this.#versions.beginFilling(this.#schema(name))) {
      this.#views.set(table.schema.name, this.#open(table, 'filling'));
    }
  }

  async endFilling({ name }: ViewRef): Promise<void> {
    const schema = this.#schema(name);
    const filled = [...this.#views.values()].flatMap(({ table, state }) =>
      table.owner === name && state === 'filling' ? [table] : [],
    );
    for (const table of filled) {
      createIndexes(this.#database, table);
      inTransaction(this.#database, () => fillTrigrams(this.#database, table));
    }
    this.#versions.endFilling(schema, filled);
    for (const table of filled) this.#views.set(table.schema.name, this.#open(table));
  }

  takeOver(file: string, filled: readonly ViewSchema[]): void {
    this.#database.prepare('ATTACH ? AS draft').run(file);
    try {
      for (const schema of filled) {
        const tables = this.#versions.beginFilling(schema);
        // SQLite copies tables and indexes unchanged if both sides have the same.
        for (const table of tables) createIndexes(this.#database, table);
        inTransaction(this.#database, () => {
          this.#versions.copyFrom('draft', schema, tables);
          for (const table of tables) fillTrigrams(this.#database, table);
        });
        this.#versions.endFilling(schema, tables);
        for (const table of tables) this.#views.set(table.schema.name, this.#open(table));
        // The write-ahead log is now as large as the view: the next one begins at its start again.
        checkpoint(this.#database);
      }
    } finally {
      this.#database.exec('DETACH draft');
    }
    new RowStatement(this.#database, 'PRAGMA wal_checkpoint(TRUNCATE)').get();
  }

  /** Opens the tables that serve reads now. Tables that still do stay open. */
  #openAll(): void {
    // Another connection may replace tables between the reading of their names and their opening.
    inReadTransaction(this.#database, () => {
      for (const schema of this.#schemas.values()) {
        for (const table of this.#versions.tables(schema)) {
          const open = this.#views.get(table.schema.name);
          if (open?.state !== 'filling' && open?.table.tag !== table.tag) {
            this.#views.set(table.schema.name, this.#open(table));
          }
        }
      }
    });
  }

  dropOtherVersions(): void {
    this.#versions.dropOthers();
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #open(table: ViewTable, state: OpenView['state'] = 'ready'): OpenView {
    const totals = new TotalCache(table.schema.partition);
    return {
      table,
      state,
      totals,
      finder: new ViewFinder(this.#database, table, totals),
      counting: new ViewFinder(this.#database, table, { of: (_conditions, _needle, count) => count() }),
      writer: new (state === 'filling' ? FillWriter : ViewWriter)(this.#database, table),
      get: new RowStatement(this.#database, `SELECT doc FROM ${table.table} WHERE id = ?`),
      documents: new DocumentReader(this.#database, table, 'id'),
    };
  }

  #view(name: string): OpenView {
    const view = this.#views.get(name);
    if (view === undefined) throw new TypeError(`there is no view ${name}`);
    return view;
  }

  #schema(name: string): ViewSchema {
    this.#owner(name);
    const schema = this.#schemas.get(name);
    if (schema === undefined) throw new TypeError(`there is no view ${name}`);
    return schema;
  }

  #owner(name: string): OpenView {
    const view = this.#view(name);
    const { owner } = view.table;
    if (owner !== name) throw new TypeError(`${name} is a companion of ${owner} and follows its checkpoint`);
    return view;
  }

  #companion(owner: string, name: string): OpenView {
    const companion = this.#view(name);
    if (companion.table.owner !== owner || name === owner)
      throw new TypeError(`${name} is not a companion of ${owner}`);
    return companion;
  }

  #positionOf(view: string): number {
    return this.#versions.positionOf(this.#view(view).table);
  }

  /** Drops the caches of rows and totals once another connection has written. Notified totals follow the notices instead. */
  #noticeOthers(): void {
    const version = this.#currentVersion();
    if (version === this.#seenVersion) return;
    this.#seenVersion = version;
    for (const { totals, writer } of this.#views.values()) {
      writer.clearCache();
      if (this.#notified === null) totals.clear();
    }
  }

  #currentVersion(): number {
    return this.#dataVersion.get<[number]>()?.[0] ?? 0;
  }
}
