/** The read side: views of documents with declared fields. */

/** What a declared field of a view may hold. Text compares case-insensitively in sorting, exactly in `where`. */
export type FieldValue = string | number | null;

/** What a read store must know of a view before it can keep it. */
export interface ViewSchema {
  /** Lower case letters and hyphens. */
  readonly name: string;
  /** Raised whenever documents of an older build would be wrong: the view is then rebuilt from the log. */
  readonly version: number;
  /** The fields `where` and `sort` may name; each is read from the document's property of that name. */
  readonly fields: readonly string[];
  /** The declared field that nearly every `find` names first (the scope): it leads the indexes. */
  readonly partition?: string;
  /**
   * By a field that lists are sorted by: other declared fields, which lists sorted by it are filtered by, so that a store
   * need not look at each document on the way. Each change of one of them costs more for every field that names it: name
   * what changes together.
   */
  readonly covering?: Readonly<Record<string, readonly string[]>>;
  /** Text properties of the document that `contains` looks through. */
  readonly search?: readonly string[];
  /** Views written in this view's commits, under its checkpoint (counters kept from its documents). */
  readonly companions?: readonly ViewSchema[];
}

/** What `find` is asked. `where` is equality or membership; everything else asks for another view. */
export interface FindQuery {
  readonly where?: Readonly<Record<string, FieldValue | readonly FieldValue[]>>;
  /** A case-insensitive substring over the view's `search` properties. */
  readonly contains?: string;
  /** Text case-insensitively; empty values (null, '') last in both directions; ties by id in the same direction. */
  readonly sort?: { readonly field: string; readonly descending: boolean };
  /** Default 0. */
  readonly skip?: number;
  /** Default: no limit. */
  readonly limit?: number;
  /** Counts no further than this, from 1: a total of it says that there are so many at least. Default: counts all. */
  readonly countUpTo?: number;
}

/** One document to put, or with `null` to remove; `companion` names the companion view it belongs to. */
export interface ViewWrite {
  readonly id: string;
  readonly doc: object | null;
  readonly companion?: string;
}

/** The read side. Documents are plain JSON. A name that was not declared is a programming error and throws. */
export interface ReadStore {
  get<D extends object>(view: string, id: string): Promise<D | null>;
  /** In the order of `ids`, missing ones left out. */
  getMany<D extends object>(view: string, ids: readonly string[]): Promise<D[]>;
  find<D extends object>(view: string, query: FindQuery): Promise<{ readonly rows: D[]; readonly total: number }>;
  /** The position up to which the view has seen the log; 0 for a new view. */
  position(view: string): Promise<number>;
  /**
   * Writes the documents and moves the checkpoint from `expected` to `next` in one transaction. The conditional move
   * is its first step, so of two racing projectors one fails and writes nothing.
   * @throws ConflictError when the checkpoint is not at `expected`.
   */
  commit(view: string, expected: number, next: number, writes: readonly ViewWrite[]): Promise<void>;
  /**
   * Forgets a view, to be filled with a whole log at once: its documents, its companions' documents and its checkpoint.
   * What only serves `find` is made at the end: until then it is not to be asked. A view left so by a killed process is empty when
   * the store is opened again.
   */
  beginFilling(view: string): Promise<void>;
  endFilling(view: string): Promise<void>;
}
