/** The people: what they say of themselves. */
import { isOf } from '../../command-service/events.ts';
import type { Recorded, View } from '../view.ts';

/** Names and company are '' where nothing was said, or where it was erased. */
export interface UserDoc {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly registeredAt: string;
}

/** One document a person, by user id. */
export const users: View<UserDoc> = {
  name: 'users',
  version: 1,
  fields: ['email'],
  keys(event) {
    return event.type === 'UserRegistered' || event.type === 'ProfileEdited' ? [event.data.userId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'user')) return doc;
    switch (event.type) {
      case 'UserRegistered':
        return registered(event);
      case 'ProfileEdited':
        return doc === null ? null : edited(doc, event);
      case 'IdentityLinked':
      case 'IdentityUnlinked':
      case 'PhotoChanged':
      case 'SettingsChanged':
      case 'AccountDeleted':
        return doc;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function registered({ data, metadata }: Recorded & { type: 'UserRegistered' }): UserDoc {
  return {
    id: data.userId,
    email: data.email ?? '',
    firstName: data.firstName ?? '',
    lastName: data.lastName ?? '',
    company: data.company ?? '',
    registeredAt: metadata.at,
  };
}

function edited(doc: UserDoc, { data }: Recorded & { type: 'ProfileEdited' }): UserDoc {
  return {
    ...doc,
    firstName: data.firstName ?? doc.firstName,
    lastName: data.lastName ?? doc.lastName,
    company: data.company ?? doc.company,
  };
}
