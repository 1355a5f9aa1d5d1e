/** What must last: backups that the server takes by itself, and the seals of the log. */
import path from 'node:path';
import type { KeyProtection } from '../../engines/embedded/backup/key-protection.ts';
import type { Servers } from '../../ports/engine.ts';
import type { PROCESS } from './process.ts';
import { address, choice, text, type VariableValues, whole } from './variable.ts';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MIN_EVERY_MS = 10 * 60_000;
const MAX_EVERY_MS = 7 * 86_400_000;
/** As in key-protection.ts, which is loaded by backups only. */
const MIN_PASSPHRASE = 12;

export const BACKUP = {
  BACKUP_FOLDER: text(
    'With SQLite: a folder, best on another disk, into which the server backs up everything that must last.',
  ),
  BACKUP_EVERY: text('How often: minutes, hours or days, such as 30m, 6h or 1d.')
    .default('24h')
    .test('interval', 'must be minutes, hours or days from 10m to 7d, such as 30m, 6h or 1d', (value) => {
      const ms = millisecondsOf(value);
      return ms >= MIN_EVERY_MS && ms <= MAX_EVERY_MS;
    }),
  BACKUP_KEEP: whole('How many backups stay in that folder; the oldest go.', 1, 10_000).default(28),
  BACKUP_RECIPIENT: text(
    'An age recipient (age1…): the keys in backups are encrypted for it. Without any of these three the keys are plain.',
  ).matches(/^age1[a-z0-9]+$/, 'must be an age recipient (age1…), as age-keygen prints it'),
  BACKUP_PASSPHRASE: text('Or a passphrase: the keys in backups are encrypted with it.').min(
    MIN_PASSPHRASE,
    `must have at least ${MIN_PASSPHRASE} characters`,
  ),
  BACKUP_WITHOUT_KEYS: choice('Or true: backups hold no keys; back them up elsewhere.', ['true', 'false']),
  TIMESTAMP_URL: address(
    'A timestamp authority (RFC 3161) for the daily seal of the log, such as https://freetsa.org/tsr.',
    'must be an address such as https://freetsa.org/tsr, without a user name',
    (url) => /^https?:$/.test(url.protocol) && url.username === '',
  ),
};

/** Which backups the server takes, and who stamps its seals. */
export const backupOf = (values: VariableValues<typeof BACKUP>) => ({
  /** null: the server takes no backups. */
  backup:
    values.BACKUP_FOLDER === undefined
      ? null
      : Object.freeze({
          folder: path.resolve(values.BACKUP_FOLDER),
          everyMs: millisecondsOf(values.BACKUP_EVERY),
          /** How many backups stay. */
          keep: values.BACKUP_KEEP,
        }),
  /** How the keys are put into backups. */
  backupKeys: Object.freeze(keysOf(values)),
  /** The timestamp authority for seals; null: seals have no timestamp. */
  timestampUrl: values.TIMESTAMP_URL ?? null,
});

/** One sentence for each mix of settings that cannot work. */
export function wrongBackup(
  values: VariableValues<typeof BACKUP & typeof PROCESS>,
  servers: Servers | null,
): readonly string[] {
  const wrong: string[] = [];
  const { BACKUP_FOLDER: folder, BACKUP_RECIPIENT: recipient, BACKUP_PASSPHRASE: passphrase } = values;
  const ways = [recipient, passphrase, values.BACKUP_WITHOUT_KEYS === 'true' || undefined];
  if (ways.filter((way) => way !== undefined).length > 1)
    wrong.push('BACKUP_RECIPIENT, BACKUP_PASSPHRASE and BACKUP_WITHOUT_KEYS exclude each other: set one of them.');
  if (folder === undefined) return wrong;
  if (servers !== null)
    wrong.push(
      'BACKUP_FOLDER is for SQLite: EventStoreDB and MongoDB are backed up with their own tools (infra/docs/operating.md).',
    );
  if (/\.(tar|tar\.gz|tgz|tar\.zst)$/.test(folder)) wrong.push('BACKUP_FOLDER must be a folder, not an archive.');
  const way = path.relative(path.resolve(values.DATA_DIR), path.resolve(folder));
  if (!way.startsWith('..') && !path.isAbsolute(way))
    wrong.push('BACKUP_FOLDER must not be inside DATA_DIR: choose another folder, best on another disk.');
  return wrong;
}

/** NaN: the text is no interval. */
function millisecondsOf(interval: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(interval) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

function keysOf(values: VariableValues<typeof BACKUP>): KeyProtection {
  if (values.BACKUP_RECIPIENT !== undefined) return { kind: 'recipient', recipient: values.BACKUP_RECIPIENT };
  if (values.BACKUP_PASSPHRASE !== undefined) return { kind: 'passphrase', passphrase: values.BACKUP_PASSPHRASE };
  return values.BACKUP_WITHOUT_KEYS === 'true' ? { kind: 'left out' } : { kind: 'plain' };
}
