/** The records of clients, by the scope of their list. */

import { isOf, withChanges } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { ClientContact, ClientFields } from '../../../command-service/model/client/events.ts';
import type { View } from '../../view.ts';

export interface ClientDoc extends ClientFields {
  readonly id: string;
  readonly scope: Scope;
  readonly contacts: readonly (ClientContact & { readonly contactId: string })[];
  readonly revision: number;
}

const FIELDS = ['scope'] as const;

/** One document per client, by its id, until its list is deleted. */
export const clients: View<ClientDoc, (typeof FIELDS)[number]> = {
  name: 'clients',
  version: 1,
  fields: FIELDS,
  partition: 'scope',
  keys(event) {
    return isOf(event, 'client') ? [event.data.clientId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'client')) return doc;
    const { revision } = event;
    if (event.type === 'ClientAdded') {
      const { clientId: id, scope, name, domains, notes } = event.data;
      return { id, scope, name, domains, notes, contacts: [], revision };
    }
    // The client of a deleted team is added to its owner’s list before it leaves the team’s.
    if (doc === null || doc.scope !== event.data.scope) return doc;
    switch (event.type) {
      case 'ClientEdited':
        return { ...withChanges<ClientFields, ClientDoc>(doc, event.data.changes), revision };
      case 'ClientContactAdded': {
        const { contactId, name, email } = event.data;
        // null at run time once the contact is erased.
        if (email === null) return { ...doc, revision };
        return { ...doc, contacts: [...doc.contacts, { contactId, name, email }], revision };
      }
      case 'ClientContactRemoved': {
        const contacts = doc.contacts.filter(({ contactId }) => contactId !== event.data.contactId);
        return { ...doc, contacts, revision };
      }
      case 'ClientDeleted':
        return null;
      default:
        event satisfies never;
        return doc;
    }
  },
};
