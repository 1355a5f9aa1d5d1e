/** Starts, follows and undoes bulk jobs. Outside React: a job continues, and reports, after its page is left. */

import type { BulkAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import { listsLinks } from '../../platform/address/page-paths.ts';
import { ApiError, get, pathTo, send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { messages as common } from '../../ui/messages.ts';
import { dismiss, notify } from '../../ui/toasts/toast-store.ts';
import type { BulkChange, BulkTarget } from './bulk-operation.ts';
import { allJobs, newJob, putJob, removeJob } from './job-store.ts';
import { format, formatDone, messages } from './messages.ts';

/** The pauses before progress is read again: short at first, longer later. */
const SOONEST_MS = 150;
const LATEST_MS = 2_000;
const LISTS = ['links', 'stats', 'clients', 'campaigns', 'trash'] as const;

const followed = new Set<string>();

/** The toast of each job, so that an undo closes it. */
const toasts = new Map<string, number>();

/** Starts a job on the `expected` number of links. @throws ApiError */
export async function startJob(
  target: BulkTarget,
  operation: BulkChange,
  expected: number,
  key: string,
): Promise<void> {
  const answer = await send('POST', '/api/links/bulk', { body: { ...target, ...operation, expected }, key });
  // Only a dry run answers a count instead.
  if (!('batchId' in answer)) return;
  const { batchId, total } = answer;
  const job = newJob(batchId, operation.action, total);
  putJob(job);
  void follow(job);
}

/** Follows the jobs that were running when the page was reloaded. */
export function resumeJobs(): void {
  for (const job of allJobs()) if (job.state === 'running') void follow(job);
}

async function follow(job: BulkAnswer): Promise<void> {
  if (followed.has(job.batchId)) return;
  followed.add(job.batchId);
  try {
    const ended = await end(job);
    if (ended !== null) await report(ended);
  } finally {
    followed.delete(job.batchId);
  }
}

/** Waits for the end of a job; null when it can no longer be read. */
async function end(job: BulkAnswer): Promise<BulkAnswer | null> {
  let wait = SOONEST_MS;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 1.5, LATEST_MS);
    try {
      const now = await get(pathTo('/api/links/bulk/:batchId', { params: { batchId: job.batchId } }));
      putJob(now);
      if (now.state !== 'running') return now;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without an answer, the job is read again. A deleted job, or another person's job, is dropped.
      if ([401, 403, 404].includes(error.status)) {
        removeJob(job.batchId);
        return null;
      }
    }
  }
}

/**
 * Reports the result in one place: in a toast, or with failures beside the list, where they stay until they are dismissed.
 */
async function report(job: BulkAnswer): Promise<void> {
  const { batchId, action, state, done, failed, undoable } = job;
  if (failed === 0) removeJob(batchId);
  if (failed === 0 || !listsLinks(window.location.pathname)) {
    const title = state === 'undone' ? format('undone', { count: done - failed }) : formatDone(action, done - failed);
    toasts.set(
      batchId,
      notify(title, {
        lines:
          failed === 0
            ? []
            : [state === 'undone' ? format('left', { count: failed }) : format('failed', { count: failed })],
        severity: failed === 0 ? 'plain' : 'destructive',
        ...(undoable ? { action: { label: messages.undo, run: () => void undoJob(job) } } : {}),
      }),
    );
  }
  await revalidateOwnChange(LISTS);
}

export async function undoJob(job: BulkAnswer): Promise<void> {
  const toast = toasts.get(job.batchId);
  if (toast !== undefined) dismiss(toast);
  toasts.delete(job.batchId);
  try {
    const { total } = await send('POST', '/api/links/bulk/:batchId/undo', { params: { batchId: job.batchId } });
    const undoing = { ...newJob(job.batchId, job.action, total), undoing: true };
    putJob(undoing);
    void follow(undoing);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    removeJob(job.batchId);
    notify(common.error, { lines: [messages.undoFailed, error.message], severity: 'destructive' });
  }
}
