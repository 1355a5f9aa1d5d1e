/** Which domains belong to one client, by the records of the lists that somebody sees. */

import type { Scope } from '../../../command-service/contract/scope.ts';
import type { ReadStore } from '../../../infra/ports/storage/read-store.ts';
import { domainKey } from '../../rules/client-domain.ts';
import { type ClientDoc, clients } from './clients.ts';

export interface KnownClient {
  readonly name: string;
  /** At least one; the first names the client in addresses. */
  readonly domains: readonly string[];
  /** null for a domain without a record, which is a client of its own. */
  readonly record: ClientDoc | null;
}

export interface ClientBook {
  /** The client of a domain, as people spell it. */
  readonly of: (domain: string) => KnownClient;
  /** The clients that have a record. */
  readonly recorded: readonly KnownClient[];
}

/** Each list has records of its own: of those with the same domain, the oldest has it. */
export async function readClientBook(reads: Pick<ReadStore, 'find'>, scopes: readonly Scope[]): Promise<ClientBook> {
  const { rows } = scopes.length === 0 ? { rows: [] } : await reads.find(clients, { where: { scope: scopes } });
  const byDomain = new Map<string, KnownClient>();
  const recorded: KnownClient[] = [];
  for (const record of rows) {
    const domains = record.domains.filter((domain) => !byDomain.has(domain));
    const client = { name: record.name, domains, record };
    for (const domain of domains) byDomain.set(domain, client);
    if (domains.length > 0) recorded.push(client);
  }
  return {
    recorded,
    of(typed) {
      const domain = domainKey(typed);
      return byDomain.get(domain) ?? { name: domain, domains: [domain], record: null };
    },
  };
}

/** All domains of the clients that have these domains, as people spell them. */
export async function domainsOfClients(
  reads: Pick<ReadStore, 'find'>,
  scopes: readonly Scope[],
  domains: readonly string[],
): Promise<readonly string[]> {
  if (domains.length === 0) return [];
  const { of } = await readClientBook(reads, scopes);
  return domains.flatMap((domain) => of(domain).domains);
}
