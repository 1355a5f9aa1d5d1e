/** Rebuilds views, in two threads if the engine has a thread for it: each reads the log and fills about half. */
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { type ProgressOutput, showProgress } from '../../../projections/runner/progress-bar.ts';
import { chooseViews, rebuild } from '../../../projections/runner/rebuild.ts';
import type { ViewProgress } from '../../../projections/runner/run-projection.ts';
import type { ViewStatus } from '../../../projections/runner/view-status.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { ledger } from '../../../projections/views/ledger/ledger.ts';
import { moments } from '../../../projections/views/ledger/moments.ts';
import type { FillViews } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { openLog } from './open-log.ts';
import type { LinkledgerEngine } from './role.ts';

/** These take about as long as all others together. */
const BESIDE: readonly string[] = [ledger.name, moments.name];
/** A shorter log is read in about the time that a thread needs to start. With such a thread, positions are counts. */
const MIN_EVENTS = 50_000;

const SILENT: ProgressOutput = { write: () => true };

type FillMessage =
  | { readonly kind: 'progress'; readonly progress: ViewProgress }
  | { readonly kind: 'filled'; readonly statuses: readonly ViewStatus[] };

/** The work of the engine's thread. */
export const fill: FillViews<LinkledgerEvent> = async ({ log, keys, views, logger }, names, postMessage) => {
  const post = (message: FillMessage) => postMessage(message);
  const onProgress = (progress: ViewProgress) => post({ kind: 'progress', progress });
  const deps = { feed: openLog({ log, keys }, logger), reads: views, logger, onProgress };
  post({ kind: 'filled', statuses: await rebuild(allViews, names, deps, SILENT) });
};

interface RebuildContext {
  readonly engine: Pick<LinkledgerEngine, 'log' | 'keys' | 'views' | 'fillBeside'>;
  readonly logger: Logger;
  readonly onProgress?: (progress: ViewProgress) => void;
  /** The fewest events that are worth a thread. */
  readonly minEvents?: number;
}

/**
 * Like `rebuild`, for an engine that no other process changes meanwhile.
 * @throws UnknownView before anything is emptied.
 */
export async function rebuildViews(
  { engine, logger, onProgress, minEvents = MIN_EVENTS }: RebuildContext,
  names: readonly string[],
  out: ProgressOutput,
): Promise<readonly ViewStatus[]> {
  const shown = showProgress(out, { quietBelow: -1 });
  const report = (progress: ViewProgress) => {
    shown.onProgress(progress);
    onProgress?.(progress);
  };
  const feed = openLog(engine, logger);
  const deps = { feed, reads: engine.views, logger, onProgress: report };
  const chosen = chooseViews(allViews, names).map(({ name }) => name);
  const beside = chosen.filter((name) => BESIDE.includes(name));
  const here = chosen.filter((name) => !BESIDE.includes(name));
  const { fillBeside } = engine;
  if (fillBeside === null || beside.length === 0 || here.length === 0 || (await feed.head()) < minEvents) {
    return rebuild(allViews, chosen, deps, SILENT);
  }
  const statuses: ViewStatus[] = [];
  const onMessage = (posted: unknown) => {
    const message = posted as FillMessage;
    if (message.kind === 'filled') statuses.push(...message.statuses);
    else report(message.progress);
  };
  const filledBeside = fillBeside({ module: new URL(import.meta.url), views: beside, onMessage });
  const filledHere = rebuild(allViews, here, deps, SILENT);
  // If one fails, the other must still end.
  await Promise.allSettled([filledBeside, filledHere]);
  await filledBeside;
  return [...(await filledHere), ...statuses];
}
