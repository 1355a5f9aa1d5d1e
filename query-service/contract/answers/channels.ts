/** Answers about channels. */
import type { ChannelKind, PauseReason } from '../../../command-service/model/channel/events.ts';

/** One line of GET /api/channels. Its address and its secrets are never shown. */
export interface ChannelAnswer {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  /** The host of its address. */
  readonly host: string;
  readonly state: 'active' | 'paused';
  readonly pausedBecause: PauseReason | null;
  /** Since when no delivery succeeds; null if the last one did. */
  readonly failingSince: string | null;
  /** How many deliveries wait. */
  readonly waiting: number;
  readonly lastDeliveredAt: string | null;
  /** Of a webhook: until when its former secret signs, too. */
  readonly oldSecretUntil: string | null;
  readonly createdAt: string;
  /** Send it as If-Match. */
  readonly revision: number;
}

/** POST /api/channels and POST /api/channels/{id}/secret. */
export interface ChannelSecretAnswer {
  readonly id: string;
  readonly revision: number;
  /** Of a webhook: the secret that signs its messages, shown only once. Otherwise null. */
  readonly secret: string | null;
}
