/** The runner: keeps one view up to date with the log, each event exactly once. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LinkledgerEvent } from '../command-service/events.ts';
import { ConflictError, type Feed, type Log, type ReadStore } from '../infra/ports.ts';
import { fold, type PoisonEvent, plan, writesOf } from './fold.ts';
import type { Committed, CounterMonth, Recorded, View } from './view.ts';

export interface ProjectionDeps {
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly log: Log;
  /** Told where the view stands, when it starts and after each commit. */
  readonly onProgress?: (view: string, position: number, head: number) => void;
  /** Told of each commit once it is done. */
  readonly onCommit?: (committed: Committed) => void;
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
  view: View<object>,
  deps: ProjectionDeps,
  signal: AbortSignal,
): Promise<PoisonEvent | null> {
  const pauseMs = deps.pauseMs ?? ((attempt) => Math.min(100 * 2 ** (attempt - 1), 10_000));
  let failures = 0;
  const worked = () => {
    if (failures === 0) return;
    failures = 0;
    deps.log.info({ view: view.name }, 'the view is kept up to date again');
    deps.onTrouble?.(view.name, null);
  };
  while (!signal.aborted) {
    try {
      const poison = await follow(view, deps, signal, worked);
      if (poison !== null) return report(view, poison, deps.log);
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof ConflictError) {
        await rest(CONFLICT_PAUSE_MS, signal);
        continue;
      }
      failures += 1;
      if (failures === 1) {
        deps.log.error({ view: view.name, err: error }, 'the view cannot be kept up to date now; trying again');
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

function report(view: View<object>, poison: PoisonEvent, log: Log): PoisonEvent {
  const { position, id, type } = poison.event;
  log.error(
    { view: view.name, position, eventId: id, eventType: type, err: poison.cause },
    'the view stopped at an event it cannot take; the other views go on',
  );
  return poison;
}

async function follow(
  view: View<object>,
  deps: ProjectionDeps,
  signal: AbortSignal,
  worked: () => void,
): Promise<PoisonEvent | null> {
  let position = await deps.reads.position(view.name);
  let head = await deps.feed.head();
  deps.onProgress?.(view.name, position, Math.max(position, head));
  // Behind the head only a commit shows that the stores work again.
  if (position >= head) worked();
  let gathered: Recorded[] = [];
  for await (const batch of deps.feed.follow(position, signal)) {
    gathered = gathered.length === 0 ? [...batch] : gathered.concat(batch);
    const reached = gathered.at(-1)?.position ?? position;
    if (reached < head && gathered.length < CATCH_UP_BATCH) continue;
    const result = await commit(view, deps, position, gathered);
    position = result.position;
    worked();
    if (reached >= head) head = batch.length < LARGE_BATCH ? reached : await deps.feed.head();
    deps.onProgress?.(view.name, position, Math.max(position, head));
    if (result.poison !== null) return result.poison;
    gathered = [];
  }
  return null;
}

async function commit(
  view: View<object>,
  { reads, onCommit, log }: ProjectionDeps,
  expected: number,
  events: readonly Recorded[],
): Promise<{ readonly position: number; readonly poison: PoisonEvent | null }> {
  const planned = plan(view, events);
  const stored = await documents(reads, view.name, planned.ids);
  const folded = fold(view, stored, planned);
  if (folded.last === null) return { position: expected, poison: folded.poison };
  const position = folded.last.position;
  const { schema, past } = view.tally ?? {};
  const counters = await documents(reads, schema?.name, [...folded.deltas.keys()]);
  const months = await documents<CounterMonth>(reads, past?.name, [...folded.months.keys()]);
  await reads.commit(view.name, expected, position, writesOf(view, folded, counters, months));
  try {
    onCommit?.({ view: view.name, position, changes: folded.changes });
  } catch (error) {
    log.error({ view: view.name, position, err: error }, 'a listener to the view failed');
  }
  return { position, poison: folded.poison };
}

/** Those of a view that there are; none where there is no view. */
async function documents<Doc extends { readonly id: string }>(
  reads: ReadStore,
  view: string | undefined,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Doc>> {
  if (view === undefined || ids.length === 0) return new Map();
  const docs = await reads.getMany<Doc>(view, ids);
  return new Map(docs.map((doc) => [doc.id, doc]));
}
