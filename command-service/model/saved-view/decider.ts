/** A saved view: the filter and order of a list of links, under a name, one person's own or shared with a team. */

import { changesBetween, isOf, isUnchanged, withChanges } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { AddSavedView, SavedViewCommand } from './commands.ts';
import type { SavedViewEvent, SavedViewFields } from './events.ts';

/** The stream of one saved view. */
export const streamOf = (viewId: string): string => `savedview-${viewId}`;

type SavedViewState =
  | { readonly status: 'none' }
  | { readonly status: 'active' | 'deleted'; readonly fields: SavedViewFields };

const initialState: SavedViewState = { status: 'none' };

function evolve(state: SavedViewState, event: SavedViewEvent): SavedViewState {
  switch (event.type) {
    case 'SavedViewAdded': {
      const { name, query, scope } = event.data;
      return { status: 'active', fields: { name, query, scope } };
    }
    case 'SavedViewEdited': {
      if (state.status === 'none') return state;
      return { ...state, fields: withChanges(state.fields, event.data.changes) };
    }
    case 'SavedViewDeleted':
      return state.status === 'none' ? state : { ...state, status: 'deleted' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: SavedViewState, command: SavedViewCommand): readonly SavedViewEvent[] {
  const { viewId } = command;
  if (command.type === 'AddSavedView') return add(state, command);
  if (state.status === 'none' || (state.status === 'deleted' && command.type !== 'DeleteSavedView')) {
    throw new DomainError('not-found', 'not-found', 'This view no longer exists.');
  }
  switch (command.type) {
    case 'EditSavedView': {
      const changes = changesBetween(state.fields, command.fields);
      return isUnchanged(changes) ? [] : [{ type: 'SavedViewEdited', data: { viewId, changes } }];
    }
    case 'DeleteSavedView':
      return state.status === 'deleted' ? [] : [{ type: 'SavedViewDeleted', data: { viewId } }];
    default: {
      const _: never = command;
      return _;
    }
  }
}

function add(state: SavedViewState, command: AddSavedView): readonly SavedViewEvent[] {
  const { type: _, ...data } = command;
  if (state.status === 'none') return [{ type: 'SavedViewAdded', data }];
  if (isUnchanged(changesBetween(state.fields, command))) return [];
  throw new DomainError('conflict', 'already-exists', 'A view with this id already exists.');
}

export const savedView: Decider<SavedViewState, SavedViewCommand, SavedViewEvent> = {
  streamOf: (command) => streamOf(command.viewId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is SavedViewEvent => isOf(event, 'savedview'),
};
