/** The channels of each team, without their addresses and secrets. */
import { isOf } from '../../../command-service/contract/events.ts';
import { type Scope, teamScope } from '../../../command-service/contract/scope.ts';
import type { ChannelKind, PauseReason } from '../../../command-service/model/channel/events.ts';
import type { View } from '../../view.ts';

export interface ChannelDoc {
  readonly id: string;
  readonly scope: Scope;
  readonly teamId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly host: string;
  /** null: the channel is active. */
  readonly pausedBecause: PauseReason | null;
  /** Until when the former secret signs, too; null without a former secret. */
  readonly oldSecretUntil: string | null;
  readonly createdAt: string;
  readonly revision: number;
}

export const channels: View<ChannelDoc, 'scope'> = {
  name: 'channels',
  version: 1,
  fields: ['scope'],
  partition: 'scope',
  keys: (event) => (isOf(event, 'channel') ? [event.data.channelId] : []),
  evolve(doc, event, id) {
    if (!isOf(event, 'channel')) return doc;
    const { type, data, revision } = event;
    if (type === 'ChannelAdded') {
      const { teamId, name, kind, host } = data;
      const none = { pausedBecause: null, oldSecretUntil: null };
      const scope = teamScope(teamId);
      return { id, scope, teamId, name, kind, host, ...none, createdAt: event.metadata.at, revision };
    }
    if (doc === null) return null;
    switch (type) {
      case 'ChannelChanged':
        return { ...doc, name: data.name, host: data.host, revision };
      case 'ChannelPaused':
        return { ...doc, pausedBecause: data.because, revision };
      case 'ChannelResumed':
        return { ...doc, pausedBecause: null, revision };
      case 'ChannelSecretRotated':
        return { ...doc, oldSecretUntil: data.formerUntil, revision };
      case 'ChannelRemoved':
        return null;
      default:
        event satisfies never;
        return doc;
    }
  },
};
