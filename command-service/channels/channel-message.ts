/** What a channel tells a team: one message in words and figures, without the form of any receiver. */
import type { WebhookGroupAnswer } from '../../query-service/contract/answers/channels.ts';
import type { MessageKind } from '../contract/channel-deliveries.ts';
import type { Language } from '../contract/languages.ts';

/** Titles and texts may come from pages: each format quotes them for its receiver. */
export type MessageGroup = WebhookGroupAnswer;

export interface ChannelMessage {
  /** Unique and repeatable: the same message has the same id. */
  readonly id: string;
  readonly kind: MessageKind;
  /** ISO. */
  readonly at: string;
  /** The last position of the log that the message tells of: the event feed continues after it. */
  readonly position: number;
  readonly language: Language;
  /** One plain sentence: "14 links on northbank.example were removed". */
  readonly title: string;
  /** The page with everything behind the message. */
  readonly url: string;
  /** At most 20 items in all. */
  readonly groups: readonly MessageGroup[];
}
