/** Which of a page's links are the ones that were asked for. */
import type { FoundLink } from '../../command-service/events/observation.ts';
import { type Address, addressOf, addressOfUrl, bareHost } from '../../command-service/link-address.ts';

/** What was found for one client link. */
export interface LinkMatches {
  /** Links with the same address, in page order, at most 20. */
  readonly matches: readonly FoundLink[];
  /** Links on the same host with another address: the most alike first, each address once, at most 5. */
  readonly nearest: readonly FoundLink[];
}

export const MAX_MATCHES = 20;
export const MAX_NEAREST = 5;

/** With more hosts than this, parsing every href is cheaper than looking for each host's text in it. */
const FEW_HOSTS = 8;

/** What may hide a host's text: upper case, percent-encoding, line breaks, references, anything beyond ASCII. */
function isDisguised(href: string): boolean {
  for (let i = 0; i < href.length; i++) {
    const c = href.charCodeAt(i);
    // Lower-case letters, digits and most of what is between them hide nothing.
    if (c >= 97 ? c <= 127 : c > 38 && (c < 65 || c > 90)) continue;
    if (c >= 65 || c === 37 || c === 9 || c === 10 || c === 13) return true;
    if (c === 38 && !href.startsWith('amp;', i + 1)) return true;
  }
  return false;
}

/** A host that is a number can be written in many ways (0x7f.1): its text proves nothing. */
const NUMERIC = /^\[|(?:^|\.)(?:0x[0-9a-f]*|[0-9]+)$/;

/** Collects the matches and near misses of one client link. */
export class LinkMatcher {
  private readonly same: FoundLink[] = [];
  private readonly near: { readonly link: FoundLink; readonly key: string; readonly likeness: number }[] = [];
  private readonly wanted: Address | null;

  constructor(clientLink: string) {
    this.wanted = addressOf(clientLink);
  }

  /** The host asked for; null when the client link is no web address. */
  get host(): string | null {
    return this.wanted?.host ?? null;
  }

  /** Whether this is the address asked for. */
  matches(address: Address): boolean {
    return address.key === this.wanted?.key;
  }

  clear(): void {
    this.same.length = 0;
    this.near.length = 0;
  }

  /** Whether a link with this address would be kept. */
  wants(address: Address): boolean {
    if (this.wanted === null || address.host !== this.wanted.host) return false;
    return address.key === this.wanted.key ? this.same.length < MAX_MATCHES : this.rank(address.key) < MAX_NEAREST;
  }

  /** Takes a link at its resolved address, in page order. */
  add(address: Address, link: FoundLink): void {
    if (this.wanted === null || !this.wants(address)) return;
    if (address.key === this.wanted.key) {
      this.same.push(link);
      return;
    }
    const at = this.rank(address.key);
    this.near.splice(at, 0, { link, key: address.key, likeness: likeness(address.key, this.wanted.key) });
    if (this.near.length > MAX_NEAREST) this.near.pop();
  }

  found(): LinkMatches {
    return { matches: [...this.same], nearest: this.near.map((each) => each.link) };
  }

  /** The place a near miss would take: after all that are as alike; `MAX_NEAREST` when it would not be kept. */
  private rank(key: string): number {
    if (this.wanted === null || this.near.some((each) => each.key === key)) return MAX_NEAREST;
    const alike = likeness(key, this.wanted.key);
    let at = this.near.length;
    while (at > 0 && (this.near[at - 1]?.likeness ?? 0) < alike) at--;
    return at;
  }
}

/** How many characters two addresses have in common at their beginning. */
function likeness(one: string, other: string): number {
  let i = 0;
  while (i < one.length && i < other.length && one.charCodeAt(i) === other.charCodeAt(i)) i++;
  return i;
}

/** Tells quickly which hrefs of a page can be on one of some hosts, and resolves those. */
export class HrefFilter {
  private readonly hosts: ReadonlySet<string>;
  private readonly texts: readonly string[] | null;
  private readonly pageUrl: string;
  private base: string | undefined;
  /** Relative hrefs lead to one of the hosts. */
  private isHome = false;

  /** `hosts` are bare (`bareHost`). A page URL that is none leaves relative hrefs unresolved. */
  constructor(pageUrl: string, hosts: Iterable<string>) {
    this.hosts = new Set(hosts);
    this.pageUrl = pageUrl;
    this.texts =
      this.hosts.size > FEW_HOSTS || [...this.hosts].some((each) => NUMERIC.test(each)) ? null : [...this.hosts];
    this.base = undefined;
    this.setBase(null);
  }

  /** The address that relative hrefs refer to from now on: a `<base href>`, itself relative to the page, or null. */
  setBase(href: string | null): void {
    const page = URL.parse(this.pageUrl);
    const base = href === null ? page : (URL.parse(href, page?.href) ?? page);
    // WHATWG HTML 4.2.3: a data: or javascript: base does not count.
    const chosen = base?.protocol === 'data:' || base?.protocol === 'javascript:' ? page : base;
    this.base = chosen?.href;
    const address = chosen === null ? null : addressOfUrl(chosen);
    this.isHome = address !== null && this.hosts.has(address.host);
  }

  /** False only when `resolve` would answer null. The href may be as the source has it, references and all. */
  mayMatch(href: string): boolean {
    if (this.texts === null || this.isHome) return true;
    // Most hrefs are a path or a fragment of the page's own site: their first characters say so.
    const first = href.charCodeAt(0);
    if (first === 35 || (first === 47 && isWordCharacter(href.charCodeAt(1)))) return false;
    if (isDisguised(href)) return true;
    for (const text of this.texts) if (href.includes(text)) return true;
    return false;
  }

  /** The href resolved, and its normal form, when it is on one of the hosts; else null. */
  resolve(href: string): { readonly href: string; readonly address: Address } | null {
    const url = URL.parse(href, this.base);
    if (url === null) return null;
    if (!this.hosts.has(bareHost(url.hostname))) return null;
    const address = addressOfUrl(url);
    return address === null ? null : { href: url.href, address };
  }

  /** Any href resolved, or null. */
  resolveAny(href: string): string | null {
    return URL.parse(href, this.base)?.href ?? null;
  }
}

function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Picks a client link's matches and near misses from links that are already resolved, in page order. */
export function matchLinks(clientLink: string, seen: Iterable<FoundLink>): LinkMatches {
  const collector = new LinkMatcher(clientLink);
  if (collector.host === null) return { matches: [], nearest: [] };
  const filter = new HrefFilter('', [collector.host]);
  for (const link of seen) {
    if (!filter.mayMatch(link.href)) continue;
    const resolved = filter.resolve(link.href);
    if (resolved !== null) collector.add(resolved.address, link);
  }
  return collector.found();
}
