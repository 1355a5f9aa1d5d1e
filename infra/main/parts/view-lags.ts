/** Measures the lag of the views that a process keeps or reads. */
import type { ViewStatus } from '../../../projections/runner/view-status.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { ViewLag } from '../../observability/view-lag.ts';
import type { LinkledgerEngine } from './role.ts';

/** Milliseconds between two readings of a log in this process. */
const LOCAL_MS = 1_000;
/** The same if a reading needs a server. */
const REMOTE_MS = 5_000;

interface ViewUse {
  /** The views that this process keeps; null without such views. */
  readonly ownViews: { status(): readonly ViewStatus[] } | null;
  /** Whether it answers queries. */
  readonly reads: boolean;
  readonly log: () => { head(): Promise<number> };
}

/**
 * The lag of the views that this process keeps, else of those that it reads; null if it does neither, because the
 * engine may then have no views here.
 */
export function openViewLag(
  engine: Pick<LinkledgerEngine, 'views' | 'isShared'>,
  { ownViews, reads, log }: ViewUse,
): ViewLag | null {
  const clock = { now: () => performance.now(), everyMs: engine.isShared ? REMOTE_MS : LOCAL_MS };
  if (ownViews !== null) return new ViewLag({ head: () => log().head(), positions: () => ownViews.status(), ...clock });
  if (!reads) return null;
  const positions = async () => {
    const reached = await engine.views.positions(allViews);
    return allViews.map(({ name }, index) => ({ view: name, position: reached[index] ?? 0 }));
  };
  // A query process has no log: the position of its most advanced view stands for the end of the log.
  const head = async () => Math.max(...(await positions()).map(({ position }) => position));
  return new ViewLag({ head, positions, ...clock });
}
