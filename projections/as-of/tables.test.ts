import test from 'ava';
import fc from 'fast-check';
import type { FindQuery } from '../../infra/ports/storage/read-store.ts';
import { type Doc, referenceFind } from '../../infra/testing/contracts/reference-find.ts';
import { type ItemField, itemsView, puts } from '../../infra/testing/contracts/sample-views.ts';
import { Tables } from './tables.ts';

const text = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'Ab', 'ß', 'SS', 'Ω', 'ω%', '日本語', '\u{1f375}', '\uffee', 'https://example.com/a'),
  fc.string({ maxLength: 6 }),
);
const value = fc.oneof(text, fc.constant(null), fc.integer({ min: -3, max: 12 }));
const scope = fc.constantFrom('user:1', 'team:1', 'team:2', null);
const doc = fc.record({
  ...{ id: fc.integer({ min: 0, max: 60 }).map(String), scope, title: text, size: value },
  ...{ status: fc.constantFrom('live', 'removed', 'Live', null, ''), note: fc.oneof(text, fc.constant(null)) },
});
const query: fc.Arbitrary<FindQuery<ItemField>> = fc.record(
  {
    where: fc.record(
      { scope: fc.oneof(scope, fc.array(scope, { maxLength: 3 })), size: fc.oneof(value, fc.array(value)) },
      { requiredKeys: [] },
    ),
    contains: text,
    sort: fc.record({
      field: fc.constantFrom<ItemField>('scope', 'title', 'status', 'size'),
      descending: fc.boolean(),
    }),
    ...{ skip: fc.nat(12), limit: fc.nat(12), countUpTo: fc.integer({ min: 1, max: 30 }) },
  },
  { requiredKeys: [] },
);
const byId = fc
  .tuple(query, fc.constantFrom('after', 'before'), fc.integer({ min: 0, max: 60 }).map(String))
  .map(([{ sort: _, ...rest }, side, id]): FindQuery<ItemField> => ({ ...rest, [side]: id }));

test('any query over any documents, in one or several tables, finds what a read store finds', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(doc, { maxLength: 25 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(query, byId), { minLength: 1, maxLength: 6 }),
      async (parts, queries) => {
        const model = new Map<string, Doc>();
        const tables: Tables[] = [];
        for (const [index, docs] of parts.entries()) {
          const own = docs.map((each) => ({ ...each, id: `${index}-${each.id}` }));
          const part = new Tables();
          await part.commit(itemsView, 0, 1, puts(own));
          for (const each of own) model.set(each.id, each);
          tables.push(part);
        }
        for (const asked of queries) {
          t.deepEqual(Tables.find(tables, itemsView, asked), referenceFind(model, itemsView, asked));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('documents written later are found, and removed ones are not', async (t) => {
  const tables = new Tables();
  const item = (id: string, title: string) => ({ id, doc: { id, scope: 'a', title } });
  const titles = () => Tables.find([tables], itemsView, { sort: { field: 'title', descending: false } }).rows;
  await tables.commit(itemsView, 0, 1, [item('1', 'b'), item('2', 'a')]);
  t.deepEqual(
    titles().map(({ id }) => id),
    ['2', '1'],
  );
  await tables.commit(itemsView, 1, 2, [item('2', 'c'), { id: '1', doc: null }]);
  t.deepEqual(titles(), [{ id: '2', scope: 'a', title: 'c' }]);
});
