/** Whether an address counts as the client link (infra/docs/product.md, "Matching"). Pure. */
import { getDomain } from 'tldts';
import { type Address, addressOf } from '../../command-service/contract/link-address.ts';
import type { FoundLink, Matching, Visit } from '../../command-service/contract/observation.ts';

/** The domain whose subdomains belong to one owner; else the host itself (an IP address, localhost). */
export function domainOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

/** Whether an address counts as the wanted address. */
export function isCounted(wanted: Address, address: Address, matching: Matching): boolean {
  if (address.key === wanted.key) return true;
  switch (matching) {
    case 'exact':
      return false;
    case 'ignore-query':
      return pageOf(address) === pageOf(wanted);
    case 'any-subdomain':
      return pathOf(address) === pathOf(wanted) && domainOf(address.host) === domainOf(wanted.host);
    default:
      return matching satisfies never;
  }
}

/** The links of a visit that count as the client link: exact matches first, each group in page order. */
export function countedLinks(
  { matches, similar = [] }: Pick<Visit, 'matches' | 'similar'>,
  clientLink: string,
  matching: Matching,
): readonly FoundLink[] {
  return [...matches, ...counted(similar, clientLink, matching)];
}

/** The links among these that count as the client link. */
export function counted(links: readonly FoundLink[], clientLink: string, matching: Matching): readonly FoundLink[] {
  const wanted = matching === 'exact' ? null : addressOf(clientLink);
  if (wanted === null) return [];
  return links.filter(({ href }) => {
    const address = addressOf(href);
    return address !== null && isCounted(wanted, address, matching);
  });
}

/** An address without its query. */
export function pageOf({ key }: Address): string {
  return key.split('?', 1)[0] ?? key;
}

/** Port and path. */
function pathOf(address: Address): string {
  return pageOf(address).slice(`http://${address.host}`.length);
}
