/** Views as of a position of the log, within the scopes of one caller. */
import type { FindQuery, FindResult, ViewDoc } from './read-store.ts';

/** The log up to a position, and the scopes that the caller may see. */
export interface Past {
  readonly position: number;
  readonly scopes: readonly string[];
}

/** Views by name, as they were. The implementation defines which views have a past. */
export interface PastViews {
  /** Works like `ReadStore.find`. @throws TooManyLinksError. */
  find(view: string, query: FindQuery, past: Past): Promise<FindResult<ViewDoc>>;
  /** Works like `ReadStore.getMany`. @throws TooManyLinksError. */
  getMany(view: string, ids: readonly string[], past: Past): Promise<readonly ViewDoc[]>;
}

/** A scope has more links than the memory for past states can hold. */
export class TooManyLinksError extends Error {
  override readonly name = 'TooManyLinksError';
  readonly most: number;

  constructor(scope: string, most: number) {
    super(`${scope} had more than ${most} links`);
    this.most = most;
  }
}
