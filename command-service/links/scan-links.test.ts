import test from 'ava';
import fc from 'fast-check';
import type { FindQuery, ReadStore, ViewDoc, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { scanLinks } from './scan-links.ts';

/** A view with these ids, which calls `between` before each page. */
function viewOf(ids: Set<string>, between: () => void = () => {}): Pick<ReadStore, 'find'> {
  return {
    async find<Doc extends ViewDoc>(_view: ViewRef<Doc>, query: FindQuery) {
      const { after = '', limit = Number.POSITIVE_INFINITY } = query;
      between();
      const rows = [...ids]
        .toSorted()
        .filter((id) => id > after)
        .slice(0, limit);
      return { rows: rows.map((id) => ({ id }) as Doc), total: ids.size };
    },
  };
}

async function all(view: Pick<ReadStore, 'find'>, cursor = '', pageSize = 3): Promise<string[]> {
  const seen: string[] = [];
  for await (const page of scanLinks(view, { where: { scope: 'user:ann' } }, cursor, pageSize))
    seen.push(...page.map(({ id }) => id));
  return seen;
}

const id = fc.stringMatching(/^[a-z0-9]{1,3}$/);
const ids = fc.uniqueArray(id, { maxLength: 40 });

test('all links come once, in the order of their ids', async (t) => {
  await fc.assert(
    fc.asyncProperty(ids, fc.integer({ min: 2, max: 7 }), async (given, pageSize) => {
      t.deepEqual(await all(viewOf(new Set(given)), '', pageSize), given.toSorted());
    }),
  );
});

test('a scan from a cursor yields the later links, whether or not the cursor’s link still exists', async (t) => {
  await fc.assert(
    fc.asyncProperty(ids, id, async (given, cursor) => {
      const after = given.toSorted().filter((each) => each > cursor);
      t.deepEqual(await all(viewOf(new Set(given)), cursor), after);
    }),
  );
});

test('links added and removed during a scan neither hide nor repeat the others', async (t) => {
  const change = fc.record({ come: fc.array(id, { maxLength: 6 }), go: fc.array(fc.nat(), { maxLength: 6 }) });
  await fc.assert(
    fc.asyncProperty(ids, fc.array(change, { maxLength: 12 }), async (given, changes) => {
      const present = new Set(given);
      const stayed = new Set(given);
      const left = [...changes];
      const view = viewOf(present, () => {
        const next = left.shift();
        for (const each of next?.come ?? []) present.add(each);
        for (const each of next?.go ?? []) {
          const gone = [...present][each % Math.max(1, present.size)];
          if (gone === undefined) continue;
          present.delete(gone);
          stayed.delete(gone);
        }
      });
      const seen = await all(view);
      t.deepEqual(seen, [...new Set(seen)].toSorted());
      for (const each of stayed) t.true(seen.includes(each), `${each} was not seen`);
    }),
    { numRuns: 300 },
  );
});
