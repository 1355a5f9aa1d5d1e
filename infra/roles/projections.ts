/** The projections role: keeps the views up to date with the log, in a worker where the engine has one. */
import type { LinkledgerEvent } from '../../command-service/events.ts';
import { showProgress } from '../../projections/runner/progress-bar.ts';
import { rebuild, viewsAhead } from '../../projections/runner/rebuild.ts';
import type { ViewProgress } from '../../projections/runner/run-projection.ts';
import { type RunningProjections, startProjections } from '../../projections/runner/start-projections.ts';
import { ViewStatuses } from '../../projections/runner/view-status.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { type CommitSummary, summaryOf } from '../../query-service/live/change-summary.ts';
import type { RunRole } from '../ports/engine.ts';
import type { Logger } from '../ports/logger.ts';
import { openLog } from './open-log.ts';
import type { LinkledgerEngine } from './role.ts';

/** How long filling views may take before it shows progress. */
const QUIET_MS = 2_000;

interface Data {
  /** Names of the views it keeps. */
  readonly views: readonly string[];
}

type Message =
  /** The progress of a view, at the start and after each commit, with a summary of the commit. */
  | {
      readonly kind: 'progress';
      readonly progress: ViewProgress;
      readonly summary: CommitSummary | null;
    }
  | { readonly kind: 'trouble'; readonly view: string; readonly reason: string | null }
  | { readonly kind: 'stopped'; readonly view: string; readonly reason: string };

/** The part of the role that the engine may run in a worker. */
export const run: RunRole<LinkledgerEvent> = (engine, data, postMessage) => {
  const { views } = data as Data;
  const post = (message: Message) => postMessage(message);
  /** By view: the summary of its commit, until the progress is posted. */
  const summaries = new Map<string, CommitSummary>();
  return startProjections(
    allViews.filter(({ name }) => views.includes(name)),
    {
      feed: openLog(engine, engine.logger),
      reads: engine.views,
      logger: engine.logger,
      onCommit: (committed) => void summaries.set(committed.view, summaryOf(committed)),
      onProgress(progress) {
        post({ kind: 'progress', progress, summary: summaries.get(progress.view) ?? null });
        summaries.delete(progress.view);
      },
      onTrouble: (view, reason) => post({ kind: 'trouble', view, reason }),
      onStopped: (view, reason) => post({ kind: 'stopped', view, reason }),
    },
  );
};

/**
 * Starts the role.
 * @param onCommit receives a summary of each commit, once reads see it.
 * @param views names of the views to keep; default: all.
 */
export function runProjections(
  engine: Pick<LinkledgerEngine, 'runRole'>,
  onCommit: (summary: CommitSummary) => void,
  views: readonly string[] = allViews.map(({ name }) => name),
): RunningProjections {
  const statuses = new ViewStatuses(views);
  const { onProgress } = showProgress(process.stderr);
  const role = engine.runRole({
    module: new URL(import.meta.url),
    data: { views } satisfies Data,
    onMessage(posted) {
      const message = posted as Message;
      if (message.kind === 'stopped') return statuses.stopped(message.view, message.reason);
      if (message.kind === 'trouble') return statuses.failing(message.view, message.reason);
      statuses.reached(message.progress.view, message.progress.position);
      onProgress(message.progress);
      if (message.summary !== null) onCommit(message.summary);
    },
    onTrouble(reason) {
      for (const name of views) statuses.failing(name, reason);
    },
  });
  return {
    caughtUp: (head) => statuses.caughtUp(head),
    status: () => statuses.list(),
    stop: () => role.stop(),
  };
}

/**
 * Fills the empty views from the log at once, before anything reads them: their indexes, created at the end, take half
 * the time and are read faster ever after. Rebuilds views that are ahead of the log: an older log was restored.
 */
export async function fillNewViews(
  engine: Pick<LinkledgerEngine, 'log' | 'keys' | 'views' | 'newViews'>,
  logger: Logger,
): Promise<void> {
  const feed = openLog(engine, logger);
  const ahead = await viewsAhead(allViews, { feed, reads: engine.views });
  for (const view of ahead)
    logger.warn({ view }, 'the view is ahead of the log, as after restoring a backup; rebuilding it');
  const empty = (await feed.head()) === 0 ? [] : engine.newViews;
  const names = [...new Set([...empty, ...ahead])];
  if (names.length === 0) return;
  const started = performance.now();
  // A short wait needs no progress.
  const write = (text: string) => performance.now() - started > QUIET_MS && process.stderr.write(text);
  await rebuild(allViews, names, { feed, reads: engine.views, logger }, { write });
}
