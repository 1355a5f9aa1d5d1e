/**
 * The collections and the position of each view. A version of a view has a checkpoint document that names the
 * collections of its present run: two builds of the program keep their versions side by side, and a rebuild fills the
 * collections of a new run before the checkpoint names them. Collections that no checkpoint names yet, or no longer,
 * are listed in a draft, so that a killed process leaves nothing forever.
 */
import { randomBytes } from 'node:crypto';
import type { ClientSession, Collection, Document } from 'mongodb';
import type { Logger } from '../../../ports/process/logger.ts';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import type { Mongo } from '../database.ts';
import { inSnapshot } from './snapshot.ts';
import { indexesOf, type StoredDocument, versionOf } from './view-layout.ts';

/** Collections are dropped after they were unused for this long. */
const UNUSED_MS = 24 * 60 * 60 * 1_000;
/** How often a process records that it uses its collections, and drops others. */
const TOUCH_MS = 60 * 60 * 1_000;
/** How long readers may still use the collections that a rebuild replaced. */
const REPLACED_MS = 60_000;
/** A checkpoint is read again before documents are read, if its last reading is older than this. */
const FRESH_MS = 5_000;

/** `<view>@<version>~<run>`: the name of a collection. */
const RUN_NAME = /^[a-z-]+@\d+-[0-9a-f]{8}~[0-9a-f]{12}$/;

/** A checkpoint, or a draft, which has no run and no position. */
interface VersionEntry {
  /** `<view>@<version>`; a draft's also has the run. */
  readonly _id: string;
  readonly collections: readonly string[];
  /** An instant of the server's clock. */
  readonly dropAt: Date;
}

export interface Checkpoint extends VersionEntry {
  readonly run: string;
  readonly position: number;
  /** The position of the last commit that wrote documents. */
  readonly writtenAt: number;
  /** The note of the last commit, as JSON text. */
  readonly note: string | null;
  /** The id of the last commit. */
  readonly commit: string | null;
}

/** A state of a view: a commit within a run always makes a new state, with a greater position. */
export type ViewState = Pick<Checkpoint, 'run' | 'position'>;

/** A view or companion. */
interface KnownView {
  readonly schema: ViewSchema;
  /** The view whose commits write to it. */
  readonly owner: ViewSchema;
}

export class ViewVersions {
  readonly checkpoints: Collection<Checkpoint>;
  readonly #entries: Collection<VersionEntry>;
  readonly #mongo: Mongo;
  readonly #logger: Logger;
  readonly #views = new Map<string, KnownView>();
  /** The state of each owner at the last reading. */
  readonly #states = new Map<string, ViewState & { readonly readAt: number }>();
  /** The drafts of this process. */
  readonly #filling = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();

  /** @throws TypeError if two views have the same name. */
  constructor(mongo: Mongo, schemas: readonly ViewSchema[], logger: Logger) {
    this.#mongo = mongo;
    this.#logger = logger;
    this.checkpoints = mongo.db.collection('view-checkpoints');
    this.#entries = mongo.db.collection('view-checkpoints');
    for (const owner of schemas)
      for (const schema of [owner, ...(owner.companions ?? [])]) {
        if (this.#views.has(schema.name)) throw new TypeError(`two views have the name ${schema.name}`);
        this.#views.set(schema.name, { schema, owner });
      }
  }

  get owners(): readonly ViewSchema[] {
    return [...new Set([...this.#views.values()].map(({ owner }) => owner))];
  }

  /** @throws TypeError for a view that is not declared. */
  view(name: string): KnownView {
    const view = this.#views.get(name);
    if (view === undefined) throw new TypeError(`there is no view ${name}`);
    return view;
  }

  /**
   * Creates missing collections, and drops those that were unused for a day.
   * @returns the names of the views at position 0.
   */
  async open(): Promise<readonly string[]> {
    await this.#touch();
    const stored = await this.#storedCheckpoints(this.owners);
    const missing = this.owners.filter((owner) => !stored.has(tagOf(owner)));
    await Promise.all(missing.map((owner) => this.#create(owner)));
    const now = await this.#storedCheckpoints(this.owners);
    for (const owner of this.owners) this.#remember(owner, now.get(tagOf(owner)));
    await this.#dropUnused();
    this.#timers.add(setInterval(() => this.#tidy(), TOUCH_MS).unref());
    return this.owners.flatMap((owner) => ((now.get(tagOf(owner))?.position ?? 0) === 0 ? [owner.name] : []));
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Reads the checkpoint of a view. */
  async checkpoint(owner: ViewSchema, session?: ClientSession): Promise<Checkpoint> {
    const _id = tagOf(owner);
    return this.#require(owner, await this.checkpoints.findOne({ _id }, session === undefined ? {} : { session }));
  }

  /** Reads the checkpoints of several views, in their order. */
  async checkpointsOf(owners: readonly ViewSchema[]): Promise<readonly Checkpoint[]> {
    const found = await this.#storedCheckpoints(owners);
    return owners.map((owner) => this.#require(owner, found.get(tagOf(owner)) ?? null));
  }

  #require<T extends ViewState>(owner: ViewSchema, found: T | null): T {
    if (found === null) throw new Error(`the collections of view ${owner.name} were removed: restart`);
    this.#remember(owner, found);
    return found;
  }

  /** States are read again before they are used. */
  forgetStates(): void {
    this.#states.clear();
  }

  /** A state that the view had, at most 5 seconds ago. Its run serves reads. */
  async lastState(owner: ViewSchema): Promise<ViewState> {
    const cached = this.#states.get(owner.name);
    if (cached !== undefined && performance.now() - cached.readAt < FRESH_MS) return cached;
    return this.checkpoint(owner);
  }

  /**
   * The last stages of a pipeline over documents of a view: they add the view's state after the documents were read.
   * `stateIn` extracts it.
   */
  stateStages(owner: ViewSchema): readonly Document[] {
    const pipeline = [{ $match: { _id: tagOf(owner) } }, { $project: { _id: 0, run: 1, position: 1 } }];
    return [{ $unionWith: { coll: this.checkpoints.collectionName, pipeline } }];
  }

  /** @throws Error if the collections were removed. */
  stateIn<T extends object>(owner: ViewSchema, rows: readonly (T | ViewState)[]) {
    const last = rows.at(-1);
    const state = last !== undefined && 'run' in last ? last : null;
    return { state: this.#require(owner, state), rows: rows.slice(0, -1) as readonly T[] };
  }

  collection({ schema, owner }: KnownView, run: string): Collection<StoredDocument> {
    return this.#mongo.db.collection(`${schema.name}@${versionOf(owner)}~${run}`);
  }

  /** Creates collections without indexes beside those that serve reads, and drops those of an earlier attempt. */
  async beginFilling(owner: ViewSchema): Promise<string> {
    await this.#entries.deleteMany({ _id: { $regex: `^${tagOf(owner)}~` } });
    await this.#dropUnused();
    const run = await this.#createRun(owner);
    this.#filling.add(draftOf(owner, run));
    return run;
  }

  /**
   * Indexes the filled collections and replaces the present ones with them; those are dropped a minute later.
   * @throws Error if another process began to fill the view.
   */
  async endFilling(owner: ViewSchema, run: string, position: number): Promise<void> {
    await this.#index(owner, run);
    const _id = tagOf(owner);
    await this.#mongo.client.withSession((session) =>
      session.withTransaction(async () => {
        const { deletedCount } = await this.#entries.deleteOne({ _id: draftOf(owner, run) }, { session });
        if (deletedCount === 0) throw new Error(`another process began to fill view ${owner.name}`);
        const { run: replaced, collections } = await this.checkpoint(owner, session);
        const next = {
          run,
          position,
          writtenAt: position,
          note: null,
          commit: null,
          collections: this.#names(owner, run),
        };
        await this.checkpoints.updateOne({ _id }, { $set: next }, { session });
        await this.#putEntry({ _id: draftOf(owner, replaced), collections }, REPLACED_MS, session);
      }),
    );
    this.#filling.delete(draftOf(owner, run));
    this.#remember(owner, { run, position });
    this.#timers.add(setTimeout(() => this.#tidy(), REPLACED_MS + 1_000).unref());
  }

  async #create(owner: ViewSchema): Promise<void> {
    const run = await this.#createRun(owner);
    await this.#index(owner, run);
    const checkpoint = { run, position: 0, writtenAt: 0, note: null, commit: null };
    await this.#mongo.client.withSession((session) =>
      session.withTransaction(async () => {
        const entry = { _id: tagOf(owner), collections: this.#names(owner, run) };
        await this.#entries.deleteOne({ _id: draftOf(owner, run) }, { session });
        // If another process was faster, nothing lists these collections, and they are dropped.
        if ((await this.checkpoints.findOne({ _id: entry._id }, { session })) !== null) return;
        await this.#putEntry({ ...entry, ...checkpoint }, UNUSED_MS, session);
      }),
    );
  }

  /** Lists the collections as a draft, then creates them. */
  async #createRun(owner: ViewSchema): Promise<string> {
    const run = randomBytes(6).toString('hex');
    const collections = this.#names(owner, run);
    await this.#putEntry({ _id: draftOf(owner, run), collections }, UNUSED_MS);
    await Promise.all(collections.map((name) => this.#mongo.db.createCollection(name)));
    return run;
  }

  async #index(owner: ViewSchema, run: string): Promise<void> {
    for (const schema of [owner, ...(owner.companions ?? [])]) {
      await this.collection({ schema, owner }, run).createIndexes(indexesOf(schema));
    }
  }

  #names(owner: ViewSchema, run: string): readonly string[] {
    return [owner, ...(owner.companions ?? [])].map((schema) => this.collection({ schema, owner }, run).collectionName);
  }

  async #storedCheckpoints(owners: readonly ViewSchema[]): Promise<ReadonlyMap<string, Checkpoint>> {
    const found = await this.checkpoints.find({ _id: { $in: owners.map(tagOf) } }).toArray();
    return new Map(found.map((checkpoint) => [checkpoint._id, checkpoint]));
  }

  #remember({ name }: ViewSchema, state: ViewState | undefined): void {
    if (state === undefined) return;
    const { run, position } = state;
    this.#states.set(name, { run, position, readAt: performance.now() });
  }

  async #putEntry(entry: Omit<VersionEntry, 'dropAt'>, ms: number, session?: ClientSession): Promise<void> {
    const { _id, ...rest } = entry;
    await this.#entries.updateOne(
      { _id },
      [{ $set: { ...literals(rest), dropAt: { $add: ['$$NOW', ms] } } }],
      session === undefined ? { upsert: true } : { upsert: true, session },
    );
  }

  /** Records that the collections of this process are in use. */
  async #touch(): Promise<void> {
    const used = [...this.owners.map(tagOf), ...this.#filling];
    await this.#entries.updateMany({ _id: { $in: used } }, [{ $set: { dropAt: { $add: ['$$NOW', UNUSED_MS] } } }]);
  }

  /** Drops collections that were unused for a day, and the remains of killed processes. */
  async #dropUnused(): Promise<void> {
    // A removal cannot use the server's clock. An entry that was touched since it was read stays.
    const expired = await this.#entries.find({ $expr: { $lt: ['$dropAt', '$$NOW'] } }).toArray();
    for (const { _id, dropAt } of expired) await this.#entries.deleteOne({ _id, dropAt });
    // Reads the collections first: one is created only after an entry lists it, and its name is never used again.
    const existing = await this.#mongo.db.listCollections({ name: RUN_NAME }, { nameOnly: true }).toArray();
    const entries = await inSnapshot(this.#mongo, (session) => this.#entries.find({}, { session }).toArray());
    const listed = new Set(entries.flatMap(({ collections }) => collections));
    for (const { name } of existing) {
      if (listed.has(name)) continue;
      await this.#mongo.db.collection(name).drop();
      this.#logger.info({ collection: name }, 'dropped a collection that no view uses');
    }
  }

  #tidy(): void {
    this.#touch()
      .then(() => this.#dropUnused())
      .catch((error) => this.#logger.warn({ err: error }, 'could not drop unused collections; trying again later'));
  }
}

/** The id of the checkpoint of a view's version. */
export function tagOf(owner: ViewSchema): string {
  return `${owner.name}@${versionOf(owner)}`;
}

function draftOf(owner: ViewSchema, run: string): string {
  return `${tagOf(owner)}~${run}`;
}

/** In a pipeline, text that begins with $ would name a field. */
function literals(values: object): object {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { $literal: value }]));
}
