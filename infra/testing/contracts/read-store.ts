/** The contract of ReadStore as tests: an adapter's own test calls this with its opener. */
import test from 'ava';
import { ConflictError } from '../../ports/storage/errors.ts';
import {
  type CommitNotice,
  type FindQuery,
  MAX_COUNTED,
  type ReadStore,
  type ViewRef,
  type ViewSchema,
} from '../../ports/storage/read-store.ts';
import type { Opener } from '../temporary-folder.ts';
import { readStoreModelContract } from './read-store-model.ts';
import type { Doc } from './reference-find.ts';
import { countsView, type ItemField, item, itemsView, plain, puts } from './sample-views.ts';

/** Registers the tests. `open` answers an empty store of the views it is given. */
export function readStoreContract(open: Opener<ReadStore, [schemas: readonly ViewSchema[]]>): void {
  const filled: Opener<ReadStore, [docs: readonly Doc[]]> = async (t, docs) => {
    const store = await open(t, [itemsView, plain]);
    await store.commit(itemsView, 0, 1, puts(docs));
    return store;
  };
  /** As untyped code would name it: any field. */
  const anyItem: ViewRef<Doc> = itemsView;
  const ids = async (store: ReadStore, query: FindQuery, view: ViewRef<Doc> = itemsView) =>
    (await store.find(view, query)).rows.map(({ id }) => id);
  const up = (field: string) => ({ field, descending: false });
  const down = (field: string) => ({ field, descending: true });

  test('a new view is empty and at position 0', async (t) => {
    const store = await open(t, [itemsView, plain]);
    t.is(await store.position(itemsView), 0);
    t.deepEqual(await store.positions([itemsView, plain]), [0, 0]);
    t.is(await store.get(itemsView, 'x'), null);
    t.deepEqual(await store.find(itemsView, {}), { rows: [], total: 0 });
  });

  test('documents come back as they were written, replaced and removed', async (t) => {
    const doc = { ...item('x', { title: 'Ünïcödé "quoted" 100%' }), nested: { list: [1, null, { deep: true }] } };
    const store = await open(t, [itemsView, plain]);
    await store.commit(itemsView, 0, 7, [{ id: 'x', doc }, ...puts([item('y'), item('z')])]);
    t.deepEqual(await store.get(itemsView, 'x'), doc);
    t.deepEqual(await store.getMany(itemsView, ['z', 'none', 'x']), [item('z'), doc]);
    await store.commit(itemsView, 7, 8, [
      { id: 'x', doc: null },
      { id: 'none', doc: null },
      { id: 'y', doc: item('y', { title: 'first' }) },
      { id: 'y', doc: item('y', { title: 'last' }) },
    ]);
    t.is(await store.get(itemsView, 'x'), null);
    t.deepEqual(await store.find(itemsView, {}), { rows: [item('y', { title: 'last' }), item('z')], total: 2 });
    t.is(await store.position(itemsView), 8);
    t.deepEqual(await store.positions([plain, itemsView]), [0, 8]);
  });

  test('a commit from another position than the checkpoint is a conflict and writes nothing', async (t) => {
    const store = await filled(t, [item('x')]);
    for (const expected of [0, 2]) {
      const commit = store.commit(itemsView, expected, 9, [{ id: 'y', doc: item('y') }]);
      const error = await t.throwsAsync(commit, { instanceOf: ConflictError });
      t.is(error.expected, expected);
      t.is(error.actual, 1);
    }
    t.is(await store.position(itemsView), 1);
    t.is(await store.get(itemsView, 'y'), null);
  });

  test('a commit that fails half-way writes nothing and leaves the checkpoint', async (t) => {
    const store = await filled(t, []);
    const writes = [
      { id: 'x', doc: item('x') },
      { id: 'y', doc: { ...item('y'), status: { not: 'a value' } } },
    ];
    await t.throwsAsync(store.commit(itemsView, 1, 2, writes), { instanceOf: TypeError });
    t.is(await store.position(itemsView), 1);
    t.deepEqual(await store.find(itemsView, {}), { rows: [], total: 0 });
  });

  test('a checkpoint moves forward only', async (t) => {
    const store = await filled(t, []);
    await t.throwsAsync(store.commit(itemsView, 1, 1, []), { instanceOf: RangeError });
    await t.throwsAsync(store.commit(itemsView, 1, 0, []), { instanceOf: RangeError });
  });

  test('two racing projectors count each event exactly once', async (t) => {
    const store = await open(t, [itemsView, plain]);
    const last = 200;
    const project = async (batch: number) => {
      for (;;) {
        const at = await store.position(plain);
        if (at >= last) return;
        const next = Math.min(last, at + batch);
        const counter = await store.get(plain, 'counter');
        const doc = { size: Number(counter?.size ?? 0) + next - at, title: 'counter' };
        // Both read before either commits: one of them must lose.
        await new Promise((resolve) => setImmediate(resolve));
        try {
          await store.commit(plain, at, next, [{ id: 'counter', doc }]);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
        }
      }
    };
    await Promise.all([project(1), project(3), project(2)]);
    t.deepEqual(await store.get(plain, 'counter'), { size: last, title: 'counter' });
    t.is(await store.position(plain), last);
  });

  test('companions are written in the owner’s commits, under its checkpoint, and found by their own name', async (t) => {
    const store = await open(t, [itemsView, plain]);
    const count = { id: 'a', scope: 'a', amount: 2 };
    await store.commit(itemsView, 0, 5, [
      { id: 'x', doc: item('x') },
      { id: 'a', doc: count, companion: countsView },
    ]);
    t.is(await store.position(countsView), 5);
    t.deepEqual(await store.get(countsView, 'a'), count);
    t.deepEqual(await store.find(countsView, { where: { amount: 2 } }), { rows: [count], total: 1 });
    t.is(await store.get(itemsView, 'a'), null);
    const late = store.commit(itemsView, 4, 6, [{ id: 'a', doc: null, companion: countsView }]);
    await t.throwsAsync(late, { instanceOf: ConflictError });
    t.deepEqual(await store.get(countsView, 'a'), count);
    await t.throwsAsync(store.commit(countsView, 5, 6, []), { instanceOf: TypeError });
    const stranger = store.commit(plain, 0, 1, [{ id: 'a', doc: count, companion: countsView }]);
    await t.throwsAsync(stranger, { instanceOf: TypeError });
  });

  test('filling starts with an empty view, without companions and checkpoint, and affects no other view', async (t) => {
    const store = await filled(t, [item('x', { note: 'needle' })]);
    await store.commit(itemsView, 1, 2, [{ id: 'a', doc: { scope: 'a', amount: 1 }, companion: countsView }]);
    await store.commit(plain, 0, 3, puts([item('p')]));
    t.is((await store.find(itemsView, { contains: 'needle' })).total, 1);
    await store.beginFilling(itemsView);
    await store.endFilling(itemsView);
    t.is(await store.position(itemsView), 0);
    t.deepEqual(await store.find(itemsView, { contains: 'needle' }), { rows: [], total: 0 });
    t.deepEqual(await store.find(countsView, {}), { rows: [], total: 0 });
    t.is(await store.position(plain), 3);
    await store.commit(itemsView, 0, 1, puts([item('again')]));
    t.deepEqual(await ids(store, { where: { scope: 'a' } }), ['again']);
  });

  test('while a view is filled its documents can be read by id; afterwards they can be found', async (t) => {
    const store = await filled(t, [item('before')]);
    await store.beginFilling(itemsView);
    const count = { id: 'a', scope: 'a', amount: 1 };
    await store.commit(itemsView, 0, 5, puts([item('x', { note: 'Needle' }), item('y')]));
    await store.commit(itemsView, 5, 9, [
      { id: 'y', doc: null },
      ...puts([item('z', { status: 'removed' })]),
      { id: 'a', doc: count, companion: countsView },
    ]);
    t.is(await store.position(itemsView), 9);
    t.deepEqual(await store.getMany(itemsView, ['before', 'x', 'y']), [item('x', { note: 'Needle' })]);
    t.deepEqual(await store.find(plain, {}), { rows: [], total: 0 });
    await store.endFilling(itemsView);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: down('status') }), ['z', 'x']);
    t.deepEqual(await ids(store, { contains: 'needle' }), ['x']);
    t.deepEqual(await store.find(countsView, {}), { rows: [count], total: 1 });
    await store.commit(itemsView, 9, 10, puts([item('x', { note: 'hay' })]));
    t.deepEqual(await ids(store, { contains: 'needle' }), []);
  });

  test('text sorts without regard to case, in every script; ties by id in the same direction', async (t) => {
    const store = await filled(t, [
      item('4', { title: 'Ärger' }),
      item('3', { title: 'beta' }),
      item('2', { title: 'BETA' }),
      item('1', { title: 'alpha' }),
      item('5', { title: 'ärger' }),
    ]);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: up('title') }), ['1', '2', '3', '4', '5']);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: down('title') }), ['5', '4', '3', '2', '1']);
  });

  test('numbers sort as numbers', async (t) => {
    const sizes = [10, 9, -1, 100, 0, 2.5];
    const store = await filled(
      t,
      sizes.map((size, index) => item(`${index}`, { size })),
    );
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: up('size') }), ['2', '4', '5', '1', '0', '3']);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: down('size') }), ['3', '0', '1', '5', '4', '2']);
  });

  test('empty values come last in both directions', async (t) => {
    const { size: _, ...without } = item('3');
    const store = await filled(t, [
      item('1', { size: null, title: '' }),
      item('2', { size: 0, title: 'x' }),
      without,
      item('4', { size: 5, title: null }),
    ]);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: up('size') }), ['2', '4', '1', '3']);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: down('size') }), ['4', '2', '3', '1']);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: up('title') }), ['3', '2', '1', '4']);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, sort: down('title') }), ['2', '3', '4', '1']);
  });

  test('where is exact, accepts lists, and distinguishes null from empty text and numbers from their digits', async (t) => {
    const store = await filled(t, [
      item('1', { status: 'Live', scope: 'b' }),
      item('2', { status: 'live', scope: 'c' }),
      item('3', { status: null }),
      item('4', { status: '' }),
      item('5', { status: '1' }),
      item('6', { status: 1 }),
    ]);
    t.deepEqual(await ids(store, { where: { status: 'live' } }), ['2']);
    t.deepEqual(await ids(store, { where: { status: ['live', 'Live'] } }), ['1', '2']);
    t.deepEqual(await ids(store, { where: { status: null } }), ['3']);
    t.deepEqual(await ids(store, { where: { status: '' } }), ['4']);
    t.deepEqual(await ids(store, { where: { status: [null, 1] } }), ['3', '6']);
    t.deepEqual(await ids(store, { where: { status: '1' } }), ['5']);
    t.deepEqual(await ids(store, { where: { status: [] } }), []);
    t.deepEqual(await ids(store, { where: { scope: ['b', 'c'], status: 'Live' } }), ['1']);
    t.deepEqual(await ids(store, { where: { scope: [] } }), []);
  });

  test('contains matches every character literally, in any case and script, at any length', async (t) => {
    const store = await filled(t, [
      item('1', { title: '100% sure_thing' }),
      item('2', { title: '100 sureXthing', note: 'ΟΔΟΣ και "ΣΟΦΙΑ"' }),
      item('3', { title: 'Straße * AND NOT (x)', note: "it's" }),
      item('4', { title: null, note: '日本語のリンク' }),
      item('5', { title: 'ab', note: 'cd' }),
    ]);
    const cases: [string, string[]][] = [
      ['100%', ['1']],
      ['0%', ['1']],
      ['%', ['1']],
      ['e_t', ['1']],
      ['_', ['1']],
      ['SURE', ['1', '2']],
      ['οδός'.normalize('NFD').replace(/\p{M}/gu, ''), ['2']],
      ['"σοφ', ['2']],
      ['"', ['2']],
      ['STRASSE', ['3']],
      ['* AND NOT (', ['3']],
      ["'", ['3']],
      ['語', ['4']],
      ['日本', ['4']],
      ['日本語', ['4']],
      ['abc', []],
      ['bc', []],
      ['', ['1', '2', '3', '4', '5']],
    ];
    for (const [contains, expected] of cases) {
      t.deepEqual(await ids(store, { where: { scope: 'a' }, contains }), expected, contains);
      t.deepEqual(await ids(store, { contains }), expected, contains);
    }
  });

  test('contains finds addresses in Unicode and as browsers copy them, and letters composed or not', async (t) => {
    const store = await filled(t, [
      item('1', { title: 'https://bücher.example/wiki/Žižek', note: 'Blåbär' }),
      item('2', { title: 'https://xn--bcher-kva.example/wiki/%C5%BDi%C5%BEek', note: 'Bla\u030aba\u0308r' }),
    ]);
    const parts = ['büch', 'xn--bch', 'BÜCHER.example/wiki/žižek', 'xn--bcher-kva.example/wiki/%C5%BDi', '%C5', 'iž'];
    for (const contains of [...parts, 'BLÅBÄR'].flatMap((part) => [part, part.normalize('NFD')])) {
      t.deepEqual(await ids(store, { where: { scope: 'a' }, contains }), ['1', '2'], contains);
    }
    t.deepEqual(await ids(store, { contains: '%C5%BEe%C5' }), []);
  });

  test('contains follows changes and removals of the text', async (t) => {
    const store = await filled(t, [item('1', { title: 'before' }), item('2', { title: 'before' })]);
    t.is((await store.find(itemsView, { contains: 'before' })).total, 2);
    await store.commit(itemsView, 1, 2, [
      { id: '1', doc: item('1', { title: 'after' }) },
      { id: '2', doc: null },
    ]);
    t.deepEqual(await store.find(itemsView, { contains: 'before' }), { rows: [], total: 0 });
    t.deepEqual(await ids(store, { contains: 'AFTER' }), ['1']);
  });

  test('a total follows every commit', async (t) => {
    const store = await filled(t, [item('1'), item('2'), item('3', { status: 'removed' })]);
    const total = async () => (await store.find(itemsView, { where: { scope: 'a', status: 'live' }, limit: 1 })).total;
    t.is(await total(), 2);
    await store.commit(itemsView, 1, 2, puts([item('3'), item('4'), item('5', { scope: 'b' })]));
    t.is(await total(), 4);
    await store.commit(itemsView, 2, 3, [{ id: '1', doc: null }, ...puts([item('2', { scope: 'b' })])]);
    t.is(await total(), 2);
  });

  test('the rows and the total of an answer are of one state, while commits go on', async (t) => {
    const store = await open(t, [itemsView]);
    const [count, commits] = [300, 12];
    const commit = (number: number) => {
      const docs = Array.from({ length: count }, (_, index) => item(`${index}`, { size: number }));
      const last = number % 2 === 0 ? null : item('last', { size: number });
      return store.commit(itemsView, number, number + 1, [...puts(docs), { id: 'last', doc: last }]);
    };
    const ones = Array.from({ length: count }, (_, index) => `${index}`).filter((id) => id.includes('1')).length;
    await commit(0);
    let isDone = false;
    const committing = (async () => {
      for (let number = 1; number <= commits; number += 1) await commit(number);
      isDone = true;
    })();
    const byTitle = { sort: { field: 'title', descending: true }, limit: 100 } as const;
    for (let isLast = false; !isLast; ) {
      isLast = isDone;
      for (const query of [{}, byTitle, { ...byTitle, where: { status: 'live' } }, { contains: '1', limit: 50 }]) {
        const { rows, total } = await store.find(itemsView, query);
        const sizes = new Set(rows.map(({ size }) => Number(size)));
        t.is(sizes.size, 1, `${JSON.stringify(query)}: ${[...sizes]}`);
        const [number = 0] = sizes;
        t.is(total, 'contains' in query ? ones : count + (number % 2));
      }
    }
    await committing;
  });

  test('a limited total counts up to its limit and follows every commit', async (t) => {
    const note = 'needle';
    const store = await filled(t, [item('1', { note }), item('2', { note }), item('3', { note }), item('4')]);
    const find = (countUpTo: number, skip = 0) =>
      store.find(itemsView, { where: { scope: 'a' }, contains: note, countUpTo, skip, limit: 1 });
    t.is((await find(2)).total, 2);
    t.is((await find(3)).total, 3);
    t.is((await find(9)).total, 3);
    t.deepEqual(await find(2, 2), { rows: [item('3', { note })], total: 2 });
    t.is((await store.find(itemsView, { where: { scope: 'a' }, countUpTo: 1 })).total, 1);
    await store.commit(itemsView, 1, 2, [
      { id: '1', doc: null },
      { id: '2', doc: null },
    ]);
    t.deepEqual([(await find(2)).total, (await find(3)).total, (await find(9)).total], [1, 1, 1]);
    await store.commit(itemsView, 2, 3, puts([item('1', { note }), item('5', { note })]));
    t.deepEqual([(await find(2)).total, (await find(3)).total, (await find(9)).total], [2, 3, 3]);
    await store.commit(itemsView, 3, 4, [{ id: '5', doc: null }]);
    t.deepEqual([(await find(2)).total, (await find(3)).total], [2, 2]);
  });

  test('a total stops at 10,000 unless the query asks for more', async (t) => {
    const count = MAX_COUNTED + 5;
    const store = await filled(
      t,
      Array.from({ length: count }, (_, index) => item(String(index))),
    );
    const total = async (query: FindQuery<ItemField>) => (await store.find(itemsView, query)).total;
    t.is(await total({ limit: 1 }), MAX_COUNTED);
    t.is(await total({ where: { scope: 'a' }, limit: 0 }), MAX_COUNTED);
    t.is(await total({ where: { scope: 'a' }, limit: 0, countUpTo: Number.POSITIVE_INFINITY }), count);
    t.is((await store.find(itemsView, {})).rows.length, count);
  });

  test('keyset pages go through a view by id, in both directions, even while documents are added and removed', async (t) => {
    const names = Array.from({ length: 25 }, (_, index) => String.fromCodePoint(97 + index));
    const store = await filled(
      t,
      names.map((id, index) => item(id, { scope: index % 2 === 0 ? 'a' : 'b', note: 'needle' })),
    );
    for (const query of [{}, { where: { scope: ['a', 'b'] } }, { contains: 'NEEDLE' }]) {
      const seen: string[] = [];
      for (let after = ''; ; ) {
        const { rows, total } = await store.find(itemsView, { ...query, after, limit: 4 });
        t.is(total, names.length);
        seen.push(...rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (last === undefined) break;
        after = last.id;
      }
      t.deepEqual(seen, names);
      const back: string[] = [];
      for (let before = '~'; ; ) {
        const { rows } = await store.find(itemsView, { ...query, before, limit: 4 });
        back.push(...rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (last === undefined) break;
        before = last.id;
      }
      t.deepEqual(back, names.toReversed());
    }
    const first = (await store.find(itemsView, { where: { scope: 'a' }, limit: 3 })).rows.map(({ id }) => id);
    t.deepEqual(first, ['a', 'c', 'e']);
    await store.commit(itemsView, 1, 2, [
      { id: 'a', doc: null },
      { id: 'e', doc: null },
      ...puts([item('aa', { note: 'needle' }), item('f', { note: 'needle' })]),
    ]);
    t.deepEqual(await ids(store, { where: { scope: 'a' }, after: 'e', limit: 3 }), ['f', 'g', 'i']);
    for (const orders of [
      { after: 'e', sort: up('title') },
      { before: 'e', sort: up('title') },
      { after: 'a', before: 'e' },
    ])
      await t.throwsAsync(store.find(anyItem, orders), { instanceOf: TypeError });
  });

  test('reached() waits for a position, for a companion too, and ends with its signal', async (t) => {
    const store = await filled(t, []);
    const patience = new AbortController();
    t.true(await store.reached(itemsView, 1, patience.signal));
    const waiting = [store.reached(itemsView, 7, patience.signal), store.reached(countsView, 7, patience.signal)];
    const tooFar = store.reached(itemsView, 8, patience.signal);
    await store.commit(itemsView, 1, 7, puts([item('x')]));
    t.deepEqual(await Promise.all(waiting), [true, true]);
    t.not(await store.get(itemsView, 'x'), null);
    patience.abort();
    t.false(await tooFar);
    t.false(await store.reached(itemsView, 8, patience.signal));
    t.true(await store.reached(itemsView, 7, patience.signal));
  });

  test('watch() reports each commit with its note, and whether it wrote documents, until it is aborted', async (t) => {
    const store = await open(t, [itemsView, plain]);
    const abort = new AbortController();
    const notices: (CommitNotice | 'lost')[] = [];
    const watching = (async () => {
      for await (const notice of store.watch(abort.signal)) {
        notices.push(notice);
        if (notices.length === 3) abort.abort();
      }
    })();
    await new Promise((resolve) => setImmediate(resolve));
    await store.commit(itemsView, 0, 3, puts([item('x')]), { changed: ['x'] });
    await store.commit(plain, 0, 5, []);
    await store.commit(itemsView, 3, 9, []);
    await watching;
    t.deepEqual(notices, [
      { view: 'some-things', position: 3, hasWrites: true, note: { changed: ['x'] } },
      { view: 'plain', position: 5, hasWrites: false, note: null },
      { view: 'some-things', position: 9, hasWrites: false, note: null },
    ]);
  });

  test('undeclared names and impossible pages are programming errors', async (t) => {
    const store = await open(t, [itemsView, plain]);
    const nowhere: ViewRef = { name: 'nowhere', version: 1, fields: [] };
    await t.throwsAsync(store.get(nowhere, 'x'), { instanceOf: TypeError });
    await t.throwsAsync(store.position(nowhere), { instanceOf: TypeError });
    await t.throwsAsync(store.positions([itemsView, nowhere]), { instanceOf: TypeError });
    await t.throwsAsync(store.commit(nowhere, 0, 1, []), { instanceOf: TypeError });
    await t.throwsAsync(store.beginFilling(countsView), { instanceOf: TypeError });
    await t.throwsAsync(store.find(anyItem, { where: { note: 'x' } }), { instanceOf: TypeError });
    await t.throwsAsync(store.find(anyItem, { sort: up('note') }), { instanceOf: TypeError });
    await t.throwsAsync(store.find(anyItem, { where: { '1=1 --': 'x' } }), { instanceOf: TypeError });
    await t.throwsAsync(store.find(plain, { contains: 'x' }), { instanceOf: TypeError });
    await t.throwsAsync(store.find(plain, { skip: -1 }), { instanceOf: RangeError });
    await t.throwsAsync(store.find(plain, { limit: 0.5 }), { instanceOf: RangeError });
  });

  readStoreModelContract(open);
}
