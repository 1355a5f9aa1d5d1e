/**
 * Finding in the views by a thread beside this one: to count, search or sort among a million documents may take longer
 * than anybody else should wait meanwhile. What is got by its id is read here.
 */

import type { Logger } from '../../../ports/logger.ts';
import type { ReadStore, ViewSchema } from '../../../ports/read-store.ts';
import type { FoundJson } from '../views/view-finder.ts';
import { type ElsewhereWritten, parseRows } from '../views/view-store.ts';
import type { FindRequest, FindWorkerData, FromFinder, ToFinder } from './find-messages.ts';
import { startSupervisedWorker } from './supervised-worker.ts';

export interface FindThreadDeps {
  /** Where the views are, and what all but `find` is asked of. */
  readonly reads: ReadStore;
  readonly file: string;
  readonly schemas: readonly ViewSchema[];
  /** Whether `elsewhere` is told of each commit to the file. */
  readonly hasWriter: boolean;
  readonly logger: Logger;
  /** What the thread runs; its own file, where not said. */
  readonly script?: URL;
}

export interface FindThread {
  /** The read store, whose `find` the thread answers. */
  readonly reads: ReadStore;
  /** Who writes the views is to tell of each commit, in order: what is found waits for what is told. */
  readonly elsewhere: ElsewhereWritten;
  /** Ends the thread; who still waits for an answer gets an error. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly question: FindRequest;
  readonly answered: (found: FoundJson) => void;
  readonly failed: (error: unknown) => void;
}

const SCRIPT = new URL('./find-worker.ts', import.meta.url);

/** Starts the thread. Should it end by itself, who waits for an answer gets an error, and who asks then waits for the next. */
export function startFindThread(deps: FindThreadDeps): FindThread {
  const { reads, file, schemas, hasWriter, logger, script = SCRIPT } = deps;
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let isStopped = false;

  const ask = ({ question }: Waiting) => thread.say({ kind: 'find', question });
  const failAll = (error: Error) => {
    for (const { failed } of waiting.values()) failed(error);
    waiting.clear();
  };
  const thread = startSupervisedWorker<ToFinder, FromFinder>({
    ...{ script, logger },
    workerData: { file, schemas: withoutFunctions(schemas), isTold: hasWriter } satisfies FindWorkerData,
    name: 'the thread that finds in the views',
    heard(message) {
      const one = waiting.get(message.number);
      waiting.delete(message.number);
      if ('found' in message) one?.answered(message.found);
      else one?.failed(message.error);
    },
    failed() {
      failAll(new Error('the thread that finds in the views ended while it was asked; ask again'));
    },
    restarted() {
      // What was asked in between went nowhere.
      for (const one of waiting.values()) ask(one);
    },
  });

  const elsewhere: ElsewhereWritten = {
    tell: (written) => thread.say({ kind: 'written', written }),
    lost: () => thread.say({ kind: 'lost' }),
  };

  return {
    reads: {
      get: (view, id) => reads.get(view, id),
      getMany: (view, ids) => reads.getMany(view, ids),
      async find(view, query) {
        if (isStopped) throw closed();
        asked += 1;
        const { promise, resolve, reject } = Promise.withResolvers<FoundJson>();
        const one = { question: { number: asked, view: view.name, query }, answered: resolve, failed: reject };
        waiting.set(asked, one);
        ask(one);
        return parseRows(await promise);
      },
      position: (view) => reads.position(view),
      commit: (view, expected, next, writes) => reads.commit(view, expected, next, writes),
      async beginFilling(view) {
        await reads.beginFilling(view);
        elsewhere.lost();
      },
      async endFilling(view) {
        await reads.endFilling(view);
        elsewhere.lost();
      },
    },
    elsewhere,
    async stop() {
      isStopped = true;
      await thread.stop({ kind: 'stop' });
      failAll(closed());
    },
  };
}

const closed = () => new Error('the views are closed');

/** A view is more than its schema: what it computes cannot be sent to a thread. */
function withoutFunctions(schemas: readonly ViewSchema[]): readonly ViewSchema[] {
  return JSON.parse(JSON.stringify(schemas));
}
