/** The events of a channel: where messages of a team go besides mails. */
import type { Event } from '../../contract/event.ts';

/** How a channel writes its messages. `slack`: also Mattermost, Rocket.Chat and Discord’s `/slack`. */
export const CHANNEL_KINDS = ['webhook', 'slack', 'teams', 'apprise', 'ntfy'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** `failing`: nothing arrived for a day. `gone`: the receiver answered 410. `person`: somebody paused the channel. */
export const PAUSE_REASONS = ['failing', 'gone', 'person'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

interface ChannelTarget {
  readonly name: string;
  /** The host and port of the address, which is all that people see of the address. */
  readonly host: string;
  /** The whole URL. It is encrypted: the paths of Slack and Microsoft Teams are secrets. */
  readonly address: string;
}

interface OfChannel {
  readonly channelId: string;
}

type ChannelAdded = Event<
  'ChannelAdded',
  OfChannel &
    ChannelTarget & {
      readonly teamId: string;
      readonly kind: ChannelKind;
      /** Encrypted. Of a webhook: signs its messages (`whsec_…`). Of ntfy: the access token, null without a token. */
      readonly secret: string | null;
    }
>;

/** The whole target after the change. */
type ChannelChanged = Event<'ChannelChanged', OfChannel & ChannelTarget>;

type ChannelPaused = Event<'ChannelPaused', OfChannel & { readonly because: PauseReason }>;
type ChannelResumed = Event<'ChannelResumed', OfChannel>;

/** `formerUntil`: until when the former secret signs, too; null: it ends at once. */
type ChannelSecretRotated = Event<
  'ChannelSecretRotated',
  OfChannel & { readonly secret: string | null; readonly formerUntil: string | null }
>;

/** Erases the address and the secrets. */
type ChannelRemoved = Event<'ChannelRemoved', OfChannel>;

export type ChannelEvent =
  | ChannelAdded
  | ChannelChanged
  | ChannelPaused
  | ChannelResumed
  | ChannelSecretRotated
  | ChannelRemoved;
