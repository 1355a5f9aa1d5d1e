/** The read side: views of documents with declared fields. */

/** The type of a declared field. Text compares case-insensitively in sorting, exactly in `where`. */
export type FieldValue = string | number | null;

/** What a read store must know of a view to store it. */
export interface ViewSchema<Field extends string = string> {
  /** Lower case letters and hyphens. */
  readonly name: string;
  /** Raised whenever documents of an older build would be wrong: the view is then rebuilt from the log. */
  readonly version: number;
  /** The fields `where` and `sort` may name; each is read from the document's property of that name. */
  readonly fields: readonly Field[];
  /** The declared field that nearly every `find` names first (the scope): it leads the indexes. */
  readonly partition?: Field;
  /**
   * All documents of a partition are read in the order of their ids, which is that in which they were written: a store keeps
   * them side by side if it can. Only for views without `search`.
   */
  readonly clustered?: true;
  /**
   * By a field that lists are sorted by: other declared fields, which lists sorted by it are filtered by, so that a store
   * need not look at each document on the way. Each change of one of them costs more for every field that names it: name
   * what changes together.
   */
  readonly covering?: Readonly<Partial<Record<Field, readonly Field[]>>>;
  /**
   * By a field that lists are filtered by: the fields that such lists are sorted by; null: by id. The fields that leave
   * most documents come first. A store may keep an index for each, and need not have others. Default: each field alone,
   * by id.
   */
  readonly orders?: Readonly<Partial<Record<Field, readonly (Field | null)[]>>>;
  /** Text properties of the document that `contains` searches. */
  readonly search?: readonly string[];
  /** Views written in this view's commits, under its checkpoint (counters kept from its documents). */
  readonly companions?: readonly ViewSchema[];
}

/** A document of a view: plain JSON with its id. */
export interface ViewDoc {
  readonly id: string;
}

/** Exists in types only: the type of a view's documents. */
declare const DOC: unique symbol;

/** A view as its readers name it: the schema, with the type of its documents and of its declared fields. */
export interface ViewRef<Doc extends ViewDoc = ViewDoc, Field extends string = string> extends ViewSchema<Field> {
  readonly [DOC]?: Doc;
}

/** The arguments of `find`. `where` is equality or membership; a view that needs more gets another view. */
export interface FindQuery<Field extends string = string> {
  readonly where?: Readonly<Partial<Record<Field, FieldValue | readonly FieldValue[]>>>;
  /** A case-insensitive substring over the view's `search` properties. */
  readonly contains?: string;
  /** Text case-insensitively; empty values (null, '') last in both directions; ties by id in the same direction. */
  readonly sort?: { readonly field: Field; readonly descending: boolean };
  /** Only documents whose id comes after this one, by code points. Not together with `sort`. */
  readonly after?: string;
  /** Only documents whose id comes before this one; the greatest id comes first. Not together with `sort` or `after`. */
  readonly before?: string;
  /** Default 0. */
  readonly skip?: number;
  /** Default: no limit. */
  readonly limit?: number;
  /** The total stops at this, from 1: then it means "at least so many". Infinity: an exact total. Default MAX_COUNTED. */
  readonly countUpTo?: number;
}

/** Totals stop here, unless a query asks for more. */
export const MAX_COUNTED = 10_000;

/**
 * One page of documents, and how many match `where` and `contains`, wherever the page begins. Both are of one state of
 * the view.
 */
export interface FindResult<Doc extends ViewDoc> {
  readonly rows: Doc[];
  readonly total: number;
}

/** One document to put, or with `null` to remove, in the view of the commit or in one of its companions. */
export interface ViewWrite {
  readonly id: string;
  readonly doc: object | null;
  readonly companion?: ViewRef;
}

/** A commit, as another process or thread reports it. */
export interface CommitNotice {
  /** The name of the view. */
  readonly view: string;
  readonly position: number;
  /** Whether it wrote or removed documents, those of companions among them. */
  readonly hasWrites: boolean;
  /** The note of the commit; null if it was missing or too large. */
  readonly note: object | null;
}

/** The read side. Documents are plain JSON. A view or field that was not declared is a programming error and throws. */
export interface ReadStore {
  get<Doc extends ViewDoc>(view: ViewRef<Doc>, id: string): Promise<Doc | null>;
  /** In the order of `ids`, missing ones left out. */
  getMany<Doc extends ViewDoc>(view: ViewRef<Doc>, ids: readonly string[]): Promise<Doc[]>;
  find<Doc extends ViewDoc, Field extends string>(
    view: ViewRef<Doc, Field>,
    query: FindQuery<NoInfer<Field>>,
  ): Promise<FindResult<Doc>>;
  /** The position up to which the view has seen the log; 0 for a new view. A companion has its owner's position. */
  position(view: ViewRef): Promise<number>;
  /** The positions of several views, in their order, read at once. */
  positions(views: readonly ViewRef[]): Promise<readonly number[]>;
  /**
   * Writes the documents and moves the checkpoint from `expected` to `next` in one transaction. The conditional move
   * is its first step, so of two racing projectors one fails and writes nothing.
   * @param note JSON for `watch`: the meaning of the commit.
   * @throws ConflictError when the checkpoint is not at `expected`.
   */
  commit(
    view: ViewRef,
    expected: number,
    next: number,
    writes: readonly ViewWrite[],
    note?: object | null,
  ): Promise<void>;
  /** Resolves to true once the view has seen the log up to `position`, to false when `signal` aborts first. */
  reached(view: ViewRef, position: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Each commit to any view from now on, those of other processes among them, in the order of each view's commits.
   * 'lost': notices are missing, read everything again. Ends when `signal` aborts.
   */
  watch(signal: AbortSignal): AsyncIterable<CommitNotice | 'lost'>;
  /**
   * Begins to fill a view from position 0 with a whole log at once, its companions too. From now on `get`, `getMany`,
   * `position` and `commit` work on the new documents; `find` returns the old ones or throws. `endFilling` builds the
   * indexes and puts the new documents in the place of the old. Until then another process, or the next one after a kill,
   * sees the view as it was before.
   */
  beginFilling(view: ViewRef): Promise<void>;
  endFilling(view: ViewRef): Promise<void>;
}
