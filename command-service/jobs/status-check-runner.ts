/**
 * Status checks: runs over all links of a scope, made by the server whether or not anybody looks on. A run is in the
 * log from its first moment, so it survives a closed tab and a restart: what was counted up to its cursor stays counted,
 * and a link behind it that was visited since the run began is not visited again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Feed } from '../../infra/ports/event-store.ts';
import { statusChecks } from '../../projections/views/links/status-checks.ts';
import { statusCheck, streamOf } from '../deciders/status-check.ts';
import type { LinkledgerEvent } from '../events.ts';
import { load } from '../handle.ts';
import { type RunDeps, StatusCheckJob } from './run-status-check.ts';

const RETRY_MS = 1_000;

export interface RunnerDeps extends RunDeps {
  readonly feed: Feed<LinkledgerEvent>;
}

/** Makes all runs that are under way in the log, and those that begin, until aborted. Stopping breaks nothing off. */
export async function makeStatusChecks(deps: RunnerDeps, signal: AbortSignal): Promise<void> {
  const { feed, reads, logger } = deps;
  const running = new Map<string, Promise<void>>();
  const make = (runId: string) => {
    if (running.has(runId)) return;
    const run = keepTrying(deps, runId, signal).finally(() => running.delete(runId));
    running.set(runId, run);
  };
  while (!signal.aborted) {
    try {
      // The position first: a run that begins between the two reads comes twice rather than never.
      const position = await reads.position(statusChecks);
      const { rows } = await reads.find(statusChecks, { where: { state: 'running' } });
      for (const { id } of rows) make(id);
      for await (const batch of feed.follow(position, signal)) {
        for (const event of batch) if (event.type === 'StatusCheckStarted') make(event.data.runId);
      }
    } catch (error) {
      logger.error({ err: error }, 'new status checks cannot be seen at the moment; trying again');
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  await Promise.all(running.values());
}

/** Where a store fails, the run goes on from where the log has it. */
async function keepTrying(deps: RunnerDeps, runId: string, signal: AbortSignal): Promise<void> {
  for (let told = false; !signal.aborted; ) {
    try {
      return await makeRun(deps, runId, signal);
    } catch (error) {
      if (!told) deps.logger.error({ err: error, runId }, 'a status check cannot go on at the moment; trying again');
      told = true;
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function makeRun(deps: RunnerDeps, runId: string, signal: AbortSignal): Promise<void> {
  const { state } = await load(deps.store, statusCheck, streamOf(runId));
  if (state.phase !== 'running') return;
  const { events } = await deps.store.read(streamOf(runId));
  const started = events[0]?.metadata;
  if (started === undefined) throw new Error(`run ${runId} has a state but no events`);
  await using run = new StatusCheckJob(deps, { runId, state, startedAt: started.at, startedBy: started.actor }, signal);
  await run.make();
}
