import test from 'ava';
import { isExhausted, storageTrouble } from './storage-trouble.ts';

const errno = (code: string) => Object.assign(new Error('x'), { code });
const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });

test('a full disk, a read-only file system and a missing right are recognized, from the system and from SQLite', (t) => {
  t.is(storageTrouble(errno('ENOSPC')), 'full');
  t.is(storageTrouble(sqlite(13)), 'full');
  t.is(storageTrouble(sqlite(10 + 256 * 19)), 'full');
  t.is(storageTrouble(sqlite(10)), null);
  t.is(storageTrouble(errno('EROFS')), 'read-only');
  t.is(storageTrouble(sqlite(8 + 256 * 4)), 'read-only');
  t.is(storageTrouble(errno('EACCES')), 'no-access');
  t.is(storageTrouble(sqlite(14)), 'no-access');
});

test('the cause of an error counts, and other errors are not recognized', (t) => {
  t.is(storageTrouble(new Error('could not save', { cause: errno('ENOSPC') })), 'full');
  t.is(storageTrouble(sqlite(11)), null);
  t.is(storageTrouble(new Error('x')), null);
  t.is(storageTrouble('ENOSPC'), null);
});

test('a process without descriptors or memory is exhausted, which says nothing about its disk', (t) => {
  t.true(isExhausted(errno('EMFILE')));
  t.true(isExhausted(new Error('could not save', { cause: errno('ENOMEM') })));
  t.is(storageTrouble(errno('EMFILE')), null);
  t.false(isExhausted(errno('ENOSPC')));
});
