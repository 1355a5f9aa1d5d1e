/** The manifest of a backup: every file with its hash, the versions, and the head of the log. It is written last. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as yup from 'yup';
import { StartError } from '../../../ports/process/start-error.ts';
import { PROGRAM_VERSION } from '../folder/program-version.ts';

/** The name of the manifest in the folder of a backup. */
export const MANIFEST = 'manifest.json';
/** The newest backup format that this version reads. */
const FORMAT = 1;

/** Why a backup or a restore is not possible, in a sentence for the terminal that says what to do. */
export class BackupError extends StartError {
  override readonly name = 'BackupError';
}

/** How the keys are in a backup; `only` means that the backup has nothing else. */
export type KeysState = 'plain' | 'encrypted' | 'left out';

/** Evidence and photos are stored once for all backups of a folder. */
export const SHARED = 'files/';
/** The sealed keys: a tar archive, encrypted with age. */
export const SEALED_KEYS = 'keys.tar.age';

/** The files whose readers can read all personal data. They come from one moment. */
export const KEY_FILES = ['keys.db', 'identity.secret', 'session.secret', 'sessions.db'] as const;

const file = yup.object({
  /** The place in the data folder. */
  path: yup
    .string()
    .required()
    .matches(/^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, 'must be a path inside the data folder'),
  /** In bytes. */
  bytes: yup.number().integer().min(0).required(),
  sha256: yup
    .string()
    .required()
    .matches(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
  /** The time of the file, which orders evidence; null if it does not matter. */
  modified: yup.string().nullable().defined(),
  /** Stored once for all backups, under its hash. */
  shared: yup.boolean().required(),
});

const manifest = yup.object({
  format: yup.number().oneOf([FORMAT]).required(),
  /** When the state of the backup was read. */
  created: yup.string().required(),
  /** The version that made it. */
  linkledger: yup.string().required(),
  node: yup.string().required(),
  /** The layout of the data folder. */
  layout: yup.number().required(),
  /** The last event in the backup; null: it has only the keys. */
  head: yup.object({ position: yup.number().required(), id: yup.string().nullable().defined() }).nullable().defined(),
  keys: yup
    .string()
    .oneOf(['plain', 'encrypted', 'left out'] as const)
    .required(),
  files: yup.array(file.required()).required(),
});

export type Manifest = yup.InferType<typeof manifest>;
export type ManifestFile = yup.InferType<typeof file>;

/** A manifest of this version. */
export function newManifest(parts: Omit<Manifest, 'format' | 'linkledger' | 'node'>): Manifest {
  return { format: FORMAT, linkledger: PROGRAM_VERSION, node: process.versions.node, ...parts };
}

/**
 * Reads the manifest of the backup in a folder.
 * @throws BackupError if it is missing or damaged, or a newer version wrote it.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const name = path.join(folder, MANIFEST);
  let text: string;
  try {
    text = await readFile(name, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')))
      throw error;
    throw new BackupError(
      `${folder} has no complete backup: ${MANIFEST}, which is written last, is missing. Choose another backup.`,
    );
  }
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new BackupError(`${name} is damaged (it is not JSON): choose another backup.`);
  }
  refuseNewer(folder, found);
  try {
    return manifest.validateSync(found, { strict: true });
  } catch (error) {
    throw new BackupError(
      `${name} is damaged (${error instanceof Error ? error.message : error}): choose another backup.`,
    );
  }
}

function refuseNewer(folder: string, found: unknown): void {
  if (typeof found !== 'object' || found === null || !('format' in found)) return;
  if (typeof found.format !== 'number' || found.format <= FORMAT) return;
  const by = 'linkledger' in found ? `Linkledger ${found.linkledger}` : 'a newer version';
  throw new BackupError(
    `${folder} was made by ${by} (backup format ${found.format}); Linkledger ${PROGRAM_VERSION} reads formats up to ${FORMAT}: restore it with that version or a newer one.`,
  );
}
