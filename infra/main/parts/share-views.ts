/** Divides the views among the processes that keep them. */

import { randomUUID } from 'node:crypto';
import type { ViewStatuses } from '../../../projections/runner/view-status.ts';
import type { RunningRole } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { pauseFor } from '../../ports/process/rounds.ts';
import type { ExpiringStore } from '../../ports/storage/expiring-store.ts';
import type { Leases } from '../../ports/storage/leases.ts';

/** Heartbeat interval in ms. */
const BEAT_MS = 3_000;
/** A process without a heartbeat for this long, in milliseconds, gets no views. */
const SILENT_MS = 15_000;
/** The kind and the owner of the entries of the processes that keep views. */
const KIND = 'projections';
const ALL = 'all';

interface ShareViewsDeps {
  readonly values: Pick<ExpiringStore, 'put' | 'remove' | 'listOf'>;
  readonly leases: Leases;
  /** Begins to keep views. */
  readonly keep: (views: readonly string[]) => RunningRole;
  /** Gets the views of this process. */
  readonly statuses: Pick<ViewStatuses, 'add' | 'remove'>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Milliseconds between two heartbeats. Default 3,000. */
  readonly beatMs?: number;
}

/**
 * Keeps a fair share of the views: of n processes each keeps every n-th, and when a process ends, the others get its
 * share. The processes may disagree for a moment on who is running; a lease for each view lets at most one of them keep
 * it.
 */
export function shareViews(deps: ShareViewsDeps, views: readonly string[]): RunningRole {
  const { values, logger, now, beatMs = BEAT_MS } = deps;
  const self = randomUUID();
  const stopping = new AbortController();
  const ownRuns = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();

  const release = async (view: string) => {
    const running = ownRuns.get(view);
    running?.abort.abort();
    await running?.ended;
    ownRuns.delete(view);
  };
  const take = (view: string) => {
    const abort = new AbortController();
    ownRuns.set(view, { abort, ended: keepUnderLease(deps, view, abort.signal) });
  };
  const share = async () => {
    await values.put(KIND, self, {}, new Date(now().getTime() + SILENT_MS).toISOString(), ALL);
    const members = (await values.listOf(KIND, ALL)).map(({ key }) => key).toSorted();
    const own = views.filter((_, index) => members[index % members.length] === self);
    await Promise.all([...ownRuns.keys()].filter((view) => !own.includes(view)).map(release));
    for (const view of own) if (!ownRuns.has(view) && !stopping.signal.aborted) take(view);
  };
  const run = async () => {
    for (let isFailing = false; !stopping.signal.aborted; ) {
      try {
        await share();
        isFailing = false;
      } catch (error) {
        if (!isFailing) logger.error({ err: error }, 'could not divide the views among the processes; trying again');
        isFailing = true;
      }
      await pauseFor(beatMs, stopping.signal);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await Promise.all([...ownRuns.keys()].map(release));
      // If this fails, the others notice a little later.
      await values.remove(KIND, self).catch(() => undefined);
    },
  };
}

async function keepUnderLease(
  { leases, keep, statuses, logger }: ShareViewsDeps,
  view: string,
  signal: AbortSignal,
): Promise<void> {
  for (let isFailing = false; !signal.aborted; ) {
    try {
      await leases.hold(`view ${view}`, (held) => keepUntil(held), signal);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.error({ view, err: error }, 'could not hold the lease of the view; trying again');
      isFailing = true;
      await pauseFor(BEAT_MS, signal);
    }
  }

  async function keepUntil(held: AbortSignal): Promise<void> {
    statuses.add(view);
    const role = keep([view]);
    if (!held.aborted) await new Promise((resolve) => held.addEventListener('abort', resolve, { once: true }));
    await role.stop();
    statuses.remove(view);
  }
}
