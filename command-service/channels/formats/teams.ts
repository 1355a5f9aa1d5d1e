/** Microsoft Teams by Workflows (“When a Teams webhook request is received”): an Adaptive Card 1.4. */
import { blocksOf, type ChannelFormat, quoted } from './format.ts';

const text = (words: string, more: object = {}) => ({ type: 'TextBlock', text: words, wrap: true, ...more });

export const teamsFormat: ChannelFormat = {
  // Microsoft allows 28 kB.
  maxBytes: 27_000,
  // A workflow answers before it posts the card.
  result: 'accepted',
  render(message, texts) {
    const { blocks, rest } = blocksOf(message, texts);
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      ...{ type: 'AdaptiveCard', version: '1.4', fallbackText: quoted(message.title) },
      body: [
        text(quoted(message.title), { size: 'Medium', weight: 'Bolder' }),
        ...blocks.map(({ title, url, lines }) => ({
          ...{ type: 'Container', separator: true, selectAction: { type: 'Action.OpenUrl', url } },
          items: [
            ...(title === '' ? [] : [text(title, { weight: 'Bolder' })]),
            ...lines.map((line) => text(line, { spacing: 'Small' })),
          ],
        })),
        ...(rest === null ? [] : [text(rest, { isSubtle: true })]),
      ],
      actions: [{ type: 'Action.OpenUrl', title: texts.text('open'), url: message.url }],
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
  },
};
