import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import type { Logger } from '../../../ports/process/logger.ts';
import { metadata, type Noted, noted } from '../../../testing/contracts/event-store.ts';
import { item, plain, puts } from '../../../testing/contracts/sample-views.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteEvents } from '../log/event-log.ts';
import { openDurableStores } from '../stores/durable-stores.ts';
import { openSqliteExpiring } from '../stores/expiring-store.ts';
import { openSqliteKeys } from '../stores/key-store.ts';
import { openSqliteDraft, openSqliteViews } from '../views/view-store.ts';
import { type DataFolder, DataFolderError, openDataFolder } from './data-folder.ts';

/** A logger that records its messages. */
function sentences(): Logger & { readonly said: string[] } {
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  return { said, info: say, warn: say, error: say };
}

/** Creates the irreplaceable files, as the engine does. */
async function setUp(folder: DataFolder): Promise<void> {
  await openSqliteEvents<Noted>(folder.events).close();
  openSqliteKeys(folder.keys).close();
  openDurableStores(folder.durable, () => new Date()).close();
  folder.markInitialized();
}

/** A folder that was in use: `count` events, views that have seen them, a key and a session. */
async function used(t: ExecutionContext, count = 300): Promise<string> {
  const directory = join(temporaryFolder(t), 'data');
  const folder = openDataFolder(directory, sentences());
  const events = openSqliteEvents<Noted>(folder.events);
  for (let index = 0; index < count; index += 50) {
    const batch = Array.from({ length: 50 }, (_, offset) => noted(`${index + offset}`, 'x'.repeat(500)));
    await events.append(`s-${index}`, -1, batch, metadata);
  }
  const views = openSqliteViews(folder.views, [plain]);
  if (count > 0) await views.commit(plain, 0, count, puts(Array.from({ length: 200 }, (_, index) => item(`${index}`))));
  const keys = openSqliteKeys(folder.keys);
  await keys.keyFor('u1');
  const sessions = openSqliteExpiring(folder.sessions, () => new Date());
  await sessions.put('session', 'k', 1, '2999-01-01T00:00:00Z');
  const durable = openDurableStores(folder.durable, () => new Date());
  await events.close();
  folder.markInitialized();
  for (const open of [views, keys, sessions, durable, folder]) open.close();
  return directory;
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

const garbage = Buffer.alloc(3 * 4_096, 0xa5);

test('a new folder is accessible only to its owner, and opens repeatedly', async (t) => {
  const directory = join(temporaryFolder(t), 'deep', 'data');
  const logger = sentences();
  for (let round = 0; round < 3; round += 1) {
    const folder = openDataFolder(directory, logger);
    await setUp(folder);
    t.is(statSync(directory).mode & 0o777, 0o700);
    for (const name of ['events.db', 'keys.db', 'durable.db'])
      t.is(statSync(join(directory, name)).mode & 0o777, 0o600, name);
    const events = openSqliteEvents<Noted>(folder.events);
    t.is(await events.head(), round);
    await events.append(`s-${round}`, -1, [noted(`${round}`)], metadata);
    await events.close();
    folder.close();
  }
  t.deepEqual(logger.said, []);
});

test('a used and intact folder opens without a log line', async (t) => {
  const directory = await used(t);
  const logger = sentences();
  openDataFolder(directory, logger).close();
  t.deepEqual(logger.said, []);
});

test('a secret is created once with 32 bytes, is readable only by its owner, and is refused when damaged', (t) => {
  const directory = join(temporaryFolder(t), 'data');
  const folder = openDataFolder(directory, sentences());
  t.teardown(() => folder.close());
  for (const name of ['session', 'identity'] as const) {
    const secret = folder.secret(name);
    t.is(secret.length, 32);
    t.deepEqual(folder.secret(name), secret);
    const file = join(directory, `${name}.secret`);
    t.is(statSync(file).mode & 0o777, 0o600);
    truncateSync(file, 10);
    const error = t.throws(() => folder.secret(name), { instanceOf: DataFolderError });
    t.regex(error.message, new RegExp(`${name}\\.secret is damaged .*put it back from a backup`));
    t.is(error.message.includes('sign everybody out'), name === 'session');
    t.is(statSync(file).size, 10);
  }
});

test('a used folder without identity.secret is refused, and the secret is not created', async (t) => {
  const directory = await used(t);
  const file = join(directory, 'identity.secret');
  rmSync(file);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const error = t.throws(() => openDataFolder(directory, sentences()), { instanceOf: DataFolderError });
    t.true(error.message.startsWith(`${file} is missing although the data folder was in use before`), error.message);
    t.regex(error.message, /put it back from a backup\. .*events\.db, keys\.db and identity\.secret belong together/);
    t.false(existsSync(file));
  }
});

for (const [how, content] of [
  ['empty', ''],
  ['not hexadecimal', 'x'.repeat(64)],
] as const) {
  test(`an identity.secret that is ${how} is refused at the start and left as it is`, async (t) => {
    const directory = await used(t);
    const file = join(directory, 'identity.secret');
    writeFileSync(file, content);
    const error = t.throws(() => openDataFolder(directory, sentences()), { instanceOf: DataFolderError });
    t.regex(error.message, /identity\.secret is (empty|damaged) .*put it back from a backup/);
    t.is(readFileSync(file, 'utf8'), content);
  });
}

test('an older folder that was set up without identity.secret gets one while its log is empty', async (t) => {
  const directory = await used(t, 0);
  rmSync(join(directory, 'identity.secret'));
  const folder = openDataFolder(directory, sentences());
  t.is(folder.secret('identity').length, 32);
  folder.close();
});

for (const name of ['events.db', 'keys.db', 'identity.secret']) {
  test(`a used folder without its marker is still recognized, and is refused when ${name} is missing`, async (t) => {
    const directory = await used(t);
    rmSync(join(directory, 'linkledger.json'));
    rmSync(join(directory, name));
    const { message } = t.throws(() => openDataFolder(directory, sentences()), { instanceOf: DataFolderError });
    t.true(message.startsWith(`${join(directory, name)} is missing`), message);
    t.false(existsSync(join(directory, name)));
  });
}

test('an intact folder without its marker opens, and is marked again', async (t) => {
  const directory = await used(t);
  const marker = join(directory, 'linkledger.json');
  rmSync(marker);
  const folder = openDataFolder(directory, sentences());
  await setUp(folder);
  folder.close();
  t.true(existsSync(marker));
});

test('a folder of an older layout opens without durable.db, and then refuses a missing durable.db', async (t) => {
  const directory = await used(t);
  rmSync(join(directory, 'durable.db'));
  const { message } = t.throws(() => openDataFolder(directory, sentences()), { instanceOf: DataFolderError });
  t.regex(message, /durable\.db is missing although the data folder was in use before: put it back from a backup/);
  writeFileSync(join(directory, 'linkledger.json'), '{"layout":1,"created":"2026-01-01T00:00:00.000Z"}\n');
  const folder = openDataFolder(directory, sentences());
  await setUp(folder);
  folder.close();
  rmSync(join(directory, 'durable.db'));
  t.throws(() => openDataFolder(directory, sentences()), { message: /durable\.db is missing/ });
});

test('a damaged durable.db is refused and left as it is', async (t) => {
  const directory = await used(t);
  const file = join(directory, 'durable.db');
  overwrite(file, 0, garbage);
  t.throws(() => openDataFolder(directory, sentences()), {
    instanceOf: DataFolderError,
    message: /durable\.db is damaged .*It has read marks, view counts and what was mailed, so it was left as it is/,
  });
  t.deepEqual(readFileSync(file).subarray(0, garbage.length), garbage);
});

test('session.secret is not created anew while sessions depend on it', async (t) => {
  const directory = await used(t);
  const folder = openDataFolder(directory, sentences());
  t.teardown(() => folder.close());
  const { message } = t.throws(() => folder.secret('session'), { instanceOf: DataFolderError });
  t.regex(message, /session\.secret is missing although people are signed in: put it back .*SESSION_SECRET/);
  t.regex(message, /To sign everybody out instead, make a new one: openssl rand -hex 32 > \S+session\.secret\.$/);
  t.false(existsSync(join(directory, 'session.secret')));
  const sessions = openSqliteExpiring(folder.sessions, () => new Date());
  await sessions.remove('session', 'k');
  sessions.close();
  t.is(folder.secret('session').length, 32);
});

test('the error names a folder that cannot be created', (t) => {
  const file = join(temporaryFolder(t), 'a-file');
  writeFileSync(file, '');
  t.throws(() => openDataFolder(join(file, 'data'), sentences()), {
    instanceOf: DataFolderError,
    message: /a-file\/data cannot be created .*DATA_DIR/,
  });
});

for (const name of ['events.db', 'keys.db']) {
  const damages: Record<string, { readonly make: (file: string) => void; readonly says: RegExp }> = {
    'is missing': { make: (file) => rmSync(file), says: /is missing although .* put it back from a backup/ },
    'is empty': { make: (file) => truncateSync(file, 0), says: /is empty although .* put it back from a backup/ },
    'is cut short': {
      make: (file) => truncateSync(file, statSync(file).size - 4_096),
      says: /is damaged \(it is cut short: .*backup/,
    },
    'is cut within a page': {
      make: (file) => truncateSync(file, statSync(file).size - 100),
      says: /is damaged \(it is cut short: .*backup/,
    },
    'is a few bytes': { make: (file) => truncateSync(file, 50), says: /is damaged \(it has only 50 bytes\).*backup/ },
    'is not a database': {
      make: (file) => writeFileSync(file, 'This was a text file. '.repeat(1_000)),
      says: /is damaged \(it is not a SQLite database\).*backup/,
    },
    'is garbled': {
      make: (file) => overwrite(file, 4_096, garbage.subarray(0, 4_096)),
      says: /is damaged \(.+\).*backup/,
    },
  };
  for (const [damage, { make, says }] of Object.entries(damages)) {
    test(`${name} that ${damage} is refused by name and left as it is`, async (t) => {
      const directory = await used(t);
      const file = join(directory, name);
      make(file);
      const before = existsSync(file) ? readFileSync(file) : null;
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const error = t.throws(() => openDataFolder(directory, sentences()), { instanceOf: DataFolderError });
        t.true(error.message.startsWith(file));
        t.regex(error.message, says);
      }
      t.deepEqual(existsSync(file) ? readFileSync(file) : null, before);
    });
  }
}

test('an event missing from the middle of a large log is detected', async (t) => {
  const directory = await used(t, 20_000);
  const file = join(directory, 'events.db');
  const database = new DatabaseSync(file);
  database.exec('DELETE FROM events WHERE position BETWEEN 9000 AND 9200');
  database.close();
  t.throws(() => openDataFolder(directory, sentences()), { message: /event \d+ of 20000 is missing/ });
});

for (const name of ['views.db', 'sessions.db']) {
  const damages: Record<string, (file: string) => void> = {
    truncated: (file) => truncateSync(file, statSync(file).size - 5_000),
    zeroed: (file) => truncateSync(file, 0),
    garbled: (file) => overwrite(file, 4_096, garbage.subarray(0, 4_096)),
    'no database': (file) => writeFileSync(file, 'x'.repeat(10_000)),
  };
  for (const [damage, make] of Object.entries(damages)) {
    test(`${name} that is ${damage} is moved aside, reported and created again`, async (t) => {
      const directory = await used(t);
      make(join(directory, name));
      const damaged = readFileSync(join(directory, name));
      const logger = sentences();
      const folder = openDataFolder(directory, logger);
      t.is(logger.said.length, 1);
      t.regex(logger.said[0]!, new RegExp(`^${name} is damaged and was moved to ${name}\\.damaged-\\d{4}-`));
      const aside = readdirSync(directory).find((each) => each.startsWith(`${name}.damaged-`));
      t.deepEqual(readFileSync(join(directory, aside!)), damaged);
      const views = openSqliteViews(folder.views, [plain]);
      t.is(await views.position(plain), name === 'views.db' ? 0 : 300);
      views.close();
      folder.close();
    });
  }
}

test('views ahead of a restored older log are reset and reported', async (t) => {
  const directory = await used(t, 100);
  const backup = join(directory, 'backup');
  copyFileSync(join(directory, 'events.db'), backup);
  const events = openSqliteEvents<Noted>(join(directory, 'events.db'));
  await events.append('later', -1, [noted('later')], metadata);
  await events.close();
  const views = openSqliteViews(join(directory, 'views.db'), [plain]);
  await views.commit(plain, 100, 101, []);
  views.close();
  copyFileSync(backup, join(directory, 'events.db'));
  const logger = sentences();
  const folder = openDataFolder(directory, logger);
  t.regex(logger.said[0]!, /^views\.db had seen 101 events but events\.db has 100/);
  const again = openSqliteViews(folder.views, [plain]);
  t.is(await again.position(plain), 0);
  again.close();
  folder.close();
});

test('views that were open when the machine stopped are rebuilt, because they were not synced', async (t) => {
  const directory = await used(t);
  writeFileSync(join(directory, 'views.db.open'), 'another run of the machine');
  const logger = sentences();
  const folder = openDataFolder(directory, logger);
  t.regex(logger.said[0]!, /the machine stopped while views\.db was open/);
  t.false(existsSync(folder.views));
  folder.close();
});

test('views that a killed process was filling in a thread are removed', async (t) => {
  const directory = await used(t);
  const views = openSqliteDraft(join(directory, 'views-draft.db'), [plain]);
  await views.commit(plain, 0, 1, [{ id: 'a', doc: { id: 'a', title: 'secret' } }]);
  views.close();
  const folder = openDataFolder(directory, sentences());
  t.false(existsSync(folder.viewsDraft));
  folder.close();
});

test('a first start that was killed before the folder was set up is repeated', async (t) => {
  const directory = await used(t, 0);
  for (const name of ['linkledger.json', 'keys.db', 'views.db', 'sessions.db']) rmSync(join(directory, name));
  truncateSync(join(directory, 'events.db'), 0);
  const logger = sentences();
  openDataFolder(directory, logger).close();
  t.deepEqual(logger.said, []);
});

/** Another process that opens the folder, appends continuously and prints the revision of each acknowledged append. */
async function holder(t: ExecutionContext, directory: string): Promise<{ child: ChildProcess; lines: () => string[] }> {
  const module = (name: string) => JSON.stringify(import.meta.resolve(name));
  const script = `
    const { openDataFolder } = await import(${module('./data-folder.ts')});
    const { openSqliteEvents } = await import(${module('../log/event-log.ts')});
    const { openSqliteKeys } = await import(${module('../stores/key-store.ts')});
    const quiet = () => {};
    try {
      const folder = openDataFolder(${JSON.stringify(directory)}, { info: quiet, warn: quiet, error: quiet });
      openSqliteKeys(folder.keys).close();
      const log = openSqliteEvents(folder.events);
      for (let n = (await log.read('s')).revision; ; n += 1) {
        await log.append('s', n, [{ id: crypto.randomUUID(), type: 'Noted', data: { text: 'x'.repeat(5000) } }], ${JSON.stringify(metadata)});
        process.stdout.write(n + 1 + '\\n');
      }
    } catch (error) {
      console.error(error.name + ': ' + error.message);
      process.exit(3);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return { child, lines: () => output.split('\n').slice(0, -1) };
}

test('a second process is refused in a sentence; after kill -9 the folder is free and no acknowledged event is lost', async (t) => {
  const directory = join(temporaryFolder(t), 'data');
  let promised = -1;
  for (let round = 0; round < 3; round += 1) {
    const { child, lines } = await holder(t, directory);
    t.throws(() => openDataFolder(directory, sentences()), {
      instanceOf: DataFolderError,
      message: /in use by another Linkledger process: stop that one first.* EventStoreDB, MongoDB and Kafka/,
    });
    const second = await holder(t, directory);
    if (second.child.exitCode === null) await once(second.child, 'exit');
    t.is(second.child.exitCode, 3);
    child.kill('SIGKILL');
    await once(child, 'close');
    promised = Number(lines().at(-1));
    const logger = sentences();
    const folder = openDataFolder(directory, logger);
    const events = openSqliteEvents<Noted>(folder.events);
    const { revision } = await events.read('s');
    t.true(revision >= promised, `${revision} < ${promised}`);
    t.deepEqual(logger.said, []);
    await events.close();
    folder.close();
  }
  t.true(promised > 0);
});

test('a truncated log is detected although its write-ahead log still exists', async (t) => {
  const directory = join(temporaryFolder(t), 'data');
  const { child } = await holder(t, directory);
  child.kill('SIGKILL');
  await once(child, 'close');
  const folder = openDataFolder(directory, sentences());
  const events = openSqliteEvents<Noted>(folder.events);
  await events.append(
    'more',
    -1,
    Array.from({ length: 500 }, (_, index) => noted(`${index}`, 'y'.repeat(900))),
    metadata,
  );
  await events.close();
  folder.close();
  const file = join(directory, 'events.db');
  const { size } = statSync(file);
  const again = await holder(t, directory);
  again.child.kill('SIGKILL');
  await once(again.child, 'close');
  t.true(statSync(`${file}-wal`).size > 0);
  // Pages that the killed process added may be in both files: the end of this one has only older pages.
  truncateSync(file, size - 20 * 4_096);
  t.throws(() => openDataFolder(directory, sentences()), { message: /events\.db is damaged \(it is cut short/ });
});

test('a write-ahead log torn in its last frames keeps every earlier commit', async (t) => {
  const directory = join(temporaryFolder(t), 'data');
  const { child } = await holder(t, directory);
  child.kill('SIGKILL');
  await once(child, 'close');
  appendFileSync(join(directory, 'events.db-wal'), garbage.subarray(0, 2_000));
  const logger = sentences();
  openDataFolder(directory, logger).close();
  t.deepEqual(logger.said, []);
});

test('a views.db of a build without view versions is not damaged: its tables stay until they go unused', async (t) => {
  const directory = await used(t);
  rmSync(join(directory, 'views.db'));
  const database = new DatabaseSync(join(directory, 'views.db'));
  database.exec(`
    CREATE TABLE checkpoints (view TEXT PRIMARY KEY, shape TEXT NOT NULL, position INTEGER NOT NULL, tables TEXT NOT NULL);
    INSERT INTO checkpoints VALUES ('plain', '{}', 300, 'plain');
    CREATE TABLE "v plain" (n INTEGER PRIMARY KEY, id TEXT)`);
  database.close();
  const logger = sentences();
  const folder = openDataFolder(directory, logger);
  t.deepEqual(logger.said, []);
  const views = openSqliteViews(folder.views, [plain]);
  t.deepEqual(views.emptyViews, [{ view: 'plain', reason: 'changed' }]);
  views.close();
  folder.close();
});

/** Opens a folder in a process of a user that owns nothing in it (root may read everything), and returns the output. */
function openAsNobody(directory: string): string {
  const script = `
    const { openDataFolder } = await import(${JSON.stringify(new URL('data-folder.ts', import.meta.url).href)});
    if (process.getuid?.() === 0) process.setuid(65534);
    try {
      openDataFolder(process.argv[1], { info() {}, warn() {}, error() {} }).close();
    } catch (error) {
      console.log(error.name, error.message);
    }`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script, directory], { encoding: 'utf8' });
}

/** Lets every user reach a folder through the temporary folders of the tests around it. */
function openToAll(folder: string): void {
  const parent = dirname(folder);
  if (basename(parent).startsWith('linkledger-')) chmodSync(parent, statSync(parent).mode | 0o011);
  if (parent !== folder) openToAll(parent);
}

for (const name of ['events.db', 'sessions.db', 'views.db', 'identity.secret']) {
  test(`${name} of another user is reported as inaccessible, not as damaged, and stays in place`, async (t) => {
    const directory = await used(t);
    openToAll(directory);
    chmodSync(directory, 0o777);
    for (const each of readdirSync(directory)) chmodSync(join(directory, each), 0o666);
    chmodSync(join(directory, name), 0o000);
    const before = readdirSync(directory).toSorted();
    t.regex(
      openAsNobody(directory),
      new RegExp(`DataFolderError .*${name} may not be read and written by the user that runs Linkledger`),
    );
    t.deepEqual(readdirSync(directory).toSorted(), before);
    chmodSync(join(directory, name), 0o600);
    openDataFolder(directory, sentences()).close();
  });
}
