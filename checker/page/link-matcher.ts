/** Finds the links of a page that match a client link, and those that nearly do. */
import type { FoundLink } from '../../command-service/events/observation.ts';
import { type Address, addressOf, addressOfUrl, bareHost } from '../../command-service/link-address.ts';
import { type LinkMatches, MAX_MATCHES, MAX_NEAREST } from '../visit/visit-record.ts';

/** With more hosts, it is cheaper to parse every href than to search it for the text of each host. */
const FEW_HOSTS = 8;

/** Whether the href may hide the text of a host: by upper case, percent-encoding, line breaks, references, non-ASCII. */
function isDisguised(href: string): boolean {
  for (let i = 0; i < href.length; i++) {
    const c = href.charCodeAt(i);
    // Lower-case letters, digits and most characters between them hide nothing.
    if (c >= 97 ? c <= 127 : c > 38 && (c < 65 || c > 90)) continue;
    if (c >= 65 || c === 37 || c === 9 || c === 10 || c === 13) return true;
    if (c === 38 && !href.startsWith('amp;', i + 1)) return true;
  }
  return false;
}

/** A numeric host has many spellings (0x7f.1), so its text proves nothing. */
const NUMERIC = /^\[|(?:^|\.)(?:0x[0-9a-f]*|[0-9]+)$/;

/** Collects the matches and near misses of one client link. */
export class LinkMatcher {
  private readonly same: FoundLink[] = [];
  private readonly near: { readonly link: FoundLink; readonly key: string; readonly similarity: number }[] = [];
  private readonly clientAddress: Address | null;

  constructor(clientLink: string) {
    this.clientAddress = addressOf(clientLink);
  }

  /** The host of the client link; null when the client link is not a web address. */
  get host(): string | null {
    return this.clientAddress?.host ?? null;
  }

  /** Whether this is the address of the client link. */
  matches(address: Address): boolean {
    return address.key === this.clientAddress?.key;
  }

  /** Whether a relative href could match with a base on the client's host: its path is the end of the client's. */
  mayBeRelative(href: string): boolean {
    const path = URL.parse(this.clientAddress?.key ?? '')?.pathname ?? '';
    const own = pathEnd(path);
    const end = pathEnd(href.split(/[?#&]/, 1)[0] ?? '');
    return own === '' ? end === '' : end !== '' && (own === end || own.endsWith(`/${end}`));
  }

  clear(): void {
    this.same.length = 0;
    this.near.length = 0;
  }

  /** Whether `add` would keep a link with this address. */
  wants(address: Address): boolean {
    if (this.clientAddress === null || address.host !== this.clientAddress.host) return false;
    return address.key === this.clientAddress.key
      ? this.same.length < MAX_MATCHES
      : this.rank(address.key) < MAX_NEAREST;
  }

  /** Adds a link with its resolved address; call it in page order. */
  add(address: Address, link: FoundLink): void {
    if (this.clientAddress === null || !this.wants(address)) return;
    if (address.key === this.clientAddress.key) {
      this.same.push(link);
      return;
    }
    const at = this.rank(address.key);
    this.near.splice(at, 0, { link, key: address.key, similarity: similarity(address.key, this.clientAddress.key) });
    if (this.near.length > MAX_NEAREST) this.near.pop();
  }

  found(): LinkMatches {
    return { matches: [...this.same], nearest: this.near.map((each) => each.link) };
  }

  /** The place of a near miss, after all that are as similar; `MAX_NEAREST` when it would not be kept. */
  private rank(key: string): number {
    if (this.clientAddress === null || this.near.some((each) => each.key === key)) return MAX_NEAREST;
    const own = similarity(key, this.clientAddress.key);
    let at = this.near.length;
    while (at > 0 && (this.near[at - 1]?.similarity ?? 0) < own) at--;
    return at;
  }
}

/** A path without the dots and slashes around it. */
function pathEnd(path: string): string {
  return path
    .trim()
    .replace(/^[./]+|\/+$/g, '')
    .toLowerCase();
}

/** The length of the common beginning of two addresses. */
function similarity(one: string, other: string): number {
  let i = 0;
  while (i < one.length && i < other.length && one.charCodeAt(i) === other.charCodeAt(i)) i++;
  return i;
}

/** Rejects most hrefs that are not on one of some hosts without parsing them, and resolves the others. */
export class HrefFilter {
  private readonly hosts: ReadonlySet<string>;
  private readonly texts: readonly string[] | null;
  private readonly pageUrl: string;
  private base: string | undefined;
  /** Relative hrefs are on one of the hosts. */
  private baseMatches = false;

  /** `hosts` are as `bareHost` returns them. An invalid page URL leaves relative hrefs unresolved. */
  constructor(pageUrl: string, hosts: Iterable<string>) {
    this.hosts = new Set(hosts);
    this.pageUrl = pageUrl;
    this.texts =
      this.hosts.size > FEW_HOSTS || [...this.hosts].some((each) => NUMERIC.test(each)) ? null : [...this.hosts];
    this.base = undefined;
    this.setBase(null);
  }

  /** Sets the base of relative hrefs: a `<base href>`, which is relative to the page, or null for the page. */
  setBase(href: string | null): void {
    const page = URL.parse(this.pageUrl);
    const base = href === null ? page : (URL.parse(href, page?.href) ?? page);
    // WHATWG HTML 4.2.3: a data: or javascript: base is ignored.
    const chosen = base?.protocol === 'data:' || base?.protocol === 'javascript:' ? page : base;
    this.base = chosen?.href;
    const address = chosen === null ? null : addressOfUrl(chosen);
    this.baseMatches = address !== null && this.hosts.has(address.host);
  }

  /** False only when `resolve` would return null. The href may still contain character references. */
  mayMatch(href: string): boolean {
    if (this.texts === null || this.baseMatches) return true;
    // The first characters show that most hrefs are a path or a fragment of the page's own site.
    const first = href.charCodeAt(0);
    if (first === 35 || (first === 47 && isWordCharacter(href.charCodeAt(1)))) return false;
    if (isDisguised(href)) return true;
    for (const text of this.texts) if (href.includes(text)) return true;
    return false;
  }

  /** The resolved href and its normal form if it is on one of the hosts, else null. */
  resolve(href: string): { readonly href: string; readonly address: Address } | null {
    const url = URL.parse(href, this.base);
    if (url === null) return null;
    if (!this.hosts.has(bareHost(url.hostname))) return null;
    const address = addressOfUrl(url);
    return address === null ? null : { href: url.href, address };
  }

  /** The resolved href, or null if it is invalid. */
  resolveAny(href: string): string | null {
    return URL.parse(href, this.base)?.href ?? null;
  }
}

function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** The matches and near misses of a client link among links that are already resolved, given in page order. */
export function matchLinks(clientLink: string, seen: Iterable<FoundLink>): LinkMatches {
  const matcher = new LinkMatcher(clientLink);
  if (matcher.host === null) return { matches: [], nearest: [] };
  const filter = new HrefFilter('', [matcher.host]);
  for (const link of seen) {
    if (!filter.mayMatch(link.href)) continue;
    const resolved = filter.resolve(link.href);
    if (resolved !== null) matcher.add(resolved.address, link);
  }
  return matcher.found();
}
