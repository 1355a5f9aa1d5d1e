/** The documents that nearly every answer needs, cached in memory: for views on another machine. */
import type {
  CommitNotice,
  FindQuery,
  FindResult,
  ReadStore,
  ViewDoc,
  ViewRef,
} from '../../infra/ports/storage/read-store.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { users } from '../../projections/views/people/users.ts';
import { ACCESS_VIEWS } from '../access/access.ts';

/** The views that access depends on, and the names in lists. Many requests read them, few commits change them. */
const CACHED_VIEWS: ReadonlySet<string> = new Set([...ACCESS_VIEWS, users, campaigns].map(({ name }) => name));
/** The longest time in the cache, in milliseconds: a notice may be late, as when a connection hangs. */
const MAX_AGE_MS = 1_000;
/** The most documents, and the most answers, cached of one view. */
const MAX_CACHED = 10_000;
/** The longest answer that is cached. */
const MAX_ROWS = 100;

/** The documents and answers that were read from one view since its last change. */
interface CachedView {
  readonly since: number;
  /** By id; null for a missing document. */
  readonly documents: Map<string, ViewDoc | null>;
  /** By query. */
  readonly answers: Map<string, FindResult<ViewDoc>>;
}

interface CachedReads {
  /** Reads from memory, unless a commit that `follow` has noticed may have changed the result. */
  readonly reads: ReadStore;
  /** Follows the commits until `signal` aborts. Before that, nothing is cached. */
  follow(signal: AbortSignal): Promise<void>;
}

/**
 * Caches memberships, teams, people and campaigns until a commit writes to their view, but for a second at most. Once
 * `reached` has resolved to true, the cache has nothing older than that position.
 * @param monotonicMs a clock that never goes back.
 */
export function cachedReads(live: ReadStore, monotonicMs = () => performance.now()): CachedReads {
  const cached = new Map<string, CachedView>();
  const noticed = new Map<string, number>();
  let isFollowing = false;

  const cacheOf = (view: string): CachedView | null => {
    if (!isFollowing || !CACHED_VIEWS.has(view)) return null;
    const current = cached.get(view);
    const size = current === undefined ? 0 : current.documents.size + current.answers.size;
    if (current !== undefined && size < MAX_CACHED && monotonicMs() - current.since < MAX_AGE_MS) return current;
    // A read that began earlier fills the replaced entry, which nobody uses.
    const empty: CachedView = { since: monotonicMs(), documents: new Map(), answers: new Map() };
    cached.set(view, empty);
    return empty;
  };

  const take = (notice: CommitNotice | 'lost') => {
    if (notice === 'lost') {
      cached.clear();
      // A rebuilt view may be at an earlier position than before.
      noticed.clear();
      return;
    }
    noticed.set(notice.view, notice.position);
    if (notice.hasWrites) cached.delete(notice.view);
  };

  async function getMany<Doc extends ViewDoc>(view: ViewRef<Doc>, ids: readonly string[]): Promise<Doc[]> {
    const current = cacheOf(view.name);
    if (current === null) return live.getMany(view, ids);
    const documents = current.documents as Map<string, Doc | null>;
    const missing = ids.filter((id) => !documents.has(id));
    const read = missing.length === 0 ? [] : await live.getMany(view, missing);
    const found = new Map(read.map((doc) => [doc.id, doc]));
    for (const id of missing) documents.set(id, found.get(id) ?? null);
    return ids.flatMap((id) => documents.get(id) ?? []);
  }

  async function find<Doc extends ViewDoc, Field extends string>(
    view: ViewRef<Doc, Field>,
    query: FindQuery<NoInfer<Field>>,
  ): Promise<FindResult<Doc>> {
    const current = cacheOf(view.name);
    if (current === null) return live.find(view, query);
    const answers = current.answers as Map<string, FindResult<Doc>>;
    const key = JSON.stringify(query);
    const remembered = answers.get(key);
    const answer = remembered ?? (await live.find(view, query));
    if (remembered === undefined && answer.rows.length <= MAX_ROWS) answers.set(key, answer);
    return { ...answer, rows: [...answer.rows] };
  }

  return {
    reads: {
      getMany,
      find,
      async get(view, id) {
        const [doc] = await getMany(view, [id]);
        return doc ?? null;
      },
      async reached(view, position, signal) {
        const isReached = await live.reached(view, position, signal);
        // The store has reached the position, but its notice has not arrived.
        if (isReached && (noticed.get(view.name) ?? -1) < position) cached.delete(view.name);
        return isReached;
      },
      position: (view) => live.position(view),
      positions: (views) => live.positions(views),
      commit: (...args) => live.commit(...args),
      watch: (signal) => live.watch(signal),
      beginFilling: (view) => live.beginFilling(view),
      endFilling: (view) => live.endFilling(view),
    },
    async follow(signal) {
      isFollowing = true;
      try {
        for await (const notice of live.watch(signal)) take(notice);
      } finally {
        isFollowing = false;
      }
    },
  };
}
