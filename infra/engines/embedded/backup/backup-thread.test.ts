/** A backup in a thread, while this process has the folder open: completed, refused, and interrupted. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { metadata, type Noted, noted } from '../../../testing/contracts/event-store.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openEmbeddedEngine } from '../engine.ts';
import { listBackups } from './backup-folder.ts';
import { takeBackupInThread } from './backup-thread.ts';
import { BackupError } from './manifest.ts';
import { checkBackup } from './restore-backup.ts';

async function running(t: ExecutionContext) {
  const dataDir = join(temporaryFolder(t), 'data');
  const engine = await openEmbeddedEngine<Noted, never>(
    {
      ...{ dataDir, logLevel: 'silent', schemas: [], logger: recordingLogger().logger },
      ...{ now: () => new Date(), mayRemove: () => false },
    },
    false,
  );
  t.teardown(() => engine.close());
  await engine.log.append('s', -1, [noted('1', 'one')], metadata);
  const to = join(temporaryFolder(t), 'backups');
  return { engine, to, work: { dataDir, to, keys: { kind: 'plain' }, keep: 1 } as const };
}

test('the log can be written and read after a backup by the same process', async (t) => {
  const { engine, to, work } = await running(t);
  const { head } = await takeBackupInThread(work, new AbortController().signal);
  t.is(head, 1);
  t.is((await engine.log.append('s', 0, [noted('2', 'two')], metadata)).position, 2);
  await takeBackupInThread(work, new AbortController().signal);
  t.is((await checkBackup(to)).head, 2);
});

test('an interrupted backup does not count, and the next backup is taken', async (t) => {
  const { to, work } = await running(t);
  const stop = new AbortController();
  const taken = takeBackupInThread(work, stop.signal);
  stop.abort();
  await t.throwsAsync(taken, { name: 'AbortError' });
  t.deepEqual(await listBackups(to), []);
  t.is((await takeBackupInThread(work, new AbortController().signal)).head, 1);
});

test('a refusal in the thread reaches the caller with its message', async (t) => {
  const { to, work } = await running(t);
  writeFileSync(to, '');
  const error = await t.throwsAsync(takeBackupInThread(work, new AbortController().signal), {
    instanceOf: BackupError,
  });
  t.regex(error?.message ?? '', /backups is a file, or below one: name a folder/);
});
