/** What a channel tells a team: one message in words and figures, without the form of any receiver. */
import type { MessageKind } from '../contract/channel-deliveries.ts';
import type { Language } from '../contract/languages.ts';

interface MessageItem {
  /** Texts from pages, such as anchors: each format quotes them for its receiver. */
  readonly title: string;
  readonly text: string;
  /** The page of the link in the console. */
  readonly url: string;
  readonly linkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  /** The type of the event behind the item. */
  readonly event: string;
}

export interface MessageGroup {
  readonly title: string;
  readonly url: string;
  /** How many links the group has; `items` may have fewer. */
  readonly count: number;
  readonly incidentId: string | null;
  readonly items: readonly MessageItem[];
}

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
