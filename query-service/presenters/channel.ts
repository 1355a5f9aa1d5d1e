/** Channels. */
import type { ChannelHealth } from '../../command-service/contract/channel-deliveries.ts';
import type { ChannelDoc } from '../../projections/views/people/channels.ts';
import type { ChannelAnswer } from '../contract/answers/channels.ts';

/** Names every field that a manager of the team may see. */
export function presentChannel(
  doc: ChannelDoc,
  health: ChannelHealth | null,
  waiting: number,
  now: Date,
): ChannelAnswer {
  const { id, teamId, name, kind, host, pausedBecause, oldSecretUntil, createdAt, revision } = doc;
  return {
    ...{ id, teamId, name, kind, host, createdAt, revision, waiting },
    state: pausedBecause === null ? 'active' : 'paused',
    pausedBecause,
    failingSince: health?.failingSince ?? null,
    lastDeliveredAt: health?.lastDeliveredAt ?? null,
    oldSecretUntil: oldSecretUntil !== null && oldSecretUntil > now.toISOString() ? oldSecretUntil : null,
  };
}
