/** Runs all views. */

import type { ViewDoc } from '../../infra/ports/storage/read-store.ts';
import type { View } from '../view.ts';
import { CommitQueue } from './commit-queue.ts';
import { type ProjectionDeps, runProjection } from './run-projection.ts';
import { type ViewStatus, ViewStatuses } from './view-status.ts';

export interface RunningProjections {
  /** Resolves when every view has reached `head` or has stopped; never after stop(). */
  caughtUp(head: number): Promise<void>;
  status(): readonly ViewStatus[];
  /** Ends all runs. What they committed stays. */
  stop(): Promise<void>;
}

/** Starts one run per view, so that a stopped view does not delay the others. */
export function startProjections(views: readonly View<ViewDoc>[], deps: ProjectionDeps): RunningProjections {
  const abort = new AbortController();
  const statuses = new ViewStatuses(views.map(({ name }) => name));
  const queue = new CommitQueue();

  const runs = views.map(async (view) => {
    const poison = await runProjection(
      view,
      {
        ...deps,
        inQueue: (commit) => queue.run(commit),
        onProgress(progress) {
          statuses.reached(progress.view, progress.position);
          deps.onProgress?.(progress);
        },
        onTrouble(name, reason) {
          statuses.failing(name, reason);
          deps.onTrouble?.(name, reason);
        },
      },
      abort.signal,
    );
    if (poison === null) return;
    statuses.stopped(view.name, poison.description);
    deps.onStopped?.(view.name, poison.description);
  });

  return {
    caughtUp: (head) => statuses.caughtUp(head),
    status: () => statuses.list(),
    async stop() {
      abort.abort();
      await Promise.all(runs);
    },
  };
}
