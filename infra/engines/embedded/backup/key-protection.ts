/** Seals the keys of a backup with age (https://age-encryption.org/v1): for a recipient, or with a passphrase. */
import { Decrypter, Encrypter } from 'age-encryption';
import { packTar, unpackTar } from 'modern-tar';
import { BackupError } from './manifest.ts';

/** How the keys go into a backup. */
export type KeyProtection =
  | { readonly kind: 'plain' }
  | { readonly kind: 'left out' }
  | { readonly kind: 'recipient'; readonly recipient: string }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

/** What opens sealed keys. */
export interface Unlocking {
  readonly passphrase: string | null;
  /** The text of an age identity file: a line AGE-SECRET-KEY-…; other lines are comments. */
  readonly identity: string | null;
}

/** Shorter passphrases can be found by trying. */
export const MIN_PASSPHRASE = 12;

/** A file in memory. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Checks recipient or passphrase before anything is copied.
 * @throws BackupError that says what to write.
 */
export function requireUsable(protection: KeyProtection): void {
  if (protection.kind === 'passphrase' && protection.passphrase.length < MIN_PASSPHRASE)
    throw new BackupError(`The passphrase must have at least ${MIN_PASSPHRASE} characters.`);
  if (protection.kind === 'recipient') encrypterFor(protection);
}

/** Packs the files into one tar archive and encrypts it. */
export async function seal(
  files: readonly NamedBytes[],
  protection: KeyProtection & { readonly kind: 'recipient' | 'passphrase' },
): Promise<Uint8Array> {
  const archive = await packTar(
    files.map(({ name, bytes }) => ({ header: { name, size: bytes.byteLength, mode: 0o600 }, body: bytes })),
  );
  return encrypterFor(protection).encrypt(archive);
}

function encrypterFor(protection: KeyProtection & { readonly kind: 'recipient' | 'passphrase' }): Encrypter {
  const encrypter = new Encrypter();
  if (protection.kind === 'passphrase') {
    encrypter.setPassphrase(protection.passphrase);
    return encrypter;
  }
  try {
    encrypter.addRecipient(protection.recipient);
    return encrypter;
  } catch {
    throw new BackupError('The recipient must be an age recipient, such as the line age1… that age-keygen prints.');
  }
}

/** The files of `seal`. @throws BackupError if neither passphrase nor identity opens them. */
export async function unseal(sealed: Uint8Array, { passphrase, identity }: Unlocking): Promise<readonly NamedBytes[]> {
  const identities = (identity ?? '').split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (passphrase === null && identity === null) {
    throw new BackupError(
      'The keys of this backup are encrypted: give the passphrase with --passphrase-file, or the age identity with --identity.',
    );
  }
  if (passphrase === null && identities.length === 0)
    throw new BackupError('The identity file has no line that begins with AGE-SECRET-KEY-.');
  const decrypter = new Decrypter();
  if (passphrase !== null) decrypter.addPassphrase(passphrase);
  let archive: Uint8Array;
  try {
    for (const each of identities) decrypter.addIdentity(each.trim());
    archive = await decrypter.decrypt(sealed);
  } catch {
    throw new BackupError(
      `The keys of this backup do not open with this ${passphrase === null ? 'identity' : 'passphrase'}: give the one that sealed them.`,
    );
  }
  const entries = await unpackTar(archive);
  return entries.map(({ header, data }) => ({ name: header.name, bytes: data ?? new Uint8Array() }));
}
