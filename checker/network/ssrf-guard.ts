/**
 * The one decision about where the checker may go, for both tiers and every hop, sub-request and look-up. Pure: it is
 * asked about addresses, it never looks one up. The rules follow OWASP's SSRF prevention cheat sheet, the IANA special
 * purpose registries (RFC 6890) and WHATWG URL parsing, which has already turned decimal, octal and hexadecimal hosts
 * into plain ones by the time they arrive here.
 */

import ipaddr from 'ipaddr.js';
import { parseAllowed, plainHost, portOf } from './host.ts';

/** Answers null where a visit is allowed, else a sentence for the person who pasted the address. */
export interface Guard {
  /** Decides what can be decided before the host name is looked up: scheme, credentials, port, literal addresses. */
  url(url: URL): string | null;
  /** Decides on one address a name was looked up to (or a literal one), with the name and port that were asked for. */
  address(hostname: string, port: number, address: string): string | null;
}

/** Ports web pages are served on: HTTP, HTTPS and the usual alternatives (8000 to 8999). */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 8000 && port <= 8999);
}

/** In plain words what kind of address this is, or null when it is one of the public internet. */
export function specialRange(address: string): string | null {
  if (!ipaddr.isValid(address) || address.includes('%')) return 'not an address of the public internet';
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? specialRangeOf6(parsed) : specialRangeOf4(parsed);
}

/** Cloud services that answer on an address of the public range, but only to the machines inside. */
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
 * Only 2000::/3 is handed out as global unicast (RFC 4291, IANA), and not all of it: what translates or tunnels to
 * IPv4 (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) could lead anywhere and is refused as a whole.
 */
function specialRangeOf6(address: ipaddr.IPv6): string | null {
  const parts = address.parts;
  if (address.toNormalizedString() === 'fd00:ec2:0:0:0:0:0:254') return 'a cloud metadata service';
  const isatap = (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
  switch (address.range()) {
    case 'unicast':
      if (isatap) return 'an IPv4 address in IPv6 clothing';
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
      return 'an IPv4 address in IPv6 clothing';
    default:
      return 'reserved for special use';
  }
}

/** Never opened by a listed name, only by the literal address: a name can be made to lead anywhere. */
function isMetadata(address: string): boolean {
  const range = specialRange(address);
  return range === 'a cloud metadata service' || range === 'link-local' || range === 'unspecified';
}

/**
 * Makes the guard. `allowHosts` opens single host:port pairs that would else be refused, private addresses and
 * unusual ports alike. An entry with a name opens what that name leads to on that port (cloud metadata and link-local
 * addresses excepted); an entry with an address opens that address and port under any name.
 * @throws Error when an entry of `allowHosts` is not host:port.
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
      const subject = literal ? candidate : `${hostname} leads to ${candidate}, which`;
      return `${subject} is ${range}; only public addresses are visited`;
    }
    return isWebPort(port) ? null : portSentence(port);
  }

  function url(candidate: URL): string | null {
    if (candidate.protocol !== 'http:' && candidate.protocol !== 'https:') {
      return `${candidate.protocol} addresses are not visited, only http: and https:`;
    }
    if (candidate.username !== '' || candidate.password !== '') {
      return 'an address with a user name or password in it is not visited';
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
  return `port ${port} is not one of the web’s usual ports (80, 443, 8000 to 8999)`;
}

/** One spelling for one address; names stay as they are. */
function canonical(host: string): string {
  return ipaddr.isValid(host) ? ipaddr.parse(host).toNormalizedString() : host;
}
