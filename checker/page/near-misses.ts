/** Finds the links that were most likely meant as the client link, on a page without the client link. Pure. */
import { getDomain } from 'tldts';
import { addressOf, bareHost, sameAddress } from '../../command-service/contract/link-address.ts';
import type { NearMiss, NearMissCause } from '../../command-service/contract/observation.ts';
import { MAX_NEAREST } from '../visit/visit-record.ts';

/** A link of a page. */
interface Candidate {
  /** The attribute as on the page. */
  readonly raw: string;
  /** Its resolved address; '' for an invalid attribute. */
  readonly href: string;
}

/** A link as prepared for all client links. */
interface PreparedLink extends Candidate {
  readonly url: URL | null;
  readonly host: string;
  readonly domain: string | null;
  /** The attribute, decoded, in lower case. */
  readonly plain: string;
}

/** The links of a page are prepared once for all client links. */
const READ = new WeakMap<readonly Candidate[], readonly PreparedLink[]>();

function readLinks(links: readonly Candidate[]): readonly PreparedLink[] {
  const cached = READ.get(links);
  if (cached !== undefined) return cached;
  const read = links.map(({ raw: attribute, href }): PreparedLink => {
    const raw = attribute.trim();
    const url = URL.parse(href);
    const host = url === null ? '' : bareHost(url.hostname);
    return { raw, href, url, host, domain: getDomain(host), plain: decoded(raw).toLowerCase() };
  });
  READ.set(links, read);
  return read;
}

const MAX_HREF = 300;

/** The most likely cause first. */
const LIKELIHOOD: readonly NearMissCause[] = [
  'curly-quotes',
  'double-scheme',
  'no-scheme',
  'redirector',
  'typo-in-host',
  'other-subdomain',
  'plain-text',
  'other-path',
];

const QUOTES = /[\u2018-\u201f\u00ab\u00bb\u2039\u203a\u2032\u2033]|%E2%80%9[89A-F]|^["']|["']$/i;

/** Services whose links lead elsewhere without naming the target: affiliate networks, shorteners. */
const REDIRECTORS = new Set([
  ...['anrdoezrs.net', 'awin1.com', 'dpbolvw.net', 'jdoqocy.com', 'kqzyfj.com', 'tkqlhce.com', 'linksynergy.com'],
  ...['pntra.com', 'pntrac.com', 'prf.hn', 'shareasale.com', 'sjv.io', 'pxf.io', 'evyy.net', 'skimresources.com'],
  ...['viglink.com', 'partnerize.com', 'tradedoubler.com', 'webgains.com', 'zanox.com', 'ojrq.net', 'impact.com'],
  ...['bit.ly', 't.co', 'tinyurl.com', 'ow.ly', 'buff.ly', 'rebrand.ly', 'cutt.ly', 'is.gd', 'lnkd.in', 't.ly'],
]);

/** Path parts of a site's own redirector: `/go/shop`, `/out?id=7`. */
const OWN_REDIRECTOR =
  /\/(?:go|out|goto|redirect|redir|exit|link|away|jump|click|track|visit|recommends|refer)(?:[/.?]|$)/i;

/**
 * The near misses of a client link, most likely first, each address once, at most five.
 * @param text the visible text of the page.
 */
export function nearMisses(clientLink: string, links: readonly Candidate[], text: string): readonly NearMiss[] {
  const client = addressOf(clientLink);
  const url = URL.parse(clientLink);
  if (client === null || url === null) return [];
  const found = new Map<string, { readonly miss: NearMiss; readonly closeness: number }>();
  const domain = getDomain(client.host) ?? client.host;
  for (const link of readLinks(links)) {
    const { raw, href } = link;
    const cause = causeOf(link, client.host, domain);
    if (cause === null || sameAddress(href, clientLink)) continue;
    const isBroken = href === '' || cause === 'no-scheme' || cause === 'curly-quotes';
    const shown = (isBroken ? raw : href).slice(0, MAX_HREF);
    if (!found.has(shown)) found.set(shown, { miss: { cause, href: shown }, closeness: closeness(raw, url) });
  }
  const written = writtenAddress(text, url, client.host);
  if (written !== null) found.set(written, { miss: { cause: 'plain-text', href: written }, closeness: 0 });
  return [...found.values()]
    .toSorted(
      (a, b) => LIKELIHOOD.indexOf(a.miss.cause) - LIKELIHOOD.indexOf(b.miss.cause) || b.closeness - a.closeness,
    )
    .slice(0, MAX_NEAREST)
    .map(({ miss }) => miss);
}

/** Links that may redirect to the client without naming it: only a request shows their target. */
export function possibleRedirectors(links: readonly Candidate[], pageUrl: string): readonly string[] {
  const page = URL.parse(pageUrl);
  const found = new Set<string>();
  for (const { url, domain } of readLinks(links)) {
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    const isService = REDIRECTORS.has(domain ?? '');
    const isOwn = url.host === page?.host && OWN_REDIRECTOR.test(url.pathname);
    if (isService || isOwn) found.add(url.href);
  }
  return [...found];
}

function causeOf(
  { raw, url, host, domain, plain }: PreparedLink,
  clientHost: string,
  clientDomain: string,
): NearMissCause | null {
  if (host === clientHost) {
    if (QUOTES.test(raw)) return 'curly-quotes';
    return /^https?:$/.test(url?.protocol ?? '') ? 'other-path' : 'no-scheme';
  }
  const at = plain.indexOf(clientHost);
  if (at >= 0 && isWholeName(plain, at, clientHost)) {
    const before = plain.slice(0, at);
    if (QUOTES.test(raw)) return 'curly-quotes';
    if (/^(?:(?:https?:?\/*){2,}|\/\/https?:\/*)(?:www\.)?$/.test(before)) return 'double-scheme';
    if (/^(?:\/*|https?:?\/?|https?;\/\/|ttps?:\/\/|h?t?tps?\/\/|\.\/)(?:www\.)?$/.test(before)) return 'no-scheme';
    if (/^(?:https?:)?\/\/[\w-]+(?:\.[\w-]+)*\.$/.test(before)) return 'other-subdomain';
    const isAfterHost = /^(?:(?:https?:)?\/\/[^/?]+)?[/?]/.test(before) || !/^[a-z][a-z\d+.-]*:/.test(before);
    if (isAfterHost && url !== null && /^https?:$/.test(url.protocol)) return 'redirector';
    return null;
  }
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (domain === clientDomain && host !== clientHost) return 'other-subdomain';
  return isTypo(host, clientHost) ? 'typo-in-host' : null;
}

/** Whether the host is a whole name in the text, unlike in `client.example.evil.example` and `a@client.example`. */
function isWholeName(text: string, at: number, host: string): boolean {
  const before = text.charAt(at - 1);
  const after = text.slice(at + host.length, at + host.length + 2);
  return !/[a-z0-9@_-]/.test(before) && !/^(?:[a-z0-9_-]|\.[a-z0-9])/.test(after);
}

/** Whether two hosts differ by one or two letters: only one in a short name. */
function isTypo(host: string, clientHost: string): boolean {
  if (Math.abs(host.length - clientHost.length) > 2) return false;
  const name = clientHost.split('.', 1)[0] ?? '';
  const most = name.length >= 6 ? 2 : name.length >= 4 ? 1 : 0;
  const distance = editDistance(host, clientHost);
  return distance > 0 && distance <= most;
}

/** The Damerau-Levenshtein distance (optimal string alignment): a swap of neighbors counts once. */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The client's address as text: with its path, or only the host if the client link has no path. */
function writtenAddress(text: string, client: URL, clientHost: string): string | null {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(clientHost); at >= 0; at = lower.indexOf(clientHost, at + 1)) {
    if (!isWholeName(lower, at, clientHost)) continue;
    const path = /^[^\s"'<>()\u2018-\u201f]*/.exec(text.slice(at + clientHost.length))?.[0] ?? '';
    const written = `${clientHost}${path.replace(/[.,;:!?]+$/, '')}`;
    const isWhole = client.pathname === '/' || sameAddress(`http://${written}`, client.href);
    if (isWhole) return written.slice(0, MAX_HREF);
  }
  return null;
}

/** The length of the client's path in the text. */
function closeness(raw: string, client: URL): number {
  const path = client.pathname.toLowerCase();
  const text = decoded(raw).toLowerCase();
  let length = path.length;
  while (length > 1 && !text.includes(path.slice(0, length))) length--;
  return length;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
