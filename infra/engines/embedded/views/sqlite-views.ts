import type {
  CommitNotice,
  FindQuery,
  FindResult,
  ReadStore,
  ViewDoc,
  ViewSchema,
} from '../../../ports/storage/read-store.ts';
import type { RowChange } from './total-cache.ts';
import type { FoundJson } from './view-finder.ts';
import type { EmptyView } from './view-versions.ts';

export interface SqliteViews extends ReadStore {
  /** Works like `find`, with the documents as JSON, to send them to another thread. */
  findJson(view: string, query: FindQuery): Promise<FoundJson>;
  /** The views that were at position 0 when the store was opened, although the log may be long. */
  readonly emptyViews: readonly EmptyView[];
  /** Calls `listener` after each commit of this connection, from now on. */
  onCommit(listener: (commit: CommitDetails) => void): void;
  /**
   * From now on another connection writes, and must report each commit in order. `find` waits for these notices, so
   * that its totals and its rows come from the same state.
   */
  attachWriter(): NoticeSink;
  /**
   * Replaces views with those that another store filled, including companions. Tables and indexes are copied unchanged,
   * which costs a small part of filling them; only the indexes of `search` are built again.
   * @param file a closed file of `openSqliteDraft`.
   */
  takeOver(file: string, filled: readonly ViewSchema[]): void;
  /** Removes the tables of every version of a view that this build does not use. */
  dropOtherVersions(): void;
  close(): void;
}

/** A commit with its changed values, to update totals. It can be sent to another thread. */
export interface CommitDetails extends CommitNotice {
  /** By view, including companions; null if there are too many to list. */
  readonly changes: ReadonlyMap<string, readonly RowChange[]> | null;
}

/** Receives the commits of another connection. */
export interface NoticeSink {
  notify(commit: CommitDetails): void;
  /** Commit notices may have been lost: drops cached totals and reads the positions from the file. */
  reset(): void;
}

/** Parses a result of `findJson`. */
export function parseRows<Doc extends ViewDoc>({ docs, total }: FoundJson): FindResult<Doc> {
  return { rows: docs.map((doc): Doc => JSON.parse(doc)), total };
}
