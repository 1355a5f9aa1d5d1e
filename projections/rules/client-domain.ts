/** Which client an address belongs to. Pure. */
import { getDomain } from 'tldts';

/**
 * The registrable domain of a client link by the Public Suffix List, its private section included, so that two shops on
 * one hosting domain are two clients. Where there is none (an IP address, localhost, a bare suffix): the host without
 * its port. Lower case, IDNA as punycode. A text that is no address stands for itself, in lower case.
 */
export function clientDomain(clientLink: string): string {
  const host = URL.parse(clientLink)?.hostname.replace(/\.$/, '');
  if (host === undefined || host === '') return clientLink.toLowerCase();
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
