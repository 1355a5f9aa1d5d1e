/** The messages between the thread that searches the views and the thread that answers requests. */
import type { FindQuery, ViewSchema } from '../../../ports/storage/read-store.ts';
import type { CommitDetails } from '../views/sqlite-views.ts';
import type { FoundJson } from '../views/view-finder.ts';

/** The thread's start data. */
export interface FindWorkerData {
  /** The file of the views. */
  readonly file: string;
  readonly schemas: readonly ViewSchema[];
}

/** A request, with a number that its answer repeats. */
export interface FindRequest {
  readonly number: number;
  readonly view: string;
  readonly query: FindQuery;
}

export type ToFinder =
  | { readonly kind: 'find'; readonly request: FindRequest }
  /** From now on each commit is reported. */
  | { readonly kind: 'attach' }
  /** The commits of another thread, in order. */
  | { readonly kind: 'written'; readonly written: CommitDetails }
  /** Commit notices may have been lost: drop cached totals. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'stop' };

export type FromFinder =
  | { readonly number: number; readonly found: FoundJson }
  /** The error that `find` threw. */
  | { readonly number: number; readonly error: unknown };
