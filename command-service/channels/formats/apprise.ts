/** The Apprise API (github.com/caronc/apprise-api): POST /notify/{key}, which passes a message on to many services. */
import type { MessageKind } from '../../contract/channel-deliveries.ts';
import { type ChannelFormat, plainText, quoted } from './format.ts';

const TYPES: Readonly<Record<MessageKind, 'info' | 'success' | 'warning' | 'failure'>> = {
  ...{ alerts: 'warning', reminder: 'warning', back: 'success', outage: 'failure', test: 'info' },
};

export const appriseFormat: ChannelFormat = {
  maxBytes: 4_000,
  result: 'delivered',
  render(message, texts) {
    const body = [plainText(message, texts), message.url].filter((part) => part !== '').join('\n\n');
    return { title: quoted(message.title), body, type: TYPES[message.kind], format: 'text' };
  },
  addressProblem({ pathname }) {
    return /\/notify\/[^/]+\/?$/.test(pathname)
      ? null
      : 'Address must end with /notify/ and the key of a configuration';
  },
  refusal: (status) => (status === 204 ? 'the Apprise API has no configuration with this key' : null),
};
