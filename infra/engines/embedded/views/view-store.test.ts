import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import type { FindQuery, ViewSchema } from '../../../ports/storage/read-store.ts';
import { pastStatesContract } from '../../../testing/contracts/past-states.ts';
import { readStoreContract } from '../../../testing/contracts/read-store.ts';
import { type Doc, referenceFind } from '../../../testing/contracts/reference-find.ts';
import { countsView, type ItemField, item, itemsView, plain, puts } from '../../../testing/contracts/sample-views.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { connect } from '../sqlite/database.ts';
import type { SqliteViews } from './sqlite-views.ts';
import { openSqliteDraft, openSqliteViews, openSqliteViewsAgain } from './view-store.ts';

async function open(t: ExecutionContext, schemas: readonly ViewSchema[]): Promise<SqliteViews> {
  const store = openSqliteViews(join(temporaryFolder(t), 'views.db'), schemas);
  t.teardown(() => store.close());
  return store;
}

readStoreContract(open);
pastStatesContract(open, 6);

test('views survive closing and opening again', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const first = openSqliteViews(file, [itemsView, plain]);
  t.deepEqual(first.emptyViews, [
    { view: 'some-things', reason: 'new' },
    { view: 'plain', reason: 'new' },
  ]);
  await first.commit(itemsView, 0, 4, puts([item('x', { note: 'needle' })]));
  first.close();
  const second = openSqliteViews(file, [itemsView, plain]);
  t.deepEqual(second.emptyViews, [{ view: 'plain', reason: 'new' }]);
  t.is(await second.position(itemsView), 4);
  t.deepEqual(await second.find(itemsView, { contains: 'needle' }), {
    rows: [item('x', { note: 'needle' })],
    total: 1,
  });
  second.close();
});

test('another connection opens and reads during a commit', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const first = openSqliteViews(file, [itemsView]);
  await first.commit(itemsView, 0, 4, puts([item('x')]));
  const writer = connect(file);
  writer.exec('BEGIN IMMEDIATE');
  const second = openSqliteViewsAgain(file, [itemsView]);
  t.is((await second.find(itemsView, {})).total, 1);
  writer.exec('COMMIT');
  await second.commit(itemsView, 4, 5, puts([item('y')]));
  t.is((await first.find(itemsView, {})).total, 2);
  for (const each of [first, second, writer]) each.close();
});

test('a view whose version, fields, covering, search, partition or companions changed begins empty; others stay', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const companion: ViewSchema = { name: 'thing-counts', version: 2, fields: ['scope', 'amount'] };
  const { partition: _, ...whole } = itemsView;
  const { search: __, ...unsearched } = itemsView;
  const variants: ViewSchema[] = [
    { ...itemsView, version: 2 },
    { ...itemsView, fields: [...itemsView.fields, 'note'] },
    { ...itemsView, covering: { title: ['size'] } },
    { ...itemsView, search: ['title'] },
    { ...whole },
    { ...itemsView, companions: [companion] },
    { ...unsearched, clustered: true },
  ];
  for (const variant of variants) {
    const before = openSqliteViews(file, [itemsView, plain]);
    const at = await before.position(itemsView);
    await before.commit(itemsView, at, at + 3, puts([item('x')]));
    const plainAt = await before.position(plain);
    await before.commit(plain, plainAt, plainAt + 1, puts([item('p')]));
    before.close();
    const after = openSqliteViews(file, [variant, plain]);
    t.deepEqual(after.emptyViews, [{ view: 'some-things', reason: 'changed' }]);
    t.is(await after.position(itemsView), 0);
    t.is((await after.find(itemsView, {})).total, 0);
    t.is((await after.find(plain, {})).total, 1);
    await after.commit(itemsView, 0, 1, puts([item('y')]));
    after.close();
  }
});

test('two versions of a view exist side by side, and neither build drops those of the other', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const next = { ...itemsView, version: 2 };
  const old = openSqliteViews(file, [itemsView]);
  await old.commit(itemsView, 0, 4, puts([item('x', { note: 'needle' })]));
  const both = openSqliteViews(file, [next]);
  await both.commit(next, 0, 7, puts([item('y', { note: 'needle' }), item('z')]));
  await old.commit(itemsView, 4, 5, puts([item('w', { note: 'needle' })]));
  t.deepEqual(
    (await old.find(itemsView, { contains: 'needle' })).rows.map(({ id }) => id),
    ['w', 'x'],
  );
  t.deepEqual(
    (await both.find(next, { contains: 'needle' })).rows.map(({ id }) => id),
    ['y'],
  );
  old.close();
  both.close();
  const back = openSqliteViews(file, [itemsView]);
  t.deepEqual(back.emptyViews, []);
  t.is(await back.position(itemsView), 5);
  t.is((await back.find(itemsView, { contains: 'needle' })).total, 2);
  back.close();
});

test('versions of other builds are removed on request, since erased data would stay in them', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const old = openSqliteViews(file, [itemsView, plain]);
  await old.commit(itemsView, 0, 4, puts([item('x')]));
  await old.commit(plain, 0, 4, puts([item('p')]));
  old.close();
  const store = openSqliteViews(file, [{ ...itemsView, version: 2 }, plain]);
  store.dropOtherVersions();
  t.is((await store.find(plain, {})).total, 1);
  store.close();
  const back = openSqliteViews(file, [itemsView, plain]);
  t.deepEqual(back.emptyViews, [{ view: 'some-things', reason: 'changed' }]);
  back.close();
});

test('a version is removed once nothing has used it for a day', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const clock = { ms: Date.parse('2026-03-31T12:00:00.000Z') };
  const HOUR = 60 * 60 * 1_000;
  const openAt = (hours: number, schemas: readonly ViewSchema[]) => {
    clock.ms += hours * HOUR;
    return openSqliteViews(file, schemas, () => new Date(clock.ms));
  };
  const first = openAt(0, [itemsView, plain]);
  await first.commit(plain, 0, 1, puts([item('p')]));
  first.close();
  openAt(23, [itemsView]).close();
  const again = openAt(0, [itemsView, plain]);
  t.not(await again.get(plain, 'p'), null);
  again.close();
  const without = openAt(0, [itemsView]);
  await without.commit(itemsView, 0, 1, []);
  clock.ms += 24 * HOUR;
  // A long-running process also removes it, and stays in use itself.
  await without.commit(itemsView, 1, 2, []);
  without.close();
  const later = openAt(1, [itemsView, plain]);
  t.deepEqual(later.emptyViews, [{ view: 'plain', reason: 'new' }]);
  t.is(await later.get(plain, 'p'), null);
  t.is(await later.position(itemsView), 2);
  later.close();
});

test('the tables of a build without versions are removed after a day', (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE checkpoints (view TEXT PRIMARY KEY, shape TEXT NOT NULL, position INTEGER NOT NULL, tables TEXT NOT NULL);
    INSERT INTO checkpoints VALUES ('plain', '{}', 9, 'plain');
    CREATE TABLE "v plain" (n INTEGER PRIMARY KEY, id TEXT)`);
  const tables = () =>
    database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('checkpoints', 'v plain')").all().length;
  let now = new Date('2026-03-31T12:00:00.000Z');
  const store = openSqliteViews(file, [plain], () => now);
  t.deepEqual(store.emptyViews, [{ view: 'plain', reason: 'changed' }]);
  store.close();
  t.is(tables(), 2);
  now = new Date('2026-04-01T12:00:00.000Z');
  openSqliteViews(file, [plain], () => now).close();
  t.is(tables(), 0);
  database.close();
});

test('a rebuild that was killed leaves the view as it was before', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const killed = openSqliteViews(file, [itemsView, plain]);
  await killed.commit(itemsView, 0, 9, puts([item('old', { note: 'needle' })]));
  await killed.beginFilling(itemsView);
  await killed.commit(itemsView, 0, 4, puts([item('x', { note: 'needle' })]));
  await t.throwsAsync(killed.find(itemsView, {}), { instanceOf: TypeError });
  await t.throwsAsync(killed.find(countsView, {}), { instanceOf: TypeError });
  killed.close();
  const next = openSqliteViews(file, [itemsView, plain]);
  t.is(await next.position(itemsView), 9);
  t.is((await next.find(itemsView, { contains: 'needle' })).total, 1);
  await next.beginFilling(itemsView);
  await next.commit(itemsView, 0, 4, puts([item('x', { note: 'needle' })]));
  await next.endFilling(itemsView);
  next.close();
  const last = openSqliteViews(file, [itemsView, plain]);
  t.is(await last.position(itemsView), 4);
  t.deepEqual(
    (await last.find(itemsView, { contains: 'needle' })).rows.map(({ id }) => id),
    ['x'],
  );
  last.close();
});

test('a new view whose first filling was killed begins empty', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const killed = openSqliteViews(file, [itemsView]);
  await killed.beginFilling(itemsView);
  await killed.commit(itemsView, 0, 4, puts([item('x')]));
  killed.close();
  const next = openSqliteViews(file, [itemsView]);
  t.deepEqual(next.emptyViews, [{ view: 'some-things', reason: 'new' }]);
  t.is(await next.position(itemsView), 0);
  t.deepEqual(await next.find(itemsView, {}), { rows: [], total: 0 });
  next.close();
});

test('a draft replaces its views: documents, companions, search and position; others stay', async (t) => {
  const folder = temporaryFolder(t);
  const store = openSqliteViews(join(folder, 'views.db'), [itemsView, plain]);
  await store.commit(itemsView, 0, 9, puts([item('old', { note: 'needle' })]));
  await store.commit(plain, 0, 3, puts([item('p')]));
  const count = { id: 'a', scope: 'a', amount: 2 };
  for (const position of [5, 7]) {
    const file = join(folder, `draft-${position}.db`);
    const draft = openSqliteDraft(file, [itemsView]);
    await draft.beginFilling(itemsView);
    await draft.commit(itemsView, 0, position, [
      ...puts([item('x', { title: 'Tea' }), item(`y${position}`, { note: 'needle' })]),
      { ...count, doc: count, companion: countsView },
    ]);
    await draft.endFilling(itemsView);
    draft.close();
    store.takeOver(file, [itemsView]);
    t.is(await store.position(itemsView), position);
    t.deepEqual(
      (await store.find(itemsView, { where: { scope: 'a' }, sort: { field: 'title', descending: true } })).rows,
      [item(`y${position}`, { note: 'needle' }), item('x', { title: 'Tea' })],
    );
    t.deepEqual((await store.find(itemsView, { contains: 'needle' })).rows, [item(`y${position}`, { note: 'needle' })]);
    t.deepEqual(await store.find(countsView, {}), { rows: [count], total: 1 });
    t.is(await store.position(plain), 3);
    t.is((await store.find(plain, {})).total, 1);
  }
  await store.commit(itemsView, 7, 8, puts([item('z', { note: 'needle' })]));
  t.is((await store.find(itemsView, { contains: 'needle' })).total, 2);
  store.close();
});

test('schemas with names unusable in SQL are refused', (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const wrong: ViewSchema[][] = [
    [{ name: 'a"; DROP TABLE x', version: 1, fields: [] }],
    [{ name: 'Links', version: 1, fields: [] }],
    [{ name: 'a', version: 1, fields: ['x y'] }],
    [{ name: 'a', version: 1, fields: ['x', 'X'] }],
    [{ name: 'a', version: 1, fields: [], search: ['x"'] }],
    [{ name: 'a', version: 1, fields: ['x'], partition: 'y' }],
    [{ name: 'a', version: 1, fields: ['x'], covering: { x: ['y'] } }],
    [{ name: 'a', version: 1, fields: ['x', 'y'], partition: 'y', covering: { x: ['y'] } }],
    [{ name: 'a', version: 1, fields: ['x'], clustered: true }],
    [{ name: 'a', version: 1, fields: ['x'], partition: 'x', clustered: true, search: ['x'] }],
    [
      { name: 'a', version: 1, fields: [] },
      { name: 'a', version: 1, fields: [] },
    ],
  ];
  for (const schemas of wrong) t.throws(() => openSqliteViews(file, schemas), { instanceOf: TypeError });
});

test('the documents of a partition are side by side in a clustered view, whatever the order of writing', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const clustered: ViewSchema = { name: 'entries', version: 1, fields: ['scope'], partition: 'scope', clustered: true };
  const scopes = ['user:a', 'team:b', 'team:c'];
  const docs = Array.from({ length: 90 }, (_, index) => ({
    id: String(index + 100),
    scope: scopes[index % 3] ?? null,
  }));
  const first = openSqliteViews(file, [clustered]);
  await first.beginFilling(clustered);
  await first.commit(clustered, 0, 1, puts(docs.slice(0, 40)));
  await first.endFilling(clustered);
  await first.commit(clustered, 1, 2, puts(docs.slice(40, 80)));
  first.close();
  const second = openSqliteViews(file, [clustered]);
  await second.commit(clustered, 2, 3, puts(docs.slice(80)));
  for (const scope of scopes) {
    const { rows } = await second.find(clustered, { where: { scope } });
    t.deepEqual(
      rows,
      docs.filter((doc) => doc.scope === scope),
    );
  }
  second.close();
  const database = connect(file);
  const [table] = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'v entries@%'")
    .all();
  const stored = database.prepare(`SELECT p, id FROM "${table?.name}" ORDER BY n`).all();
  database.close();
  const runs = stored.filter(({ p }, index) => p !== stored[index - 1]?.p);
  t.is(runs.length, scopes.length);
  t.deepEqual(
    stored.filter(({ p }) => p === 'team:b').map(({ id }) => id),
    docs.filter(({ scope }) => scope === 'team:b').map(({ id }) => id),
  );
});

test('totals include the writes of another connection', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const one = openSqliteViews(file, [plain]);
  const other = openSqliteViews(file, [plain]);
  t.is((await one.find(plain, {})).total, 0);
  await other.commit(plain, 0, 1, puts([item('x')]));
  t.is((await one.find(plain, {})).total, 1);
  one.close();
  other.close();
});

test('two connections that write in turn read and overwrite each other’s documents', async (t) => {
  const file = join(temporaryFolder(t), 'views.db');
  const connections = [openSqliteViews(file, [itemsView]), openSqliteViews(file, [itemsView])];
  t.teardown(() => connections.map((each) => each.close()));
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const model = new Map<string, Doc>();
  for (let turn = 0; turn < 120; turn += 1) {
    const store = connections[turn % 3 === 0 ? 0 : 1] as SqliteViews;
    const written = ids.filter((_, index) => (turn * 7 + index * 5) % 4 < 2);
    const writes = written.map((id, index) => ({
      id,
      doc: (turn + index) % 5 === 0 ? null : item(id, { title: `Title ${turn % 2}`, note: `Needle ${turn % 4}` }),
    }));
    await store.commit(itemsView, turn, turn + 1, writes);
    for (const { id, doc } of writes) {
      if (doc === null) model.delete(id);
      else model.set(id, doc);
    }
    // A read detects the writes of others; here mostly a commit must detect them.
    if (turn % 10 !== 9) continue;
    for (const each of connections) {
      t.deepEqual(
        await each.getMany(itemsView, ids),
        ids.map((id) => model.get(id)).filter((doc) => doc !== undefined),
      );
      const query: FindQuery<ItemField> = {
        contains: `needle ${turn % 4}`,
        sort: { field: 'title', descending: false },
      };
      t.deepEqual(await each.find(itemsView, query), referenceFind(model, itemsView, query));
    }
  }
});

test('a document can be read and replaced after any number of other writes', async (t) => {
  const store = await open(t, [itemsView]);
  const ids = Array.from({ length: 2_500 }, (_, index) => `t${index}`);
  const model = new Map<string, Doc>();
  for (const [round, size] of [2_500, 40, 700, 1_600].entries()) {
    const changed = ids.filter((_, index) => index % Math.floor(ids.length / size) === 0);
    const docs = changed.map((id) => item(id, { title: `Title ${round}`, size: round }));
    await store.commit(itemsView, round, round + 1, puts(docs));
    for (const doc of docs) model.set(String(doc.id), doc);
    t.deepEqual(
      await store.getMany(itemsView, ids),
      ids.map((id) => model.get(id)).filter((doc) => doc !== undefined),
    );
    for (const size of [0, 1, 2, 3]) {
      const query: FindQuery<ItemField> = { where: { size }, sort: { field: 'title', descending: false }, limit: 20 };
      t.deepEqual(await store.find(itemsView, query), referenceFind(model, itemsView, query));
    }
  }
});

test('every query plan finds the same page: thousands of rows, rare and common matches', async (t) => {
  const store = await open(t, [itemsView]);
  const docs = Array.from({ length: 3_000 }, (_, index) =>
    item(`${(index * 7_919) % 3_000}`, {
      scope: index % 10 === 0 ? 'team:1' : 'user:1',
      title: `Title ${(index * 31) % 977}`,
      status: index % 300 === 0 ? 'removed' : 'live',
      size: index % 3 === 0 ? null : index % 40,
      note: index % 700 === 0 ? 'a rare Needle' : 'https://example.com/common',
    }),
  );
  await store.commit(itemsView, 0, 1, puts(docs));
  const model = new Map<string, Doc>(docs.map((doc) => [String(doc.id), doc]));
  const scopes = ['user:1', ['user:1', 'team:1'], undefined];
  for (const scope of scopes) {
    for (const status of ['live', 'removed', ['live', 'removed'], undefined]) {
      for (const contains of ['needle', 'EXAMPLE', 'co', 'absent', undefined]) {
        for (const field of ['title', 'size', undefined] as const) {
          for (const skip of [0, 40].slice(field === undefined ? 1 : 0)) {
            const where = { ...(scope && { scope }), ...(status && { status }) };
            const sort = field && { field, descending: skip > 0 };
            const query: FindQuery<ItemField> = {
              where,
              ...(contains && { contains }),
              ...(sort && { sort }),
              skip,
              limit: 25,
            };
            t.deepEqual(
              await store.find(itemsView, query),
              referenceFind(model, itemsView, query),
              JSON.stringify(query),
            );
          }
        }
      }
    }
  }
});
