/** Saved view commands: the schemas of the request bodies, and the commands with the ids that the server adds. */
import * as yup from 'yup';
import { MAX_NAME, text } from '../../contract/schema/fields.ts';
import type { SavedViewFields } from './events.ts';

/** The longest query string of a saved view, in characters. */
const MAX_QUERY = 4_000;

const NAME_REQUIRED = 'Name is required.';
const QUERY_REQUIRED = 'Choose a filter or an order first.';

/** Body of POST /api/saved-views. Without a team the view is the person's own. */
export const addSavedViewSchema = yup.object({
  name: text('Name', MAX_NAME).nonNullable(NAME_REQUIRED).required(NAME_REQUIRED),
  query: text('Query', MAX_QUERY).nonNullable(QUERY_REQUIRED).required(QUERY_REQUIRED),
  teamId: text('Team', 100).nullable(),
});

/** Body of PATCH /api/saved-views/{id}: absent fields stay unchanged. */
export const editSavedViewSchema = yup.object({
  name: text('Name', MAX_NAME).nonNullable(NAME_REQUIRED),
  query: text('Query', MAX_QUERY).nonNullable(QUERY_REQUIRED),
  teamId: text('Team', 100).nullable(),
});

export type AddSavedView = { readonly type: 'AddSavedView'; readonly viewId: string } & SavedViewFields;

interface EditSavedView {
  readonly type: 'EditSavedView';
  readonly viewId: string;
  readonly fields: { readonly [Field in keyof SavedViewFields]?: SavedViewFields[Field] | undefined };
}

interface DeleteSavedView {
  readonly type: 'DeleteSavedView';
  readonly viewId: string;
}

export type SavedViewCommand = AddSavedView | EditSavedView | DeleteSavedView;
