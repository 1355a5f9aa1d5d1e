/** Slack’s incoming webhooks, which Mattermost, Rocket.Chat and Discord (`/slack`) read, too: text and attachments. */
import { blocksOf, type ChannelFormat, quoted } from './format.ts';

/** The color of the bar beside an attachment. */
const COLOR = '#3b57d9';

export const slackFormat: ChannelFormat = {
  // Discord refuses more than 6,000 characters.
  maxBytes: 5_500,
  result: 'delivered',
  render(message, texts) {
    const { blocks, rest } = blocksOf(message, texts);
    const title = quoted(message.title);
    const attachments = blocks.map((block) => ({
      ...{ fallback: block.title || title, color: COLOR },
      ...(block.title !== '' && { title: block.title, title_link: block.url }),
      // Without `text` as Slack’s markup.
      ...{ mrkdwn_in: [], text: block.lines.map((line) => `• ${line}`).join('\n') },
    }));
    const open = texts.text('open');
    const end = {
      fallback: open,
      color: COLOR,
      title: open,
      title_link: message.url,
      ...(rest !== null && { text: rest }),
    };
    return { text: title, unfurl_links: false, unfurl_media: false, attachments: [...attachments, end] };
  },
};
