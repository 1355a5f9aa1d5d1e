/** Which sets of tags, warnings and deviations a filter selects. Contract: lists and bulk operations select the same links. */
import { DEVIATION_CODES } from '../../command-service/contract/deviations.ts';
import { InputError } from '../../command-service/contract/schema/parse.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { tagKey } from '../../command-service/contract/tags.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { hasBegun } from '../../projections/rules/deviations.ts';
import { domainsOfClients } from '../../projections/views/links/client-book.ts';
import { type LinkCountDoc, type LinkCountKind, linkCounts } from '../../projections/views/links/link-counts.ts';
import type { LinkFilter, SelectedSets } from './link-filter.ts';
import { ANY_DEVIATION } from './list-options.ts';

/** The most tag sets one query may select, over all scopes: far more than people use. */
const MAX_TAG_SETS = 10_000;

/**
 * The sets in these scopes that contain one of the filter's tags, warnings or deviations, and all domains of its clients.
 * @param today a deviation that begins later does not count.
 * @throws InputError if there are too many sets for one query.
 */
export async function readSets(
  reads: Pick<ReadStore, 'find'>,
  scopes: readonly Scope[],
  { tag = [], warning = [], deviation = [], clientDomain }: Partial<LinkFilter>,
  today: string,
): Promise<SelectedSets> {
  const [tagSets, warningSets, deviationSets, clientDomains] = await Promise.all([
    setsWith('tag-set', tag.map(tagKey)),
    setsWith('warning-set', warning),
    setsWith('deviation-set', deviation.includes(ANY_DEVIATION) ? DEVIATION_CODES : deviation),
    clientDomain && domainsOfClients(reads, scopes, clientDomain),
  ]);
  return { tagSets, warningSets, deviationSets, ...(clientDomains && { clientDomains }) };

  async function setsWith(kind: LinkCountKind, values: readonly string[]): Promise<readonly string[]> {
    if (values.length === 0) return [];
    const where = { scope: scopes, kind, tag: values };
    const { rows } = await reads.find(linkCounts, { where, limit: MAX_TAG_SETS + 1 });
    const sets = new Set(rows.filter(hasCome).map(({ tagSet }) => tagSet));
    if (rows.length <= MAX_TAG_SETS && sets.size * scopes.length <= MAX_TAG_SETS) return [...sets];
    throw new InputError({ tag: 'These tags are combined with too many other tags: select fewer tags or one team.' });
  }

  function hasCome({ kind, tag: code, tagSet }: LinkCountDoc): boolean {
    return kind !== 'deviation-set' || hasBegun(tagSet, code, today);
  }
}
