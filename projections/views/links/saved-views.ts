/** Saved views of lists of links, by their scope. */

import { isOf, withChanges } from '../../../command-service/contract/events.ts';
import type { SavedViewFields } from '../../../command-service/model/saved-view/events.ts';
import type { View } from '../../view.ts';

interface SavedViewDoc extends SavedViewFields {
  readonly id: string;
  readonly addedBy: string;
  readonly revision: number;
}

const FIELDS = ['scope', 'name'] as const;

/** One document per saved view, by its id, until it is deleted. */
export const savedViews: View<SavedViewDoc, (typeof FIELDS)[number]> = {
  name: 'saved-views',
  version: 1,
  fields: FIELDS,
  partition: 'scope',
  keys(event) {
    return isOf(event, 'savedview') ? [event.data.viewId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'savedview')) return doc;
    const { revision } = event;
    if (event.type === 'SavedViewAdded') {
      const { viewId: id, scope, name, query } = event.data;
      return { id, scope, name, query, addedBy: event.metadata.actor, revision };
    }
    if (doc === null || event.type === 'SavedViewDeleted') return null;
    return { ...withChanges<SavedViewFields, SavedViewDoc>(doc, event.data.changes), revision };
  },
};
