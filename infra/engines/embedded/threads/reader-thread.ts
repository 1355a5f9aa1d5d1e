/** A reader of the views in a worker thread with its own connection, restarted if it exits. */
import type { ReaderToRun, RunningReader } from '../../../ports/engine.ts';
import type { Logger } from '../../../ports/process/logger.ts';
import type { ViewSchema } from '../../../ports/storage/read-store.ts';
import { startSupervisedWorker, withoutFunctions } from './supervised-worker.ts';

/** The thread's start data. */
export interface ReaderWorkerData {
  /** The file or the server with the views. */
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
  /** The thread's module. */
  readonly script: URL;
}

/** MiB of the nursery: most of what a reader builds stays, and a small nursery would copy it several times. */
const YOUNG_MB = 96;

/** Starts the thread. Messages posted while it restarts wait for it. */
export function startReaderThread({ reader, logger, script, schemas, ...rest }: ReaderThreadDeps): RunningReader {
  const { href } = reader.module;
  /** null while there is a thread. */
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
