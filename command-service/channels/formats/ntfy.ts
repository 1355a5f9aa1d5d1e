/** ntfy (ntfy.sh or an own server): JSON to the server, which names the topic. */
import { type ChannelFormat, plainText, quoted } from './format.ts';

export const ntfyFormat: ChannelFormat = {
  // A longer message becomes a file.
  maxBytes: 3_800,
  result: 'delivered',
  render(message, texts) {
    const body = plainText(message, texts);
    return { title: quoted(message.title), ...(body !== '' && { message: body }), click: message.url };
  },
  addressProblem({ pathname, search, hash }) {
    if (search !== '' || hash !== '') return 'Address must not have a query: a token has a field of its own';
    return topicOf(pathname) === '' ? 'Address must end with the topic, such as https://ntfy.sh/your-topic' : null;
  },
  /** The topic is as secret as a password, so the stored body has none. */
  request({ address, secret }, body) {
    const url = new URL(address);
    const topic = topicOf(url.pathname);
    url.pathname = url.pathname.slice(0, url.pathname.lastIndexOf(topic));
    return {
      url: url.href,
      body: JSON.stringify({ topic, ...JSON.parse(body) }),
      ...(secret !== null && { hidden: { authorization: `Bearer ${secret}` } }),
    };
  },
};

const topicOf = (pathname: string): string => /\/([\w-]+)\/?$/.exec(pathname)?.[1] ?? '';
