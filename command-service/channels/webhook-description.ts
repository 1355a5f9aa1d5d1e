/** What webhooks get, for the description of the API (OpenAPI 3.1, `webhooks`). */
import type { ChannelMessage } from './channel-message.ts';
import { bodyOf } from './formats/format.ts';
import { webhookFormat } from './formats/webhook.ts';

const MESSAGE: ChannelMessage = {
  ...{ id: 'example', kind: 'alerts', at: '2030-01-31T09:30:00.000Z', position: 4711, language: 'en' },
  ...{ title: '14 links on northbank.example were removed', url: 'https://links.agency.example/alerts' },
  groups: [
    {
      ...{ title: 'northbank.example', url: 'https://links.agency.example/?publisher=northbank.example', count: 14 },
      incidentId: 'inc_1',
      items: [
        {
          ...{ title: 'northbank.example/tea', text: 'Removed: the link is not on the page' },
          ...{ url: 'https://links.agency.example/?link=l1', linkId: 'l1', event: 'LinkStatusChanged' },
          ...{ articleLink: 'https://northbank.example/tea', clientLink: 'https://client.example/' },
        },
      ],
    },
  ],
};

const header = (name: string, description: string) => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
});

export const WEBHOOKS = {
  message: {
    post: {
      operationId: 'webhookMessage',
      summary: 'A message to a channel of the kind `webhook`, by Standard Webhooks 1.0.0.',
      tags: ['channels'],
      security: [{}],
      parameters: [
        header('webhook-id', 'The same for a message that is repeated: handle each id once.'),
        header('webhook-timestamp', 'When this try was made, in seconds since 1970.'),
        header(
          'webhook-signature',
          '`v1,` and the HMAC-SHA256 of `{id}.{timestamp}.{body}` in base64; two during a rotation.',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/WebhookMessage' },
            example: JSON.parse(bodyOf(webhookFormat, MESSAGE)) as object,
          },
        },
      },
      responses: {
        '2XX': { description: 'Taken.' },
        410: { description: 'The receiver no longer exists: the channel is paused.' },
        default: { description: 'Tried again for three days; 429 and 503 not before `Retry-After`.' },
      },
    },
  },
};
