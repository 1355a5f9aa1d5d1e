/** The documents that nearly every answer needs, kept in memory: for views on another machine. */
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

/** What decides what a person sees, and the names in lists. Many requests read them, few commits change them. */
const CACHED_VIEWS: ReadonlySet<string> = new Set([...ACCESS_VIEWS, users, campaigns].map(({ name }) => name));
/** Milliseconds that anything is kept at most: a notice may be late, as when a connection hangs. */
const MAX_AGE_MS = 1_000;
/** Documents and answers kept of one view. */
const MAX_KEPT = 10_000;
/** A longer answer is not kept. */
const MAX_ROWS = 100;

/** What was read from one view since its last change. */
interface Kept {
  readonly since: number;
  /** By id; null: there is none. */
  readonly documents: Map<string, ViewDoc | null>;
  /** By query. */
  readonly answers: Map<string, FindResult<ViewDoc>>;
}

export interface CachedReads {
  /** Answers from memory where no commit can have changed the answer, as far as `follow` knows. */
  readonly reads: ReadStore;
  /** Follows the commits until `signal` aborts. Until it is called, nothing is kept. */
  follow(signal: AbortSignal): Promise<void>;
}

/**
 * Keeps memberships, teams, people and campaigns until a commit writes to their view, but for no longer than a second. Once
 * `reached` has resolved to true, memory holds nothing older than that position.
 * @param monotonicMs a clock that never goes back.
 */
export function cachedReads(live: ReadStore, monotonicMs = () => performance.now()): CachedReads {
  const kept = new Map<string, Kept>();
  const noticed = new Map<string, number>();
  let isFollowing = false;

  const keptOf = (view: string): Kept | null => {
    if (!isFollowing || !CACHED_VIEWS.has(view)) return null;
    const known = kept.get(view);
    const size = known === undefined ? 0 : known.documents.size + known.answers.size;
    if (known !== undefined && size < MAX_KEPT && monotonicMs() - known.since < MAX_AGE_MS) return known;
    // A read that began before a change goes into what was replaced: it is lost, not stale.
    const empty: Kept = { since: monotonicMs(), documents: new Map(), answers: new Map() };
    kept.set(view, empty);
    return empty;
  };

  const take = (notice: CommitNotice | 'lost') => {
    if (notice === 'lost') {
      kept.clear();
      // A view that was rebuilt may be at an earlier position than the one before.
      noticed.clear();
      return;
    }
    noticed.set(notice.view, notice.position);
    if (notice.hasWrites) kept.delete(notice.view);
  };

  async function getMany<Doc extends ViewDoc>(view: ViewRef<Doc>, ids: readonly string[]): Promise<Doc[]> {
    const known = keptOf(view.name);
    if (known === null) return live.getMany(view, ids);
    const documents = known.documents as Map<string, Doc | null>;
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
    const known = keptOf(view.name);
    if (known === null) return live.find(view, query);
    const answers = known.answers as Map<string, FindResult<Doc>>;
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
        // The store has the position, but its notice has not arrived.
        if (isReached && (noticed.get(view.name) ?? -1) < position) kept.delete(view.name);
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
