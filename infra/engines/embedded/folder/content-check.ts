/** Checks the content of an intact file by samples, so a log of any size takes milliseconds. */
import type { DatabaseSync } from 'node:sqlite';
import { RowStatement } from '../sqlite/database.ts';

const LAST_EVENTS = 200;
const SAMPLED_EVENTS = 200;

/**
 * Reads the last events and a sample of the whole log: each must exist, be JSON and have its predecessor in its stream.
 * null if all is well.
 */
export function checkEvents(database: DatabaseSync): string | null {
  const event = new RowStatement(database, 'SELECT stream, revision, data, metadata FROM events WHERE position = ?');
  const earlier = new RowStatement(database, 'SELECT position FROM events WHERE stream = ? AND revision = ?');
  const head = headOf(database);
  const step = Math.max(1, Math.floor(head / SAMPLED_EVENTS));
  const positions = new Set<number>();
  for (let position = 1; position <= head; position += step) positions.add(position);
  for (let position = Math.max(1, head - LAST_EVENTS); position <= head; position += 1) positions.add(position);
  for (const position of positions) {
    const row = event.get<[string, number, string, string]>(position);
    if (row === undefined) return `event ${position} of ${head} is missing`;
    const [stream, revision, data, metadata] = row;
    if (!isJson(data) || !isJson(metadata)) return `event ${position} of ${head} is unreadable`;
    const itself = earlier.get<[number]>(stream, revision)?.[0];
    const before = revision === 0 ? 0 : earlier.get<[number]>(stream, revision - 1)?.[0];
    if (itself !== position || before === undefined || before >= position) {
      return `the stream of event ${position} of ${head} has a gap`;
    }
  }
  return null;
}

/** The position of the last event in the file. */
export function headOf(database: DatabaseSync): number {
  return new RowStatement(database, 'SELECT max(position) FROM events').get<[number | null]>()?.[0] ?? 0;
}

/** Reads the parts of the views that every start reads. A file of a build without versions lacks them. */
export function viewsDamage(database: DatabaseSync): string | null {
  if (!hasVersions(database)) return null;
  const tables = new RowStatement(database, "SELECT tables FROM view_versions WHERE tables <> ''").all<[string]>();
  for (const name of tables.flatMap(([names]) => names.split(' '))) {
    new RowStatement(database, `SELECT max(n), max(id) FROM "v ${name.replaceAll('"', '')}"`).get();
  }
  return null;
}

function hasVersions(database: DatabaseSync): boolean {
  const table = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'view_versions'";
  return new RowStatement(database, table).get() !== undefined;
}

/** The highest position of any view. */
export function maxViewPosition(database: DatabaseSync): number {
  if (!hasVersions(database)) return 0;
  return new RowStatement(database, 'SELECT max(position) FROM view_versions').get<[number | null]>()?.[0] ?? 0;
}

export function keysDamage(database: DatabaseSync): string | null {
  const wrong =
    new RowStatement(database, 'SELECT count(*) FROM keys WHERE length(key) <> 32').get<[number]>()?.[0] ?? 0;
  return wrong === 0 ? null : `${wrong} keys have the wrong length`;
}

/** The number of keys in the file. */
export function keyCount(database: DatabaseSync): number {
  return new RowStatement(database, 'SELECT count(*) FROM keys').get<[number]>()?.[0] ?? 0;
}

export function sessionsDamage(database: DatabaseSync): string | null {
  new RowStatement(database, 'SELECT max(expires) FROM entries').get();
  return null;
}

/** Reads every existing table: a killed first start may not have created all of them. */
export function durableDamage(database: DatabaseSync): string | null {
  const tables = new RowStatement(database, "SELECT name FROM sqlite_schema WHERE type = 'table'").all<[string]>();
  for (const [table] of tables) {
    new RowStatement(database, `SELECT max(${table === 'entries' ? 'expires' : 'name'}) FROM ${table}`).get();
  }
  return null;
}

/** The number of sessions in the file that have not expired. */
export function sessionCount(database: DatabaseSync): number {
  const query = "SELECT count(*) FROM entries WHERE kind = 'session' AND expires > ?";
  return new RowStatement(database, query).get<[number]>(Date.now())?.[0] ?? 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
