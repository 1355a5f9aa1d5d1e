/** Accounts: profile, sign-in methods and settings. */

import { isOf } from '../../../command-service/contract/events.ts';
import {
  DEFAULT_SETTINGS,
  type Photo,
  type Provider,
  type SettingsFields,
  type UserEvent,
} from '../../../command-service/model/user/events.ts';
import type { View } from '../../view.ts';

/** A sign-in method. `hash` is null for the address of a registration from an old log. */
interface IdentityDoc {
  readonly provider: Provider;
  readonly hash: string | null;
  readonly label: string;
}

/** Texts are '' if they were never set or are erased. */
export interface UserDoc {
  readonly id: string;
  readonly email: string;
  /** The former addresses, oldest first. */
  readonly formerEmails: readonly string[];
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly registeredAt: string;
  readonly identities: readonly IdentityDoc[];
  readonly photo: Photo | null;
  readonly settings: SettingsFields;
  /** When the account was deleted; all other fields are empty then. */
  readonly deletedAt: string | null;
}

const FIELDS = ['email'] as const;

/** One document per person, by user id. */
export const users: View<UserDoc, (typeof FIELDS)[number]> = {
  name: 'users',
  version: 9,
  fields: FIELDS,
  keys(event) {
    return isOf(event, 'user') ? [event.data.userId] : [];
  },
  evolve(doc, event, id) {
    if (!isOf(event, 'user')) return doc;
    return event.type === 'UserRegistered'
      ? registered(id, event.data, event.metadata.at)
      : doc === null || doc.deletedAt !== null
        ? doc
        : changed(doc, event, event.metadata.at);
  },
};

const EMPTY = {
  ...{ email: '', firstName: '', lastName: '', company: '', registeredAt: '' },
  ...{ formerEmails: [], identities: [], photo: null, settings: DEFAULT_SETTINGS },
} as const;

/** Every personal text reads as null once the person's key is destroyed. */
type Registration = Extract<UserEvent, { readonly type: 'UserRegistered' }>['data'];

function registered(id: string, data: Registration, at: string): UserDoc {
  const email = data.email ?? '';
  return {
    ...EMPTY,
    id,
    email,
    firstName: data.firstName ?? '',
    lastName: data.lastName ?? '',
    company: data.company ?? '',
    registeredAt: at,
    identities: data.provider === undefined ? [{ provider: 'email', hash: null, label: email }] : [],
    deletedAt: null,
  };
}

function changed(doc: UserDoc, event: Exclude<UserEvent, { readonly type: 'UserRegistered' }>, at: string): UserDoc {
  switch (event.type) {
    case 'EmailChanged': {
      const { from, email } = event.data;
      return { ...doc, email: email ?? '', formerEmails: from ? [...doc.formerEmails, from] : doc.formerEmails };
    }
    case 'ProfileEdited': {
      const { firstName, lastName, company } = event.data;
      return {
        ...doc,
        firstName: firstName ?? doc.firstName,
        lastName: lastName ?? doc.lastName,
        company: company ?? doc.company,
      };
    }
    case 'IdentityLinked': {
      const { provider, hash } = event.data;
      const label = event.data.label ?? '';
      // Linking the address of an old registration replaces its entry without a hash.
      const otherIdentities = doc.identities.filter((identity) =>
        identity.hash === null
          ? provider !== 'email' || label.toLowerCase() !== doc.email.toLowerCase()
          : identity.provider !== provider || identity.hash !== hash,
      );
      return { ...doc, identities: [...otherIdentities, { provider, hash, label }] };
    }
    case 'IdentityUnlinked': {
      const { provider, hash } = event.data;
      const isSame = (identity: IdentityDoc) =>
        identity.provider === provider && (identity.hash === hash || identity.hash === null);
      return { ...doc, identities: doc.identities.filter((identity) => !isSame(identity)) };
    }
    case 'PhotoChanged':
      return { ...doc, photo: event.data.photo };
    case 'SettingsChanged': {
      const { userId: _, ...settings } = event.data;
      return { ...doc, settings: { ...doc.settings, ...settings } };
    }
    case 'AccountDeleted':
      return { ...EMPTY, id: doc.id, deletedAt: at };
    default:
      event satisfies never;
      return doc;
  }
}
