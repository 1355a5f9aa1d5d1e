/** What the thread that finds and the one that answers people say to each other. */
import type { FindQuery, ViewSchema } from '../../../ports/read-store.ts';
import type { FoundJson } from '../views/view-finder.ts';
import type { Written } from '../views/view-store.ts';

/** What the thread is started with. */
export interface FindWorkerData {
  /** The file of the views. */
  readonly file: string;
  readonly schemas: readonly ViewSchema[];
  /** Whether it is told of what is written to the file. */
  readonly isTold: boolean;
}

/** A question, by a number that the answer has too. */
export interface FindRequest {
  readonly number: number;
  readonly view: string;
  readonly query: FindQuery;
}

export type ToFinder =
  | { readonly kind: 'find'; readonly question: FindRequest }
  /** What another thread committed, in order. */
  | { readonly kind: 'written'; readonly written: Written }
  /** Nobody knows what was told and what was not. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'stop' };

export type FromFinder =
  | { readonly number: number; readonly found: FoundJson }
  /** What `find` threw. */
  | { readonly number: number; readonly error: unknown };
