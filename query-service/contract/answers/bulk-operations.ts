/** Answers about bulk operations. */
import type { DeviationCode } from '../../../command-service/contract/deviations.ts';
import type { BulkAction, BulkFailure } from '../../../command-service/model/bulk/events.ts';
import type { Money } from '../../../command-service/model/money/events.ts';
import type { DeviationAnswer } from './links.ts';

export type { BulkAction };

/** POST /api/links/bulk with `dryRun`. */
export interface BulkCountAnswer {
  readonly total: number;
  /** How many of the links the operation can change. */
  readonly allowed: number;
  /** Why it cannot change the others; the most frequent reason first. */
  readonly refused: readonly { readonly message: string; readonly count: number }[];
  /** What would deviate from the new terms; absent for other actions. */
  readonly deviations?: DeviationPreview;
  /** What would move out of remarks; `left` counts links that keep a value there; absent for other actions. */
  readonly remarks?: { readonly left: number; readonly first: readonly MovedRemarkAnswer[] };
}

/** One of the first twenty links whose remarks would change. */
export interface MovedRemarkAnswer {
  readonly linkId: string;
  readonly articleLink: string;
  /** The remarks now, what would stay of them, and what the link would get. */
  readonly before: string | null;
  readonly after: string | null;
  readonly money: Money;
}

/** The deviations that links would have from other terms. */
export interface DeviationPreview {
  /** How many of the allowed links would deviate. */
  readonly links: number;
  /** How many would deviate by each code; codes without links are absent. */
  readonly codes: readonly { readonly code: DeviationCode; readonly count: number }[];
  /** The day from which the oldest of these facts holds; null if no link would deviate. */
  readonly oldest: string | null;
  /** The first hundred links that would deviate. */
  readonly first: readonly DeviatingLinkAnswer[];
}

export interface DeviatingLinkAnswer {
  readonly linkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly deviations: readonly DeviationAnswer[];
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
