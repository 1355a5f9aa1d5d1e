/** Builds views anew from the log. */
import { type ProgressOutput, showProgress } from './progress.ts';
import type { ProjectionDeps } from './project.ts';
import { startProjections } from './projections.ts';
import type { ViewStatus } from './statuses.ts';
import type { View } from './view.ts';

/** A view was named that does not exist. The message lists those that do. */
export class UnknownView extends Error {
  override readonly name = 'UnknownView';

  constructor(name: string, views: readonly View<object>[]) {
    super(`There is no view called “${name}”. The views are: ${views.map((view) => view.name).join(', ')}.`);
  }
}

/**
 * Forgets the named views (none named: all of them) and runs them until they have seen the whole log as it stood at the
 * start, showing progress on `out`. Answers where each stands: a view may have stopped at an event it cannot take.
 * @throws UnknownView before anything is forgotten.
 */
export async function rebuild(
  views: readonly View<object>[],
  names: readonly string[],
  deps: Pick<ProjectionDeps, 'feed' | 'reads' | 'log'>,
  out: ProgressOutput,
): Promise<readonly ViewStatus[]> {
  for (const name of names) {
    if (!views.some((view) => view.name === name)) throw new UnknownView(name, views);
  }
  const chosen = names.length === 0 ? views : views.filter((view) => names.includes(view.name));
  const head = await deps.feed.head();
  for (const view of chosen) await deps.reads.reset(view.name);
  const projections = startProjections(chosen, { ...deps, ...showProgress(out, { quietBelow: -1 }) });
  await projections.caughtUp(head);
  await projections.stop();
  return projections.status();
}
