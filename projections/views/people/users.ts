/** The people: what they say of themselves, how they sign in and what they set. */
import {
  DEFAULT_SETTINGS,
  type Photo,
  type Provider,
  type SettingsFields,
  type UserEvent,
} from '../../../command-service/events/user.ts';
import { isOf } from '../../../command-service/events.ts';
import type { View } from '../../view.ts';

/** A way to sign in. `hash` is null for the address an account of an old log was registered with. */
export interface IdentityDoc {
  readonly provider: Provider;
  readonly hash: string | null;
  readonly label: string;
}

/** Texts are '' where nothing was said, or where it was erased. */
export interface UserDoc {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly registeredAt: string;
  readonly identities: readonly IdentityDoc[];
  readonly photo: Photo | null;
  readonly settings: SettingsFields;
  /** Not null: the account was deleted then, and nothing else is known any more. */
  readonly deletedAt: string | null;
}

const FIELDS = ['email'] as const;

/** One document a person, by user id. */
export const users: View<UserDoc, (typeof FIELDS)[number]> = {
  name: 'users',
  version: 2,
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

const NOTHING_KNOWN = {
  ...{ email: '', firstName: '', lastName: '', company: '', registeredAt: '' },
  ...{ identities: [], photo: null, settings: DEFAULT_SETTINGS },
} as const;

/** Where the person's key was destroyed every personal text reads as null. */
type Registration = Extract<UserEvent, { readonly type: 'UserRegistered' }>['data'];

function registered(id: string, data: Registration, at: string): UserDoc {
  const email = data.email ?? '';
  return {
    ...NOTHING_KNOWN,
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
      // The address of the registration gets its hash once it is linked by name.
      const others = doc.identities.filter((known) =>
        known.hash === null
          ? provider !== 'email' || label.toLowerCase() !== doc.email.toLowerCase()
          : known.provider !== provider || known.hash !== hash,
      );
      return { ...doc, identities: [...others, { provider, hash, label }] };
    }
    case 'IdentityUnlinked': {
      const { provider, hash } = event.data;
      const isIt = (known: IdentityDoc) => known.provider === provider && (known.hash === hash || known.hash === null);
      return { ...doc, identities: doc.identities.filter((known) => !isIt(known)) };
    }
    case 'PhotoChanged':
      return { ...doc, photo: event.data.photo };
    case 'SettingsChanged': {
      const { userId: _, ...settings } = event.data;
      return { ...doc, settings: { ...doc.settings, ...settings } };
    }
    case 'AccountDeleted':
      return { ...NOTHING_KNOWN, id: doc.id, deletedAt: at };
    default:
      event satisfies never;
      return doc;
  }
}
