/** Reads all matching links in pages, by id, so that concurrent changes skip none. */
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { type LinkField, links } from '../../projections/views/links/links.ts';

/** Links read at once. */
const PAGE = 200;

/**
 * Pages of the links that match `query` and whose id comes after `cursor`, by id. A link that matches during the whole
 * scan comes exactly once.
 */
export async function* scanLinks(
  reads: Pick<ReadStore, 'find'>,
  query: Pick<FindQuery<LinkField>, 'where' | 'contains'>,
  cursor: string,
  pageSize = PAGE,
): AsyncGenerator<readonly LinkDoc[]> {
  for (let after = cursor; ; ) {
    const { rows } = await reads.find(links, { ...query, after, limit: pageSize, countUpTo: 1 });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}
