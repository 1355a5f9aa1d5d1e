/** Keeps one view up to date with the log; folds each event exactly once. */

import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import { pauseFor } from '../../infra/ports/process/rounds.ts';
import { ConflictError } from '../../infra/ports/storage/errors.ts';
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore, ViewDoc } from '../../infra/ports/storage/read-store.ts';
import type { Recorded, View } from '../view.ts';
import { type CommitDeps, commitEvents, reportPoison } from './commit.ts';
import type { PoisonEvent } from './fold.ts';

/** A commit of a view. */
export interface ViewCommit {
  /** When the commit's first event was folded, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
  /** The correlation ids of the first events that changed the view; empty unless `namesCauses`. */
  readonly correlationIds: readonly string[];
}

/** The progress of a view. */
export interface ViewProgress {
  readonly view: string;
  readonly position: number;
  /** Events folded since the run started. */
  readonly events: number;
  /** The commit before this report; absent at the start. */
  readonly commit?: ViewCommit;
  /** True if the view has reached the end of the log, as last read. */
  readonly isCaughtUp: boolean;
}

export interface ProjectionDeps extends CommitDeps {
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: Pick<ReadStore, 'getMany' | 'commit' | 'position'>;
  /** Whether the progress names the correlation ids of a commit. Default false. */
  readonly namesCauses?: boolean;
  /** Called at the start and after each commit. */
  readonly onProgress?: (progress: ViewProgress) => void;
  /** Called when a store fails (with the reason) and when it works again (null). */
  readonly onTrouble?: (view: string, reason: string | null) => void;
  /** Called when a view stops permanently, with the reason. */
  readonly onStopped?: (view: string, reason: string) => void;
  /** Milliseconds before the n-th retry (from 1) after a store fails. */
  readonly pauseMs?: (attempt: number) => number;
}

/** Events folded into one commit while a view catches up. MongoDB aborts transactions that take longer than seconds. */
const CATCH_UP_BATCH = 1_000;

/** Milliseconds to wait after another projector committed first. */
const CONFLICT_PAUSE_MS = 5;

/** The most events of a commit whose causes are named. */
const MAX_CAUSES = 50;

/** After a batch of this size, more events may be waiting. */
const LARGE_BATCH = 200;

/**
 * Follows the feed from the view's checkpoint until `signal` aborts, then resolves to null. It folds batches in memory
 * and writes documents, counters and checkpoint in one commit. If another projector is faster, it continues after that
 * projector's commit. If a store fails, it retries with growing pauses. A poison event ends the run: everything before
 * it is committed, and the promise resolves to the event.
 */
export async function runProjection(
  view: View<ViewDoc>,
  deps: ProjectionDeps,
  signal: AbortSignal,
): Promise<PoisonEvent | null> {
  const pauseMs = deps.pauseMs ?? ((attempt) => Math.min(100 * 2 ** (attempt - 1), 10_000));
  const count = { events: 0 };
  let failures = 0;
  const recovered = () => {
    if (failures === 0) return;
    failures = 0;
    deps.logger.info({ view: view.name }, 'the view is being updated again');
    deps.onTrouble?.(view.name, null);
  };
  while (!signal.aborted) {
    try {
      const poison = await follow(view, deps, signal, count, recovered);
      if (poison === null) continue;
      reportPoison(poison, deps.logger);
      return poison;
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof ConflictError) {
        await pauseFor(CONFLICT_PAUSE_MS, signal);
        continue;
      }
      failures += 1;
      if (failures === 1) {
        deps.logger.error({ view: view.name, err: error }, 'could not update the view; retrying');
        deps.onTrouble?.(view.name, error instanceof Error ? error.message : String(error));
      }
      await pauseFor(pauseMs(failures), signal);
    }
  }
  return null;
}

/** While a view catches up, a commit has thousands of causes. */
function causesOf(steps: readonly { readonly event: Recorded }[]): readonly string[] {
  return [...new Set(steps.slice(0, MAX_CAUSES).map(({ event }) => event.metadata.correlationId))];
}

async function follow(
  view: View<ViewDoc>,
  deps: ProjectionDeps,
  signal: AbortSignal,
  count: { events: number },
  recovered: () => void,
): Promise<PoisonEvent | null> {
  let position = await deps.reads.position(view);
  let head = await deps.feed.head();
  const report = (commit?: ViewCommit) => {
    const [name, isCaughtUp] = [view.name, position >= head];
    deps.onProgress?.({ view: name, position, events: count.events, isCaughtUp, ...(commit && { commit }) });
  };
  report();
  if (position > head) {
    const positions = `view ${view.name} is at position ${position}, but the log ends at ${head}`;
    throw new Error(`${positions}, as after restoring an older log; restart to rebuild the view`);
  }
  // Before the head, only a commit proves that the stores work.
  if (position >= head) recovered();
  let gathered: Recorded[] = [];
  for await (const batch of deps.feed.follow(position, signal)) {
    gathered = gathered.length === 0 ? [...batch] : gathered.concat(batch);
    const reached = gathered.at(-1)?.position ?? position;
    if (reached < head && gathered.length < CATCH_UP_BATCH) continue;
    if (signal.aborted) return null;
    const { startedAt, ms, steps, ...result } = await commitEvents(view, deps, position, gathered);
    position = result.position;
    count.events += gathered.length;
    recovered();
    if (reached >= head) head = batch.length < LARGE_BATCH ? reached : await deps.feed.head();
    report({ startedAt, ms, correlationIds: deps.namesCauses ? causesOf(steps) : [] });
    if (result.poison !== null) return result.poison;
    gathered = [];
  }
  return null;
}
