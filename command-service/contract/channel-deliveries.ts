/** What is stored about the messages of channels beside the log: deliveries, and how each channel fares. Contract. */

/** By channel and delivery: a `Delivery`; its owner is the channel. Stays for `KEPT_DAYS`. */
export const DELIVERY = 'channel-delivery';
/** By channel and delivery: the body that is sent each time. Stays as long as its delivery. */
export const BODY = 'channel-body';
/** By channel and delivery: the place of a delivery that waits (a number). One owner lists all. */
export const WAITING = 'channel-waiting';
export const ALL_CHANNELS = 'all';
/** By channel, which is also the owner: a `ChannelHealth`. */
export const HEALTH = 'channel-health';

/** How long deliveries are shown. */
export const KEPT_DAYS = 30;

export const MESSAGE_KINDS = ['alerts', 'reminder', 'back', 'outage', 'test'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * `accepted`: Microsoft Teams took the message, and does not say whether it shows it. `failed`: the receiver refused it for
 * good. `dropped`: it came while the channel was paused, or was not taken for three days.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'accepted' | 'failed' | 'dropped';

/** One try. */
export interface Attempt {
  readonly at: string;
  /** The status of the answer; null without an answer. */
  readonly status: number | null;
  /** Why it failed, as a clause; null if it did not. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The beginning of the answer’s body as text. */
  readonly answer: string;
}

/** One message to one channel. */
export interface Delivery {
  readonly id: string;
  /** Its place among the messages of the channel. */
  readonly place: number;
  readonly at: string;
  readonly kind: MessageKind;
  readonly title: string;
  readonly state: DeliveryState;
  /** The next try, and how long the wait for it is; null for a delivery that does not wait. */
  readonly next: { readonly at: string; readonly pauseMs: number } | null;
  /** The newest ten, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The headers of the newest request, without secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly host: string;
}

export interface ChannelHealth {
  /** Since when nothing arrives; null if the last message arrived. */
  readonly failingSince: string | null;
  readonly lastDeliveredAt: string | null;
}

/** The key of a delivery, its body and its place. Ids of channels have no space. */
export const deliveryKey = (channelId: string, deliveryId: string): string => `${channelId} ${deliveryId}`;

/** The channel of a key. */
export const channelOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** A delivery as managers of its team see it. */
export function presentDelivery({ id, at, kind, title, state, next, attempts, headers, host }: Delivery, body: string) {
  return { id, at, kind, title, state, nextAt: next?.at ?? null, attempts, request: { host, headers, body } };
}
