import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { expiringStoreContract } from '../../../testing/contracts/expiring-store.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { truncateWal } from '../sqlite/database.ts';
import { openSqliteExpiring } from './expiring-store.ts';

expiringStoreContract(async (t, now) => {
  const store = openSqliteExpiring(join(temporaryFolder(t), 'sessions.db'), now);
  t.teardown(() => store.close());
  return store;
});

test('values survive closing and opening again', async (t) => {
  const file = join(temporaryFolder(t), 'sessions.db');
  const now = () => new Date('2026-03-31T12:00:00Z');
  const first = openSqliteExpiring(file, now);
  await first.put('session', 'k', 1, '2026-04-01T00:00:00Z');
  first.close();
  const second = openSqliteExpiring(file, now);
  t.is(await second.get('session', 'k'), 1);
  second.close();
});

test('a write sweeps expired rows from the file and keeps the others', async (t) => {
  const file = join(temporaryFolder(t), 'sessions.db');
  let time = Date.parse('2026-03-31T12:00:00Z');
  const store = openSqliteExpiring(file, () => new Date(time));
  for (let index = 0; index < 1_500; index += 1) {
    await store.put('old', `${index}`, index, new Date(time + 1_000).toISOString());
  }
  await store.put('new', 'k', 1, new Date(time + 3_600_000).toISOString());
  time += 120_000;
  await store.put('new', 'l', 1, new Date(time + 1_000).toISOString());
  await store.put('new', 'm', 1, new Date(time + 1_000).toISOString());
  store.close();
  const database = new DatabaseSync(file);
  t.deepEqual(
    database
      .prepare('SELECT key FROM entries ORDER BY key')
      .all()
      .map(({ key }) => key),
    ['k', 'l', 'm'],
  );
  database.close();
});

test('while removal is forbidden, a clock that was ahead for a moment ends no entry', async (t) => {
  const file = join(temporaryFolder(t), 'sessions.db');
  let time = Date.parse('2026-03-31T12:00:00Z');
  let mayRemove = true;
  const store = openSqliteExpiring(
    file,
    () => new Date(time),
    () => mayRemove,
  );
  await store.put('session', 'k', 1, new Date(time + 30 * 86_400_000).toISOString());
  mayRemove = false;
  time += 31 * 86_400_000;
  await store.put('session', 'l', 1, new Date(time + 1_000).toISOString());
  t.is(await store.get('session', 'k'), null);
  time -= 31 * 86_400_000;
  mayRemove = true;
  await store.put('session', 'm', 1, new Date(time + 1_000).toISOString());
  t.is(await store.get('session', 'k'), 1);
  store.close();
});

test('a file in the first format opens, and its values name the owners of its entries', async (t) => {
  const file = join(temporaryFolder(t), 'sessions.db');
  const old = new DatabaseSync(file);
  old.exec(`CREATE TABLE entries (
    kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID`);
  const insert = old.prepare('INSERT INTO entries VALUES (?, ?, ?, ?)');
  const end = Date.parse('2026-04-01T00:00:00Z');
  insert.run('session', 'a', '{"userId":"ann"}', end);
  insert.run('session', 'b', '{"userId":"bob"}', end);
  insert.run('rate', 'c', '3', end);
  insert.run('answer', 'd', '[{"userId":"ann"}]', end);
  old.close();
  for (let time = 0; time < 2; time += 1) {
    const store = openSqliteExpiring(file, () => new Date('2026-03-31T12:00:00Z'));
    t.deepEqual(await store.listOf('session', 'ann'), [{ key: 'a', value: { userId: 'ann' } }]);
    t.is(await store.get('rate', 'c'), 3);
    store.close();
  }
});

test('removed, replaced and swept values are unreadable in the file once its log is emptied', async (t) => {
  const file = join(temporaryFolder(t), 'sessions.db');
  let time = Date.parse('2026-03-31T12:00:00Z');
  const store = openSqliteExpiring(file, () => new Date(time));
  const later = new Date(time + 3_600_000).toISOString();
  const secret = (name: string) => ({ secret: `${name}-${'x'.repeat(300)}` });
  await store.put('session', 'removed', secret('REMOVED'), later);
  await store.put('session', 'of ann', secret('ANNS'), later, 'ann');
  await store.put('session', 'replaced', secret('BEFORE'), later);
  await store.put('session', 'swept', secret('SWEPT'), new Date(time + 1_000).toISOString());
  await store.put('session', 'kept', secret('KEPT'), later);
  await store.remove('session', 'removed');
  await store.removeOf('session', 'ann');
  await store.put('session', 'replaced', { secret: 'short' }, later);
  time += 120_000;
  await store.put('session', 'new', 1, later);
  truncateWal(file);
  const bytes = readFileSync(file, 'latin1') + readFileSync(`${file}-wal`, 'latin1');
  for (const gone of ['REMOVED', 'ANNS', 'BEFORE', 'SWEPT']) t.false(bytes.includes(gone), gone);
  t.true(bytes.includes('KEPT'));
  store.close();
});
