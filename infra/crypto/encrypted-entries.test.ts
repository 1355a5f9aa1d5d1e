import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { openSqliteExpiring } from '../engines/embedded/stores/expiring-store.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { EncryptedEntries } from './encrypted-entries.ts';

const AT_LAST = '2030-01-01T00:00:00.000Z';

test('only the secret opens its value, take() only once, and neither is in the file', async (t) => {
  const file = path.join(temporaryFolder(t), 'sessions.db');
  const store = openSqliteExpiring(file, () => new Date('2029-12-31T00:00:00.000Z'));
  t.teardown(() => store.close());
  const entries = new EncryptedEntries<{ email: string }>(store, 'tickets');
  await entries.put('s3cret-of-ann', { email: 'ann@example.com' }, AT_LAST);
  t.deepEqual(await entries.get('s3cret-of-ann'), { email: 'ann@example.com' });
  t.is(await entries.get('s3cret-of-bob'), null);
  t.is(await new EncryptedEntries(store, 'others').get('s3cret-of-ann'), null);
  for (const each of [file, `${file}-wal`]) t.notRegex(readFileSync(each, 'latin1'), /ann@|s3cret/, each);
  const taken = await Promise.all(Array.from({ length: 5 }, () => entries.take('s3cret-of-ann')));
  t.is(taken.filter((each) => each !== null).length, 1);
});
