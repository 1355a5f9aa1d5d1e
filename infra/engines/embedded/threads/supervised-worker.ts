/** A thread beside this one that is there as long as it is wanted: should it end by itself, it is started again. */
import { Worker } from 'node:worker_threads';
import type { Logger } from '../../../ports/logger.ts';

export interface KeptThreadDeps<From> {
  readonly script: URL;
  readonly workerData: unknown;
  /** What it is, for the log: 'the thread that …'. */
  readonly name: string;
  readonly logger: Logger;
  readonly heard: (message: From) => void;
  /** It ended by itself. What it was told is lost. */
  readonly failed: () => void;
  /** It is started again. */
  readonly restarted: () => void;
}

export interface KeptThread<To> {
  /** Lost while there is no thread. */
  say(message: To): void;
  /** Says this last, after which the thread is to end by itself, and resolves when it did. Call it once. */
  stop(last: To): Promise<void>;
}

/** What a batch or an answer leaves behind is soon garbage: a small nursery keeps it from piling up. */
const YOUNG_MB = 16;
/** Milliseconds before a thread that ended by itself is started again. */
const PAUSE_MS = 1_000;

/** Starts the thread. */
export function startSupervisedWorker<To, From>(deps: KeptThreadDeps<From>): KeptThread<To> {
  const { script, workerData, name, logger, heard, failed, restarted } = deps;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  const ended = Promise.withResolvers<void>();

  const begin = (): Worker => {
    const worker = new Worker(script, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker.on('message', heard);
    worker.on('error', (err) => logger.error({ err }, `${name} failed`));
    worker.on('exit', () => {
      if (stopping) return ended.resolve();
      logger.error({}, `${name} ended by itself; it is started again`);
      failed();
      restart = setTimeout(() => {
        thread = begin();
        restarted();
      }, PAUSE_MS);
    });
    return worker;
  };

  let thread = begin();
  return {
    say: (message) => thread.postMessage(message),
    async stop(last) {
      stopping = true;
      if (thread.threadId === -1) {
        clearTimeout(restart);
        return;
      }
      thread.postMessage(last);
      await ended.promise;
    },
  };
}
