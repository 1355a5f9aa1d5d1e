/** A supervised worker thread; restarted if it exits. */
import { Worker } from 'node:worker_threads';
import type { Logger } from '../../../ports/process/logger.ts';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';

interface SupervisedWorkerDeps<From> {
  readonly script: URL;
  readonly workerData: unknown;
  /** Its name in the log: 'the thread of …'. */
  readonly name: string;
  readonly logger: Logger;
  readonly onMessage: (message: From) => void;
  /** The thread exited by itself. Unhandled messages are lost. */
  readonly onExit: () => void;
  readonly onRestart: () => void;
  /** MiB of the nursery; default: YOUNG_MB. */
  readonly youngMb?: number;
}

export interface SupervisedWorker<To> {
  /** Posts a message, which is lost while there is no thread. */
  post(message: To): void;
  /**
   * Posts the last message, after which the thread should end by itself, and resolves when it has ended: after 2 s it
   * is ended at its next statement. Call it once.
   */
  stop(last: To): Promise<void>;
}

/** Batches and answers soon become garbage: a small nursery prevents it from piling up. */
const YOUNG_MB = 16;
/** Milliseconds before a thread that exited is restarted. */
const PAUSE_MS = 1_000;
/** Milliseconds that a thread has to stop. On a busy machine its low priority could delay the whole process. */
const STOP_MS = 2_000;

/** Starts the thread. */
export function startSupervisedWorker<To, From>(deps: SupervisedWorkerDeps<From>): SupervisedWorker<To> {
  const { script, workerData, name, logger, onMessage, onExit, onRestart, youngMb = YOUNG_MB } = deps;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  const ended = Promise.withResolvers<void>();

  const begin = (): Worker => {
    const worker = new Worker(script, { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
    worker.on('message', onMessage);
    worker.on('error', (err) => logger.error({ err }, `${name} failed`));
    worker.on('exit', () => {
      if (stopping) return ended.resolve();
      logger.error({}, `${name} exited; restarting it`);
      onExit();
      restart = setTimeout(() => {
        thread = begin();
        onRestart();
      }, PAUSE_MS);
    });
    return worker;
  };

  let thread = begin();
  return {
    post: (message) => thread.postMessage(message),
    async stop(last) {
      stopping = true;
      if (thread.threadId === -1) {
        clearTimeout(restart);
        return;
      }
      thread.postMessage(last);
      const late = setTimeout(() => {
        logger.warn({}, `${name} has not stopped within ${STOP_MS / 1000} s and is ended; what it committed stays`);
        void thread.terminate();
      }, STOP_MS);
      await ended.promise;
      clearTimeout(late);
    },
  };
}

/** A view has more than its schema: its functions cannot be sent to a thread. */
export function withoutFunctions(schemas: readonly ViewSchema[]): readonly ViewSchema[] {
  return JSON.parse(JSON.stringify(schemas));
}
