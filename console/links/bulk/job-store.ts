/**
 * The bulk jobs that this tab started: those that run, and those that ended with failures to read. Session storage keeps
 * the running ones over a reload; the work itself is the server's. Small, because every list imports it.
 */
import { BULK_ACTIONS } from '../../../command-service/model/bulk/events.ts';
import type { BulkAction, BulkAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import { useStore } from '../../platform/store/create-store.ts';
import { createPersistedStore } from '../../platform/store/persisted-store.ts';

function parseJobs(text: string | null): readonly BulkAnswer[] {
  const saved: unknown = JSON.parse(text ?? '[]');
  return Array.isArray(saved) ? saved.flatMap(jobOf) : [];
}

function jobOf(saved: unknown): readonly BulkAnswer[] {
  if (typeof saved !== 'object' || saved === null) return [];
  const { batchId, action, total } = saved as { batchId?: unknown; action?: unknown; total?: unknown };
  const knownAction = BULK_ACTIONS.find((each) => each === action);
  if (typeof batchId !== 'string' || knownAction === undefined || typeof total !== 'number') return [];
  return [newJob(batchId, knownAction, total)];
}

/** Only the identity of a job is saved: the server knows its progress. */
function serializeJobs(all: readonly BulkAnswer[]): string | null {
  const running = all.filter(({ state }) => state === 'running');
  if (running.length === 0) return null;
  return JSON.stringify(running.map(({ batchId, action, total }) => ({ batchId, action, total })));
}

export function newJob(batchId: string, action: BulkAction, total: number): BulkAnswer {
  return {
    batchId,
    action,
    total,
    done: 0,
    failed: 0,
    state: 'running',
    undoable: false,
    failures: [],
    undoing: false,
  };
}

const jobs = createPersistedStore({
  key: 'bulk',
  parse: parseJobs,
  serialize: serializeJobs,
  area: () => sessionStorage,
});

export const allJobs = jobs.get;

/** Adds a job or replaces its state. */
export function putJob(job: BulkAnswer): void {
  const all = jobs.get();
  const isKnown = all.some(({ batchId }) => batchId === job.batchId);
  jobs.set(isKnown ? all.map((each) => (each.batchId === job.batchId ? job : each)) : [...all, job]);
}

export function removeJob(batchId: string): void {
  jobs.set(jobs.get().filter((each) => each.batchId !== batchId));
}

export function useJobs(): readonly BulkAnswer[] {
  return useStore(jobs);
}
