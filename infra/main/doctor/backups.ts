/** Checks of the scheduled backups. */
import { accessSync, constants, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { freeBytes, listBackups } from '../../engines/embedded/backup/backup-folder.ts';
import { BackupError, readManifest } from '../../engines/embedded/backup/manifest.ts';
import type { Config } from '../config/config.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, note, warning, error } = findingsOf('backup');

/** Findings about BACKUP_FOLDER. */
export async function checkBackups(config: Config, now: Date): Promise<readonly Finding[]> {
  if (config.servers !== null) return [];
  if (config.backup === null) {
    return [
      note(
        'The server takes no backups by itself.',
        'Set BACKUP_FOLDER, or run npm run backup with a timer of your own.',
      ),
    ];
  }
  const { folder, everyMs } = config.backup;
  if (!existsSync(folder))
    return [
      warning(
        `${folder} does not exist: the first backup creates it.`,
        'Is its disk mounted? If so, start the server.',
      ),
    ];
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch {
    return [
      error(
        `${folder} may not be written by this user.`,
        'Give the folder to the user that runs Linkledger (chown -R).',
      ),
    ];
  }
  const found: Finding[] = [];
  if (config.backupKeys.kind === 'plain')
    found.push(
      note('The keys are in the backups as plain text.', 'Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE to encrypt them.'),
    );
  if (existsSync(config.dataDir) && (await stat(folder)).dev === (await stat(config.dataDir)).dev)
    found.push(
      warning(`${folder} is on the disk of the data: both are lost together.`, 'Set BACKUP_FOLDER to another disk.'),
    );
  const name = (await listBackups(folder)).at(-1);
  if (name === undefined)
    return [...found, warning(`${folder} holds no complete backup yet.`, 'Start the server, or run npm run backup.')];
  try {
    const { created, files } = await readManifest(path.join(folder, name));
    const size = files.filter(({ shared }) => !shared).reduce((sum, { bytes }) => sum + bytes, 0);
    if (size > (await freeBytes(folder)))
      found.push(warning('The next backup does not fit on its disk.', 'Free some space there, or lower BACKUP_KEEP.'));
    found.push(ageOf(created, everyMs, now));
  } catch (cause) {
    if (!(cause instanceof BackupError)) throw cause;
    found.push(error(cause.message, 'Run npm run backup.'));
  }
  return found;
}

/** Whether the newest backup, of an ISO instant, is late: by more than one interval. */
export function ageOf(created: string, everyMs: number, now: Date) {
  const message = `The last backup is of ${created}.`;
  return now.getTime() - Date.parse(created) > 2 * everyMs
    ? warning(message, 'Look for the reason in the log of the server.')
    : ok(message);
}
