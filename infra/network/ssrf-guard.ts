/**
 * Decides where the checker and channels may connect, for both tiers and for every redirect, sub-request and DNS answer. It is pure:
 * it decides on addresses and never resolves a name. The rules follow OWASP's SSRF prevention cheat sheet and the IANA
 * special-purpose registries (RFC 6890). WHATWG URL parsing has already turned decimal, octal and hexadecimal hosts into
 * plain addresses.
 */
import ipaddr from 'ipaddr.js';
import { parseAllowed, plainHost, portOf } from './host.ts';

/** Each method returns null if the connection is allowed, else the reason for the person who entered the address. */
export interface Guard {
  /** Checks what is known before the DNS lookup: scheme, credentials, port and literal addresses. */
  url(url: URL): string | null;
  /** Checks an address that `hostname` resolved to (or a literal address), with the port of the request. */
  address(hostname: string, port: number, address: string): string | null;
}

/** The ports of web pages: HTTP, HTTPS and the usual alternatives (8000 to 8999). */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 8000 && port <= 8999);
}

/** The kind of a special address, as a phrase for people; null for an address of the public internet. */
export function specialRange(address: string): string | null {
  if (!ipaddr.isValid(address) || address.includes('%')) return 'not an address of the public internet';
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? specialRangeOf6(parsed) : specialRangeOf4(parsed);
}

/** Cloud services on public addresses that answer only to machines inside the cloud. */
const METADATA_SERVICES = new Set(['168.63.129.16']);

function specialRangeOf4(address: ipaddr.IPv4): string | null {
  const text = address.toString();
  if (text === '169.254.169.254' || METADATA_SERVICES.has(text)) return 'a cloud metadata service';
  switch (address.range()) {
    case 'unicast':
      return null;
    case 'loopback':
      return 'this machine itself';
    case 'private':
      return 'inside a private network';
    case 'linkLocal':
      return 'link-local';
    case 'carrierGradeNat':
      return 'inside a provider’s own network';
    case 'multicast':
      return 'a multicast address';
    case 'broadcast':
      return 'a broadcast address';
    case 'unspecified':
      return 'unspecified';
    default:
      return 'reserved for special use';
  }
}

/**
 * IANA assigns global unicast addresses only in 2000::/3 (RFC 4291). Addresses that translate or tunnel to IPv4 (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP) could reach any host, so they are all refused.
 */
function specialRangeOf6(address: ipaddr.IPv6): string | null {
  const parts = address.parts;
  if (address.toNormalizedString() === 'fd00:ec2:0:0:0:0:0:254') return 'a cloud metadata service';
  const isatap = (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
  switch (address.range()) {
    case 'unicast':
      if (isatap) return 'an IPv4 address in IPv6 form';
      if (((parts[0] ?? 0) & 0xe000) === 0x2000) return null;
      return 'reserved for special use';
    case 'loopback':
      return 'this machine itself';
    case 'uniqueLocal':
      return 'inside a private network';
    case 'linkLocal':
      return 'link-local';
    case 'multicast':
      return 'a multicast address';
    case 'unspecified':
      return 'unspecified';
    case 'ipv4Mapped':
    case 'rfc6145':
    case 'rfc6052':
    case '6to4':
    case 'teredo':
      return 'an IPv4 address in IPv6 form';
    default:
      return 'reserved for special use';
  }
}

/** Only a literal address in `allowHosts` opens these: anyone can make a name resolve to them. */
function isMetadata(address: string): boolean {
  const range = specialRange(address);
  return range === 'a cloud metadata service' || range === 'link-local' || range === 'unspecified';
}

/**
 * Makes a guard. `allowHosts` opens single host:port pairs that the rules refuse, whether private addresses or unusual
 * ports. A name opens the addresses that it resolves to on that port, except cloud metadata and link-local addresses.
 * An address opens that address and port under any name.
 * @throws Error if an entry of `allowHosts` is not host:port.
 */
export function makeGuard(allowHosts: readonly string[] = []): Guard {
  const allowed = new Set<string>();
  const allowedPorts = new Set<number>();
  for (const entry of allowHosts) {
    const { host, port } = parseAllowed(entry);
    allowed.add(`${canonical(host)} ${port}`);
    allowedPorts.add(port);
  }

  function address(hostname: string, port: number, candidate: string): string | null {
    if (allowedPorts.has(port)) {
      if (allowed.has(`${canonical(candidate)} ${port}`)) return null;
      if (allowed.has(`${canonical(plainHost(hostname))} ${port}`) && !isMetadata(candidate)) return null;
    }
    const range = specialRange(candidate);
    if (range !== null) {
      const literal = canonical(plainHost(hostname)) === canonical(candidate);
      const subject = literal ? candidate : `${hostname} resolves to ${candidate}, which`;
      return `${subject} is ${range}; only public addresses are allowed`;
    }
    return isWebPort(port) ? null : portSentence(port);
  }

  function url(candidate: URL): string | null {
    if (candidate.protocol !== 'http:' && candidate.protocol !== 'https:') {
      return `the checker visits http: and https: addresses, not ${candidate.protocol}`;
    }
    if (candidate.username !== '' || candidate.password !== '') {
      return 'the address contains a user name or a password';
    }
    const port = portOf(candidate);
    const host = plainHost(candidate.hostname);
    if (host === '') return 'the address has no host name';
    if (ipaddr.isValid(host)) return address(host, port, host);
    return isWebPort(port) || allowedPorts.has(port) ? null : portSentence(port);
  }

  return { url, address };
}

function portSentence(port: number): string {
  return `port ${port} is not a usual web port (80, 443, 8000 to 8999)`;
}

/** The normal form of an address; names are unchanged. */
function canonical(host: string): string {
  return ipaddr.isValid(host) ? ipaddr.parse(host).toNormalizedString() : host;
}
