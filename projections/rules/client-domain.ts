/** The client of an address. Contract. Pure. */
import { getDomain } from 'tldts';

/**
 * The registrable domain of a client link by the Public Suffix List with its private section, so two shops on one
 * hosting domain are two clients. The host without its port if it has no registrable domain (an IP address, localhost,
 * a bare suffix). Lower case, IDNA as punycode. A text that is not an address is returned in lower case.
 */
export function clientDomain(clientLink: string): string {
  const host = URL.parse(clientLink)?.hostname.replace(/\.$/, '');
  if (host === undefined || host === '') return clientLink.toLowerCase();
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

/** A domain as people type or paste it, spelled as `clientDomain` spells it: `Bücher.example` as `xn--bcher-kva.example`. */
export function domainKey(typed: string): string {
  const domain = typed.normalize('NFC').toLowerCase();
  if (/^\p{ASCII}*$/u.test(domain) || /[\s/?#:@\\]/.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}
