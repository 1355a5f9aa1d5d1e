/**
 * The batches this tab began: those that run, and those that ended with something to read. Kept in session storage, so
 * that a reload goes on telling how far they are; the work itself is the server's. Small: every list asks it.
 */
import { useSyncExternalStore } from 'react';
import { BULK_ACTIONS } from '../../../command-service/events/bulk.ts';
import type { BulkAction, BulkAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';

const KEY = 'bulk';

/** Only what names a batch is kept: how far it is the server knows. */
function readKept(): readonly BulkAnswer[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap(batchOf) : [];
  } catch {
    return [];
  }
}

function batchOf(kept: unknown): readonly BulkAnswer[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { batchId, action, total } = kept as { batchId?: unknown; action?: unknown; total?: unknown };
  const known = BULK_ACTIONS.find((each) => each === action);
  if (typeof batchId !== 'string' || known === undefined || typeof total !== 'number') return [];
  return [newBatch(batchId, known, total)];
}

export function newBatch(batchId: string, action: BulkAction, total: number): BulkAnswer {
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

let batches = readKept();
const listeners = new Set<() => void>();

function set(next: readonly BulkAnswer[]): void {
  batches = next;
  try {
    const running = batches.filter(({ state }) => state === 'running');
    if (running.length === 0) sessionStorage.removeItem(KEY);
    else
      sessionStorage.setItem(
        KEY,
        JSON.stringify(running.map(({ batchId, action, total }) => ({ batchId, action, total }))),
      );
  } catch {
    // A reload then says no more of it.
  }
  for (const listener of listeners) listener();
}

export function allBatches(): readonly BulkAnswer[] {
  return batches;
}

/** Takes a batch over, in the place of what was known of it before. */
export function putJob(batch: BulkAnswer): void {
  const known = batches.some(({ batchId }) => batchId === batch.batchId);
  set(known ? batches.map((each) => (each.batchId === batch.batchId ? batch : each)) : [...batches, batch]);
}

export function removeJob(batchId: string): void {
  set(batches.filter((each) => each.batchId !== batchId));
}

export function useJobs(): readonly BulkAnswer[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, allBatches);
}
