/** Builds views anew from the log. */
import type { LinkledgerEvent } from '../../command-service/events.ts';
import type { Feed } from '../../infra/ports/event-store.ts';
import type { ReadStore, ViewDoc } from '../../infra/ports/read-store.ts';
import { StartError } from '../../infra/ports/start-error.ts';
import type { Recorded, View } from '../view.ts';
import { type CommitDeps, commitEvents, reportPoison } from './commit.ts';
import { type ProgressOutput, showProgress } from './progress-bar.ts';
import { type ViewStatus, ViewStatuses } from './view-status.ts';

export interface RebuildDeps extends CommitDeps {
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: Pick<ReadStore, 'getMany' | 'commit' | 'beginFilling' | 'endFilling'>;
}

/** Events folded into one commit of each view. */
const BATCH = 10_000;

/** A view was named that does not exist. The message lists those that do. */
export class UnknownView extends StartError {
  override readonly name = 'UnknownView';

  constructor(name: string, views: readonly View<ViewDoc>[]) {
    super(`There is no view called “${name}”. The views are: ${views.map((view) => view.name).join(', ')}.`);
  }
}

/**
 * Forgets the named views (none named: all of them) and fills them with the whole log as it stood at the start, showing
 * progress on `out`. All go through the log together, so that it is read once. Answers where each stands: a view may
 * have stopped at an event it cannot take. For a process that has the stores to itself: nobody else finds anything in
 * the views meanwhile, and when it is killed they begin anew.
 * @throws UnknownView before anything is forgotten.
 */
export async function rebuild(
  views: readonly View<ViewDoc>[],
  names: readonly string[],
  deps: RebuildDeps,
  out: ProgressOutput,
): Promise<readonly ViewStatus[]> {
  for (const name of names) {
    if (!views.some((view) => view.name === name)) throw new UnknownView(name, views);
  }
  const chosen = names.length === 0 ? views : views.filter((view) => names.includes(view.name));
  const head = await deps.feed.head();
  const statuses = new ViewStatuses(chosen.map(({ name }) => name));
  const { onProgress } = showProgress(out, { quietBelow: -1 });
  for (const view of chosen) {
    await deps.reads.beginFilling(view);
    onProgress(view.name, 0, head);
  }
  const standing = new Map(chosen.map((view) => [view, 0]));
  for await (const events of batchesUpTo(head, deps.feed)) {
    for (const [view, expected] of standing) {
      const { position, poison } = await commitEvents(view, deps, expected, events);
      statuses.reached(view.name, position);
      standing.set(view, position);
      // The end is told when the view can be asked again.
      if (position < head) onProgress(view.name, position, head);
      if (poison === null) continue;
      reportPoison(poison, deps.logger);
      statuses.stopped(view.name, poison.description);
      standing.delete(view);
    }
  }
  for (const view of chosen) {
    await deps.reads.endFilling(view);
    if (standing.has(view)) onProgress(view.name, head, head);
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
