/** The read store in MongoDB. It is disposable: the log rebuilds it. */

import { type ClientSession, MongoServerError } from 'mongodb';
import type { Logger } from '../../../ports/process/logger.ts';
import { BusyError, ConflictError } from '../../../ports/storage/errors.ts';
import type {
  CommitNotice,
  FindQuery,
  FindResult,
  ReadStore,
  ViewDoc,
  ViewRef,
  ViewSchema,
  ViewWrite,
} from '../../../ports/storage/read-store.ts';
import { CommitWatch } from '../../commit-watch.ts';
import { busyIfUnanswered, isBrokenConnection, type Mongo, onPrimary } from '../database.ts';
import type { AccessPaths } from './access-paths.ts';
import { commitView, fillCollection, type ViewBatch } from './commit.ts';
import { CommitStream } from './commit-stream.ts';
import { inSnapshot } from './snapshot.ts';
import { Estimates, Totals } from './totals.ts';
import { type FoundJson, getJson, isTooLong, LongWalkError, ViewFinder } from './view-finder.ts';
import { countKey, type FindPlan, isImpossible, planOf } from './view-query.ts';
import { type ViewState, ViewVersions } from './view-versions.ts';

/** The ids in one request. */
const IDS = 5_000;

interface MongoViewOptions {
  readonly schemas: readonly ViewSchema[];
  readonly logger: Logger;
  /** Passed to `ViewFinder`. */
  readonly maxWalkMs?: number;
}

/**
 * Opens the views, creating missing collections. Other versions of a view stay until they were unused for a day.
 * @returns the store, and the names of the views that are empty although the log may be long. @throws TypeError if two
 * views have the same name; BusyError if MongoDB does not answer.
 */
export async function openMongoViews(
  mongo: Mongo,
  { schemas, logger, maxWalkMs }: MongoViewOptions,
): Promise<{ readonly views: ReadStore; readonly newViews: readonly string[]; close(): Promise<void> }> {
  const versions = new ViewVersions(mongo, schemas, logger);
  const watch = new CommitWatch();
  const stream = new CommitStream(versions, watch, logger);
  const close = async () => {
    versions.close();
    await stream.close();
  };
  try {
    const newViews = await busyIfUnanswered(() => versions.open());
    for (const view of newViews) logger.info({ view }, 'building the view from the log');
    await busyIfUnanswered(() => stream.open());
    // A killed server may come back without its last commits: views are then at earlier positions.
    onPrimary(mongo.client, { found: () => stream.lost() });
    return { views: new MongoViews(mongo, versions, watch, maxWalkMs), newViews, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A view that this process fills. */
interface Filling {
  readonly run: string;
  position: number;
  /** Ids that were read and not found since the last commit, by view: with a single writer they are new. */
  readonly missing: Map<string, Set<string>>;
}

class MongoViews implements ReadStore {
  readonly #mongo: Mongo;
  readonly #versions: ViewVersions;
  readonly #watch: CommitWatch;
  readonly #totals = new Totals();
  readonly #estimates = new Estimates();
  /** By the name of the owner. */
  readonly #filling = new Map<string, Filling>();
  readonly #maxWalkMs: number | undefined;

  constructor(mongo: Mongo, versions: ViewVersions, watch: CommitWatch, maxWalkMs: number | undefined) {
    this.#mongo = mongo;
    this.#versions = versions;
    this.#watch = watch;
    this.#maxWalkMs = maxWalkMs;
  }

  async get<Doc extends ViewDoc>(view: ViewRef<Doc>, id: string): Promise<Doc | null> {
    const [doc] = await this.getMany(view, [id]);
    return doc ?? null;
  }

  async getMany<Doc extends ViewDoc>({ name }: ViewRef<Doc>, ids: readonly string[]): Promise<Doc[]> {
    const view = this.#versions.view(name);
    const filling = this.#filling.get(view.owner.name);
    const wellFormed = ids.filter((id) => id.isWellFormed());
    return busyIfUnanswered(async () => {
      const { run } = filling ?? (await this.#versions.lastState(view.owner));
      const collection = this.#versions.collection(view, run);
      // A fill waits for no majority, so it must not read with one: it would miss its own writes.
      const how = filling === undefined ? {} : { readConcern: { level: 'local' } as const };
      const found: (readonly [id: string, doc: string])[] = [];
      for (let from = 0; from < wellFormed.length; from += IDS) {
        found.push(...(await getJson(collection, wellFormed.slice(from, from + IDS), how)));
      }
      if (filling !== undefined) {
        const present = new Set(found.map(([id]) => id));
        filling.missing.set(name, new Set(wellFormed.filter((id) => !present.has(id))));
      }
      return found.map(([, doc]): Doc => JSON.parse(doc));
    });
  }

  async find<Doc extends ViewDoc>({ name }: ViewRef<Doc>, query: FindQuery): Promise<FindResult<Doc>> {
    const view = this.#versions.view(name);
    const plan = planOf(view.schema, query);
    const { docs, total } = await inTime(async (): Promise<FoundJson> => {
      if (isImpossible(plan)) return { docs: [], total: 0 };
      const state = await this.#versions.lastState(view.owner);
      const collection = this.#versions.collection(view, state.run);
      const finder = new ViewFinder(collection, view.schema, this.#estimates, this.#maxWalkMs);
      const paths = await finder.pathsTo(plan);
      const find = (mayWalk: boolean) =>
        inSnapshot(this.#mongo, (session) => {
          const total = (totalKey: string, count: () => Promise<number>) =>
            this.#total(view.owner, state.run, `${finder.name} ${totalKey}`, count, session);
          return finder.find(plan, paths, { session, total }, mayWalk);
        });
      try {
        return (await this.#findAtOnce(view.owner, state, finder, plan, paths)) ?? (await find(true));
      } catch (error) {
        if (!(error instanceof LongWalkError)) throw error;
        return find(false);
      }
    });
    return { rows: docs.map((doc): Doc => JSON.parse(doc)), total };
  }

  async position({ name }: ViewRef): Promise<number> {
    const { owner } = this.#versions.view(name);
    const filling = this.#filling.get(owner.name);
    if (filling !== undefined) return filling.position;
    return busyIfUnanswered(async () => (await this.#versions.checkpoint(owner)).position);
  }

  async positions(views: readonly ViewRef[]): Promise<readonly number[]> {
    const owners = views.map(({ name }) => this.#versions.view(name).owner);
    const stored = await busyIfUnanswered(() => this.#versions.checkpointsOf(owners));
    return stored.map(({ position }, index) => this.#filling.get(owners[index]?.name ?? '')?.position ?? position);
  }

  async commit(
    { name }: ViewRef,
    expected: number,
    next: number,
    writes: readonly ViewWrite[],
    note: object | null = null,
  ): Promise<void> {
    const owner = this.#owner(name);
    if (!Number.isSafeInteger(next) || next <= expected) {
      throw new RangeError(`view ${name} cannot move from position ${expected} to ${next}`);
    }
    const batches = this.#batches(owner, writes);
    const filling = this.#filling.get(name);
    if (filling === undefined) {
      await commitView(this.#mongo, this.#versions, { owner, expected, next, batches, note });
      return;
    }
    if (filling.position !== expected) throw new ConflictError(`view ${name}`, expected, filling.position);
    await busyIfUnanswered(async () => {
      for (const batch of batches) {
        const missing = filling.missing.get(batch.schema.name);
        const collection = this.#versions.collection({ schema: batch.schema, owner }, filling.run);
        await fillCollection(collection, batch, (id) => missing?.has(id) === true);
      }
    });
    filling.missing.clear();
    filling.position = next;
  }

  reached({ name }: ViewRef, position: number, signal: AbortSignal): Promise<boolean> {
    const { owner } = this.#versions.view(name);
    return this.#watch.reached(owner.name, position, signal, async () => {
      try {
        return await this.position(owner);
      } catch (error) {
        // While MongoDB does not answer, nothing counts as reached; the wait ends with its signal.
        if (error instanceof BusyError) return Number.NEGATIVE_INFINITY;
        throw error;
      }
    });
  }

  watch(signal: AbortSignal): AsyncIterable<CommitNotice | 'lost'> {
    return this.#watch.watch(signal);
  }

  async beginFilling({ name }: ViewRef): Promise<void> {
    const owner = this.#owner(name);
    const run = await busyIfUnanswered(() => this.#versions.beginFilling(owner));
    this.#filling.set(name, { run, position: 0, missing: new Map() });
  }

  async endFilling({ name }: ViewRef): Promise<void> {
    const owner = this.#owner(name);
    const filling = this.#filling.get(name);
    if (filling === undefined) throw new TypeError(`view ${name} is not being filled`);
    await busyIfUnanswered(() => this.#versions.endFilling(owner, filling.run, filling.position));
    this.#filling.delete(name);
  }

  #owner(name: string): ViewSchema {
    const { schema, owner } = this.#versions.view(name);
    if (schema !== owner) throw new TypeError(`${name} is a companion of ${owner.name} and follows its checkpoint`);
    return owner;
  }

  /** The last write of each document. */
  #batches(owner: ViewSchema, writes: readonly ViewWrite[]): readonly ViewBatch[] {
    const batches = new Map<string, { schema: ViewSchema; documents: Map<string, object | null> }>();
    for (const { id, doc, companion } of writes) {
      const { schema, owner: itsOwner } = this.#versions.view(companion?.name ?? owner.name);
      if (itsOwner !== owner || companion?.name === owner.name) {
        throw new TypeError(`${schema.name} is not a companion of ${owner.name}`);
      }
      const batch = batches.get(schema.name) ?? { schema, documents: new Map() };
      batches.set(schema.name, batch);
      batch.documents.set(id, doc);
    }
    return [...batches.values()];
  }

  /**
   * Finds without a transaction. Positions only increase: if the view is after the read in the same state as before,
   * the read saw only this state. null if it is not, or if that does not suffice.
   */
  async #findAtOnce(
    owner: ViewSchema,
    { run, position }: ViewState,
    finder: ViewFinder,
    plan: FindPlan,
    paths: AccessPaths,
  ): Promise<FoundJson | null> {
    const remembered = this.#totals.get(`${position} ${finder.name} ${countKey(plan)}`);
    const last = this.#versions.stateStages(owner);
    const found = await orNull(finder.findAtOnce<ViewState>(plan, paths, remembered, last));
    if (found === null) return null;
    const { state, rows } = this.#versions.stateIn(owner, found.rows);
    const total = found.totalOf(rows.length);
    if (state.run !== run || state.position !== position || total === null) return null;
    return { docs: rows.map(({ doc }) => doc), total };
  }

  /** The total of a query in a session's state of the view, counted once per position. */
  async #total(
    owner: ViewSchema,
    run: string,
    query: string,
    count: () => Promise<number>,
    session: ClientSession,
  ): Promise<number> {
    const now = await this.#versions.checkpoint(owner, session);
    return now.run === run ? this.#totals.of(`${now.position} ${query}`, count) : count();
  }
}

/** null if MongoDB refused or lost the read: a transaction tries it again. A slow read would stay slow. */
async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isTooLong(error) || !(error instanceof MongoServerError || isBrokenConnection(error))) throw error;
    return null;
  }
}

/** @throws BusyError if MongoDB did not answer, or worked longer than it may. */
function inTime<T>(read: () => Promise<T>): Promise<T> {
  return busyIfUnanswered(async () => {
    try {
      return await read();
    } catch (error) {
      if (!isTooLong(error)) throw error;
      throw new BusyError('this search takes the database too long: narrow it, or try again', { cause: error });
    }
  });
}
