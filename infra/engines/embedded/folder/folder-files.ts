/** Files of the data folder: durable writes, removal, and reads of a healthy database. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { connect } from '../sqlite/database.ts';

/** Whether `count` is more than zero in a healthy file; a damaged file is examined and refused separately. */
export function holds(file: string, count: (database: DatabaseSync) => number): boolean {
  if (!hasContent(file)) return false;
  try {
    return readOnly(file, count) > 0;
  } catch {
    return false;
  }
}

export function readOnly<T>(file: string, ask: (database: DatabaseSync) => T): T {
  const database = connect(file, { readOnly: true });
  try {
    return ask(database);
  } finally {
    database.close();
  }
}

/** Writes a file completely or not at all, even across a power cut. */
export function writeDurably(folder: string, name: string, text: string): void {
  const draft = join(folder, `${name}.new`);
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, join(folder, name));
  syncFolder(folder);
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function removeFiles(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}

export function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Linux's id for the current boot of the machine; null on other systems. */
export function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  } catch {
    return null;
  }
}
