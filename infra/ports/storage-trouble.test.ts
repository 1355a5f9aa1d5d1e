import test from 'ava';
import { storageTrouble } from './storage-trouble.ts';

const errno = (code: string) => Object.assign(new Error('x'), { code });
const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });

test('a full disk, a read-only file system and a missing right are recognized, from the system and from SQLite', (t) => {
  t.is(storageTrouble(errno('ENOSPC')), 'full');
  t.is(storageTrouble(sqlite(13)), 'full');
  t.is(storageTrouble(errno('EROFS')), 'read-only');
  t.is(storageTrouble(sqlite(8 + 256 * 4)), 'read-only');
  t.is(storageTrouble(errno('EACCES')), 'no-access');
  t.is(storageTrouble(sqlite(14)), 'no-access');
});

test('the cause of an error counts, and other errors are none of these', (t) => {
  t.is(storageTrouble(new Error('could not save', { cause: errno('ENOSPC') })), 'full');
  t.is(storageTrouble(sqlite(11)), null);
  t.is(storageTrouble(new Error('x')), null);
  t.is(storageTrouble('ENOSPC'), null);
});
