/** Answers about channels, and what a webhook gets. */
import type { Attempt, DeliveryState, MessageKind } from '../../../command-service/contract/channel-deliveries.ts';
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

/** One message to a channel: a line of GET /api/channels/{id}/deliveries, and the result of a test or of “Send again”. */
export interface DeliveryAnswer {
  /** The `webhook-id` of a webhook. */
  readonly id: string;
  readonly at: string;
  readonly kind: MessageKind;
  readonly title: string;
  /**
   * `accepted`: Microsoft Teams took the message, and does not say whether it shows it. `failed`: the receiver refused it.
   * `dropped`: it came while the channel was paused, or was not taken for three days.
   */
  readonly state: DeliveryState;
  /** When the next try is; null unless it waits. */
  readonly nextAt: string | null;
  /** The newest ten, oldest first; `answer` is the beginning of the answer’s body. */
  readonly attempts: readonly AttemptAnswer[];
  /** What was sent, without secrets and without the path of the address. */
  readonly request: {
    readonly host: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** One try of a delivery. */
export interface AttemptAnswer extends Attempt {}

/** The body that a webhook gets, by Standard Webhooks. At most 20 kB: groups and items that do not fit are left out. */
export interface WebhookMessage {
  readonly type: `linkledger.${MessageKind}`;
  readonly timestamp: string;
  readonly data: {
    readonly title: string;
    /** The page with everything behind the message. */
    readonly url: string;
    /** The last position of the log that the message tells of: GET /api/events continues after it. */
    readonly position: number;
    readonly groups: readonly WebhookGroupAnswer[];
    /** How many groups are left out. */
    readonly moreGroups: number;
  };
}

/** A group of a webhook’s message. */
export interface WebhookGroupAnswer {
  readonly title: string;
  readonly url: string;
  /** How many links it has; `items` may have fewer. */
  readonly count: number;
  readonly incidentId: string | null;
  /** Titles and texts may come from pages: they are at most 300 characters long, and not escaped. */
  readonly items: readonly WebhookItemAnswer[];
}

/** A link in a webhook’s message. */
export interface WebhookItemAnswer {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly linkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  /** The type of the event. */
  readonly event: string;
}
