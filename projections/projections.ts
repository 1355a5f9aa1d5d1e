/** All views at work: start, status, stop. */
import { type ProjectionDeps, runProjection } from './project.ts';
import type { View } from './view.ts';

export interface ViewStatus {
  readonly view: string;
  /** The last event the view has seen. */
  readonly position: number;
  /** `stopped`: at an event it cannot take; nothing but a new build or a rebuild helps. */
  readonly state: 'following' | 'stopped';
  /** Why it stopped, or why it cannot be kept up to date at the moment. */
  readonly error?: string;
}

export interface Projections {
  /** Resolves when every view has seen the log up to `head`, or has stopped. Never when stop() comes first. */
  caughtUp(head: number): Promise<void>;
  status(): readonly ViewStatus[];
  /** Ends all runs; what is committed stays. */
  stop(): Promise<void>;
}

/** Starts to keep the views up to date, each on its own, so that one that stops holds up no other. */
export function startProjections(views: readonly View<object>[], deps: ProjectionDeps): Projections {
  const abort = new AbortController();
  const statuses = new Map<string, ViewStatus>(
    views.map(({ name }) => [name, { view: name, position: 0, state: 'following' }]),
  );
  const waiters = new Set<() => void>();
  const update = (view: string, change: (status: ViewStatus) => ViewStatus) => {
    const status = statuses.get(view);
    if (status !== undefined) statuses.set(view, change(status));
    for (const waiter of waiters) waiter();
  };

  const runs = views.map(async (view) => {
    const poison = await runProjection(
      view,
      {
        ...deps,
        onProgress(name, position, head) {
          update(name, (status) => ({ ...status, position }));
          deps.onProgress?.(name, position, head);
        },
        onTrouble(name, reason) {
          update(name, ({ view, position, state }) => ({ view, position, state, ...(reason && { error: reason }) }));
          deps.onTrouble?.(name, reason);
        },
      },
      abort.signal,
    );
    if (poison === null) return;
    const { type, id, position } = poison.event;
    const error = `${type} ${id} at position ${position}: ${poison.message}`;
    update(view.name, (status) => ({ ...status, state: 'stopped', error }));
  });

  return {
    caughtUp(head) {
      const done = () => [...statuses.values()].every(({ position, state }) => state === 'stopped' || position >= head);
      return new Promise((resolve) => {
        const look = () => {
          if (!done()) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      });
    },
    status: () => [...statuses.values()],
    async stop() {
      abort.abort();
      await Promise.all(runs);
    },
  };
}
