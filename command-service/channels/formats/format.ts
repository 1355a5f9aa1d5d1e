/** How a kind of channel writes a message, and what all kinds share. Pure. */
import { readerIn } from '../../contract/languages.ts';
import { channelTexts } from '../../mail/channel-mail.ts';
import type { Channel } from '../../model/channel/decider.ts';
import type { ChannelMessage, MessageGroup } from '../channel-message.ts';

export type ChannelTexts = ReturnType<typeof channelTexts>;

/** A message with as much as fits. */
export interface ShownMessage extends ChannelMessage {
  /** How many of its groups are left out. */
  readonly left: number;
}

/** What is sent with one try. `hidden`: headers whose value nobody may see. */
export interface ChannelRequest {
  readonly url?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hidden?: Readonly<Record<string, string>>;
}

export interface ChannelFormat {
  /** The largest body in bytes. */
  readonly maxBytes: number;
  /** What an answer of success proves. */
  readonly result: 'delivered' | 'accepted';
  /** The body of a message: JSON. */
  readonly render: (message: ShownMessage, texts: ChannelTexts) => object;
  /** Why an address does not fit, as a sentence about “Address”; null if it does. */
  readonly addressProblem?: (address: URL) => string | null;
  /** What differs from the stored body, sent to the address of the channel. */
  readonly request?: (
    channel: Channel,
    body: string,
    message: { readonly id: string; readonly at: Date },
  ) => ChannelRequest;
  /** Why an answer with a status of success is a failure all the same, as a clause; null if it is a success. */
  readonly refusal?: (status: number) => string | null;
}

/** Longest text of a page in a message, in characters. */
const MAX_QUOTE = 300;
/** More groups help nobody; Discord shows at most ten attachments, and the last one is the link to all. */
const MAX_GROUPS = 9;
const MAX_ITEMS = 20;
/** Line breaks, control characters, and marks that hide or reorder letters. */
const INVISIBLE = /[\s\p{C}\u2028\u2029]+/gu;
const ZERO_WIDTH = '\u200B';

/** A text on one line, of at most 300 characters. */
export function cut(text: string): string {
  const letters = [...text.replace(INVISIBLE, ' ').trim()];
  return letters.length <= MAX_QUOTE ? letters.join('') : `${letters.slice(0, MAX_QUOTE - 1).join('')}…`;
}

/**
 * A text from a page or a person as receivers show it: never as a mention, a link or HTML. The signs that Slack, Teams,
 * Mattermost, Rocket.Chat and Discord read are replaced, or parted by a space without width.
 */
export function quoted(text: string): string {
  return cut(text)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll(/[@\]`]|:\/(?=\/)|www(?=\.)/gi, (sign) => `${sign}${ZERO_WIDTH}`);
}

/** A group in words. Its title is empty if the message says the same. */
interface Block {
  readonly title: string;
  readonly url: string;
  readonly lines: readonly string[];
}

/** The groups of a message in words, and a line about those that are left out; null without such groups. */
export function blocksOf(message: ShownMessage, { text }: ChannelTexts) {
  const { left } = message;
  const blocks = message.groups.map(({ title, url, count, items }): Block => {
    const more = count - items.length;
    return {
      title: title === message.title ? '' : quoted(title),
      url,
      lines: [
        ...items.map((item) => quoted(item.text || item.title)),
        ...(more > 0 && items.length > 0 ? [text('more', { count: more })] : []),
      ],
    };
  });
  const told = blocks.filter(({ title, lines }) => title !== '' || lines.length > 0);
  return { blocks: told, rest: left > 0 ? text('rest', { count: left }) : null };
}

/** The body as plain text. */
export function plainText(message: ShownMessage, texts: ChannelTexts): string {
  const { blocks, rest } = blocksOf(message, texts);
  const groups = blocks.map(({ title, lines }) =>
    [title, ...lines.map((line) => `• ${line}`)].filter((line) => line !== '').join('\n'),
  );
  return [...groups, ...(rest === null ? [] : [rest])].join('\n\n');
}

/** The body of a message, with as many of its items as fit. Repeatable. */
export function bodyOf({ render, maxBytes }: ChannelFormat, message: ChannelMessage): string {
  const texts = channelTexts(readerIn(message.language));
  for (let items = MAX_ITEMS; ; items--) {
    const body = JSON.stringify(render(shortened(message, items), texts));
    if (items === 0 || Buffer.byteLength(body) <= maxBytes) return body;
  }
}

/** The message with at most so many items and groups. */
function shortened(message: ChannelMessage, most: number): ShownMessage {
  const groups: MessageGroup[] = [];
  let room = most;
  for (const group of message.groups.slice(0, Math.min(MAX_GROUPS, most))) {
    const items = group.items.slice(0, room);
    room -= items.length;
    groups.push({ ...group, items });
  }
  return { ...message, groups, left: message.groups.length - groups.length };
}
