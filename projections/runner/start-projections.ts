/** All views at work: start, status, stop. */

import type { ViewDoc } from '../../infra/ports/read-store.ts';
import type { View } from '../view.ts';
import { type ProjectionDeps, runProjection } from './run-projection.ts';
import { type ViewStatus, ViewStatuses } from './view-status.ts';

export interface RunningProjections {
  /** Resolves when every view has seen the log up to `head`, or has stopped. Never when stop() comes first. */
  caughtUp(head: number): Promise<void>;
  status(): readonly ViewStatus[];
  /** Ends all runs; what is committed stays. */
  stop(): Promise<void>;
}

/** Starts to keep the views up to date, each on its own, so that one that stops holds up no other. */
export function startProjections(views: readonly View<ViewDoc>[], deps: ProjectionDeps): RunningProjections {
  const abort = new AbortController();
  const statuses = new ViewStatuses(views.map(({ name }) => name));

  const runs = views.map(async (view) => {
    const poison = await runProjection(
      view,
      {
        ...deps,
        onProgress(name, position, head) {
          statuses.reached(name, position);
          deps.onProgress?.(name, position, head);
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
