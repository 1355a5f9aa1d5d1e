/** Rebuilds views from the log. */
import type { LinkledgerEvent } from '../../command-service/contract/events.ts';
import { StartError } from '../../infra/ports/process/start-error.ts';
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore, ViewDoc } from '../../infra/ports/storage/read-store.ts';
import type { Recorded, View } from '../view.ts';
import { type CommitDeps, commitEvents, reportPoison } from './commit.ts';
import { type ProgressOutput, showProgress } from './progress-bar.ts';
import type { ViewProgress } from './run-projection.ts';
import { type ViewStatus, ViewStatuses } from './view-status.ts';

interface RebuildDeps extends CommitDeps {
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: Pick<ReadStore, 'getMany' | 'commit' | 'beginFilling' | 'endFilling'>;
  /** Called at the start of each view and after each of its commits. */
  readonly onProgress?: (progress: ViewProgress) => void;
}

/** Events folded into one commit of each view. */
const BATCH = 10_000;

/** The view does not exist. The message lists the existing views. */
export class UnknownView extends StartError {
  override readonly name = 'UnknownView';

  constructor(name: string, views: readonly View<ViewDoc>[]) {
    super(`There is no view named “${name}”. The views are: ${views.map((view) => view.name).join(', ')}.`);
  }
}

/**
 * The names of the views that are ahead of the log, as after restoring an older log: they show events that did not
 * happen.
 */
export async function viewsAhead(
  views: readonly View<ViewDoc>[],
  { feed, reads }: { readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>; readonly reads: Pick<ReadStore, 'positions'> },
): Promise<readonly string[]> {
  // Reads the positions first: views move on meanwhile, but never past the log.
  const positions = await reads.positions(views);
  const head = await feed.head();
  return views.flatMap(({ name }, index) => ((positions[index] ?? 0) > head ? [name] : []));
}

/**
 * The named views; all of them without a name.
 * @throws UnknownView
 */
export function chooseViews(views: readonly View<ViewDoc>[], names: readonly string[]): readonly View<ViewDoc>[] {
  for (const name of names) {
    if (!views.some((view) => view.name === name)) throw new UnknownView(name, views);
  }
  return names.length === 0 ? views : views.filter((view) => names.includes(view.name));
}

/**
 * Empties the named views (all of them without a name) and fills them from the log up to its present head, showing
 * progress on `out`. Reads the log once for all views. Returns the status of each view: one may have stopped at a
 * poison event. Only for a process that uses the stores alone. After a crash the views are as they were before.
 * @throws UnknownView before anything is emptied.
 */
export async function rebuild(
  views: readonly View<ViewDoc>[],
  names: readonly string[],
  deps: RebuildDeps,
  out: ProgressOutput,
): Promise<readonly ViewStatus[]> {
  const chosen = chooseViews(views, names);
  const head = await deps.feed.head();
  const statuses = new ViewStatuses(chosen.map(({ name }) => name));
  const shown = showProgress(out, { quietBelow: -1 });
  const onProgress = (progress: ViewProgress) => {
    shown.onProgress(progress);
    deps.onProgress?.(progress);
  };
  let count = 0;
  for (const view of chosen) {
    await deps.reads.beginFilling(view);
    onProgress({ view: view.name, position: 0, events: 0, isCaughtUp: false });
  }
  const positions = new Map(chosen.map((view) => [view, 0]));
  for await (const events of batchesUpTo(head, deps.feed)) {
    count += events.length;
    for (const [view, expected] of positions) {
      const { position, poison } = await commitEvents(view, deps, expected, events);
      statuses.reached(view.name, position);
      positions.set(view, position);
      onProgress({ view: view.name, position, events: count, isCaughtUp: false });
      if (poison === null) continue;
      reportPoison(poison, deps.logger);
      statuses.stopped(view.name, poison.description);
      positions.delete(view);
    }
  }
  for (const view of chosen) {
    await deps.reads.endFilling(view);
    if (positions.has(view)) onProgress({ view: view.name, position: head, events: count, isCaughtUp: true });
  }
  return statuses.list();
}

/** The log up to `head`, in batches of some thousands. */
async function* batchesUpTo(head: number, feed: Feed<LinkledgerEvent>): AsyncGenerator<readonly Recorded[]> {
  if (head === 0) return;
  let gathered: Recorded[] = [];
  for await (const page of feed.follow(0, new AbortController().signal)) {
    for (const event of page) if (event.position <= head) gathered.push(event);
    const isLast = (page.at(-1)?.position ?? 0) >= head;
    if (gathered.length < BATCH && !isLast) continue;
    yield gathered;
    if (isLast) return;
    gathered = [];
  }
}
