/** Begins, follows and undoes batches. Outside React: the work goes on, and says so, wherever one goes meanwhile. */

import type { BulkAnswer, StartedBulkAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import { ApiError, get, send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import type { BulkOperation, BulkTarget } from './bulk-operation.ts';
import { allBatches, newBatch, putJob, removeJob } from './job-store.ts';
import { formatDone, formatFailed, formatLeft, messages } from './messages.ts';

/** How soon one looks again: at first at once, later less often. */
const SOONEST_MS = 150;
const LATEST_MS = 2_000;
const LISTS = ['links', 'stats', 'clients', 'campaigns', 'trash'] as const;

const followed = new Set<string>();

function pathOf(batchId: string): string {
  return `/api/links/bulk/${encodeURIComponent(batchId)}`;
}

/** Begins what was counted as `expected`. @throws ApiError */
export async function startJob(target: BulkTarget, wish: BulkOperation, expected: number, key: string): Promise<void> {
  const { batchId, total } = await send<StartedBulkAnswer>('POST', '/api/links/bulk', {
    body: { ...target, ...wish, expected },
    key,
  });
  const batch = newBatch(batchId, wish.action, total);
  putJob(batch);
  void follow(batch);
}

/** Goes on with what ran when the page was loaded. */
export function resumeJobs(): void {
  for (const batch of allBatches()) if (batch.state === 'running') void follow(batch);
}

async function follow(batch: BulkAnswer): Promise<void> {
  if (followed.has(batch.batchId)) return;
  followed.add(batch.batchId);
  try {
    const ended = await end(batch);
    if (ended !== null) await tell(ended);
  } finally {
    followed.delete(batch.batchId);
  }
}

/** Waits for the end of a batch; null when nothing can be learnt of it any more. */
async function end(batch: BulkAnswer): Promise<BulkAnswer | null> {
  let wait = SOONEST_MS;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 1.5, LATEST_MS);
    try {
      const now = await get<BulkAnswer>(pathOf(batch.batchId));
      putJob(now);
      if (now.state !== 'running') return now;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without an answer it is asked again; somebody else's, or nobody's, is none of this tab's.
      if ([401, 403, 404].includes(error.status)) {
        removeJob(batch.batchId);
        return null;
      }
    }
  }
}

/** What failed stays on the screen until it is read. */
async function tell(batch: BulkAnswer): Promise<void> {
  const { action, state, done, failed, undoable } = batch;
  if (failed === 0) removeJob(batch.batchId);
  if (state === 'undone') {
    notify(messages.undone, { lines: [formatDone(action, done), ...(failed === 0 ? [] : [formatLeft(failed)])] });
  } else {
    notify(formatDone(action, done - failed), {
      lines: failed === 0 ? [] : [formatFailed(failed)],
      severity: failed === 0 ? 'plain' : 'destructive',
      ...(undoable ? { action: { label: messages.undo, run: () => void undoJob(batch) } } : {}),
    });
  }
  await revalidateOwnChange(LISTS);
}

export async function undoJob(batch: BulkAnswer): Promise<void> {
  try {
    const { total } = await send<StartedBulkAnswer>('POST', `${pathOf(batch.batchId)}/undo`);
    const undoing = { ...newBatch(batch.batchId, batch.action, total), undoing: true };
    putJob(undoing);
    void follow(undoing);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    removeJob(batch.batchId);
    notify(messages.error, { lines: [messages.undoFailed, error.message], severity: 'destructive' });
  }
}
