/** Standard Webhooks (standardwebhooks.com, version 1.0.0): JSON for programs, signed. */
import { Webhook } from 'standardwebhooks';
import type { WebhookGroupAnswer, WebhookMessage } from '../../../query-service/contract/answers/channels.ts';
import type { MessageGroup } from '../channel-message.ts';
import { type ChannelFormat, cut } from './format.ts';

export const webhookFormat: ChannelFormat = {
  maxBytes: 20_000,
  result: 'delivered',
  render({ kind, at, title, url, position, groups, left }): WebhookMessage {
    const data = { title: cut(title), url, position, groups: groups.map(presentGroup), moreGroups: left };
    return { type: `linkledger.${kind}`, timestamp: at, data };
  },
  request({ secret, former }, body, { id, at }) {
    const secrets = [secret, former !== null && former.until > at.toISOString() ? former.secret : null];
    const signatures = secrets.flatMap((each) => (each === null ? [] : new Webhook(each).sign(id, at, body)));
    return {
      headers: { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)) },
      hidden: { 'webhook-signature': signatures.join(' ') },
    };
  },
};

function presentGroup({ title, url, count, incidentId, items }: MessageGroup): WebhookGroupAnswer {
  return {
    title: cut(title),
    ...{ url, count, incidentId },
    items: items.map(({ title, text, url, linkId, articleLink, clientLink, event }) => ({
      ...{ title: cut(title), text: cut(text), url, linkId, articleLink, clientLink, event },
    })),
  };
}
