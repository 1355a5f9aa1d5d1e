/** `npm run restore -- <backup> [--to <folder>]`: restores a backup into a new data folder. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../../engines/embedded/backup/manifest.ts';
import { checkBackup, type RestoreSummary, restoreBackup } from '../../engines/embedded/backup/restore-backup.ts';
import { formatMegabytes } from '../../engines/embedded/backup/take-backup.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { loadEnvironment } from '../config/config.ts';
import { verifyFolder } from './ledger-source.ts';

const USAGE = `Write: npm run restore -- <backup>, where a backup is a folder of backups (then the newest), one of them, or an archive
  --to folder             the data folder to create; DATA_DIR without it
  --keys backup           a backup with the keys, where this one was made without them
  --passphrase-file file  the passphrase of the keys; BACKUP_PASSPHRASE without it
  --identity file         or the age identity that opens them
  --check                 compare all hashes and restore nothing
  --json                  print what was done as JSON`;

/** The most problems that are printed: further ones say nothing new. */
const SHOWN_PROBLEMS = 10;

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        keys: { type: 'string' },
        'passphrase-file': { type: 'string' },
        identity: { type: 'string' },
        check: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
    const [from, ...rest] = positionals;
    if (from === undefined || rest.length > 0) throw new Error('Name one backup.');
    if (values.check === true && values.to !== undefined) throw new Error('--check restores nothing: omit --to.');
    return { ...values, from };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function textOf(file: string, description: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BackupError(`The ${description} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}

function describe({ backup, created, linkledger, head, files, bytes }: RestoreSummary, to: string | null): string {
  const contents = head === null ? 'only the keys' : `${head.toLocaleString('en')} events`;
  const facts = `the backup of ${created} (Linkledger ${linkledger}): ${contents}, ${files} files, ${formatMegabytes(bytes)}`;
  if (to === null)
    return `Checked ${facts}.\nEvery file in ${backup} has the hash in the manifest, and the log is complete.`;
  return [
    `Restored ${facts}.`,
    `Every file was compared with its hash before ${to} got its name, and the log is complete.`,
    `The views are not in a backup: the first start builds them from the log. Start Linkledger with DATA_DIR=${to}.`,
  ].join('\n');
}

function showProgress(done: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done === 1 ? '\r\x1b[K' : `\r\x1b[KFiles: ${Math.floor(done * 100)} %`);
}

try {
  const args = parse(process.argv.slice(2));
  const environment = loadEnvironment();
  const to = path.resolve(args.to ?? environment.DATA_DIR?.trim() ?? './data');
  const { 'passphrase-file': file, identity } = args;
  const fromFile = file === undefined ? undefined : textOf(file, 'passphrase file').split('\n')[0]?.trim();
  const summary =
    args.check === true
      ? await checkBackup(args.from, showProgress)
      : await restoreBackup({
          from: args.from,
          to,
          keysFrom: args.keys ?? null,
          onProgress: showProgress,
          inspect: async (folder) => (await verifyFolder(folder)).problems.map(({ message }) => message),
          unlocking: {
            passphrase: fromFile ?? environment.BACKUP_PASSPHRASE?.trim() ?? null,
            identity: identity === undefined ? null : textOf(identity, 'identity file'),
          },
        });
  const target = args.check === true ? null : to;
  const text = args.json === true ? JSON.stringify({ ...summary, to: target }) : describe(summary, target);
  process.stdout.write(`${text}\n`);
  if (summary.problems.length > 0) {
    process.stderr.write(
      `Everything is as it was in the backup, but ${summary.problems.length} problems were found (npm run verify):\n` +
        `${summary.problems.slice(0, SHOWN_PROBLEMS).join('\n')}\n`,
    );
    process.exitCode = 2;
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
