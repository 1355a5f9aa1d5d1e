/** The data folder: permissions, space, versions, and a quick check of its files. Only reads, even beside a server. */
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isInFuture } from '../../../command-service/clock/clock-trust.ts';
import {
  checkEvents,
  durableDamage,
  headOf,
  keysDamage,
  sessionsDamage,
} from '../../engines/embedded/folder/content-check.ts';
import { isInUse, LAYOUT, MARKER } from '../../engines/embedded/folder/data-folder.ts';
import { describeFreeSpace, diskSpace } from '../../engines/embedded/folder/disk-space.ts';
import { isNewer, PROGRAM_VERSION } from '../../engines/embedded/folder/program-version.ts';
import { connect, RowStatement } from '../../engines/embedded/sqlite/database.ts';
import { MAX_EVENTS_BEHIND } from '../../observability/health.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, warning, error } = findingsOf('data');
const disk = findingsOf('disk');

/** In bytes; the server empties it at 40 MB or so. */
const LONG_WAL = 512 * 1024 ** 2;
const FILES = ['events.db', 'keys.db', 'durable.db', 'sessions.db', 'identity.secret', 'session.secret'];

/** Findings about the folder. */
export async function checkDataFolder(folder: string, now: Date): Promise<readonly Finding[]> {
  if (!existsSync(folder)) {
    const parent = existingParent(folder);
    return mayWrite(parent)
      ? [note(`${folder} does not exist yet: the first start creates it.`, null), ...(await checkSpace(parent))]
      : [
          error(
            `${folder} does not exist, and this user may not create it.`,
            'Set DATA_DIR to a folder that this user may write.',
          ),
        ];
  }
  const found = await checkFolder(folder);
  if (found.some(({ area, level }) => area === 'data' && level === 'error')) return found;
  return [...found, ...checkVersions(folder), ...checkFiles(folder, now)];
}

/** Permissions and space of a folder that exists: cheap enough beside a running server. */
export async function checkFolder(folder: string): Promise<readonly Finding[]> {
  return [...checkAccess(folder), ...(await checkSpace(folder))];
}

function existingParent(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(parent) || parent === folder ? parent : existingParent(parent);
}

function mayWrite(name: string): boolean {
  try {
    accessSync(name, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function checkAccess(folder: string): readonly Finding[] {
  const chown =
    'Give the data folder to the user that runs Linkledger (chown -R), and run npm run doctor as that user.';
  const { uid, mode } = statSync(folder);
  const found: Finding[] = [];
  const files = readdirSync(folder).filter((name) =>
    FILES.some((file) => name === file || name.startsWith(`${file}-`)),
  );
  for (const name of ['.', ...files]) {
    const file = path.join(folder, name);
    if (!mayWrite(file)) found.push(error(`${file} may not be read and written by this user.`, chown));
    else if (statSync(file).uid !== uid) found.push(warning(`${file} belongs to another user than its folder.`, chown));
  }
  if ((mode & 0o077) !== 0) {
    found.push(
      warning(
        `Other users of this machine may look into ${folder}, which holds the keys.`,
        `Close the folder: chmod 700 ${folder}`,
      ),
    );
  }
  return found;
}

async function checkSpace(folder: string): Promise<readonly Finding[]> {
  const { freeBytes, sizeBytes } = await diskSpace(folder);
  const low = describeFreeSpace(freeBytes);
  const percent = Math.round((100 * freeBytes) / Math.max(1, sizeBytes));
  if (low === null)
    return [disk.ok(`${Math.floor(freeBytes / 1024 ** 2).toLocaleString('en')} MB are free (${percent} %).`)];
  const message = `${low.message[0]?.toUpperCase()}${low.message.slice(1)}.`;
  return [
    disk[low.level === 'warn' ? 'warning' : 'error'](message, 'Free some space, or move DATA_DIR to a larger disk.'),
  ];
}

function checkVersions(folder: string): readonly Finding[] {
  const file = path.join(folder, MARKER);
  if (!existsSync(file)) return [];
  let marker: { readonly layout?: unknown; readonly version?: unknown };
  try {
    marker = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [warning(`${file} is not readable JSON.`, 'The next start writes it again.')];
  }
  const { layout, version } = marker;
  const tooNew = (typeof layout === 'number' && layout > LAYOUT) || (typeof version === 'string' && isNewer(version));
  if (tooNew) {
    return [
      error(
        `The folder was last used by Linkledger ${version ?? `with data layout ${layout}`}; this is ${PROGRAM_VERSION}.`,
        'Start that version or a newer one, or restore a backup of this version into another folder.',
      ),
    ];
  }
  return [ok(`The folder has layout ${layout}, last used by Linkledger ${version ?? 'of an older version'}.`)];
}

/** Makes the checks of a start, on samples of each file. */
function checkFiles(folder: string, now: Date): readonly Finding[] {
  const found: Finding[] = [];
  const pathOf = (name: string) => path.join(folder, name);
  const damageChecks: Readonly<Record<string, (database: DatabaseSync) => string | null>> = {
    'events.db': checkEvents,
    'keys.db': keysDamage,
    'durable.db': durableDamage,
    'sessions.db': sessionsDamage,
  };
  const used = existsSync(pathOf('events.db')) || existsSync(pathOf('keys.db'));
  if (!used) return [note(`${folder} holds no data yet.`, null)];
  for (const [name, damageOf] of Object.entries(damageChecks)) {
    if (existsSync(pathOf(name))) {
      const damage = readOnly(pathOf(name), damageOf);
      if (damage !== null) {
        const advice =
          name === 'sessions.db'
            ? 'The next start moves it aside: everybody signs in again.'
            : 'Stop the server and restore a backup (infra/docs/operating.md).';
        found.push(error(`${name} is damaged (${damage}).`, advice));
      }
    } else if (name !== 'sessions.db') {
      found.push(error(`${name} is missing.`, 'Restore a backup (infra/docs/operating.md).'));
    }
    const wal = statSync(`${pathOf(name)}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (wal > LONG_WAL) {
      found.push(
        warning(
          `${name}-wal has ${Math.floor(wal / 1024 ** 2)} MB: a program reads ${name} without an end.`,
          'End other programs that have the file open (fuser), or restart the server.',
        ),
      );
    }
  }
  const secret = pathOf('identity.secret');
  if (!existsSync(secret)) found.push(error('identity.secret is missing.', 'Put it back from a backup.'));
  else if (!/^[0-9a-f]{64}$/.test(readFileSync(secret, 'utf8').trim()))
    found.push(error('identity.secret is damaged.', 'Put it back from a backup.'));
  if (found.length > 0) return found;
  return [...describeLog(folder, now), ...describeViews(folder)];
}

function describeLog(folder: string, now: Date): readonly Finding[] {
  const last = readOnly(path.join(folder, 'events.db'), (database) => {
    const query = 'SELECT position, metadata FROM events ORDER BY position DESC LIMIT 1';
    const [position = 0, metadata = '{}'] = new RowStatement(database, query).get<[number, string]>() ?? [];
    const { at = '' }: { readonly at?: string } = JSON.parse(metadata);
    return { position, at };
  });
  if (typeof last === 'string') return [error(`The log cannot be read (${last}).`, 'Restore a backup.')];
  const found = [
    ok(
      `The log has ${last.position.toLocaleString('en')} events; a sample of them is whole (npm run verify reads all).`,
    ),
  ];
  if (!isInFuture(last.at, now)) return found;
  return [
    ...found,
    findingsOf('clock').error(
      `The last event is of ${last.at}, which is later than now (${now.toISOString()}).`,
      'Set the clock of this machine, and keep it with NTP (timedatectl set-ntp true).',
    ),
  ];
}

function describeViews(folder: string): readonly Finding[] {
  const file = path.join(folder, 'views.db');
  const running = isInUse(folder);
  if (!existsSync(file)) return [note('There are no views yet: the next start builds them from the log.', null)];
  const head = readOnly(path.join(folder, 'events.db'), headOf);
  const slowest = readOnly(file, (database) => {
    const query =
      "SELECT max(position) AS seen FROM view_versions WHERE view <> '*' GROUP BY view ORDER BY seen LIMIT 1";
    return new RowStatement(database, query).get<[number]>()?.[0] ?? 0;
  });
  if (typeof head === 'string' || typeof slowest === 'string')
    return [warning(`The views cannot be read (${slowest}).`, 'The next start builds them again from the log.')];
  const behind = Math.max(0, head - slowest);
  const where = running ? 'a server is running' : 'no server is running';
  if (behind <= MAX_EVENTS_BEHIND) return [ok(`The views are ${behind} events behind the log; ${where}.`)];
  const message = `The slowest view is ${behind.toLocaleString('en')} events behind the log; ${where}.`;
  return running
    ? [
        warning(
          message,
          'Wait some minutes; if it stays, look at GET /api/ready and the log of the server for a view that stopped.',
        ),
      ]
    : [note(message, 'The next start brings them up to date.')];
}

/** Queries a database; returns the text of the error if it cannot be read. */
function readOnly<T>(file: string, query: (database: DatabaseSync) => T): T | string {
  let database: DatabaseSync | null = null;
  try {
    database = connect(file, { readOnly: true });
    return query(database);
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  } finally {
    database?.close();
  }
}
