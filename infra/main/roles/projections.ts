/** The projections role: keeps the views up to date with the log, in a worker if the engine has one. */
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { type ProgressOutput, showProgress } from '../../../projections/runner/progress-bar.ts';
import { viewsAhead } from '../../../projections/runner/rebuild.ts';
import type { ViewCommit, ViewProgress } from '../../../projections/runner/run-projection.ts';
import { type RunningProjections, startProjections } from '../../../projections/runner/start-projections.ts';
import { ViewStatuses } from '../../../projections/runner/view-status.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { summaryOf } from '../../../query-service/live/change-summary.ts';
import type { RunRole } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { rebuildViews } from '../parts/fill-views.ts';
import { openLog } from '../parts/open-log.ts';
import type { LinkledgerEngine } from '../parts/role.ts';
import { shareViews } from '../parts/share-views.ts';

/** How long filling views may take before its progress is shown. */
const QUIET_MS = 2_000;

interface RunnerData {
  /** Names of the views it keeps. */
  readonly views: readonly string[];
  /** Whether commits are traced. */
  readonly namesCauses: boolean;
}

type RunnerMessage =
  /** The progress of a view, at the start and after each commit. */
  | { readonly kind: 'progress'; readonly progress: ViewProgress }
  | { readonly kind: 'trouble'; readonly view: string; readonly reason: string | null }
  | { readonly kind: 'stopped'; readonly view: string; readonly reason: string };

/** The part of the role that the engine may run in a worker. */
export const run: RunRole<LinkledgerEvent> = (engine, data, postMessage) => {
  const { views, namesCauses } = data as RunnerData;
  const post = (message: RunnerMessage) => postMessage(message);
  return startProjections(
    allViews.filter(({ name }) => views.includes(name)),
    {
      feed: openLog(engine, engine.logger),
      reads: engine.views,
      logger: engine.logger,
      noteOf: summaryOf,
      namesCauses,
      onProgress: (progress) => post({ kind: 'progress', progress }),
      onTrouble: (view, reason) => post({ kind: 'trouble', view, reason }),
      onStopped: (view, reason) => post({ kind: 'stopped', view, reason }),
    },
  );
};

interface ProjectionsContext {
  readonly engine: Pick<LinkledgerEngine, 'runRole' | 'isShared' | 'values' | 'leases'>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Called after each commit. */
  readonly onCommit?: (view: string, commit: ViewCommit) => void;
  /** Whether `onCommit` gets the requests behind a commit. Default false. */
  readonly namesCauses?: boolean;
}

/**
 * Starts the role. If other processes may also keep views, they divide them, and `status` has those of this process;
 * otherwise it keeps all.
 * @param views names of the views to keep; default: all.
 */
export function runProjections(
  { engine, logger, now, onCommit, namesCauses = false }: ProjectionsContext,
  views: readonly string[] = allViews.map(({ name }) => name),
): RunningProjections {
  const statuses = new ViewStatuses(engine.isShared ? [] : views);
  const { onProgress } = showProgress(progressOutput(logger));
  const keep = (viewNames: readonly string[]) =>
    engine.runRole({
      module: new URL(import.meta.url),
      data: { views: viewNames, namesCauses } satisfies RunnerData,
      onMessage(posted) {
        const message = posted as RunnerMessage;
        if (message.kind === 'stopped') return statuses.stopped(message.view, message.reason);
        if (message.kind === 'trouble') return statuses.failing(message.view, message.reason);
        const { view, position, commit } = message.progress;
        statuses.reached(view, position);
        if (commit !== undefined) onCommit?.(view, commit);
        if (!engine.isShared) onProgress(message.progress);
      },
      onTrouble(reason) {
        for (const name of viewNames) statuses.failing(name, reason);
      },
    });
  const share = () => {
    const { values, leases } = engine;
    return shareViews({ values, leases, keep, statuses, logger, now }, views);
  };
  const role = engine.isShared ? share() : keep(views);
  return {
    caughtUp: (head) => statuses.caughtUp(head),
    status: () => statuses.list(),
    stop: () => role.stop(),
  };
}

/**
 * Fills the empty views from the log at once, before anything reads them: their indexes, created at the end, take half
 * the time and are read faster ever after. Rebuilds views that are ahead of the log: an older log was restored. Of several
 * processes, one does it, and the others wait.
 */
export async function fillNewViews(
  engine: Pick<LinkledgerEngine, 'log' | 'keys' | 'views' | 'newViews' | 'leases' | 'fillBeside'>,
  logger: Logger,
  onProgress: (progress: ViewProgress) => void = () => {},
): Promise<void> {
  await engine.leases.hold('fill views', () => fillViews(engine, logger, onProgress), NEVER);
}

const NEVER = new AbortController().signal;

async function fillViews(
  engine: Pick<LinkledgerEngine, 'log' | 'keys' | 'views' | 'newViews' | 'fillBeside'>,
  logger: Logger,
  onProgress: (progress: ViewProgress) => void,
): Promise<void> {
  const feed = openLog(engine, logger);
  const ahead = await viewsAhead(allViews, { feed, reads: engine.views });
  for (const view of ahead)
    logger.warn({ view }, 'the view is ahead of the log, as after restoring a backup; rebuilding it');
  const empty = (await feed.head()) === 0 ? [] : await stillEmpty(engine);
  const names = [...new Set([...empty, ...ahead])];
  if (names.length === 0) return;
  const started = performance.now();
  // A short wait needs no progress.
  const { write } = progressOutput(logger);
  const writeLater = (text: string) => performance.now() - started > QUIET_MS && write(text);
  await rebuildViews({ engine, logger, onProgress }, names, { write: writeLater });
}

/** Lines on a terminal; elsewhere they are entries of the log, whose lines are JSON. */
function progressOutput(logger: Logger): ProgressOutput {
  const { stderr } = process;
  if (stderr.isTTY) return { isTTY: true, write: (text) => stderr.write(text) };
  return { write: (text) => logger.info({}, text.trim()) };
}

/** The new views that no other process has filled meanwhile. */
async function stillEmpty({ views, newViews }: Pick<LinkledgerEngine, 'views' | 'newViews'>) {
  const isNew = allViews.filter(({ name }) => newViews.includes(name));
  const positions = await views.positions(isNew);
  return isNew.flatMap(({ name }, index) => (positions[index] === 0 ? [name] : []));
}
