/** The read side: views of documents with declared fields. */

/** The type of a declared field. Text compares case-insensitively in sorting, exactly in `where`. */
export type FieldValue = string | number | null;

/** What a read store needs to know to store a view. */
export interface ViewSchema<Field extends string = string> {
  /** Lower case letters and hyphens. */
  readonly name: string;
  /** Raised whenever documents of an older build would be wrong: the view is then rebuilt from the log. */
  readonly version: number;
  /** The fields `where` and `sort` may name; each is read from the document's property of that name. */
  readonly fields: readonly Field[];
  /** The declared field that nearly every `find` uses first (the scope): it leads the indexes. */
  readonly partition?: Field;
  /**
   * All documents of a partition are read in the order of their ids, in which they were also written: a store places
   * them side by side if it can. Only for views without `search`.
   */
  readonly clustered?: true;
  /**
   * By sort field of lists: other declared fields by which those lists are filtered, so that a store need not read each
   * document on the way. Each change of such a field costs more for every field that names it: name fields that change
   * together.
   */
  readonly covering?: Readonly<Partial<Record<Field, readonly Field[]>>>;
  /**
   * By filter field of lists: the fields by which those lists are sorted; null: by id. Fields that leave most documents
   * come first. A store may have an index for each, and needs no others. Default: each field alone, by id.
   */
  readonly orders?: Readonly<Partial<Record<Field, readonly (Field | null)[]>>>;
  /** Text properties of the document that `contains` searches. */
  readonly search?: readonly string[];
  /** Views written in this view's commits, under its checkpoint (counters of its documents). */
  readonly companions?: readonly ViewSchema[];
}

/** A document of a view: plain JSON with its id. */
export interface ViewDoc {
  readonly id: string;
}

/** Only in types: the type of a view's documents. */
declare const DOC: unique symbol;

/** A view as its readers name it: the schema, with the type of its documents and of its declared fields. */
export interface ViewRef<Doc extends ViewDoc = ViewDoc, Field extends string = string> extends ViewSchema<Field> {
  readonly [DOC]?: Doc;
}

/** The arguments of `find`. `where` is equality or membership; further conditions need another view. */
export interface FindQuery<Field extends string = string> {
  readonly where?: Readonly<Partial<Record<Field, FieldValue | readonly FieldValue[]>>>;
  /**
   * A substring over the view's `search` properties, in any spelling of its letters and of addresses
   * (`text/searched-text.ts`).
   */
  readonly contains?: string;
  /**
   * Sorts text case-insensitively; empty values (null, '') last in both directions; ties by id in the same direction.
   */
  readonly sort?: { readonly field: Field; readonly descending: boolean };
  /** Only documents whose id comes after this one, by code points. Not together with `sort`. */
  readonly after?: string;
  /** Only documents whose id comes before this one; the greatest id comes first. Not together with `sort` or `after`. */
  readonly before?: string;
  /** Default 0. */
  readonly skip?: number;
  /** Default: no limit. */
  readonly limit?: number;
  /**
   * The total stops at this number, from 1: then it means "at least". Infinity: an exact total. Default MAX_COUNTED.
   */
  readonly countUpTo?: number;
}

/** Totals stop at this number, unless a query asks for more. */
export const MAX_COUNTED = 10_000;

/**
 * One page of documents, and how many match `where` and `contains`, wherever the page begins. Both come from the same
 * state of the view.
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
  /** Whether it wrote or removed documents, including those of companions. */
  readonly hasWrites: boolean;
  /** The note of the commit; null if it was missing or too large. */
  readonly note: object | null;
}

/** The read side. Documents are plain JSON. An undeclared view or field is a programming error and throws. */
export interface ReadStore {
  get<Doc extends ViewDoc>(view: ViewRef<Doc>, id: string): Promise<Doc | null>;
  /** In the order of `ids`, without missing ones. */
  getMany<Doc extends ViewDoc>(view: ViewRef<Doc>, ids: readonly string[]): Promise<Doc[]>;
  find<Doc extends ViewDoc, Field extends string>(
    view: ViewRef<Doc, Field>,
    query: FindQuery<NoInfer<Field>>,
  ): Promise<FindResult<Doc>>;
  /** The position up to which the view has read the log; 0 for a new view. A companion has its owner's position. */
  position(view: ViewRef): Promise<number>;
  /** The positions of several views, in their order, read at once. */
  positions(views: readonly ViewRef[]): Promise<readonly number[]>;
  /**
   * Writes the documents and moves the checkpoint from `expected` to `next` in one transaction. The conditional move is
   * its first step, so of two racing projectors one fails and writes nothing.
   * @param note JSON for `watch`: the meaning of the commit.
   * @throws ConflictError if the checkpoint is not at `expected`.
   */
  commit(
    view: ViewRef,
    expected: number,
    next: number,
    writes: readonly ViewWrite[],
    note?: object | null,
  ): Promise<void>;
  /** Resolves with true once the view has read the log up to `position`, with false when `signal` aborts first. */
  reached(view: ViewRef, position: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Each commit to any view from now on, including those of other processes, in the order of each view's commits.
   * 'lost': notices are missing, read everything again. Ends when `signal` aborts.
   */
  watch(signal: AbortSignal): AsyncIterable<CommitNotice | 'lost'>;
  /**
   * Begins to fill a view from position 0 with a whole log at once, including its companions. From now on `get`,
   * `getMany`, `position` and `commit` use the new documents; `find` returns the old ones or throws. `endFilling`
   * builds the indexes and replaces the old documents with the new. Until then another process, or the next one after a
   * kill, sees the view as it was before.
   */
  beginFilling(view: ViewRef): Promise<void>;
  endFilling(view: ViewRef): Promise<void>;
}
