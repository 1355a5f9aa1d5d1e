/**
 * Documents of views in memory: it commits like the runner's store, and finds like a read store. For the state of a
 * scope as of a position: some ten thousand documents, written once and then only read.
 */

import {
  type FieldValue,
  type FindQuery,
  type FindResult,
  MAX_COUNTED,
  type ViewDoc,
  type ViewRef,
  type ViewSchema,
  type ViewWrite,
} from '../../infra/ports/storage/read-store.ts';
import { foldCase } from '../../infra/ports/text/case-folding.ts';
import { searchText, sought } from '../../infra/ports/text/searched-text.ts';

/** The documents of one view. */
class Table {
  readonly schema: ViewSchema;
  readonly docs = new Map<string, ViewDoc>();
  /** By sort field, or null for the id: the documents in ascending order. */
  readonly #orders = new Map<string | null, OrderedDocs>();
  #texts: Map<string, string> | null = null;

  constructor(schema: ViewSchema) {
    this.schema = schema;
  }

  write(id: string, doc: ViewDoc | null): void {
    this.#orders.clear();
    this.#texts = null;
    if (doc === null) this.docs.delete(id);
    else this.docs.set(id, doc);
  }

  order(field: string | null): OrderedDocs {
    const ordered = this.#orders.get(field) ?? orderBy(field, [...this.docs.values()]);
    this.#orders.set(field, ordered);
    return ordered;
  }

  /** The searched text of a document. */
  text(doc: ViewDoc): string {
    this.#texts ??= new Map();
    const text = this.#texts.get(doc.id) ?? searchText({ ...doc }, this.schema.search ?? []);
    this.#texts.set(doc.id, text);
    return text;
  }
}

/** Documents in ascending order; documents without a value are separate, by id: they come last in both directions. */
interface OrderedDocs {
  readonly filled: readonly ViewDoc[];
  readonly empty: readonly ViewDoc[];
}

/** Some views in memory. */
export class Tables {
  readonly #tables = new Map<string, Table>();

  get<Doc extends ViewDoc>(view: ViewRef<Doc>, id: string): Doc | null {
    return this.#docs(view).get(id) ?? null;
  }

  async getMany<Doc extends ViewDoc>(view: ViewRef<Doc>, ids: readonly string[]): Promise<Doc[]> {
    const docs = this.#docs(view);
    return ids.flatMap((id) => docs.get(id) ?? []);
  }

  /** How many documents the view has. */
  count(view: ViewRef): number {
    return this.#table(view).docs.size;
  }

  /** Writes like a commit of a read store, without a checkpoint. */
  async commit(view: ViewRef, _expected: number, _next: number, writes: readonly ViewWrite[]): Promise<void> {
    for (const { id, doc, companion } of writes) this.#table(companion ?? view).write(id, doc as ViewDoc | null);
  }

  /** Keeps only the documents that `wanted` accepts. */
  keepOnly<Doc extends ViewDoc>(view: ViewRef<Doc>, wanted: (doc: Doc) => boolean): void {
    const table = this.#table(view);
    for (const doc of [...this.#docs(view).values()]) if (!wanted(doc)) table.write(doc.id, null);
  }

  /** As `find` of a read store with the documents of all these tables. No id may be in two of them. */
  static find<Doc extends ViewDoc>(
    tables: readonly Tables[],
    view: ViewRef<Doc>,
    { where = {}, contains = '', sort, after, before, skip = 0, limit, countUpTo = MAX_COUNTED }: FindQuery,
  ): FindResult<Doc> {
    const wanted = Object.entries(where).map(([field, value = null]) => {
      const values = new Set<FieldValue>(typeof value === 'object' && value !== null ? value : [value]);
      return [field, values] as const;
    });
    const needle = sought(contains);
    const field = sort?.field ?? null;
    const found = tables.map((each) => {
      const table = each.#table(view);
      const matches = (doc: ViewDoc) =>
        wanted.every(([name, values]) => values.has(fieldOf(doc, name))) &&
        (needle === '' || table.text(doc).includes(needle));
      const { filled, empty } = table.order(field);
      return { filled: filled.filter(matches), empty: empty.filter(matches) };
    });
    const [only] = found;
    const all = { filled: found.flatMap(({ filled }) => filled), empty: found.flatMap(({ empty }) => empty) };
    const { filled, empty } = found.length === 1 && only !== undefined ? only : orderBy(field, all.filled, all.empty);
    const isBackwards = sort?.descending === true || before !== undefined;
    const inOrder = [filled, empty].flatMap((part) => (isBackwards ? part.toReversed() : part));
    const rows = inOrder.filter(
      ({ id }) =>
        (after === undefined || compareTexts(id, after) > 0) && (before === undefined || compareTexts(id, before) < 0),
    );
    // A view's table has only documents of the view.
    const page = rows.slice(skip, limit === undefined ? undefined : skip + limit) as Doc[];
    return { rows: page, total: Math.min(inOrder.length, countUpTo) };
  }

  #docs<Doc extends ViewDoc>(view: ViewRef<Doc>): Map<string, Doc> {
    return this.#table(view).docs as Map<string, Doc>;
  }

  #table(view: ViewSchema): Table {
    const table = this.#tables.get(view.name) ?? new Table(view);
    this.#tables.set(view.name, table);
    return table;
  }
}

/** Puts documents into the order of a field; null: by id. */
function orderBy(field: string | null, docs: readonly ViewDoc[], moreDocs: readonly ViewDoc[] = []): OrderedDocs {
  const keyed = [...docs, ...moreDocs].map((doc) => ({ doc, key: field === null ? '' : keyOf(fieldOf(doc, field)) }));
  type Keyed = (typeof keyed)[number];
  const byId = (one: Keyed, other: Keyed) => compareTexts(one.doc.id, other.doc.id);
  const byKey = (one: Keyed, other: Keyed) => compareKeys(one.key, other.key) || byId(one, other);
  const docsOf = (list: readonly Keyed[]) => list.map(({ doc }) => doc);
  return {
    filled: docsOf(keyed.filter(({ key }) => key !== '').toSorted(byKey)),
    empty: docsOf(keyed.filter(({ key }) => key === '').toSorted(byId)),
  };
}

/** What a value sorts by; '' for an empty value. */
function keyOf(value: FieldValue): string | number {
  return typeof value === 'number' ? value : foldCase(value ?? '').toWellFormed();
}

function compareKeys(one: string | number, other: string | number): number {
  if (typeof one === 'number') return typeof other === 'number' ? one - other : -1;
  return typeof other === 'number' ? 1 : compareTexts(one, other);
}

/** Compares by code points, as UTF-8 sorts: UTF-16 sorts the characters from U+E000 to U+FFFF after higher ones. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [unit, otherUnit] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (unit === otherUnit) continue;
    const isHigher = unit >= 0xd800 && otherUnit >= 0xd800 && unit >= 0xe000 !== otherUnit >= 0xe000;
    return isHigher ? otherUnit - unit : unit - otherUnit;
  }
  return one.length - other.length;
}

function fieldOf(doc: ViewDoc, field: string): FieldValue {
  const value = (doc as Readonly<Record<string, unknown>> & ViewDoc)[field];
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? value : null;
}
