/** Filters and stored documents, by the meaning of the operators in MongoDB's manual. Needs no server. */
import test from 'ava';
import fc from 'fast-check';
import { type Document, MaxKey, MinKey } from 'mongodb';
import type { FindQuery } from '../../../ports/storage/read-store.ts';
import { type Doc, referenceFind } from '../../../testing/contracts/reference-find.ts';
import { countsView, type ItemField, item, itemsView } from '../../../testing/contracts/sample-views.ts';
import { coveredByText, indexesOf, storedDocument } from './view-layout.ts';
import { isImpossible, matchOf, pageTerms, planOf } from './view-query.ts';
import { tagOf } from './view-versions.ts';

/** MongoDB's order: MinKey, numbers, text by its UTF-8 bytes, MaxKey. */
function compare(one: unknown, other: unknown): number {
  const rank = (value: unknown) =>
    value instanceof MinKey ? 0 : typeof value === 'number' ? 1 : typeof value === 'string' ? 2 : 3;
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  if (typeof one === 'number') return one - Number(other);
  return typeof one === 'string' ? Buffer.compare(Buffer.from(one), Buffer.from(String(other))) : 0;
}

function valueAt(document: Document, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Document)[key], document);
}

function matches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    if (key === '$and') return wanted.every((term: Document) => matches(document, term));
    if (key === '$or') return wanted.some((term: Document) => matches(document, term));
    const value = valueAt(document, key);
    if (typeof wanted !== 'object' || wanted instanceof MaxKey) return compare(value, wanted) === 0;
    return Object.entries(wanted).every(([operator, operand]) => {
      if (operator === '$in') return (operand as unknown[]).some((each) => compare(value, each) === 0);
      if (operator === '$gte') return compare(value, operand) >= 0;
      if (operator === '$gt') return compare(value, operand) > 0;
      if (operator === '$lt') return compare(value, operand) < 0;
      if (operator === '$regex') return new RegExp(String(operand)).test(String(value));
      throw new Error(`unknown operator ${operator}`);
    });
  });
}

test('filters match what the reference matches, and the keys sort as it sorts', (t) => {
  const text = fc.oneof(
    fc.constantFrom('', 'a', 'A', 'Ab', 'ß', 'SS', 'ω%', 'Ω', 'x.y"z', '\u{1f600}', '\uffee'),
    fc.string({ maxLength: 4 }),
  );
  const value = fc.oneof(text, fc.constant(null), fc.integer({ min: -3, max: 12 }));
  const scope = fc.constantFrom('team:1', 'Team:1', 'team:2', null);
  const doc = fc.record({
    ...{ id: fc.integer({ min: 0, max: 30 }).map(String), scope, title: text },
    ...{ status: value, size: value, note: fc.oneof(text, fc.constant(null)) },
  });
  const oneOrMore = (values: fc.Arbitrary<string | number | null>) =>
    fc.oneof(values, fc.array(values, { maxLength: 3 }));
  const query: fc.Arbitrary<FindQuery<ItemField>> = fc.record(
    {
      where: fc.record(
        { scope: oneOrMore(scope), status: oneOrMore(value), size: oneOrMore(value) },
        { requiredKeys: [] },
      ),
      contains: text,
      sort: fc.record({
        field: fc.constantFrom<ItemField>('title', 'status', 'size'),
        descending: fc.constant(false),
      }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.array(doc, { maxLength: 30 }),
      query,
      fc.constantFrom('after', 'before', null),
      (docs, asked, page) => {
        const model = new Map<string, Doc>(docs.map((each) => [each.id, each]));
        const full = page !== null && asked.sort === undefined ? { ...asked, [page]: '15' } : asked;
        const plan = planOf(itemsView, full);
        const stored = [...model].map(([id, each]) => storedDocument(itemsView, id, each));
        const match = matchOf(plan, ...pageTerms(plan));
        const found = isImpossible(plan) ? [] : stored.filter((each) => matches(each, match));
        const { field } = plan.order;
        found.sort(
          (one, other) => (field === null ? 0 : compare(one.k[field], other.k[field])) || compare(one._id, other._id),
        );
        if (field === null && plan.order.descending) found.reverse();
        t.deepEqual(
          found.map((each) => JSON.parse(each.doc)),
          referenceFind(model, itemsView, full).rows,
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('indexed values are never missing, null or arrays', (t) => {
  const { p, k, r, text } = storedDocument(countsView, 'x', { scope: null });
  t.true(p instanceof MaxKey);
  t.deepEqual(Object.keys(k), ['scope', 'amount']);
  t.deepEqual(r, { scope: 0, amount: 0 });
  t.is(text, '');
});

test('every condition has its indexes, and the fields that all lists filter by are covered', (t) => {
  const keys = new Map(indexesOf(itemsView).map(({ name, key }) => [name, Object.keys(key)]));
  t.deepEqual([...keys.keys()], ['all', 'by title', 'by status, size', 'by size', 'by size, title', 'text']);
  t.deepEqual(keys.get('by title'), ['p', 'k.title', '_id', 'r.title', 'k.status', 'r.status']);
  t.deepEqual(keys.get('by status, size'), [
    ...['p', 'k.status', 'k.size', '_id', 'r.status', 'r.size', 'k.title', 'r.title'],
  ]);
  t.deepEqual(coveredByText(itemsView), ['status']);
  t.deepEqual(keys.get('text'), ['p', 'text', '_id', 'k.status', 'r.status']);
});

test('another shape of a view, or of a companion, is another version', (t) => {
  const tags = [
    itemsView,
    { ...itemsView, version: 2 },
    { ...itemsView, search: ['title'] },
    { ...itemsView, covering: {} },
    { ...itemsView, orders: { size: [null] } },
    { ...itemsView, companions: [{ ...countsView, version: 2 }] },
  ].map(tagOf);
  t.is(new Set(tags).size, tags.length);
  t.regex(tags[0] ?? '', /^some-things@1-[0-9a-f]{8}$/);
});

test('only well-formed ids are stored', (t) => {
  t.throws(() => storedDocument(itemsView, 'a\ud800', item('a')), { instanceOf: TypeError });
});
