import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { lockFile } from './file-lock.ts';

/** Collects all garbage now. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function lockAndForget(file: string): void {
  if (lockFile(file) === null) throw new Error(`${file} is locked already`);
}

test('a locked file can be locked again once it is released', (t) => {
  const file = join(temporaryFolder(t), 'lock.db');
  const lock = lockFile(file);
  t.truthy(lock);
  t.is(lockFile(file), null);
  lock?.release();
  const next = lockFile(file);
  t.truthy(next);
  lock?.release();
  t.is(lockFile(file), null, 'releasing the first lock twice leaves the second in place');
  next?.release();
});

test('a file stays locked although nothing refers to its lock', (t) => {
  const file = join(temporaryFolder(t), 'lock.db');
  lockAndForget(file);
  collectGarbage();
  t.is(lockFile(file), null);
});

test('a file that cannot be created does not count as locked', (t) => {
  t.throws(() => lockFile(join(temporaryFolder(t), 'missing', 'lock.db')), { code: 'ENOENT' });
});
