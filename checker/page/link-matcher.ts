/** Finds the links of a page that match a client link by any matching, and near misses. */

import { type Address, addressOf, addressOfUrl, bareHost } from '../../command-service/contract/link-address.ts';
import type { FoundLink } from '../../command-service/contract/observation.ts';
import { resolveAddress } from '../html/page-address.ts';
import { type LinkMatches, MAX_MATCHES, MAX_NEAREST, MAX_SIMILAR, NO_MATCHES } from '../visit/visit-record.ts';
import { domainOf, isCounted } from './matching.ts';

/** With more hosts, it is cheaper to parse every href than to search it for the text of each host. */
const FEW_HOSTS = 8;

/** Whether the href may disguise a host: by upper case, percent-encoding, line breaks, references, non-ASCII. */
function isDisguised(href: string): boolean {
  for (let i = 0; i < href.length; i++) {
    const c = href.charCodeAt(i);
    // Lower-case letters, digits and most characters between them disguise nothing.
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
  private readonly similar: { readonly link: FoundLink; readonly isOnHost: boolean }[] = [];
  private readonly near: { readonly link: FoundLink; readonly key: string; readonly similarity: number }[] = [];
  private readonly clientAddress: Address | null;
  private readonly clientPath: string;

  constructor(clientLink: string) {
    this.clientAddress = addressOf(clientLink);
    this.clientPath = pathEnd(URL.parse(this.clientAddress?.key ?? '')?.pathname ?? '');
  }

  /** The host of the client link; null if the client link is not a web address. */
  get host(): string | null {
    return this.clientAddress?.host ?? null;
  }

  /** Whether this is the address of the client link. */
  matches(address: Address): boolean {
    return address.key === this.clientAddress?.key;
  }

  /** Whether a relative href could match with a base on the client's host: its path is the end of the client's path. */
  mayBeRelative(href: string): boolean {
    const own = this.clientPath;
    const end = pathEnd(href.split(/[?#&]/, 1)[0] ?? '');
    return own === '' ? end === '' : end !== '' && (own === end || own.endsWith(`/${end}`));
  }

  clear(): void {
    this.same.length = 0;
    this.similar.length = 0;
    this.near.length = 0;
  }

  /** Whether `add` would keep a link with this address. */
  wants(address: Address): boolean {
    if (this.clientAddress === null) return false;
    if (address.key === this.clientAddress.key) return this.same.length < MAX_MATCHES;
    return this.wantsSimilar(address) || this.wantsNear(address);
  }

  /** Adds a link with its resolved address; call it in page order. */
  add(address: Address, link: FoundLink): void {
    if (this.clientAddress === null || !this.wants(address)) return;
    if (address.key === this.clientAddress.key) {
      this.same.push(link);
      return;
    }
    if (this.wantsSimilar(address)) this.similar.push({ link, isOnHost: address.host === this.host });
    if (!this.wantsNear(address)) return;
    const at = this.rank(address.key);
    this.near.splice(at, 0, { link, key: address.key, similarity: similarity(address.key, this.clientAddress.key) });
    if (this.near.length > MAX_NEAREST) this.near.pop();
  }

  found(): LinkMatches {
    return {
      matches: [...this.same],
      nearest: this.near.map((each) => each.link),
      similar: this.similar.map((each) => each.link),
    };
  }

  /** Whether the loosest matching counts this other address, and the list has room for it. */
  private wantsSimilar(address: Address): boolean {
    if (this.clientAddress === null || !isCounted(this.clientAddress, address, 'any-subdomain')) return false;
    const isOnHost = address.host === this.host;
    return this.similar.filter((each) => each.isOnHost === isOnHost).length < MAX_SIMILAR;
  }

  private wantsNear(address: Address): boolean {
    return address.host === this.clientAddress?.host && this.rank(address.key) < MAX_NEAREST;
  }

  /** The index of a near miss in the list, after all with the same similarity; `MAX_NEAREST` if it is not added. */
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
export function similarity(one: string, other: string): number {
  let i = 0;
  while (i < one.length && i < other.length && one.charCodeAt(i) === other.charCodeAt(i)) i++;
  return i;
}

/** Rejects most hrefs outside the domains of some hosts without parsing them, and resolves the others. */
export class HrefFilter {
  private readonly domains: ReadonlySet<string>;
  private readonly texts: readonly string[] | null;
  private readonly pageUrl: string;
  private readonly encoding: () => string | null;
  private base: string | undefined;
  /** Relative hrefs are on one of the domains. */
  private baseMatches = false;

  /**
   * `hosts` are as `bareHost` returns them. An invalid page URL leaves relative hrefs unresolved.
   * @param encoding the encoding of the page, as far as it is known; null: UTF-8.
   */
  constructor(pageUrl: string, hosts: Iterable<string>, encoding: () => string | null = () => null) {
    this.encoding = encoding;
    this.domains = new Set(Array.from(hosts, domainOf));
    this.pageUrl = pageUrl;
    this.texts =
      this.domains.size > FEW_HOSTS || [...this.domains].some((each) => NUMERIC.test(each)) ? null : [...this.domains];
    this.base = undefined;
    this.setBase(null);
  }

  /** Sets the base of relative hrefs: a `<base href>`, which is relative to the page, or null for the page. */
  setBase(href: string | null): void {
    const page = URL.parse(this.pageUrl);
    const base = href === null ? page : (resolveAddress(href, page?.href, this.encoding()) ?? page);
    // WHATWG HTML 4.2.3: a data: or javascript: base is ignored.
    const chosen = base?.protocol === 'data:' || base?.protocol === 'javascript:' ? page : base;
    this.base = chosen?.href;
    const address = chosen === null ? null : addressOfUrl(chosen);
    this.baseMatches = address !== null && this.domains.has(domainOf(address.host));
  }

  /** False only if `resolve` would return null. The href may still contain character references. */
  mayMatch(href: string): boolean {
    if (this.texts === null || this.baseMatches) return true;
    // The first characters show that most hrefs are paths or fragments on the page's own site.
    const first = href.charCodeAt(0);
    if (first === 35 || (first === 47 && isWordCharacter(href.charCodeAt(1)))) return false;
    if (isDisguised(href)) return true;
    for (const text of this.texts) if (href.includes(text)) return true;
    return false;
  }

  /** The resolved href and its normal form if it is on one of the domains, else null. */
  resolve(href: string): { readonly href: string; readonly address: Address } | null {
    const url = resolveAddress(href, this.base, this.encoding());
    if (url === null) return null;
    if (!this.domains.has(domainOf(bareHost(url.hostname)))) return null;
    const address = addressOfUrl(url);
    return address === null ? null : { href: url.href, address };
  }

  /** The resolved href, or null if it is invalid. */
  resolveAny(href: string): string | null {
    return resolveAddress(href, this.base, this.encoding())?.href ?? null;
  }
}

function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** The matches and near misses of a client link among resolved links, given in page order. */
export function matchLinks(clientLink: string, seen: Iterable<FoundLink>): LinkMatches {
  const matcher = new LinkMatcher(clientLink);
  if (matcher.host === null) return NO_MATCHES;
  const filter = new HrefFilter('', [matcher.host]);
  for (const link of seen) {
    if (!filter.mayMatch(link.href)) continue;
    const resolved = filter.resolve(link.href);
    if (resolved !== null) matcher.add(resolved.address, link);
  }
  return matcher.found();
}
