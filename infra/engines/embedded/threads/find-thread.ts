/**
 * Runs `find` in a thread: counting, searching or sorting a million documents takes longer than other requests should
 * wait. The calling thread reads documents by id.
 */

import type { Logger } from '../../../ports/process/logger.ts';
import type { ReadStore, ViewSchema } from '../../../ports/storage/read-store.ts';
import { CommitWatch } from '../../commit-watch.ts';
import { type NoticeSink, parseRows } from '../views/sqlite-views.ts';
import type { FoundJson } from '../views/view-finder.ts';
import type { FindRequest, FindWorkerData, FromFinder, ToFinder } from './find-messages.ts';
import { type SupervisedWorker, startSupervisedWorker, withoutFunctions } from './supervised-worker.ts';

interface FindThreadDeps {
  /** Answers everything except `find`. */
  readonly reads: ReadStore;
  readonly file: string;
  readonly schemas: readonly ViewSchema[];
  readonly logger: Logger;
  /** The thread's module; default: its own file. */
  readonly script?: URL;
}

interface FindThread {
  /** The read store, whose `find` the thread answers. */
  readonly reads: ReadStore;
  /** From now on the writer must report each commit in order; searches wait for it. */
  attachWriter(): NoticeSink;
  /** Views were replaced: what is known of them is read again. */
  reset(): void;
  /** Ends the thread. Unanswered requests get an error. */
  stop(): Promise<void>;
}

interface PendingFind {
  readonly request: FindRequest;
  readonly resolve: (found: FoundJson) => void;
  readonly reject: (error: unknown) => void;
}

const SCRIPT = new URL('./find-worker.ts', import.meta.url);

/**
 * Starts the thread with the first search or the attached writer: while views are filled anew, nothing else may have
 * the file open. If the thread exits, running requests get an error, and later requests wait for the next thread.
 */
export function startFindThread(deps: FindThreadDeps): FindThread {
  const { reads, file, schemas, logger, script = SCRIPT } = deps;
  const watch = new CommitWatch();
  const pending = new Map<number, PendingFind>();
  let requests = 0;
  let isAttached = false;
  let isStopped = false;

  const send = ({ request }: PendingFind) => thread().post({ kind: 'find', request });
  const rejectAll = (error: Error) => {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  let started: SupervisedWorker<ToFinder> | null = null;
  const thread = () => {
    started ??= startThread();
    return started;
  };
  const startThread = () =>
    startSupervisedWorker<ToFinder, FromFinder>({
      ...{ script, logger },
      workerData: { file, schemas: withoutFunctions(schemas) } satisfies FindWorkerData,
      name: 'the thread that searches the views',
      onMessage(message) {
        const search = pending.get(message.number);
        pending.delete(message.number);
        if ('found' in message) search?.resolve(message.found);
        else search?.reject(message.error);
      },
      onExit() {
        rejectAll(new Error('the search thread exited during this search; try again'));
      },
      onRestart() {
        if (isAttached) thread().post({ kind: 'attach' });
        // Requests sent while there was no thread were lost.
        for (const search of pending.values()) send(search);
      },
    });

  const notices: NoticeSink = {
    notify(written) {
      thread().post({ kind: 'written', written: { ...written, note: null } });
      const { changes: _, ...notice } = written;
      watch.notify(notice);
    },
    reset() {
      started?.post({ kind: 'lost' });
      watch.lost();
    },
  };

  return {
    reads: {
      get: (view, id) => reads.get(view, id),
      getMany: (view, ids) => reads.getMany(view, ids),
      async find(view, query) {
        if (isStopped) throw closed();
        requests += 1;
        const { promise, resolve, reject } = Promise.withResolvers<FoundJson>();
        const search = { request: { number: requests, view: view.name, query }, resolve, reject };
        pending.set(requests, search);
        send(search);
        return parseRows(await promise);
      },
      position: (view) => reads.position(view),
      positions: (views) => reads.positions(views),
      commit: (...args) => reads.commit(...args),
      reached: (view, position, signal) => watch.reached(view.name, position, signal, () => reads.position(view)),
      watch: (signal) => watch.watch(signal),
      async beginFilling(view) {
        await reads.beginFilling(view);
        notices.reset();
      },
      async endFilling(view) {
        await reads.endFilling(view);
        notices.reset();
      },
    },
    attachWriter() {
      isAttached = true;
      thread().post({ kind: 'attach' });
      return notices;
    },
    reset: () => notices.reset(),
    async stop() {
      isStopped = true;
      await started?.stop({ kind: 'stop' });
      rejectAll(closed());
    },
  };
}

const closed = () => new Error('the views are closed');
