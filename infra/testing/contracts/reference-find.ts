/** `find` in its simplest form, with array methods: the property tests compare every engine with it. */
import { foldCase } from '../../ports/case-folding.ts';
import { type FieldValue, type FindQuery, MAX_COUNTED, type ViewSchema } from '../../ports/read-store.ts';

/** A document of the suite's views. */
export type Doc = Readonly<Record<string, FieldValue>> & { readonly id: string };

/** The answer `find` should give over these documents, keyed by id. */
export function referenceFind(
  docs: ReadonlyMap<string, Doc>,
  schema: ViewSchema,
  query: FindQuery,
): { rows: Doc[]; total: number } {
  const {
    where = {},
    contains = '',
    sort,
    skip = 0,
    limit = Number.POSITIVE_INFINITY,
    after,
    countUpTo = MAX_COUNTED,
  } = query;
  const matching = [...docs].filter(([, doc]) => meets(doc, where) && holds(doc, schema.search ?? [], contains));
  const sorted = matching.toSorted(([id, doc], [otherId, other]) => {
    const order =
      sort === undefined ? 0 : compareValues(doc[sort.field] ?? null, other[sort.field] ?? null, sort.descending);
    return order === 0 ? (sort?.descending === true ? byCodePoint(otherId, id) : byCodePoint(id, otherId)) : order;
  });
  const page = sorted.filter(([id]) => after === undefined || byCodePoint(id, after) > 0).slice(skip, skip + limit);
  return { rows: page.map(([, doc]) => doc), total: Math.min(matching.length, countUpTo) };
}

function meets(doc: Doc, where: NonNullable<FindQuery['where']>): boolean {
  return Object.entries(where).every(([field, wanted]) =>
    (typeof wanted === 'object' && wanted !== null ? wanted : [wanted]).includes(doc[field] ?? null),
  );
}

function holds(doc: Doc, search: readonly string[], contains: string): boolean {
  if (contains === '') return true;
  return search.some((property) => {
    const value = doc[property];
    return typeof value === 'string' && foldCase(value).includes(foldCase(contains));
  });
}

function compareValues(one: FieldValue, other: FieldValue, descending: boolean): number {
  const empties = Number(isEmpty(one)) - Number(isEmpty(other));
  if (empties !== 0 || isEmpty(one)) return empties;
  const order = compare(one, other);
  return descending ? -order : order;
}

/** Numbers before text. */
function compare(one: FieldValue, other: FieldValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'number') return -1;
  if (typeof other === 'number') return 1;
  return byCodePoint(foldCase(one ?? ''), foldCase(other ?? ''));
}

function isEmpty(value: FieldValue): boolean {
  return value === null || value === '';
}

/** Code points, not UTF-16 units: the order of UTF-8 bytes, which is what databases compare. */
function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
