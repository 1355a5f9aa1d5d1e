import { join } from 'node:path';
import test from 'ava';
import { plain } from '../../../testing/contracts/sample-views.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteViews } from '../views/view-store.ts';
import { startReaderThread } from './reader-thread.ts';

test('messages posted while a reader restarts are answered', async (t) => {
  const { logger } = recordingLogger();
  const source = join(temporaryFolder(t), 'views.db');
  openSqliteViews(source, [plain]).close();
  const { promise: exited, resolve: onExit } = Promise.withResolvers<void>();
  const { promise: answered, resolve: onMessage } = Promise.withResolvers<unknown>();
  const reader = startReaderThread({
    reader: { module: new URL('../../../testing/fakes/crashing-reader.ts', import.meta.url), onMessage, onExit },
    script: new URL('../reader-worker.ts', import.meta.url),
    ...{ source, logger, schemas: [plain], logLevel: 'silent' },
  });
  t.teardown(() => reader.stop());
  reader.post('exit');
  await exited;
  reader.post('hello');
  t.is(await answered, 'hello');
});
