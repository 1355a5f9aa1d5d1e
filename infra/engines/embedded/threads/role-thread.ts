/** The views, kept by a thread beside this one: started, listened to, started again should it end by itself. */
import type { RunningProjections } from '../../../../projections/runner/start-projections.ts';
import { ViewStatuses } from '../../../../projections/runner/view-status.ts';
import type { CommitSummary } from '../../../../query-service/live/change-summary.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Stores } from '../engine.ts';
import type { ElsewhereWritten } from '../views/view-store.ts';
import type { FromViews, RoleWorkerData, ToViews } from './role-messages.ts';
import { startSupervisedWorker } from './supervised-worker.ts';

export interface ViewThreadDeps {
  readonly stores: Pick<Stores, 'files' | 'onAppended' | 'checkpointedElsewhere'>;
  /** Told of each commit: what others find waits for it. */
  readonly elsewhere: ElsewhereWritten;
  /** Names of the views it keeps: those that the stores were opened with. */
  readonly views: readonly string[];
  readonly logLevel: string;
  readonly logger: Logger;
  /** Told of each commit, once what `reads` finds is of the same state. */
  readonly onCommit: (summary: CommitSummary) => void;
  readonly onProgress: (view: string, position: number, head: number) => void;
  /** What the thread runs; its own file, where not said. */
  readonly script?: URL;
}

const SCRIPT = new URL('../role-worker.ts', import.meta.url);

/** Starts the thread. What is committed stays, however it ends. */
export function startViewThread(deps: ViewThreadDeps): RunningProjections {
  const { stores, elsewhere, views, logLevel, logger, onCommit, onProgress, script = SCRIPT } = deps;
  const statuses = new ViewStatuses(views);
  stores.checkpointedElsewhere();
  const heard = (message: FromViews): void => {
    if (message.kind === 'stopped') statuses.stopped(message.view, message.reason);
    else if (message.kind === 'trouble') statuses.failing(message.view, message.reason);
    else if (message.kind === 'written') elsewhere.tell(message.written);
    else moved(message);
  };
  const moved = ({ view, position, head, summary }: Extract<FromViews, { kind: 'progress' }>): void => {
    statuses.reached(view, position);
    onProgress(view, position, head);
    if (summary !== null) onCommit(summary);
  };

  const thread = startSupervisedWorker<ToViews, FromViews>({
    ...{ script, logger, heard },
    workerData: { files: stores.files, views, logLevel } satisfies RoleWorkerData,
    name: 'the thread that keeps the views',
    failed() {
      elsewhere.lost();
      for (const name of views) statuses.failing(name, 'the thread that keeps the views is started again');
    },
    restarted() {
      for (const name of views) statuses.failing(name, null);
    },
  });
  // Appends of one turn of the event loop are told of once: they are committed together.
  stores.onAppended(() => thread.say('appended'));

  return {
    caughtUp: (head) => statuses.caughtUp(head),
    status: () => statuses.list(),
    stop: () => thread.stop('stop'),
  };
}
