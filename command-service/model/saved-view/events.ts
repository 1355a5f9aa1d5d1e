/** The events of a saved view: the filter and order of a list of links, under a name. */

import type { Changes, Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

export interface SavedViewFields {
  readonly name: string;
  /** The query string of the list, without page. */
  readonly query: string;
  /** The owner: one person, or a team that shares the view. */
  readonly scope: Scope;
}

type SavedViewAdded = Event<'SavedViewAdded', { readonly viewId: string } & SavedViewFields>;

type SavedViewEdited = Event<
  'SavedViewEdited',
  { readonly viewId: string; readonly changes: Changes<SavedViewFields> }
>;

type SavedViewDeleted = Event<'SavedViewDeleted', { readonly viewId: string }>;

export type SavedViewEvent = SavedViewAdded | SavedViewEdited | SavedViewDeleted;
