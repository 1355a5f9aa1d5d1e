/** Bulk operations and their progress. */

import { isOf } from '../../../command-service/contract/events.ts';
import type { Matching } from '../../../command-service/contract/observation.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { BulkFailure, BulkOperation } from '../../../command-service/model/bulk/events.ts';
import type { View } from '../../view.ts';

export interface BulkDoc {
  /** The batch's id. */
  readonly id: string;
  readonly startedBy: string;
  /** The only list that the operation may change; null: all lists. */
  readonly within: Scope | null;
  readonly action: BulkOperation['action'];
  /** The list whose checks are judged again; null for other operations. */
  readonly scope: Scope | null;
  readonly matching: Matching | null;
  readonly state: 'running' | 'done' | 'undoing' | 'undone';
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** The first hundred failures. */
  readonly failures: readonly BulkFailure[];
  readonly startedAt: string;
}

const FIELDS = ['startedBy', 'scope', 'state', 'startedAt'] as const;

/** One document per bulk operation, by batch id. */
export const bulkOperations: View<BulkDoc, (typeof FIELDS)[number]> = {
  name: 'bulks',
  version: 3,
  fields: FIELDS,
  keys(event) {
    // Events before the start have only the ids of the links, which this view does not need.
    return isOf(event, 'bulk') && event.type !== 'BulkLinksChosen' ? [event.data.batchId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'bulk') || event.type === 'BulkLinksChosen') return doc;
    if (event.type === 'BulkStarted') {
      const { batchId: id, userId: startedBy, within, total, order } = event.data;
      const { at: startedAt } = event.metadata;
      const nothing = { done: 0, failed: 0, failures: [] };
      const { scope, matching } = order.action === 'judge' ? order : { scope: null, matching: null };
      const operation = { action: order.action, scope, matching };
      return { id, startedBy, within, ...operation, state: 'running', total, ...nothing, startedAt };
    }
    if (doc === null) return null;
    switch (event.type) {
      case 'BulkProgressed':
      case 'BulkUndoProgressed': {
        const { done, failed, failures } = event.data;
        return { ...doc, done, failed, failures: [...doc.failures, ...failures] };
      }
      case 'BulkFinished':
        return { ...doc, state: 'done' };
      case 'BulkUndoStarted':
        return { ...doc, state: 'undoing', done: 0, failed: 0, failures: [] };
      case 'BulkUndone':
        return { ...doc, state: 'undone' };
      default:
        event satisfies never;
        return doc;
    }
  },
};
