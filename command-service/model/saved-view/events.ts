/** The events of a saved view: the filter and order of a list of links, under a name. */

import type { Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

export interface SavedViewFields {
  readonly name: string;
  /** The query string of the list, without page. */
  readonly query: string;
  /** The owner: one person, or a team that shares the view. */
  readonly scope: Scope;
}

type SavedViewAdded = Event<'SavedViewAdded', { readonly viewId: string } & SavedViewFields>;

export type SavedViewChanges = {
  readonly [Field in keyof SavedViewFields]?: {
    readonly from: SavedViewFields[Field];
    readonly to: SavedViewFields[Field];
  };
};

type SavedViewEdited = Event<'SavedViewEdited', { readonly viewId: string; readonly changes: SavedViewChanges }>;

type SavedViewDeleted = Event<'SavedViewDeleted', { readonly viewId: string }>;

export type SavedViewEvent = SavedViewAdded | SavedViewEdited | SavedViewDeleted;
