/** A bulk operation: one change of many links, and its undo. */

import { isOf } from '../../contract/events.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { BulkCommand, ProgressBulk } from './commands.ts';
import type { BulkEvent, BulkOperation } from './events.ts';

/** The stream of one bulk operation. */
export const streamOf = (batchId: string): string => `bulk-${batchId}`;

/** The most failures that are reported one by one; all are counted. */
export const MAX_REPORTED_FAILURES = 100;

/** The progress; `reported` counts those reported one by one. */
interface OperationProgress {
  readonly done: number;
  readonly failed: number;
  readonly reported: number;
}

export type BulkState =
  | { readonly status: 'choosing'; readonly slices: readonly (readonly string[])[]; readonly total: number }
  | {
      readonly status: 'running' | 'done' | 'undoing' | 'undone';
      /** The ids of the operation's links, in the slices in which they were added. */
      readonly slices: readonly (readonly string[])[];
      readonly total: number;
      readonly userId: string;
      readonly order: BulkOperation;
      readonly within: Scope | null;
      /** The API token of the present run, or of the last; null: no token. */
      readonly tokenId: string | null;
      /** The progress of the present run, or of the last. */
      readonly progress: OperationProgress;
    };

const NOTHING_DONE: OperationProgress = { done: 0, failed: 0, reported: 0 };

const initialState: BulkState = { status: 'choosing', slices: [], total: 0 };

function evolve(state: BulkState, event: BulkEvent): BulkState {
  if (event.type === 'BulkLinksChosen') {
    const { linkIds } = event.data;
    return { ...state, slices: [...state.slices, linkIds], total: state.total + linkIds.length };
  }
  if (event.type === 'BulkStarted') {
    const { userId, order, within, tokenId = null } = event.data;
    return { ...state, status: 'running', userId, order, within, tokenId, progress: NOTHING_DONE };
  }
  if (state.status === 'choosing') return state;
  switch (event.type) {
    case 'BulkProgressed':
    case 'BulkUndoProgressed': {
      const { done, failed, failures } = event.data;
      return { ...state, progress: { done, failed, reported: state.progress.reported + failures.length } };
    }
    case 'BulkFinished':
      return { ...state, status: 'done' };
    case 'BulkUndoStarted':
      return { ...state, status: 'undoing', tokenId: event.data.tokenId ?? null, progress: NOTHING_DONE };
    case 'BulkUndone':
      return { ...state, status: 'undone' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** A repeated step changes nothing, and progress does not go back. */
function decide(state: BulkState, command: BulkCommand): readonly BulkEvent[] {
  const { batchId } = command;
  if (command.type === 'ChooseLinks') {
    const { from, linkIds } = command;
    const isNext = state.status === 'choosing' && from === state.total && linkIds.length > 0;
    return isNext ? [{ type: 'BulkLinksChosen', data: { batchId, linkIds } }] : [];
  }
  if (command.type === 'StartBulk') {
    if (state.status !== 'choosing') return [];
    if (state.total === 0) throw new DomainError('conflict', 'no-links', 'This action needs at least one link.');
    const { userId, order, within, tokenId } = command;
    return [{ type: 'BulkStarted', data: { batchId, userId, total: state.total, order, within, tokenId } }];
  }
  if (state.status === 'choosing') throw new DomainError('not-found', 'not-found', 'This operation does not exist.');
  switch (command.type) {
    case 'ProgressBulk':
      return state.status === 'running' ? progressed(state, command, 'BulkProgressed') : [];
    case 'ProgressBulkUndo':
      return state.status === 'undoing' ? progressed(state, command, 'BulkUndoProgressed') : [];
    case 'FinishBulk':
      return state.status === 'running' && isThrough(state) ? [{ type: 'BulkFinished', data: { batchId } }] : [];
    case 'FinishBulkUndo':
      return state.status === 'undoing' && isThrough(state) ? [{ type: 'BulkUndone', data: { batchId } }] : [];
    case 'StartBulkUndo':
      if (state.status === 'running') {
        throw new DomainError('conflict', 'still-running', 'This is still running. You can undo it when it is done.');
      }
      if (state.order.action === 'recheck') {
        throw new DomainError('conflict', 'not-undoable', 'Checks cannot be undone.');
      }
      if (state.order.action === 'judge') {
        const message = 'Choose the earlier matching and judge again: that leads back to the earlier verdicts.';
        throw new DomainError('conflict', 'not-undoable', message);
      }
      return state.status === 'done' ? [{ type: 'BulkUndoStarted', data: { batchId, tokenId: command.tokenId } }] : [];
    default: {
      const _: never = command;
      return _;
    }
  }
}

type StartedBulkState = Extract<BulkState, { readonly progress: OperationProgress }>;

function progressed(
  { progress, total }: StartedBulkState,
  { batchId, done, failures }: ProgressBulk,
  type: 'BulkProgressed' | 'BulkUndoProgressed',
): readonly BulkEvent[] {
  if (done <= progress.done || done > total) return [];
  const reported = failures.slice(0, Math.max(0, MAX_REPORTED_FAILURES - progress.reported));
  return [{ type, data: { batchId, done, failed: progress.failed + failures.length, failures: reported } }];
}

function isThrough({ progress, total }: StartedBulkState): boolean {
  return progress.done === total;
}

export const bulk: Decider<BulkState, BulkCommand, BulkEvent> = {
  streamOf: (command) => streamOf(command.batchId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is BulkEvent => isOf(event, 'bulk'),
};
