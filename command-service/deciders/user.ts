/** A user: the person behind a sign-in. */
import type { UserCommand } from '../commands/user.ts';
import type { Decider } from '../decider.ts';
import { Refusal } from '../errors.ts';
import { isOf, type ProfileFields, type UserEvent } from '../events.ts';

/** The stream of one user. */
export const streamOf = (userId: string): string => `user-${userId}`;

export type UserState = ({ readonly email: string } & ProfileFields) | null;

export const initialState: UserState = null;

const FIELD_NAMES = ['firstName', 'lastName', 'company'] as const satisfies readonly (keyof ProfileFields)[];

/** What the events of a user add up to. */
export function evolve(state: UserState, event: UserEvent): UserState {
  switch (event.type) {
    case 'UserRegistered': {
      const { email, firstName, lastName, company } = event.data;
      return { email, firstName, lastName, company };
    }
    case 'ProfileEdited': {
      const { userId: _, ...changed } = event.data;
      return state === null ? state : { ...state, ...changed };
    }
    case 'IdentityLinked':
    case 'IdentityUnlinked':
    case 'PhotoChanged':
    case 'SettingsChanged':
      return state;
    case 'AccountDeleted':
      return null;
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** What a command leads to. */
export function decide(state: UserState, command: UserCommand): readonly UserEvent[] {
  switch (command.type) {
    case 'RegisterUser': {
      const { type: _, ...data } = command;
      return state === null ? [{ type: 'UserRegistered', data }] : [];
    }
    case 'EditProfile': {
      if (state === null) throw new Refusal('not-found', 'not-found', 'This account does not exist any more.');
      const { userId, fields } = command;
      const changed = FIELD_NAMES.filter((field) => fields[field] !== undefined && fields[field] !== state[field]);
      if (changed.length === 0) return [];
      const changes = Object.fromEntries(changed.map((field) => [field, fields[field]]));
      return [{ type: 'ProfileEdited', data: { userId, ...changes } }];
    }
    default: {
      const _: never = command;
      return _;
    }
  }
}

export const user: Decider<UserState, UserCommand, UserEvent> = {
  streamOf: (command) => streamOf(command.userId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is UserEvent => isOf(event, 'user'),
};
