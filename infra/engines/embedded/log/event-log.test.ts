import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import {
  eventId,
  eventStoreContract,
  metadata,
  type Noted,
  noted,
  readFeed,
} from '../../../testing/contracts/event-store.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteEvents, type SqliteEvents } from './event-log.ts';

async function open(t: ExecutionContext): Promise<SqliteEvents<Noted>> {
  const log = openSqliteEvents<Noted>(join(temporaryFolder(t), 'events.db'));
  t.teardown(() => log.close());
  return log;
}

eventStoreContract(open);

test('events survive closing and opening again', async (t) => {
  const file = join(temporaryFolder(t), 'events.db');
  const first = openSqliteEvents<Noted>(file);
  await first.append('a', -1, [noted('1'), noted('2')], metadata);
  await first.close();
  const second = openSqliteEvents<Noted>(file);
  t.is(await second.head(), 2);
  t.deepEqual(await second.append('a', 1, [noted('3')], metadata), { revision: 2, position: 3 });
  await second.close();
});

test('close() writes pending appends, ends followers and rejects later calls', async (t) => {
  const file = join(temporaryFolder(t), 'events.db');
  const log = openSqliteEvents<Noted>(file);
  const follower = Array.fromAsync(log.follow(0, new AbortController().signal));
  const waiting = [1, 2, 3].map((index) => log.append(`s-${index}`, -1, [noted(`${index}`)], metadata));
  await log.close();
  t.is((await Promise.all(waiting)).at(-1)?.position, 3);
  t.true((await follower).flat().length <= 3);
  await t.throwsAsync(log.append('late', -1, [noted('late')], metadata), { message: 'the event log is closed' });
  await t.throwsAsync(log.read('a'), { message: 'the event log is closed' });
  await log.close();
  const again = openSqliteEvents<Noted>(file);
  t.is(await again.head(), 3);
  await again.close();
});

test('an append whose last id is taken leaves neither events nor a gap', async (t) => {
  const log = await open(t);
  await log.append('a', -1, [noted('1')], metadata);
  const outcomes = await Promise.allSettled([
    log.append('b', -1, [noted('2'), noted('3'), noted('1')], metadata),
    log.append('c', -1, [noted('4')], metadata),
  ]);
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  t.deepEqual((await log.read('b')).events, []);
  t.deepEqual(await log.append('b', -1, [noted('2')], metadata), { revision: 0, position: 3 });
});

test('a commit that fails rejects all of its appends and leaves neither events nor a gap', async (t) => {
  const folder = temporaryFolder(t);
  const log = openSqliteEvents<Noted>(join(folder, 'events.db'));
  t.teardown(() => log.close());
  await log.append('a', -1, [noted('1')], metadata);
  const other = new DatabaseSync(join(folder, 'events.db'));
  other.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON events WHEN NEW.id = '${eventId('bad')}'
       BEGIN SELECT RAISE(FAIL, 'broken disk'); END`,
  );
  const outcomes = await Promise.allSettled([
    log.append('b', -1, [noted('2')], metadata),
    log.append('c', -1, [noted('3'), noted('bad')], metadata),
    log.append('d', -1, [noted('4')], metadata),
  ]);
  for (const outcome of outcomes) {
    t.is(outcome.status, 'rejected');
    if (outcome.status === 'rejected') t.regex(String(outcome.reason), /broken disk/);
  }
  t.is(await log.head(), 1);
  other.exec('DROP TRIGGER broken');
  other.close();
  t.deepEqual(await log.append('b', -1, [noted('2')], metadata), { revision: 0, position: 2 });
});

test('on a full disk an append fails with the error and earlier events stay readable', async (t) => {
  const file = join(temporaryFolder(t), 'events.db');
  const script = `
    const { openSqliteEvents } = await import(${JSON.stringify(import.meta.resolve('./event-log.ts'))});
    const log = openSqliteEvents(${JSON.stringify(file)});
    const metadata = ${JSON.stringify(metadata)};
    const event = (id) => ({ id: String(id), type: 'Noted', data: { text: 'x'.repeat(20_000) } });
    for (let n = 1; ; n += 1) {
      const outcomes = await Promise.allSettled([log.append('s-' + n, -1, [event(n)], metadata), log.append('r-' + n, -1, [event(-n)], metadata)]);
      if (outcomes.every(({ status }) => status === 'fulfilled')) continue;
      console.log(JSON.stringify([n, outcomes.map(({ status }) => status), await log.head()]));
      process.exit(0);
    }`;
  // RLIMIT_FSIZE (in KiB here) stops a file from growing, like a full disk.
  const child = spawnSync(
    '/bin/bash',
    ['-c', 'ulimit -f 1024; exec "$0" --input-type=module -e "$1"', process.execPath, script],
    { encoding: 'utf8' },
  );
  t.is(child.status, 0, child.stderr);
  const [round, statuses, head] = JSON.parse(child.stdout);
  t.deepEqual(statuses, ['rejected', 'rejected']);
  t.is(head, 2 * (round - 1));
  const log = openSqliteEvents<Noted>(file);
  t.is(await log.head(), head);
  t.is((await readFeed(log, 0, head)).length, head);
  await log.close();
});

test('a writer leaves the write-ahead log to the connection that is notified of its commits', async (t) => {
  const file = join(temporaryFolder(t), 'events.db');
  const [writer, follower] = [openSqliteEvents<Noted>(file), openSqliteEvents<Noted>(file)];
  t.teardown(() => Promise.all([writer.close(), follower.close()]));
  writer.delegateCheckpoints();
  const copied = () => statSync(file).size;
  const before = copied();
  const write = (from: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => writer.append(`s${from + n}`, -1, [noted(`${from + n}`)], metadata)),
    );
  await write(0, 1_500);
  follower.notifyCommit();
  t.is(copied(), before);
  await write(1_500, 500);
  t.is(copied(), before);
  follower.notifyCommit();
  t.true(copied() > 250_000);
  t.is(await writer.head(), 2_000);
});

test('an append that cannot be written as JSON fails alone', async (t) => {
  const log = await open(t);
  const circular: { text: string; self?: unknown } = { text: '' };
  circular.self = circular;
  const [bad, good] = await Promise.allSettled([
    log.append('a', -1, [{ id: '1', type: 'Noted', data: circular }], metadata),
    log.append('b', -1, [noted('2')], metadata),
  ]);
  t.is(bad.status, 'rejected');
  t.is(good.status, 'fulfilled');
});

test('a replay lets other work run between its pages', async (t) => {
  const log = openSqliteEvents<Noted>(join(temporaryFolder(t), 'events.db'), { pageRows: 2 });
  t.teardown(() => log.close());
  await log.append(
    'a',
    -1,
    Array.from({ length: 40 }, (_, index) => noted(`${index}`)),
    metadata,
  );
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (turns < 10) setImmediate(turn);
  };
  setImmediate(turn);
  t.is((await readFeed(log, 0, 40)).length, 40);
  t.is(turns, 10);
});

test('the write-ahead log grows while somebody reads for long, and shrinks afterwards; no event is lost', async (t) => {
  const file = join(temporaryFolder(t), 'events.db');
  const log = openSqliteEvents<Noted>(file);
  t.teardown(() => log.close());
  log.delegateCheckpoints();
  let written = 0;
  const write = async (megabytes: number) => {
    for (let n = 0; n < megabytes; n += 1) {
      written += 1;
      await log.append(`s-${written}`, -1, [noted(`${written}`.padEnd(950_000, '.'))], metadata);
    }
  };
  const megabytes = () => statSync(`${file}-wal`).size / 1_000_000;
  const reader = new DatabaseSync(file, { readOnly: true });
  await write(1);
  reader.exec('BEGIN');
  t.deepEqual(reader.prepare('SELECT count(*) AS events FROM events').get(), { events: 1 });
  await write(120);
  t.true(megabytes() > 110, `${megabytes()} MB during the read`);
  t.deepEqual(reader.prepare('SELECT count(*) AS events FROM events').get(), { events: 1 });
  reader.exec('COMMIT');
  reader.close();
  await write(100);
  t.true(megabytes() < 70, `${megabytes()} MB afterwards`);
  t.is(await log.head(), 221);
});
