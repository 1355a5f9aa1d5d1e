/** `npm run backup -- <folder or archive>`: backs up all lasting data, while people work. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { KeyProtection } from '../../engines/embedded/backup/key-protection.ts';
import { BackupError } from '../../engines/embedded/backup/manifest.ts';
import { type BackupSummary, formatMegabytes, takeBackup } from '../../engines/embedded/backup/take-backup.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { loadEnvironment, readConfig } from '../config/config.ts';

const USAGE = `Write: npm run backup -- <folder or archive>, for example /mnt/backups or /mnt/backups/monday.tar.zst
  --keep 28               keep 28 backups in the folder and remove the oldest
  --recipient age1…       encrypt the keys for an age recipient
  --passphrase-file file  or with the passphrase in a file
  --without-keys          or leave the keys out
  --only-keys             back up the keys alone, to store them elsewhere
  --json                  print what was done as JSON
The data folder is DATA_DIR. BACKUP_RECIPIENT, BACKUP_PASSPHRASE and BACKUP_WITHOUT_KEYS are the defaults.
For backups on a schedule set BACKUP_FOLDER, BACKUP_EVERY and BACKUP_KEEP: the server takes them.`;

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keep: { type: 'string' },
        recipient: { type: 'string' },
        'passphrase-file': { type: 'string' },
        'without-keys': { type: 'boolean' },
        'only-keys': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
    const [to, ...rest] = positionals;
    if (to === undefined || rest.length > 0) throw new Error('Name one folder or archive.');
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (keep !== null && !(Number.isInteger(keep) && keep >= 1))
      throw new Error('--keep must be a whole number from 1.');
    const ways = [values.recipient, values['passphrase-file'], values['without-keys']];
    if (ways.filter((way) => way !== undefined).length > 1)
      throw new Error('--recipient, --passphrase-file and --without-keys exclude each other.');
    if (values['only-keys'] === true && values['without-keys'] === true)
      throw new Error('--only-keys and --without-keys together leave nothing to back up: omit one of them.');
    return { ...values, to: path.resolve(to), keep };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

type Arguments = ReturnType<typeof parse>;

function protectionOf(args: Arguments, fallback: KeyProtection): KeyProtection {
  const { recipient, 'passphrase-file': file } = args;
  if (recipient !== undefined) return { kind: 'recipient', recipient };
  if (file !== undefined) return { kind: 'passphrase', passphrase: firstLine(file) };
  if (args['without-keys'] === true) return { kind: 'left out' };
  if (args['only-keys'] === true && fallback.kind === 'left out') return { kind: 'plain' };
  return fallback;
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim() ?? '';
  } catch (error) {
    throw new BackupError(`The passphrase file cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}

const KEYS = {
  plain:
    'The keys are in the backup as plain text: anyone who reads the backup can read all personal data. ' +
    'Encrypt the keys with --recipient or --passphrase-file, or leave them out with --without-keys.',
  encrypted:
    'The keys are encrypted: nobody can restore them without the passphrase or age identity. Keep that secret elsewhere.',
  'left out':
    'The keys are not in the backup: without them nobody can restore it. ' +
    'Back them up elsewhere with --only-keys, after this backup.',
} as const;

function describe(summary: BackupSummary): string {
  const { place, head, files, bytes, reusedBytes, keys, removed, damaged, seconds } = summary;
  const reused = reusedBytes > 0 ? `, ${formatMegabytes(reusedBytes)} of them from earlier backups` : '';
  const contents = head === null ? 'the keys' : `${head.toLocaleString('en')} events`;
  const lines = [
    `Backed up ${contents} to ${place}: ${files} files, ${formatMegabytes(bytes)}${reused}, in ${seconds.toFixed(1)} s.`,
    KEYS[keys],
  ];
  if (removed.length > 0) lines.push(`Removed ${removed.length} older: ${removed.join(', ')}.`);
  for (const file of damaged)
    lines.push(`Warning: ${file} is damaged in the data folder. Its bytes are kept as they are.`);
  return lines.join('\n');
}

/** A line that changes, only in a terminal. */
function showProgress(phase: 'pictures' | 'log', done: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\x1b[K${phase === 'log' ? 'Log' : 'Evidence and photos'}: ${Math.floor(done * 100)} %`);
  if (done === 1) process.stderr.write('\r\x1b[K');
}

try {
  // Needs the same settings as a process of projections, whatever the roles of the processes are.
  const config = readConfig({ ...loadEnvironment(), SERVICES: 'projections' });
  if (config.servers !== null) {
    throw new BackupError(
      'This backup is for SQLite. EventStoreDB and MongoDB are backed up with their own tools: infra/docs/operating.md says how.',
    );
  }
  const args = parse(process.argv.slice(2));
  // A server on this machine has priority.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  const summary = await takeBackup({
    dataDir: config.dataDir,
    to: args.to,
    keep: args.keep,
    onlyKeys: args['only-keys'] === true,
    keys: protectionOf(args, config.backupKeys),
    now: () => new Date(),
    onProgress: showProgress,
  });
  process.stdout.write(args.json === true ? `${JSON.stringify(summary)}\n` : `${describe(summary)}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
