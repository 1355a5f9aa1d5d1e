import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { parse } from 'csv-parse/sync';
import type { LinkledgerEvent } from '../../../../command-service/contract/events.ts';
import { links } from '../../../../projections/views/links/links.ts';
import { openSqliteEvents } from '../../../engines/embedded/log/event-log.ts';
import { openSqliteKeys } from '../../../engines/embedded/stores/key-store.ts';
import {
  documentAfter,
  EventBuilder,
  linkAdded,
  linkEdited,
  recordingLog,
  statusChanged,
  writeAll,
} from '../../../testing/event-builder.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openLog } from '../../parts/open-log.ts';
import { type LogReader, onNamedEvents } from './named-log.ts';
import { positionAt, replayView } from './replay-view.ts';
import { type Rows, writeRows } from './write-rows.ts';

const NOW = new Date('2026-03-10T12:00:00.000Z');

/** A data folder with a log, in which the clock of one writer was behind. */
async function history(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  const raw = openSqliteEvents<LinkledgerEvent>(join(folder, 'events.db'));
  const keys = openSqliteKeys(join(folder, 'keys.db'));
  const events = new EventBuilder();
  const add = (event: Parameters<EventBuilder['add']>[0], at: string) => events.add(event, { at });
  add(linkAdded('l1', { pocEmail: 'poc@blog.example', remarks: '=1+1' }), '2026-03-01T10:00:00.000Z');
  add(linkAdded('l2', { tags: ['press', 'a,b'] }), '2026-03-02T10:00:00.000Z');
  add(statusChanged('l1', 'pending', 'live', 'found-static'), '2026-03-03T10:00:00.000Z');
  add(linkEdited('l2', { remarks: { from: null, to: 'moved' } }), '2026-03-02T23:00:00.000Z');
  add(statusChanged('l1', 'live', 'removed', 'not-on-page'), '2026-03-05T10:00:00.000Z');
  const log = openLog({ log: raw, keys }, recordingLog());
  for (const event of events.all) await writeAll(log, [event]);
  await raw.close();
  keys.close();
  return { folder, events: events.all };
}

/** Writes a view to a file in a new folder; returns the file's name. */
async function replay(t: ExecutionContext, log: LogReader, until: number, name: string, view = 'links') {
  const file = join(temporaryFolder(t), name);
  const deps = { logger: recordingLog(), out: { write: () => true } };
  const count = await replayView(log, { view, until }, deps, (rows) => writeRows(file, rows));
  return { file, count };
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a view as of any position equals the live view’s code on the events up to there', async (t) => {
  const { folder, events } = await history(t);
  await onNamedEvents([folder], true, async (log) => {
    for (const { position } of events) {
      const { file, count } = await replay(t, log, position, 'links.ndjson');
      const past = events.slice(0, position);
      const expected = ['l1', 'l2'].map((id) => documentAfter(links, id, past)).filter((doc) => doc !== null);
      t.deepEqual(linesOf(readFileSync(file, 'utf8')), JSON.parse(JSON.stringify(expected)));
      t.is(count, expected.length);
    }
  });
});

test('a day means its end, and the log as of a time has everything up to its last event by then', async (t) => {
  const { folder } = await history(t);
  await onNamedEvents([folder], true, async (log) => {
    t.is(await positionAt(log, '2026-03-01', NOW), 1);
    t.is(await positionAt(log, '2026-03-02', NOW), 4);
    t.is(await positionAt(log, '2026-03-02T10:00:00Z', NOW), 2);
    t.is(await positionAt(log, '2026-03-02T12:00:00+02:00', NOW), 2);
    t.is(await positionAt(log, '2026-03-10', NOW), 5);
    t.is(await positionAt(log, '2026-03-11', NOW), 5, 'today in Kiribati');
    t.is(await positionAt(log, '3', NOW), 3);
    const refused = async (text: string, message: RegExp) =>
      t.regex((await t.throwsAsync(positionAt(log, text, NOW)))?.message ?? '', message);
    await refused('2026-02-28', /^Nothing was recorded by 2026-02-28: the log begins at 2026-03-01T10/);
    await refused('2026-03-12', /is in the future/);
    await refused('2026-02-30', /must be a day/);
    await refused('yesterday', /must be a day/);
    await refused('0', /No event of the log has the position 0; the last one has 5/);
    await refused('6', /has the position 6/);
  });
});

test('each format has the same rows; values that are not plain are JSON', async (t) => {
  const { folder } = await history(t);
  await onNamedEvents([folder], true, async (log) => {
    const ndjson = linesOf(readFileSync((await replay(t, log, 5, 'a.ndjson')).file, 'utf8'));
    t.deepEqual(linesOf(gunzipSync(readFileSync((await replay(t, log, 5, 'a.ndjson.gz')).file)).toString()), ndjson);
    const csv = readFileSync((await replay(t, log, 5, 'a.csv')).file, 'utf8');
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    t.deepEqual(
      rows.map(({ id, status }) => [id, status]),
      ndjson.map(({ id, status }) => [id, status]),
    );
    t.is(rows[0]?.remarks, "'=1+1");
    t.deepEqual(JSON.parse(rows[1]?.tags ?? ''), ['press', 'a,b']);
    const parquet = readFileSync((await replay(t, log, 5, 'a.parquet')).file);
    t.is(parquet.toString('latin1', 0, 4), 'PAR1');
    const { parquetReadObjects } = await import('hyparquet');
    const bytes = parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.byteLength);
    const read = await parquetReadObjects({ file: bytes });
    t.deepEqual(
      read.map(({ id, status, tags, remarks }) => ({ id, status, tags, remarks })),
      ndjson.map(({ id, status, tags, remarks }) => ({ id, status, tags, remarks })),
    );
  });
});

test('personal data is omitted on request, and read with the keys otherwise', async (t) => {
  const { folder } = await history(t);
  const contact = (withPersonalData: boolean) =>
    onNamedEvents([folder], withPersonalData, async (log) => {
      for await (const [first] of log.events()) return first?.type === 'LinkAdded' ? first.data.pocEmail : undefined;
      return undefined;
    });
  t.is(await contact(true), 'poc@blog.example');
  t.is(await contact(false), null);
});

test('an existing file stays, and a wrong ending, an unknown view and a missing folder are named', async (t) => {
  const { folder } = await history(t);
  const file = join(folder, 'mine.csv');
  writeFileSync(file, 'mine');
  const one: Rows = async function* () {
    yield [{ id: 'a' }];
  };
  t.regex((await t.throwsAsync(writeRows(file, one)))?.message ?? '', /already exists/);
  t.is(readFileSync(file, 'utf8'), 'mine');
  t.regex((await t.throwsAsync(writeRows(join(folder, 'a.xlsx'), one)))?.message ?? '', /must end in .ndjson/);
  t.regex((await t.throwsAsync(writeRows(join(folder, 'no', 'a.csv'), one)))?.message ?? '', /does not exist/);
  await onNamedEvents([folder], true, async (log) => {
    const error = await t.throwsAsync(replay(t, log, 5, 'a.ndjson', 'no-such-view'));
    t.regex(error?.message ?? '', /^There is no view named “no-such-view”. The views are: links, /);
  });
  await t.throwsAsync(
    onNamedEvents([join(folder, 'nowhere')], true, async () => undefined),
    { message: /is not a data folder/ },
  );
});

test('a log that lacks an event, or has a damaged one, is not exported', async (t) => {
  const { folder } = await history(t);
  const database = new DatabaseSync(join(folder, 'events.db'));
  t.teardown(() => database.close());
  const read = () =>
    onNamedEvents([folder], true, async (log) => {
      for await (const batch of log.events()) t.true(batch.length > 0);
    });
  database.exec('UPDATE events SET data = substr(data, 2) WHERE position = 4');
  await t.throwsAsync(read, { message: /^Event 4 of the log cannot be read \(.*\): run npm run verify.$/ });
  database.exec('DELETE FROM events WHERE position = 2');
  await t.throwsAsync(read, { message: 'Event 2 of the log cannot be read (it is missing): run npm run verify.' });
});

test('when rows end with an error, or appear under the name meanwhile, nothing is left of the draft', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'a.ndjson');
  const failing: Rows = async function* () {
    yield [{ id: 'a' }];
    throw new Error('a broken log');
  };
  await t.throwsAsync(writeRows(file, failing), { message: 'a broken log' });
  const racing: Rows = async function* () {
    yield [{ id: 'a' }];
    writeFileSync(file, 'other');
  };
  await t.throwsAsync(writeRows(file, racing), { message: /already exists/ });
  t.deepEqual(readdirSync(folder), ['a.ndjson']);
  t.is(readFileSync(file, 'utf8'), 'other');
});

test('a full disk is reported as full', async (t) => {
  const folder = temporaryFolder(t);
  const full: Rows = async function* () {
    yield [];
    throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
  };
  const error = await t.throwsAsync(writeRows(join(folder, 'a.csv'), full));
  t.regex(error?.message ?? '', /^The disk is full: .*a.csv was not written.$/);
  t.deepEqual(readdirSync(folder), []);
});

test.serial('an empty view gives a file without rows in each format, and leaves no temporary store', async (t) => {
  const { folder } = await history(t);
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('linkledger-replay-'));
  await onNamedEvents([folder], true, async (log) => {
    for (const name of ['a.ndjson', 'a.csv', 'a.parquet']) {
      const { count } = await replay(t, log, 5, name, 'teams');
      t.is(count, 0);
    }
  });
  const after = readdirSync(tmpdir()).filter((name) => name.startsWith('linkledger-replay-'));
  t.deepEqual(
    after.filter((name) => !before.includes(name)),
    [],
  );
});
