import { join } from 'node:path';
import { keyStoreContract } from '../../../testing/contracts/key-store.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteKeys } from './key-store.ts';

keyStoreContract(async (t) => {
  const keys = openSqliteKeys(join(temporaryFolder(t), 'keys.db'));
  t.teardown(() => keys.close());
  return keys;
});
