/** The views, kept by a thread beside this one: started, listened to, started again should it end by itself. */
import { Worker } from 'node:worker_threads';
import type { Projections } from '../projections/projections.ts';
import { ViewStatuses } from '../projections/statuses.ts';
import type { CommitSummary } from '../query-service/changes.ts';
import type { Log } from './ports.ts';
import type { Stores } from './stores.ts';
import type { FromViews, ToViews, ViewWork } from './view-messages.ts';

export interface ViewThreadDeps {
  readonly stores: Pick<Stores, 'files' | 'onAppended' | 'writtenElsewhere' | 'checkpointedElsewhere'>;
  /** Names of the views it keeps: those that the stores were opened with. */
  readonly views: readonly string[];
  readonly logLevel: string;
  readonly log: Log;
  /** Told of each commit, once what `reads` finds is of the same state. */
  readonly onCommit: (summary: CommitSummary) => void;
  readonly onProgress: (view: string, position: number, head: number) => void;
  /** What the thread runs; its own file, where not said. */
  readonly script?: URL;
}

const SCRIPT = new URL('./view-worker.ts', import.meta.url);

/** What a batch leaves behind is soon garbage: a small nursery keeps it from piling up. */
const YOUNG_MB = 16;
/** Milliseconds before a thread that ended by itself is started again. */
const PAUSE_MS = 1_000;

/** Starts the thread. What is committed stays, however it ends. */
export function startViewThread(deps: ViewThreadDeps): Projections {
  const { stores, views, logLevel, log, onCommit, onProgress, script = SCRIPT } = deps;
  const statuses = new ViewStatuses(views);
  const elsewhere = stores.writtenElsewhere();
  stores.checkpointedElsewhere();
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  const ended = Promise.withResolvers<void>();

  const heard = (message: FromViews): void => {
    if (message.kind === 'stopped') statuses.stopped(message.view, message.reason);
    else if (message.kind === 'trouble') statuses.troubled(message.view, message.reason);
    else if (message.kind === 'written') elsewhere.tell(message.written);
    else moved(message);
  };
  const moved = ({ view, position, head, summary }: Extract<FromViews, { kind: 'progress' }>): void => {
    statuses.reached(view, position);
    onProgress(view, position, head);
    if (summary !== null) onCommit(summary);
  };

  const begin = (): Worker => {
    const workerData: ViewWork = { files: stores.files, views, logLevel };
    const worker = new Worker(script, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker.on('message', heard);
    worker.on('error', (err) => log.error({ err }, 'the thread that keeps the views failed'));
    worker.on('exit', () => {
      if (stopping) return ended.resolve();
      log.error({}, 'the thread that keeps the views ended by itself; it is started again');
      elsewhere.lost();
      for (const name of views) statuses.troubled(name, 'the thread that keeps the views is started again');
      restart = setTimeout(() => {
        thread = begin();
        for (const name of views) statuses.troubled(name, null);
      }, PAUSE_MS);
    });
    return worker;
  };

  let thread = begin();
  const say = (message: ToViews) => thread.postMessage(message);
  // Appends of one turn of the event loop are told of once: they are committed together.
  stores.onAppended(() => say('appended'));

  return {
    caughtUp: (head) => statuses.caughtUp(head),
    status: () => statuses.list(),
    async stop() {
      stopping = true;
      if (thread.threadId === -1) {
        clearTimeout(restart);
        return;
      }
      say('stop');
      await ended.promise;
    },
  };
}
