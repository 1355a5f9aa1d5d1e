/** Links whose address is another spelling of the client link, and links that only resemble the client link. */
import { blogPost, linkSentence, live, pending, type ServedPage, WITH_LINK } from './served-page.ts';

interface Pair {
  readonly name: string;
  /** The href in the source. */
  readonly href: string;
  readonly clientLink: string;
}

const SAME: readonly Pair[] = [
  {
    name: 'an escaped slash in lower case',
    href: 'https://client.example/a%2fb',
    clientLink: 'https://client.example/a%2Fb',
  },
  {
    name: 'no campaign parameter where the client link has one',
    href: 'https://client.example/a',
    clientLink: 'https://client.example/a?utm_source=x',
  },
  { name: 'http for https', href: 'http://client.example/a', clientLink: 'https://client.example/a' },
  { name: 'https for http', href: 'https://client.example/a', clientLink: 'http://client.example/a' },
  {
    name: 'www where the client link has none',
    href: 'https://www.client.example/a',
    clientLink: 'https://client.example/a',
  },
  {
    name: 'no www where the client link has it',
    href: 'https://client.example/a',
    clientLink: 'https://www.client.example/a',
  },
  { name: 'an extra trailing slash', href: 'https://client.example/a/', clientLink: 'https://client.example/a' },
  { name: 'a missing trailing slash', href: 'https://client.example/a', clientLink: 'https://client.example/a/' },
  { name: 'a home page without its slash', href: 'https://client.example', clientLink: 'https://client.example/' },
  { name: 'a host in upper case', href: 'HTTPS://Client.EXAMPLE/a', clientLink: 'https://client.example/a' },
  {
    name: 'a host with a final dot',
    href: 'https://client.example./a',
    clientLink: 'https://client.example/a',
  },
  { name: 'no scheme', href: '//client.example/a', clientLink: 'https://client.example/a' },
  {
    name: 'the default port of https',
    href: 'https://client.example:443/a',
    clientLink: 'https://client.example/a',
  },
  { name: 'the default port of http', href: 'http://client.example:80/a', clientLink: 'https://client.example/a' },
  { name: 'the same port on both', href: 'https://client.example:8443/a', clientLink: 'http://client.example:8443/a' },
  { name: 'a fragment', href: 'https://client.example/a#reviews', clientLink: 'https://client.example/a' },
  {
    name: 'a fragment in the client link',
    href: 'https://client.example/a',
    clientLink: 'https://client.example/a#top',
  },
  {
    name: 'campaign parameters',
    href: 'https://client.example/a?utm_source=blog&amp;utm_medium=post&amp;UTM_Campaign=x',
    clientLink: 'https://client.example/a',
  },
  {
    name: 'click identifiers between real parameters',
    href: 'https://client.example/a?x=1&gclid=abc&y=2&fbclid=def',
    clientLink: 'https://client.example/a?x=1&y=2',
  },
  {
    name: 'a question mark without a query',
    href: 'https://client.example/a?',
    clientLink: 'https://client.example/a',
  },
  {
    name: 'escapes in lower case',
    href: 'https://client.example/gr%c3%b6',
    clientLink: 'https://client.example/gr%C3%B6',
  },
  {
    name: 'plain letters where the client link has escapes',
    href: 'https://client.example/grö',
    clientLink: 'https://client.example/gr%C3%B6',
  },
  {
    name: 'an unnecessary escape',
    href: 'https://client.example/%7Eme/%61',
    clientLink: 'https://client.example/~me/a',
  },
  {
    name: 'an unescaped space',
    href: 'https://client.example/a b',
    clientLink: 'https://client.example/a%20b',
  },
  {
    name: 'dot segments',
    href: 'https://client.example/x/../y/./../a',
    clientLink: 'https://client.example/a',
  },
  { name: 'backslashes', href: 'https:\\\\client.example\\a', clientLink: 'https://client.example/a' },
  { name: 'white space around it', href: '\n  https://client.example/a\t', clientLink: 'https://client.example/a' },
  { name: 'a host in Unicode', href: 'https://bücher.example/a', clientLink: 'https://xn--bcher-kva.example/a' },
  { name: 'a host in Punycode', href: 'https://xn--bcher-kva.example/a', clientLink: 'https://www.Bücher.example/a' },
  {
    name: 'an IP address in another spelling',
    href: 'http://0xcb007101/a',
    clientLink: 'https://203.0.113.1/a',
  },
];

const same = SAME.map(
  ({ name, href, clientLink }): ServedPage => ({
    name: `a link with ${name}`,
    serve: blogPost(linkSentence('shop', '', href)),
    clientLink,
    expected: live('shop'),
  }),
);

/** Links on the client's host with another address: near misses. */
const NEAR: readonly Pair[] = [
  { name: 'two slashes', href: 'https://client.example//a', clientLink: 'https://client.example/a' },
  {
    name: 'a parameter without its value',
    href: 'https://client.example/a?id',
    clientLink: 'https://client.example/a?id=1',
  },
  { name: 'another path', href: 'https://client.example/boots', clientLink: 'https://client.example/shoes' },
  { name: 'a path in another case', href: 'https://client.example/Shoes', clientLink: 'https://client.example/shoes' },
  { name: 'a deeper path', href: 'https://client.example/shoes/red', clientLink: 'https://client.example/shoes' },
  { name: 'the home page', href: 'https://client.example/', clientLink: 'https://client.example/shoes' },
  { name: 'an escaped slash', href: 'https://client.example/a%2Fb', clientLink: 'https://client.example/a/b' },
  { name: 'a query', href: 'https://client.example/a?id=1', clientLink: 'https://client.example/a' },
  { name: 'another query', href: 'https://client.example/a?id=1', clientLink: 'https://client.example/a?id=2' },
  {
    name: 'the query in another order',
    href: 'https://client.example/a?y=2&x=1',
    clientLink: 'https://client.example/a?x=1&y=2',
  },
  { name: 'an index page', href: 'https://client.example/index.html', clientLink: 'https://client.example/' },
  { name: 'another port', href: 'https://client.example:8443/a', clientLink: 'https://client.example/a' },
];

const near = NEAR.map(
  ({ name, href, clientLink }): ServedPage => ({
    name: `a near miss: ${name}`,
    serve: blogPost(linkSentence('shop', '', href)),
    clientLink,
    render: 'never',
    expected: pending('not-rendered', { nearest: href }),
  }),
);

/** Links on other hosts. */
const FAR: readonly (readonly [name: string, href: string])[] = [
  ['a subdomain of the client', 'https://shop.client.example/a'],
  ['a host that ends like the client’s', 'https://notclient.example/a'],
  ['a host that begins like the client’s', 'https://client.example.evil.example/a'],
  ['the client as a user name', 'https://client.example@evil.example/a'],
  ['the client in a parameter', 'https://evil.example/?u=https://client.example/a'],
  ['a script', "javascript:open('https://client.example/a')"],
  ['another scheme', 'ftp://client.example/a'],
  ['an email address', 'mailto:a@client.example'],
];

const far = FAR.map(
  ([name, href]): ServedPage => ({
    name: `no link to the client: ${name}`,
    serve: blogPost(linkSentence('shop', '', href)),
    clientLink: 'https://client.example/a',
    render: 'never',
    expected: pending('not-rendered', { nearest: null }),
  }),
);

export const servedAddresses: readonly ServedPage[] = [
  ...same,
  ...near,
  ...far,
  {
    name: 'a base that makes a relative link point to the client',
    serve: blogPost(linkSentence('by base', '', 'shoes/'), '<base href="https://client.example/">'),
    expected: live('by base'),
  },
  {
    name: 'a base without a scheme and with a target',
    serve: blogPost(linkSentence('by base', '', '../shoes'), '<base target="_blank" href="//www.client.example/x/y">'),
    expected: live('by base'),
  },
  {
    name: 'the second of two bases is ignored',
    serve: blogPost(
      linkSentence('by base', '', '/shoes'),
      '<base href="https://elsewhere.example/"><base href="https://client.example/">',
    ),
    render: 'never',
    expected: pending('not-rendered', { nearest: null }),
  },
  {
    name: 'an article whose address has a query and a fragment',
    serve: WITH_LINK,
    suffix: '?page=2&utm_source=x#comments',
    expected: live('hand-sewn shoes'),
  },
];
