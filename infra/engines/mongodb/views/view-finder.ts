/**
 * Finding a page in a view. There are two ways: *walk* an index in the requested order and skip what does not match, or
 * *collect* the matches through the narrowest index and sort them. Every query names its index: MongoDB would try a
 * dozen similar ones. Only a filter that leaves few documents is collected and sorted: walking to them would read more.
 */
import {
  type ClientSession,
  type Collection,
  type Document,
  type Filter,
  type FindOptions,
  MongoServerError,
  type Sort,
} from 'mongodb';
import { MAX_COUNTED, type ViewSchema } from '../../../ports/storage/read-store.ts';
import {
  type AccessPath,
  type AccessPaths,
  byIds,
  cheapest,
  costOf,
  ID_INDEX,
  isCheaper,
  isExact,
  isInOrder,
  onlyPath,
} from './access-paths.ts';
import type { Estimates } from './totals.ts';
import { coveredByText, EMPTY, type ListIndex, listIndexesOf, type StoredDocument, TEXT } from './view-layout.ts';
import { countKey, type FindPlan, isForAll, matchOf, pageTerms, totalFrom } from './view-query.ts';

/** Estimates stop at this number. */
const ESTIMATED = 20_000;
/** Documents skipped by their keys alone, before those of the page are read. */
const DEEP_SKIP = 500;
/** Milliseconds that MongoDB may work on one command. */
const MAX_FIND_MS = 5_000;

/**
 * Milliseconds for walking to a page. If all matches are far from the beginning, as never checked links are in the
 * order of their last check, collecting them is faster.
 */
const MAX_WALK_MS = 300;

const BATCH = 2_000;
/** The code of a command that worked longer than its limit. */
const TOO_LONG = 50;

/** The part of a stored document that a page needs. */
type JsonDocument = Pick<StoredDocument, 'doc'>;

export interface FoundJson {
  /** The documents as JSON. */
  readonly docs: readonly string[];
  readonly total: number;
}

/** The state of the view that a query sees. */
export interface ViewSnapshot {
  readonly session: ClientSession;
  /** The total of the query in this state, cached or counted. */
  total(query: string, count: () => Promise<number>): Promise<number>;
}

/** The matches are far from the beginning of the order: find them again without walking. */
export class LongWalkError extends Error {
  override readonly name = 'LongWalkError';
}

export function isTooLong(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === TOO_LONG;
}

/** Answers `find` for one collection. */
export class ViewFinder {
  readonly #collection: Collection<StoredDocument>;
  readonly #schema: ViewSchema;
  readonly #indexes: readonly ListIndex[];
  readonly #estimates: Estimates;
  readonly #maxWalkMs: number;

  /** @param maxWalkMs milliseconds, from 1, for walking to a page. */
  constructor(
    collection: Collection<StoredDocument>,
    schema: ViewSchema,
    estimates: Estimates,
    maxWalkMs = MAX_WALK_MS,
  ) {
    this.#collection = collection;
    this.#schema = schema;
    this.#indexes = listIndexesOf(schema);
    this.#estimates = estimates;
    this.#maxWalkMs = maxWalkMs;
  }

  /** The name of the collection. */
  get name(): string {
    return this.#collection.collectionName;
  }

  /** The access paths for the plan. Asks for sizes only if there is a choice. */
  async pathsTo(plan: FindPlan): Promise<AccessPaths> {
    const { filters, needle, partitions } = plan;
    const exact = this.#indexes.find((index) => needle === null && isExact(index, plan));
    if (exact !== undefined) {
      const only = { index: exact.name, keys: 0, covers: true };
      return { narrowest: only, ordered: only, atMost: ESTIMATED };
    }
    const few = needle === null && (filters.length === 0 || (filters.length === 1 && isForAll(plan)));
    const size = (filter: FindPlan['filters']) => (few ? 1 : this.#estimate(partitions, filter));
    const [all, ...each] = await Promise.all([size([]), ...filters.map((filter) => size([filter]))]);
    return this.#paths(
      plan,
      all,
      each.map((count) => Math.min(count, all)),
    );
  }

  /**
   * The page, if it is found without a transaction and its total is known or follows from it; else null.
   * @param knownTotal the total, if it is known.
   * @param last added to the pipeline; its documents come last.
   * @throws LongWalkError if walking takes too long.
   */
  async findAtOnce<Last extends object>(
    plan: FindPlan,
    paths: AccessPaths,
    knownTotal: number | undefined,
    last: readonly Document[],
  ): Promise<{ readonly rows: readonly (JsonDocument | Last)[]; totalOf(found: number): number | null } | null> {
    const { skip, limit } = plan;
    const path =
      onlyPath(plan, paths) ??
      (knownTotal === undefined ? null : this.#pathTo(plan, paths, knownTotal, undefined, true));
    const [part, ...others] = partsOf(plan);
    if (path === null || part === undefined || limit === 0) return null;
    const match = { $and: [matchOf(plan), ...pageTerms(plan), ...part.terms] };
    const rows = await this.#inTime(path, async () => {
      if (isDeep(plan, path)) {
        const ids = await this.#idsOfPage(match, plan, path, { sort: part.sort, skip, limit });
        return this.#inOrderOf<Last>(ids, last);
      }
      const stages = [
        { $match: match },
        { $sort: part.sort },
        ...(skip > 0 ? [{ $skip: skip }] : []),
        ...(limit === Number.POSITIVE_INFINITY ? [] : [{ $limit: limit }]),
        { $project: { _id: 0, doc: 1 } },
        ...last,
      ];
      return this.#aggregate<JsonDocument | Last>(stages, path);
    });
    // A page that is not full continues in the next part.
    const isWhole = (found: number) => others.length === 0 || found === limit;
    return { rows, totalOf: (found) => (isWhole(found) ? (totalFrom(plan, found) ?? knownTotal ?? null) : null) };
  }

  /** The documents with these ids, in their order, then the document without an id that the last stages add. */
  async #inOrderOf<Last extends object>(
    ids: readonly string[],
    last: readonly Document[],
  ): Promise<readonly (JsonDocument | Last)[]> {
    const stages = [{ $match: { _id: { $in: [...ids] } } }, { $project: { doc: 1 } }, ...last];
    const found = await this.#aggregate<JsonDocument | Last>(stages, byIds(ids));
    const docs = new Map<unknown, JsonDocument | Last>(found.map((row) => ['_id' in row ? row._id : null, row]));
    return [...ids, null].flatMap((id) => docs.get(id) ?? []);
  }

  #aggregate<T extends object>(stages: readonly Document[], access: AccessPath): Promise<T[]> {
    return this.#collection.aggregate<T>([...stages], { ...commandBy(access), batchSize: BATCH }).toArray();
  }

  /** @throws LongWalkError if walking takes too long, unless `mayWalk` is false. */
  async find(plan: FindPlan, paths: AccessPaths, snapshot: ViewSnapshot, mayWalk: boolean): Promise<FoundJson> {
    const { narrowest } = paths;
    const { session } = snapshot;
    const searched: { ids?: readonly string[] } = {};
    const total = () =>
      snapshot.total(countKey(plan), async () => {
        const options = { ...limitOf(plan.countUpTo), session };
        if (plan.needle === null || plan.limit === 0 || plan.countUpTo > MAX_COUNTED) {
          return this.#count(matchOf(plan), narrowest.index, options);
        }
        // The page needs the ids of the matches: a second search would take as long as the first.
        searched.ids = await this.#ids(plan, narrowest.index, options);
        return searched.ids.length;
      });
    if (plan.limit === 0) return { docs: [], total: await total() };
    const only = onlyPath(plan, paths);
    if (only !== null) {
      const docs = await this.#page(plan, only, session);
      return { docs, total: totalFrom(plan, docs.length) ?? (await total()) };
    }
    const counted = await total();
    if (counted === 0 || (counted < plan.countUpTo && plan.skip >= counted)) return { docs: [], total: counted };
    const path = this.#pathTo(plan, paths, counted, searched.ids, mayWalk);
    return { docs: await this.#inTime(path, () => this.#page(plan, path, session)), total: counted };
  }

  /** Chooses the cheaper access path: walk the sort index, or fetch the matching ids. */
  #pathTo(
    plan: FindPlan,
    { narrowest, ordered, atMost }: AccessPaths,
    counted: number,
    ids: readonly string[] | undefined,
    mayWalk: boolean,
  ): AccessPath {
    const isWhole = counted < plan.countUpTo;
    const matches = isWhole || plan.needle !== null ? counted : Math.max(counted, atMost);
    const path = isWhole && ids !== undefined ? byIds(ids) : narrowest;
    const walks = mayWalk && ordered !== null && isCheaper(plan, ordered, path, matches);
    return walks ? { ...ordered, maxMs: this.#maxWalkMs } : path;
  }

  /** @throws LongWalkError if the access path has its own limit and takes longer. */
  async #inTime<T>({ maxMs }: AccessPath, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (maxMs === undefined || !isTooLong(error)) throw error;
      throw new LongWalkError('the walk took too long', { cause: error });
    }
  }

  #paths(plan: FindPlan, all: number, each: readonly number[]): AccessPaths {
    const { filters, needle, partitions } = plan;
    const sizes = new Map(filters.map(({ field }, index) => [field, each[index] ?? all]));
    const isCovered = (covers: readonly string[]) => filters.every(({ field }) => covers.includes(field));
    const accessBy = ({ name, keys, covers }: ListIndex): AccessPath => {
      const end = keys.findIndex((key) => !sizes.has(key));
      const bounds = keys.slice(0, end === -1 ? keys.length : end).map((key) => sizes.get(key) ?? all);
      return { index: name, keys: Math.min(all, ...bounds), covers: needle === null && isCovered(covers) };
    };
    const byText = { index: TEXT, keys: all, covers: isCovered(coveredByText(this.#schema)) };
    const narrowest = cheapest([...(needle === null ? [] : [byText]), ...this.#indexes.map(accessBy)]);
    const inOrder = this.#indexes.filter((index) => isInOrder(index, plan)).map(accessBy);
    if (partitions === null && plan.order.field === null) inOrder.push({ index: ID_INDEX, keys: all, covers: false });
    // Estimates have a limit: of two indexes that reach it, the later one is the narrower.
    const ordered = inOrder.length === 0 ? null : cheapest(inOrder.toReversed());
    const isBest = ordered !== null && costOf(ordered) <= costOf(narrowest);
    return { narrowest: isBest ? ordered : narrowest, ordered, atMost: Math.min(all, ...each) };
  }

  async #estimate(partitions: FindPlan['partitions'], filters: FindPlan['filters']): Promise<number> {
    const [filter] = filters;
    if (filter === undefined && partitions === null) return this.#size();
    const key = JSON.stringify([this.#collection.collectionName, partitions, filters]);
    const count = await this.#estimates.of(key, () =>
      this.#count(matchOf({ partitions, filters, needle: null }), this.#indexOf(filter?.field ?? null), {
        limit: ESTIMATED,
      }),
    );
    return count < ESTIMATED ? count : this.#size();
  }

  /** An index that finds the documents with a value of the field; null for all documents. */
  #indexOf(field: string | null): string {
    const has = ({ keys }: ListIndex) => (field === null ? keys.length === 0 : keys.includes(field));
    const found = this.#indexes.find(({ keys }) => field !== null && keys[0] === field) ?? this.#indexes.find(has);
    return found?.name ?? ID_INDEX;
  }

  #size(): Promise<number> {
    return this.#estimates.of(this.#collection.collectionName, () => this.#collection.estimatedDocumentCount());
  }

  async #ids(
    plan: FindPlan,
    hint: string,
    options: { readonly limit?: number; readonly session: ClientSession },
  ): Promise<readonly string[]> {
    const projection = { _id: 1 };
    const found = await this.#collection
      .find(matchOf(plan), { ...options, hint, projection, maxTimeMS: MAX_FIND_MS, batchSize: BATCH })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  #count(
    match: Filter<StoredDocument>,
    index: string,
    options: { readonly limit?: number; readonly session?: ClientSession },
  ): Promise<number> {
    return this.#collection.countDocuments(match, { ...options, hint: index, maxTimeMS: MAX_FIND_MS });
  }

  /** The documents of the page, as JSON, in order. */
  async #page(plan: FindPlan, access: AccessPath, session: ClientSession): Promise<readonly string[]> {
    const docs: string[] = [];
    let { skip } = plan;
    for (const { sort, terms } of partsOf(plan)) {
      const all = access.ids === undefined ? matchOf(plan) : { _id: { $in: [...access.ids] } };
      const match = { $and: [all, ...pageTerms(plan), ...terms] };
      const limit = plan.limit - docs.length;
      const found = await this.#read(match, plan, access, { sort, skip, limit }, session);
      docs.push(...found);
      if (docs.length === plan.limit) break;
      // The page continues in the next part: documents not skipped in this part are skipped there.
      if (skip > 0) skip -= found.length > 0 ? skip : await this.#count(match, access.index, { limit: skip, session });
    }
    return docs;
  }

  async #read(
    match: Filter<StoredDocument>,
    plan: FindPlan,
    access: AccessPath,
    { sort, skip, limit }: { readonly sort: Sort; readonly skip: number; readonly limit: number },
    session: ClientSession,
  ): Promise<readonly string[]> {
    if (isDeep({ skip }, access)) {
      const ids = await this.#idsOfPage(match, plan, access, { sort, skip, limit }, session);
      return (await getJson(this.#collection, ids, { session })).map(([, doc]) => doc);
    }
    const options = { ...this.#options(plan, access), sort, skip, ...limitOf(limit), session };
    const rows = await this.#collection.find(match, options).toArray();
    return rows.map(({ doc }) => doc);
  }

  /** Reads only the keys of the index. */
  async #idsOfPage(
    match: Filter<StoredDocument>,
    plan: FindPlan,
    access: AccessPath,
    { sort, skip, limit }: { readonly sort: Sort; readonly skip: number; readonly limit: number },
    session?: ClientSession,
  ): Promise<readonly string[]> {
    const options = { ...this.#options(plan, access), projection: { _id: 1 }, sort, skip, ...limitOf(limit) };
    const keys = await this.#collection
      .find(match, session === undefined ? options : { ...options, session })
      .toArray();
    return keys.map(({ _id }) => _id);
  }

  #options({ limit }: FindPlan, access: AccessPath) {
    return {
      ...commandBy(access),
      projection: { _id: 0, doc: 1 },
      ...(limit > 100 ? { batchSize: BATCH } : {}),
    } satisfies FindOptions;
  }
}

/** The options of a command for this access path. */
function commandBy({ index, maxMs = MAX_FIND_MS }: AccessPath) {
  return { hint: index, maxTimeMS: maxMs, allowDiskUse: true };
}

/** Whether the documents before the page are better skipped by their keys alone. */
function isDeep({ skip }: Pick<FindPlan, 'skip'>, { covers }: AccessPath): boolean {
  return skip >= DEEP_SKIP && covers;
}

/** The documents as JSON with their ids, in the order of `ids`, without missing ones. */
export async function getJson(
  collection: Collection<StoredDocument>,
  ids: readonly string[],
  how: Pick<FindOptions, 'session' | 'readConcern'> = {},
): Promise<readonly (readonly [id: string, doc: string])[]> {
  if (ids.length === 0) return [];
  const options = { ...how, projection: { doc: 1 }, batchSize: ids.length + 1 };
  const rows = await collection.find({ _id: { $in: [...ids] } }, options).toArray();
  const docs = new Map(rows.map(({ _id, doc }) => [_id, doc]));
  return ids.flatMap((id) => {
    const doc = docs.get(id);
    return doc === undefined ? [] : [[id, doc] as const];
  });
}

/** Empty keys are the greatest: backwards they would come first, so they are read after the others. */
function partsOf({ order: { field, descending } }: FindPlan): readonly SortedPart[] {
  const direction = descending ? -1 : 1;
  if (field === null) return [{ sort: { _id: direction }, terms: [] }];
  const key = `k.${field}`;
  const sort: Sort = { [key]: direction, _id: direction };
  return descending
    ? [
        { sort, terms: [{ [key]: { $lt: EMPTY } }] },
        // Documents without a value are in the order of their ids, as in the index within one key.
        { sort: { _id: direction }, terms: [{ [key]: EMPTY }] },
      ]
    : [{ sort, terms: [] }];
}

interface SortedPart {
  readonly sort: Sort;
  readonly terms: readonly Filter<StoredDocument>[];
}

function limitOf(limit: number): { readonly limit?: number } {
  return limit === Number.POSITIVE_INFINITY ? {} : { limit };
}
