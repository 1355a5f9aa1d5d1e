/** A read store against the reference: any documents, any query, any page. */
import test from 'ava';
import fc from 'fast-check';
import type { FindQuery, ReadStore, ViewSchema } from '../../ports/storage/read-store.ts';
import type { Opener } from '../temporary-folder.ts';
import { type Doc, referenceFind } from './reference-find.ts';
import { type ItemField, itemsView, plain, puts } from './sample-views.ts';

/** Registers the property test, as part of the read store's contract. */
export function readStoreModelContract(open: Opener<ReadStore, [schemas: readonly ViewSchema[]]>): void {
  test('any query over any documents returns the reference result, and its pages make up the whole', async (t) => {
    const text = fc.oneof(
      fc.constantFrom('', 'a', 'A', 'Ab', 'aB', 'ba', 'ß', 'SS', 'Ω', 'ω%', '日本語', 'https://example.com/a', 'x_y"z'),
      fc.string({ maxLength: 6 }),
    );
    const value = fc.oneof(text, fc.constant(null), fc.integer({ min: -3, max: 12 }));
    const scope = fc.constantFrom('user:1', 'team:1', 'team:2', null);
    const status = fc.constantFrom('live', 'removed', 'Live', null, '');
    const doc = fc.record({
      id: fc.integer({ min: 0, max: 60 }).map(String),
      scope,
      title: text,
      status,
      size: value,
      note: fc.oneof(text, fc.constant(null)),
    });
    const field = fc.constantFrom<ItemField>('scope', 'title', 'status', 'size');
    const query: fc.Arbitrary<FindQuery<ItemField>> = fc.record(
      {
        where: fc.record(
          {
            scope: fc.oneof(scope, fc.array(scope, { maxLength: 3 })),
            status: fc.oneof(status, fc.array(status, { maxLength: 3 })),
            size: fc.oneof(value, fc.array(value, { maxLength: 3 })),
          },
          { requiredKeys: [] },
        ),
        contains: text,
        sort: fc.record({ field, descending: fc.boolean() }),
        skip: fc.nat(12),
        limit: fc.nat(12),
        countUpTo: fc.integer({ min: 1, max: 30 }),
      },
      { requiredKeys: [] },
    );
    // Keyset pages go by id: they are not combined with `sort`.
    const keyset = fc
      .tuple(query, fc.constantFrom('after', 'before'), fc.integer({ min: 0, max: 60 }).map(String))
      .map(([{ sort: _, ...rest }, side, id]): FindQuery<ItemField> => ({ ...rest, [side]: id }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            docs: fc.array(doc, { maxLength: 25 }),
            gone: fc.array(fc.integer({ min: 0, max: 60 }).map(String)),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        fc.array(fc.oneof(query, keyset), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (commits, queries, size, atOnce) => {
          const store = await open(t, [itemsView, plain]);
          if (atOnce) await store.beginFilling(itemsView);
          const model = new Map<string, Doc>();
          for (const [index, { docs, gone }] of commits.entries()) {
            await store.commit(itemsView, index, index + 1, [...puts(docs), ...gone.map((id) => ({ id, doc: null }))]);
            for (const written of docs) model.set(written.id, written);
            for (const id of gone) model.delete(id);
            const isLast = index === commits.length - 1;
            if (atOnce && isLast) await store.endFilling(itemsView);
            for (const asked of atOnce && !isLast ? [] : queries) {
              t.deepEqual(
                await store.find(itemsView, asked),
                referenceFind(model, itemsView, asked),
                JSON.stringify(asked),
              );
            }
          }
          for (const { skip: _skip, limit: _limit, ...asked } of queries) {
            const pages: Doc[] = [];
            for (let skip = 0; skip <= model.size; skip += size) {
              pages.push(...(await store.find(itemsView, { ...asked, skip, limit: size })).rows);
            }
            t.deepEqual(pages, referenceFind(model, itemsView, asked).rows, JSON.stringify(asked));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
}
