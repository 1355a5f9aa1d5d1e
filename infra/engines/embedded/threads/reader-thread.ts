/** A reader of the views in a worker thread with a connection of its own, restarted if it exits. */
import type { ReaderToRun, RunningReader } from '../../../ports/engine.ts';
import type { Logger } from '../../../ports/process/logger.ts';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import { startSupervisedWorker, withoutFunctions } from './supervised-worker.ts';

/** What the thread is started with. */
export interface ReaderWorkerData {
  /** The file or the server that has the views. */
  readonly source: string;
  readonly schemas: readonly ViewSchema[];
  readonly logLevel: string;
  /** The address of the module that exports the reader. */
  readonly module: string;
}

export type ToReader = 'stop' | { readonly message: unknown };

interface ReaderThreadDeps extends Omit<ReaderWorkerData, 'module'> {
  readonly reader: ReaderToRun;
  readonly logger: Logger;
  /** What the thread runs. */
  readonly script: URL;
}

/** MiB of the nursery: most of what a reader builds stays, and a small one would copy it several times. */
const YOUNG_MB = 96;

/** Starts the thread. What is posted while it is restarted waits for it. */
export function startReaderThread({ reader, logger, script, schemas, ...rest }: ReaderThreadDeps): RunningReader {
  const { href } = reader.module;
  /** null: there is a thread. */
  let waiting: ToReader[] | null = null;
  const thread = startSupervisedWorker<ToReader, unknown>({
    youngMb: YOUNG_MB,
    ...{ script, logger, onMessage: reader.onMessage },
    onExit() {
      waiting = [];
      reader.onExit();
    },
    onRestart() {
      for (const message of waiting ?? []) thread.post(message);
      waiting = null;
    },
    workerData: { ...rest, schemas: withoutFunctions(schemas), module: href } satisfies ReaderWorkerData,
    name: `the thread of ${href.slice(href.lastIndexOf('/') + 1)}`,
  });
  return {
    post(message) {
      if (waiting === null) thread.post({ message });
      else waiting.push({ message });
    },
    stop: () => thread.stop('stop'),
  };
}
