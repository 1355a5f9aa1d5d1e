/** `find` in its simplest form, with array methods: the property tests compare every engine with it. */

import {
  type FieldValue,
  type FindQuery,
  type FindResult,
  MAX_COUNTED,
  type ViewDoc,
  type ViewSchema,
} from '../../ports/storage/read-store.ts';
import { foldCase } from '../../ports/text/case-folding.ts';
import { searchable, sought } from '../../ports/text/searched-text.ts';

/** A document of the suite's views. */
export type Doc = Readonly<Record<string, FieldValue>> & { readonly id: string };

/** What `find` should return for these documents, keyed by id. */
export function referenceFind<D extends ViewDoc>(
  docs: ReadonlyMap<string, D>,
  schema: ViewSchema,
  query: FindQuery,
): FindResult<D> {
  const { where = {}, contains = '', sort, skip = 0, limit = Number.POSITIVE_INFINITY, after, before } = query;
  const all = [...docs].map(([id, doc]) => ({ id, doc, values: fieldValues(doc) }));
  const matching = all.filter(({ values }) => meets(values, where) && holds(values, schema.search ?? [], contains));
  const sorted = matching.toSorted((one, other) => {
    const [value, otherValue] = sort === undefined ? [null, null] : [one.values(sort.field), other.values(sort.field)];
    const order = compareValues(value, otherValue, sort?.descending === true);
    if (order !== 0) return order;
    const isDescending = sort?.descending === true || before !== undefined;
    return isDescending ? byCodePoint(other.id, one.id) : byCodePoint(one.id, other.id);
  });
  const isOnPage = ({ id }: { readonly id: string }) =>
    (after === undefined || byCodePoint(id, after) > 0) && (before === undefined || byCodePoint(id, before) < 0);
  const page = sorted.filter(isOnPage).slice(skip, skip + limit);
  return { rows: page.map(({ doc }) => doc), total: Math.min(matching.length, query.countUpTo ?? MAX_COUNTED) };
}

type Values = (field: string) => FieldValue;

function fieldValues(doc: object): Values {
  const properties: Readonly<Record<string, unknown>> = { ...doc };
  return (field) => {
    const value = properties[field];
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  };
}

function meets(values: Values, where: NonNullable<FindQuery['where']>): boolean {
  return Object.entries(where).every(([field, wanted = null]) =>
    (typeof wanted === 'object' && wanted !== null ? wanted : [wanted]).includes(values(field)),
  );
}

function holds(values: Values, search: readonly string[], contains: string): boolean {
  if (contains === '') return true;
  return search.some((property) => {
    const value = values(property);
    return typeof value === 'string' && searchable(value).includes(sought(contains));
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
