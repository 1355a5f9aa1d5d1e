/** Checks that a SQLite file is complete, fast enough for every start. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isExhausted, storageTrouble } from '../../../ports/storage/storage-trouble.ts';
import { connect, findDamagedPages } from './database.ts';

/** The largest file (in bytes) that is checked page by page; for a larger one this would slow the start. */
const CHECKED_WHOLE = 128 * 1024 * 1024;

/** The damage of a file whose creation was interrupted before its first table. */
export const NO_TABLES = 'it has no tables';

const MAGIC = 'SQLite format 3\0';
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Describes what is wrong with a database file, as text to follow "… is damaged:", or returns null. `look` checks the
 * content through a read-only connection and returns the same.
 * @throws Error if the disk or this process prevents the check.
 *
 * It reads the bytes of the file itself, so it must run before this process has a connection to the file (`connect`
 * says why): only the data folder calls it, under its lock and before it hands out the file.
 */
export function findFileDamage(file: string, look: (database: DatabaseSync) => string | null): string | null {
  try {
    const torn = findTornPages(file);
    if (torn !== null) return torn;
    const database = connect(file, { readOnly: true });
    try {
      if (statSync(file).size <= CHECKED_WHOLE) {
        const damage = findDamagedPages(database);
        if (damage !== null) return damage;
      }
      const [tables] = database.prepare('SELECT count(*) AS count FROM sqlite_schema').all();
      return tables?.count === 0 ? NO_TABLES : look(database);
    } finally {
      database.close();
    }
  } catch (error) {
    // A file that cannot be opened or mapped is not damaged.
    if (storageTrouble(error) !== null || isExhausted(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

/** Finds a page that the database should have but that is missing in the file and in its write-ahead log. */
function findTornPages(file: string): string | null {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const header = Buffer.alloc(100);
    if (readSync(descriptor, header, 0, 100, 0) < 100) return `it has only ${size} bytes`;
    if (header.toString('latin1', 0, 16) !== MAGIC) return 'it is not a SQLite database';
    const stated = header.readUInt16BE(16);
    const pageSize = stated === 1 ? 65_536 : stated;
    const log = loggedPages(`${file}-wal`);
    const pages = log.pages ?? header.readUInt32BE(28);
    const whole = Math.floor(size / pageSize);
    for (let page = whole + 1; page <= pages; page += 1) {
      if (!log.held.has(page)) return `it is cut short: ${size} bytes instead of ${pages * pageSize}`;
    }
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/** The pages in a write-ahead log, and the page count of the database after its last commit (null without a commit). */
function loggedPages(file: string): { held: ReadonlySet<number>; pages: number | null } {
  const held = new Set<number>();
  let pages: number | null = null;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < WAL_HEADER) return { held, pages };
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(WAL_HEADER);
    readSync(descriptor, header, 0, WAL_HEADER, 0);
    const pageSize = header.readUInt32BE(8);
    const salt = header.subarray(16, 24);
    const frame = Buffer.alloc(FRAME_HEADER);
    for (let at = WAL_HEADER; at + FRAME_HEADER + pageSize <= size; at += FRAME_HEADER + pageSize) {
      readSync(descriptor, frame, 0, FRAME_HEADER, at);
      // Frames of an earlier round of the log that are not overwritten yet have a different salt.
      if (!frame.subarray(8, 16).equals(salt)) break;
      held.add(frame.readUInt32BE(0));
      const committed = frame.readUInt32BE(4);
      if (committed > 0) pages = committed;
    }
    return { held, pages };
  } finally {
    closeSync(descriptor);
  }
}
