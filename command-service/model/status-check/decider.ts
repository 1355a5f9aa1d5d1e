/** A status check: one run over the links of a scope, or over those of one of its clients. */
import { createHash } from 'node:crypto';
import { isOf } from '../../contract/events.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { StatusCheckCommand } from './commands.ts';
import type { RunCounts, StatusCheckEvent } from './events.ts';

/** The stream of one run. */
export const streamOf = (runId: string): string => `statuscheck-${runId}`;

/**
 * The id of a scope's run with this number, counted from 0. Two requests that start a run at once write to the same
 * stream, so one of them finds the other's run: a scope has at most one run at a time. A UUID of version 8 (RFC 9562
 * 5.8).
 */
export function runIdOf(scope: Scope, number: number): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([scope, number]))
    .digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const NOTHING_DONE: RunCounts = { done: 0, live: 0, removed: 0, pending: 0 };

export type StatusCheckState =
  | { readonly status: 'none' }
  | {
      readonly status: 'running' | 'finished';
      readonly scope: Scope;
      readonly total: number;
      /** The only client whose links are checked; null: all links of the scope. */
      readonly clientDomain: string | null;
      /** The API token that started it; null: no token. */
      readonly tokenId: string | null;
      /** Links come in the order of their ids: all up to this one are done, with the results in `settled`. */
      readonly cursor: string;
      readonly settled: RunCounts;
      readonly counts: RunCounts;
    };

const initialState: StatusCheckState = { status: 'none' };

function evolve(state: StatusCheckState, event: StatusCheckEvent): StatusCheckState {
  if (event.type === 'StatusCheckStarted') {
    const { scope, total, clientDomain = null, tokenId = null } = event.data;
    const nothing = { cursor: '', settled: NOTHING_DONE, counts: NOTHING_DONE };
    return { status: 'running', scope, total, clientDomain, tokenId, ...nothing };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'StatusCheckProgressed': {
      const { cursor, settled } = event.data;
      return { ...state, cursor, settled, counts: countsOf(event.data) };
    }
    case 'StatusCheckFinished':
      return { ...state, status: 'finished', counts: countsOf(event.data) };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** A started run does not start again, and a finished run does not go on. */
function decide(state: StatusCheckState, command: StatusCheckCommand): readonly StatusCheckEvent[] {
  const { runId } = command;
  if (command.type === 'StartStatusCheck') {
    const { scope, total, clientDomain, tokenId } = command;
    const data = { runId, scope, total, ...(clientDomain === null ? {} : { clientDomain }), tokenId };
    return state.status === 'none' ? [{ type: 'StatusCheckStarted', data }] : [];
  }
  if (state.status === 'none') throw new DomainError('not-found', 'not-found', 'This status check does not exist.');
  if (state.status === 'finished') return [];
  switch (command.type) {
    case 'ProgressStatusCheck': {
      const { cursor, counts, settled } = command;
      const goesBack = cursor < state.cursor || (cursor === state.cursor && counts.done <= state.counts.done);
      return goesBack ? [] : [{ type: 'StatusCheckProgressed', data: { runId, cursor, settled, ...counts } }];
    }
    case 'FinishStatusCheck': {
      const { outcome, counts } = command;
      return [{ type: 'StatusCheckFinished', data: { runId, scope: state.scope, outcome, ...counts } }];
    }
    default: {
      const _: never = command;
      return _;
    }
  }
}

function countsOf({ done, live, removed, pending, visited }: RunCounts): RunCounts {
  return { done, live, removed, pending, ...(visited === undefined ? {} : { visited }) };
}

export const statusCheck: Decider<StatusCheckState, StatusCheckCommand, StatusCheckEvent> = {
  streamOf: (command) => streamOf(command.runId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is StatusCheckEvent => isOf(event, 'statuscheck'),
};
