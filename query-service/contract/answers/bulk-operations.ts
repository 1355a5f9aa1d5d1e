/** What the questions about batches, the actions on many links at once, are answered with. */
import type { BulkAction, BulkFailure } from '../../../command-service/events/bulk.ts';

export type { BulkAction, BulkFailure };

/** POST /api/links/bulk with `dryRun`: how many links it is about. */
export interface BulkCountAnswer {
  readonly total: number;
  /** With how many of them it can be done. */
  readonly allowed: number;
  /** Why not with the others, in words; the most frequent reason first. */
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
  /** How many of the links were gone through, those among them with which it could not be done. While it is undone: of that. */
  readonly done: number;
  readonly failed: number;
  /** `running` also while it is undone. */
  readonly state: 'running' | 'done' | 'undone';
  readonly undoing: boolean;
  readonly undoable: boolean;
  /** The first hundred. Once it is undone: the links that were left as they are. */
  readonly failures: readonly BulkFailure[];
}
