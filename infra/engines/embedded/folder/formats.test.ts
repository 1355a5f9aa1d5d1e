/** Every format of a data folder opens; a newer format is refused, with the name of its version. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { metadata, type Noted, noted } from '../../../testing/contracts/event-store.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openEmbeddedEngine } from '../engine.ts';
import { connect } from '../sqlite/database.ts';
import { openSqliteExpiring } from '../stores/expiring-store.ts';
import { DataFolderError, LAYOUT, MARKER } from './data-folder.ts';
import { isNewer, PROGRAM_VERSION } from './program-version.ts';

const NEVER = '9999-12-31T23:59:59.999Z';

const open = (dataDir: string) =>
  openEmbeddedEngine<Noted, never>(
    {
      ...{ dataDir, logLevel: 'silent', schemas: [], logger: recordingLogger().logger },
      ...{ now: () => new Date(), mayRemove: () => false },
    },
    false,
  );

/** A folder in use by this version: an event, a key, a count of share views. */
async function used(t: ExecutionContext): Promise<string> {
  const dataDir = join(temporaryFolder(t), 'data');
  const engine = await open(dataDir);
  await engine.log.append('s', -1, [noted('1', 'one')], metadata);
  await engine.keys.keyFor('ann');
  await engine.state.put('share-views', 'a-share', 12, NEVER);
  await engine.close();
  return dataDir;
}

/** Before durable.db, lasting data was in sessions.db. */
async function withoutDurable(dataDir: string): Promise<void> {
  rmSync(join(dataDir, 'durable.db'));
  const sessions = openSqliteExpiring(join(dataDir, 'sessions.db'), () => new Date());
  await sessions.put('share-views', 'a-share', 12, NEVER);
  sessions.close();
}

const mark = (dataDir: string, marker: object) => writeFileSync(join(dataDir, MARKER), JSON.stringify(marker));
const created = '2026-01-01T00:00:00.000Z';

const RELEASED: Readonly<Record<string, (dataDir: string) => Promise<void> | void>> = {
  'layout 1: no durable.db, and views without versions': async (dataDir) => {
    mark(dataDir, { layout: 1, created });
    await withoutDurable(dataDir);
    rmSync(join(dataDir, 'views.db'));
    const views = connect(join(dataDir, 'views.db'));
    views.exec('CREATE TABLE views (name TEXT PRIMARY KEY, position INTEGER)');
    views.close();
  },
  'layout 2 without a version in its marker': (dataDir) => mark(dataDir, { layout: 2, created }),
  'layout 2 of this version': () => undefined,
  'a folder without a marker': (dataDir) => rmSync(join(dataDir, MARKER)),
};

for (const [format, age] of Object.entries(RELEASED)) {
  test(`${format}: all lasting data is read, and the marker names this version`, async (t) => {
    const dataDir = await used(t);
    await age(dataDir);
    const engine = await open(dataDir);
    t.is((await engine.log.read('s')).events.length, 1);
    t.truthy(await engine.keys.find('ann'));
    t.is(await engine.state.get('share-views', 'a-share'), 12);
    await engine.close();
    t.like(JSON.parse(readFileSync(join(dataDir, MARKER), 'utf8')), { layout: LAYOUT, version: PROGRAM_VERSION });
  });
}

test('a marker keeps the day on which its folder was created', async (t) => {
  const dataDir = await used(t);
  mark(dataDir, { layout: 2, created });
  await (await open(dataDir)).close();
  t.is(JSON.parse(readFileSync(join(dataDir, MARKER), 'utf8')).created, created);
});

test('a folder that a newer version used is refused with that version, and stays as it is', async (t) => {
  const dataDir = await used(t);
  for (const [marker, expected] of [
    [
      { layout: LAYOUT, created, version: '9.2.0' },
      /last used by Linkledger 9\.2\.0, .* start Linkledger 9\.2\.0 or a newer one/,
    ],
    [{ layout: LAYOUT + 1, created, version: '9.2.0' }, /last used by Linkledger 9\.2\.0/],
    [{ layout: LAYOUT + 1, created }, /last used by a newer version \(data layout 3\)/],
  ] as const) {
    mark(dataDir, marker);
    const error = await t.throwsAsync(open(dataDir), { instanceOf: DataFolderError });
    t.regex(error?.message ?? '', expected);
    t.true(error?.message.includes(PROGRAM_VERSION));
    t.deepEqual(JSON.parse(readFileSync(join(dataDir, MARKER), 'utf8')), marker);
  }
});

for (const name of ['events.db', 'keys.db', 'durable.db', 'sessions.db']) {
  test(`a newer format of ${name} is refused by its number, and the file stays as it is`, async (t) => {
    const dataDir = await used(t);
    const file = join(dataDir, name);
    const database = connect(file);
    database.exec('PRAGMA user_version = 7');
    database.close();
    const before = readFileSync(file);
    const error = await t.throwsAsync(open(dataDir), { instanceOf: DataFolderError });
    t.regex(
      error?.message ?? '',
      new RegExp(`${name} has format 7, and Linkledger ${PROGRAM_VERSION} reads formats up to`),
    );
    t.deepEqual(readFileSync(file), before);
  });
}

test('a patch release reads data of a later patch release, but not of a later minor release', (t) => {
  t.false(isNewer('1.2.9', '1.2.3'));
  t.false(isNewer('1.1.9', '1.2.3'));
  t.true(isNewer('1.3.0', '1.2.3'));
  t.true(isNewer('2.0.0', '1.2.3'));
  t.true(isNewer('1.10.0', '1.9.0'));
});
