import test from 'ava';
import type { Logger } from '../../../ports/process/logger.ts';
import { recordingLogger } from '../../../testing/recording-logger.ts';
import { startSupervisedWorker } from './supervised-worker.ts';

const DEAF =
  'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => {});';

test('a thread that ignores the request to stop is ended, and the log names it', async (t) => {
  const said: string[] = [];
  const logger: Logger = { ...recordingLogger().logger, warn: (_fields, message) => void said.push(message) };
  const thread = startSupervisedWorker<string, never>({
    ...{ script: new URL(DEAF), workerData: null, name: 'the deaf thread', logger },
    onMessage: () => t.fail(),
    onExit: () => t.fail(),
    onRestart: () => t.fail(),
  });
  await thread.stop('stop');
  t.deepEqual(said, ['the deaf thread has not stopped within 2 s and is ended; what it committed stays']);
});
