/** A channel of a team. */
import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { ChannelCommand } from './commands.ts';
import type { ChannelEvent, ChannelKind, PauseReason } from './events.ts';

/** The stream of one channel. */
export const streamOf = (channelId: string): string => `channel-${channelId}`;

export interface Channel {
  readonly teamId: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly host: string;
  readonly address: string;
  readonly secret: string | null;
  /** The secret before the last one, and until when it signs. */
  readonly former: { readonly secret: string; readonly until: string } | null;
  /** null: the channel is active. */
  readonly pausedBecause: PauseReason | null;
}

export type ChannelState = { readonly status: 'none' | 'removed' } | ({ readonly status: 'added' } & Channel);

const initialState: ChannelState = { status: 'none' };

function evolve(state: ChannelState, event: ChannelEvent): ChannelState {
  if (event.type === 'ChannelAdded') {
    const { channelId: _, ...data } = event.data;
    return { status: 'added', ...data, former: null, pausedBecause: null };
  }
  if (state.status !== 'added') return state;
  switch (event.type) {
    case 'ChannelChanged': {
      const { name, host, address } = event.data;
      return { ...state, name, host, address };
    }
    case 'ChannelPaused':
      return { ...state, pausedBecause: event.data.because };
    case 'ChannelResumed':
      return { ...state, pausedBecause: null };
    case 'ChannelSecretRotated': {
      const { secret, formerUntil: until } = event.data;
      return {
        ...state,
        secret,
        former: state.secret === null || until === null ? null : { secret: state.secret, until },
      };
    }
    case 'ChannelRemoved':
      return { status: 'removed' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function decide(state: ChannelState, command: ChannelCommand): readonly ChannelEvent[] {
  const { channelId } = command;
  if (command.type === 'AddChannel') {
    if (state.status !== 'none') return [];
    const { type: _, ...data } = command;
    return [{ type: 'ChannelAdded', data: { ...data, host: hostOf(data.address) } }];
  }
  if (state.status !== 'added') {
    if (command.type === 'RemoveChannel') return [];
    throw new DomainError('not-found', 'not-found', 'This channel no longer exists.');
  }
  switch (command.type) {
    case 'EditChannel':
      return edited(state, command);
    case 'PauseChannel': {
      if (state.pausedBecause !== null) return [];
      return [{ type: 'ChannelPaused', data: { channelId, because: command.because } }];
    }
    case 'RotateSecret': {
      if (state.kind !== 'webhook') {
        throw new DomainError('conflict', 'no-secret', 'Only the messages of a webhook are signed with a secret.');
      }
      const { secret, formerUntil } = command;
      return secret === state.secret
        ? []
        : [{ type: 'ChannelSecretRotated', data: { channelId, secret, formerUntil } }];
    }
    case 'RemoveChannel':
      return [{ type: 'ChannelRemoved', data: { channelId } }];
    default: {
      const _: never = command;
      return _;
    }
  }
}

function edited(state: Channel, command: Extract<ChannelCommand, { type: 'EditChannel' }>): readonly ChannelEvent[] {
  const { channelId, name = state.name, address = state.address, paused } = command;
  const host = hostOf(address);
  const isSameServer = new URL(address).origin === new URL(state.address).origin;
  const events: ChannelEvent[] = [];
  if (name !== state.name || address !== state.address)
    events.push({ type: 'ChannelChanged', data: { channelId, name, host, address } });
  // Another server must not get the token, nor the network: whoever changes the address may not know the token.
  const token = command.token ?? (command.token === undefined && isSameServer ? state.secret : null);
  if (state.kind === 'ntfy' && token !== state.secret)
    events.push({ type: 'ChannelSecretRotated', data: { channelId, secret: token, formerUntil: null } });
  if (paused === true && state.pausedBecause === null)
    events.push({ type: 'ChannelPaused', data: { channelId, because: 'person' } });
  if (paused === false && state.pausedBecause !== null) events.push({ type: 'ChannelResumed', data: { channelId } });
  return events;
}

const hostOf = (address: string): string => new URL(address).host;

export const channel: Decider<ChannelState, ChannelCommand, ChannelEvent> = {
  streamOf: ({ channelId }) => streamOf(channelId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is ChannelEvent => isOf(event, 'channel'),
};
