/** A share: a page of one client's links in one or several scopes, open to anyone with its address until it is revoked or expires. */

import { changesBetween, isOf, isUnchanged, withChanges } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { IssuedReport } from '../report/events.ts';
import type { ShareCommand } from './commands.ts';
import type { PinnedMoment, ShareEvent, ShareFields } from './events.ts';

/** The stream of one share. */
export const streamOf = (shareId: string): string => `share-${shareId}`;

export type ShareState =
  | { readonly status: 'none' }
  | {
      readonly status: 'open' | 'revoked';
      readonly clientDomain: string;
      readonly pinned: PinnedMoment | undefined;
      readonly report: IssuedReport | undefined;
      readonly fields: ShareFields;
    };

const initialState: ShareState = { status: 'none' };

function evolve(state: ShareState, event: ShareEvent): ShareState {
  switch (event.type) {
    case 'ShareCreated': {
      const { shareId: _, clientDomain, pinned, report, ...data } = event.data;
      return { status: 'open', clientDomain, pinned, report, fields: { name: '', scopes: [data.scope], ...data } };
    }
    case 'ShareEdited': {
      if (state.status === 'none') return state;
      return { ...state, fields: withChanges(state.fields, event.data.changes) };
    }
    case 'ShareRevoked':
      return state.status === 'none' ? state : { ...state, status: 'revoked' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: ShareState, command: ShareCommand): readonly ShareEvent[] {
  const { shareId } = command;
  switch (command.type) {
    case 'CreateShare': {
      if (state.status !== 'none') return [];
      const { type: _, ...data } = command;
      return [{ type: 'ShareCreated', data: { ...data, hasPassword: data.passwordHash !== null } }];
    }
    case 'EditShare': {
      if (state.status !== 'open') throw new DomainError('not-found', 'not-found', 'This share was revoked.');
      const changes = changesBetween(state.fields, command.fields);
      return isUnchanged(changes) ? [] : [{ type: 'ShareEdited', data: { shareId, changes } }];
    }
    case 'RevokeShare':
      if (state.status === 'none') throw new DomainError('not-found', 'not-found', 'This share does not exist.');
      return state.status === 'open' ? [{ type: 'ShareRevoked', data: { shareId } }] : [];
    default: {
      const _: never = command;
      return _;
    }
  }
}

export const share: Decider<ShareState, ShareCommand, ShareEvent> = {
  streamOf: (command) => streamOf(command.shareId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is ShareEvent => isOf(event, 'share'),
};
