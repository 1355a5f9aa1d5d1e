/** The runner: keeps one view up to date with the log, each event exactly once. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LinkledgerEvent } from '../../command-service/events.ts';
import { ConflictError } from '../../infra/ports/errors.ts';
import type { Feed } from '../../infra/ports/event-store.ts';
import type { ReadStore, ViewDoc } from '../../infra/ports/read-store.ts';
import type { Recorded, View } from '../view.ts';
import { type CommitDeps, commitEvents, reportPoison } from './commit.ts';
import type { PoisonEvent } from './fold.ts';

export interface ProjectionDeps extends CommitDeps {
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: Pick<ReadStore, 'getMany' | 'commit' | 'position'>;
  /** Told where the view stands, when it starts and after each commit. */
  readonly onProgress?: (view: string, position: number, head: number) => void;
  /** Told when the stores fail (with the reason) and when they work again (null). */
  readonly onTrouble?: (view: string, reason: string | null) => void;
  /** Told when a view stopped for good, and why. */
  readonly onStopped?: (view: string, reason: string) => void;
  /** Milliseconds before the n-th retry (from 1) after a store failed. */
  readonly pauseMs?: (attempt: number) => number;
}

/** Events folded into one commit while a view catches up. */
const CATCH_UP_BATCH = 5_000;

/** Milliseconds left to the projector that was faster. */
const CONFLICT_PAUSE_MS = 5;

/** A batch this large says that there may be more behind it. */
const LARGE_BATCH = 200;

/**
 * Follows the feed from the view's checkpoint until `signal` aborts: then resolves to null. Batches are folded in
 * memory, documents, counters and checkpoint are written in one commit. When another projector was faster it goes on
 * from where that one left the view. When a store fails it tries again with growing pauses. An event the view cannot
 * take ends the run: everything before it is committed, it is logged, and it is what the promise resolves to.
 */
export async function runProjection(
  view: View<ViewDoc>,
  deps: ProjectionDeps,
  signal: AbortSignal,
): Promise<PoisonEvent | null> {
  const pauseMs = deps.pauseMs ?? ((attempt) => Math.min(100 * 2 ** (attempt - 1), 10_000));
  let failures = 0;
  const worked = () => {
    if (failures === 0) return;
    failures = 0;
    deps.logger.info({ view: view.name }, 'the view is kept up to date again');
    deps.onTrouble?.(view.name, null);
  };
  while (!signal.aborted) {
    try {
      const poison = await follow(view, deps, signal, worked);
      if (poison === null) continue;
      reportPoison(poison, deps.logger);
      return poison;
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof ConflictError) {
        await rest(CONFLICT_PAUSE_MS, signal);
        continue;
      }
      failures += 1;
      if (failures === 1) {
        deps.logger.error({ view: view.name, err: error }, 'the view cannot be kept up to date now; trying again');
        deps.onTrouble?.(view.name, error instanceof Error ? error.message : String(error));
      }
      await rest(pauseMs(failures), signal);
    }
  }
  return null;
}

/** Ends early, and quietly, when `signal` aborts. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

async function follow(
  view: View<ViewDoc>,
  deps: ProjectionDeps,
  signal: AbortSignal,
  worked: () => void,
): Promise<PoisonEvent | null> {
  let position = await deps.reads.position(view);
  let head = await deps.feed.head();
  deps.onProgress?.(view.name, position, Math.max(position, head));
  // Behind the head only a commit shows that the stores work again.
  if (position >= head) worked();
  let gathered: Recorded[] = [];
  for await (const batch of deps.feed.follow(position, signal)) {
    gathered = gathered.length === 0 ? [...batch] : gathered.concat(batch);
    const reached = gathered.at(-1)?.position ?? position;
    if (reached < head && gathered.length < CATCH_UP_BATCH) continue;
    const result = await commitEvents(view, deps, position, gathered);
    position = result.position;
    worked();
    if (reached >= head) head = batch.length < LARGE_BATCH ? reached : await deps.feed.head();
    deps.onProgress?.(view.name, position, Math.max(position, head));
    if (result.poison !== null) return result.poison;
    gathered = [];
  }
  return null;
}
