/** An import: the links of one file, so that it can be undone. */

import { isOf } from '../../contract/events.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { ImportCommand } from './commands.ts';
import type { ImportEvent } from './events.ts';

/** The stream of one import. */
export const streamOf = (importId: string): string => `import-${importId}`;

export type ImportState = {
  readonly scope: Scope;
  /** The ids of the recorded links, in slices. */
  readonly slices: readonly (readonly string[])[];
  readonly total: number;
  readonly finished: boolean;
  readonly undone: boolean;
} | null;

const initialState: ImportState = null;

function evolve(state: ImportState, event: ImportEvent): ImportState {
  if (event.type === 'ImportStarted') {
    return { scope: event.data.scope, slices: [], total: 0, finished: false, undone: false };
  }
  if (state === null) return state;
  switch (event.type) {
    case 'LinksImported': {
      const { linkIds } = event.data;
      return { ...state, slices: [...state.slices, linkIds], total: state.total + linkIds.length };
    }
    case 'ImportFinished':
      return { ...state, finished: true };
    case 'ImportUndone':
      return { ...state, undone: true };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** A repeated slice of links changes nothing. */
function decide(state: ImportState, command: ImportCommand): readonly ImportEvent[] {
  const { importId } = command;
  if (command.type === 'StartImport') {
    const { scope, mapping } = command;
    return state === null ? [{ type: 'ImportStarted', data: { importId, scope, ...(mapping && { mapping }) } }] : [];
  }
  if (state === null) throw new DomainError('not-found', 'not-found', 'This import does not exist.');
  switch (command.type) {
    case 'ImportLinks': {
      if (state.undone) throw new DomainError('conflict', 'undone', 'This import has been undone.');
      const { from, linkIds } = command;
      const isNext = from === state.total && linkIds.length > 0;
      return isNext ? [{ type: 'LinksImported', data: { importId, linkIds } }] : [];
    }
    case 'FinishImport': {
      const { imported, failed, duplicates } = command;
      return state.finished ? [] : [{ type: 'ImportFinished', data: { importId, imported, failed, duplicates } }];
    }
    case 'UndoImport':
      return state.undone ? [] : [{ type: 'ImportUndone', data: { importId } }];
    default: {
      const _: never = command;
      return _;
    }
  }
}

export const importDecider: Decider<ImportState, ImportCommand, ImportEvent> = {
  streamOf: (command) => streamOf(command.importId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is ImportEvent => isOf(event, 'import'),
};
