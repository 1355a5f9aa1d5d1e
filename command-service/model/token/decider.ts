/** An API token: a program acts on a person's behalf until the token is revoked or expires. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { TokenCommand } from './commands.ts';
import type { TokenAccess, TokenEvent } from './events.ts';

/** The stream of one token. */
export const streamOf = (tokenId: string): string => `token-${tokenId}`;

type TokenState =
  | { readonly status: 'none' }
  | {
      readonly status: 'active' | 'revoked';
      readonly userId: string;
      readonly access: TokenAccess;
      readonly teamId: string | null;
      readonly money: boolean;
      readonly expiresAt: string | null;
    };

const initialState: TokenState = { status: 'none' };

function evolve(state: TokenState, event: TokenEvent): TokenState {
  switch (event.type) {
    case 'TokenCreated': {
      const { userId, access, teamId, money = false, expiresAt } = event.data;
      return { status: 'active', userId, access, teamId, money, expiresAt };
    }
    case 'TokenRevoked':
      return state.status === 'none' ? state : { ...state, status: 'revoked' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: TokenState, command: TokenCommand): readonly TokenEvent[] {
  switch (command.type) {
    case 'CreateToken': {
      if (state.status !== 'none') return [];
      const { type: _, ...data } = command;
      return [{ type: 'TokenCreated', data }];
    }
    case 'RevokeToken': {
      if (state.status === 'none') throw new DomainError('not-found', 'not-found', 'This token does not exist.');
      const { tokenId, reason } = command;
      return state.status === 'active'
        ? [{ type: 'TokenRevoked', data: { tokenId, userId: state.userId, reason } }]
        : [];
    }
    default: {
      const _: never = command;
      return _;
    }
  }
}

/** Whether a token with this end has expired; null: it never does. */
export function hasExpired({ expiresAt }: { readonly expiresAt: string | null }, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
}

export const token: Decider<TokenState, TokenCommand, TokenEvent> = {
  streamOf: (command) => streamOf(command.tokenId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is TokenEvent => isOf(event, 'token'),
};
