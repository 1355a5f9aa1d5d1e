/** A person's account. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { Identity } from '../identity/commands.ts';
import type { UserCommand } from './commands.ts';
import {
  DEFAULT_SETTINGS,
  type Photo,
  type ProfileFields,
  type Provider,
  type SettingsFields,
  type UserEvent,
} from './events.ts';

/** The stream of one user. */
export const streamOf = (userId: string): string => `user-${userId}`;

/** `hash` is null for the email address of a registration in an old log. */
type KnownIdentity = Omit<Identity, 'hash'> & { readonly hash: string | null };

export type Account = {
  readonly status: 'active';
  readonly email: string;
  /** The former addresses, oldest first. */
  readonly formerEmails: readonly string[];
  readonly identities: readonly KnownIdentity[];
  readonly photo: Photo | null;
  readonly settings: SettingsFields;
} & ProfileFields;

export type UserState = { readonly status: 'none' } | Account | { readonly status: 'deleted' };

const initialState: UserState = { status: 'none' };

const PROFILE_FIELDS = ['firstName', 'lastName', 'company'] as const satisfies readonly (keyof ProfileFields)[];
const SETTINGS_FIELDS = [
  'emailNotifications',
  'statusChangeAlerts',
  'expiringLinkAlerts',
  'weeklyReport',
  'sealMails',
  'defaultView',
  'warningAlerts',
  'checkFrequency',
  'retryCount',
  'matching',
  'calendar',
  'language',
] as const satisfies readonly (keyof SettingsFields)[];

function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserRegistered') {
    const { email, firstName, lastName, company, provider } = event.data;
    const identities: readonly KnownIdentity[] =
      provider === undefined ? [{ provider: 'email', hash: null, label: email }] : [];
    return {
      status: 'active',
      email,
      firstName,
      lastName,
      company,
      formerEmails: [],
      identities,
      photo: null,
      settings: DEFAULT_SETTINGS,
    };
  }
  if (state.status !== 'active') return state;
  switch (event.type) {
    case 'EmailChanged': {
      const { from, email } = event.data;
      return { ...state, email, formerEmails: from ? [...state.formerEmails, from] : state.formerEmails };
    }
    case 'ProfileEdited': {
      const { userId: _, ...changed } = event.data;
      return { ...state, ...changed };
    }
    case 'IdentityLinked': {
      const { provider, hash, label } = event.data;
      const otherIdentities = state.identities.filter(
        (identity) => !isSame(identity, provider, hash, state.email, label),
      );
      return { ...state, identities: [...otherIdentities, { provider, hash, label }] };
    }
    case 'IdentityUnlinked': {
      const { provider, hash } = event.data;
      return { ...state, identities: state.identities.filter((identity) => !matches(identity, provider, hash)) };
    }
    case 'PhotoChanged':
      return { ...state, photo: event.data.photo };
    case 'SettingsChanged': {
      const { userId: _, ...changed } = event.data;
      return { ...state, settings: { ...state.settings, ...changed } };
    }
    case 'AccountDeleted':
      return { status: 'deleted' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: UserState, command: UserCommand): readonly UserEvent[] {
  const { userId } = command;
  if (command.type === 'RegisterUser') return register(state, command);
  if (command.type === 'DeleteAccount' && state.status === 'deleted') return [];
  if (state.status !== 'active') {
    throw new DomainError('not-found', 'not-found', 'This account no longer exists.');
  }
  switch (command.type) {
    case 'ChangeEmail':
      return changeEmail(state, command);
    case 'EditProfile': {
      const changes = changesOf(PROFILE_FIELDS, state, command.fields);
      return changes === null ? [] : [{ type: 'ProfileEdited', data: { userId, ...changes } }];
    }
    case 'LinkIdentity': {
      const { provider, hash, label } = command;
      if (state.identities.some((identity) => identity.provider === provider && identity.hash === hash)) return [];
      return [{ type: 'IdentityLinked', data: { userId, provider, hash, label } }];
    }
    case 'UnlinkIdentity': {
      const { provider, hash } = command;
      if (!state.identities.some((identity) => matches(identity, provider, hash))) return [];
      if (state.identities.length === 1) {
        throw new DomainError(
          'conflict',
          'last-identity',
          'This is the only way to sign in: connect another one first.',
        );
      }
      return [{ type: 'IdentityUnlinked', data: { userId, provider, hash } }];
    }
    case 'ChangePhoto': {
      const { photo } = command;
      if (photo?.hash === state.photo?.hash) return [];
      return [{ type: 'PhotoChanged', data: { userId, photo } }];
    }
    case 'ChangeSettings': {
      const changes = changesOf(SETTINGS_FIELDS, state.settings, command.fields);
      return changes === null ? [] : [{ type: 'SettingsChanged', data: { userId, ...changes } }];
    }
    case 'NoteLanguage':
      if (state.settings.language !== null) return [];
      return [{ type: 'SettingsChanged', data: { userId, language: command.language } }];
    case 'DeleteAccount':
      return [{ type: 'AccountDeleted', data: { userId, heirs: command.heirs } }];
    default: {
      const _: never = command;
      return _;
    }
  }
}

function register(state: UserState, command: UserCommand & { readonly type: 'RegisterUser' }): readonly UserEvent[] {
  if (state.status === 'active') return [];
  if (state.status === 'deleted') {
    throw new DomainError(
      'conflict',
      'account-deleted',
      'This account was deleted a moment ago. Please sign in again.',
    );
  }
  const { type: _, identity, alsoBy, ...data } = command;
  if (identity === undefined) return [{ type: 'UserRegistered', data }];
  const { userId } = data;
  return [
    { type: 'UserRegistered', data: { ...data, provider: identity.provider } },
    ...[identity, alsoBy].flatMap((each): UserEvent[] =>
      each === undefined ? [] : [{ type: 'IdentityLinked', data: { userId, ...each } }],
    ),
  ];
}

function changeEmail(
  { email: current, identities }: Account,
  { userId, from, email, hash, formerHash }: UserCommand & { readonly type: 'ChangeEmail' },
): readonly UserEvent[] {
  if (current.toLowerCase() === email.toLowerCase()) return [];
  if (current !== from) {
    throw new DomainError(
      'conflict',
      'email-changed',
      'The email address of this account was changed since the link was sent. Start again in Settings.',
    );
  }
  const former = identities.filter((identity) => identity.provider === 'email' && identity.hash !== hash);
  return [
    { type: 'EmailChanged', data: { userId, from, email } },
    ...former.map(
      (identity): UserEvent => ({
        type: 'IdentityUnlinked',
        data: { userId, provider: 'email', hash: identity.hash ?? formerHash },
      }),
    ),
  ];
}

/** Whether a known identity has this hash; in an old log, the only email address has no hash. */
function matches(identity: KnownIdentity, provider: Provider, hash: string): boolean {
  return identity.provider === provider && (identity.hash === hash || identity.hash === null);
}

/** Whether the identity is linked already: by its hash, or as the address of the registration. */
function isSame(identity: KnownIdentity, provider: Provider, hash: string, email: string, label: string): boolean {
  if (identity.hash !== null) return identity.provider === provider && identity.hash === hash;
  // Without the person's key both texts are null.
  return provider === 'email' && (label ?? '').toLowerCase() === (email ?? '').toLowerCase();
}

/** The fields that change; null without a change. */
function changesOf<Fields extends object, Name extends keyof Fields>(
  names: readonly Name[],
  before: Fields,
  requested: { readonly [Field in Name]?: Fields[Field] | undefined },
): Partial<Fields> | null {
  const changed = names.filter(
    (name) => requested[name] !== undefined && JSON.stringify(requested[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return null;
  const changes: Partial<Fields> = {};
  for (const name of changed) {
    const value = requested[name];
    if (value !== undefined) changes[name] = value;
  }
  return changes;
}

export const user: Decider<UserState, UserCommand, UserEvent> = {
  streamOf: (command) => streamOf(command.userId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is UserEvent => isOf(event, 'user'),
};
