/**
 * Batches, carried out by the server whether or not anybody looks on. A batch is in the log from its first moment, so it
 * survives a closed tab and a restart: it goes on behind the links that are told to be done, and a link further on that
 * was seen to already is left alone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Feed } from '../../infra/ports/event-store.ts';
import { bulkOperations } from '../../projections/views/links/bulk-operations.ts';
import { bulk, streamOf } from '../deciders/bulk.ts';
import type { LinkledgerEvent } from '../events.ts';
import { load } from '../handle.ts';
import { type BulkJobDeps, runBatch } from './run-bulk.ts';

const RETRY_MS = 1_000;

export interface BulkRunnerDeps extends BulkJobDeps {
  readonly feed: Feed<LinkledgerEvent>;
}

/** Carries out all batches that are under way in the log, and those that begin, until aborted. */
export async function runJobs(deps: BulkRunnerDeps, signal: AbortSignal): Promise<void> {
  const { feed, reads, logger } = deps;
  const running = new Map<string, Promise<void>>();
  const run = (batchId: string) => {
    const before = running.get(batchId) ?? Promise.resolve();
    const batch = before.then(() => keepTrying(deps, batchId, signal));
    running.set(batchId, batch);
    void batch.finally(() => {
      if (running.get(batchId) === batch) running.delete(batchId);
    });
  };
  while (!signal.aborted) {
    try {
      // The position first: a batch that begins between the two reads comes twice rather than never.
      const position = await reads.position(bulkOperations);
      const { rows } = await reads.find(bulkOperations, { where: { state: ['running', 'undoing'] } });
      for (const { id } of rows) if (!running.has(id)) run(id);
      for await (const batch of feed.follow(position, signal)) {
        for (const event of batch) {
          if (event.type === 'BulkStarted' || event.type === 'BulkUndoStarted') run(event.data.batchId);
        }
      }
    } catch (error) {
      logger.error({ err: error }, 'new batches cannot be seen at the moment; trying again');
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  await Promise.all(running.values());
}

/** Where a store fails, the batch goes on from where the log has it. */
async function keepTrying(deps: BulkJobDeps, batchId: string, signal: AbortSignal): Promise<void> {
  for (let told = false; !signal.aborted; ) {
    try {
      return await takeUp(deps, batchId, signal);
    } catch (error) {
      if (!told) deps.logger.error({ err: error, batchId }, 'a batch cannot go on at the moment; trying again');
      told = true;
      await pause(deps.retryMs ?? RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function takeUp(deps: BulkJobDeps, batchId: string, signal: AbortSignal): Promise<void> {
  const { state, ...rest } = await load(deps.store, bulk, streamOf(batchId));
  if (state.phase !== 'running' && state.phase !== 'undoing') return;
  await runBatch(deps, { batchId, loaded: { ...rest, state } }, signal);
}
