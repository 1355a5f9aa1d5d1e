/** Answers about bulk operations. */
import type { BulkAction, BulkFailure } from '../../../command-service/model/bulk/events.ts';

export type { BulkAction };

/** POST /api/links/bulk with `dryRun`. */
export interface BulkCountAnswer {
  readonly total: number;
  /** How many of the links the operation can change. */
  readonly allowed: number;
  /** Why it cannot change the others; the most frequent reason first. */
  readonly refused: readonly { readonly message: string; readonly count: number }[];
}

/** POST /api/links/bulk, and POST /api/links/bulk/{batchId}/undo. */
export interface StartedBulkAnswer {
  readonly batchId: string;
  readonly total: number;
}

/** GET /api/links/bulk/{batchId}. */
export interface BulkAnswer {
  readonly batchId: string;
  readonly action: BulkAction;
  readonly total: number;
  /** Links processed so far, including failures. During an undo: links undone so far. */
  readonly done: number;
  readonly failed: number;
  /** Also `running` during an undo. */
  readonly state: 'running' | 'done' | 'undone';
  readonly undoing: boolean;
  readonly undoable: boolean;
  /** The first hundred failures. After an undo: links that could not be restored. */
  readonly failures: readonly BulkFailure[];
}
