/** Lists that omit some of the documents that match a query, for reasons that a query cannot express. */
import type { FindQuery, FindResult, ReadStore, ViewDoc, ViewRef } from '../../infra/ports/storage/read-store.ts';

/** The page and the total of the matching documents that `isSeen` accepts. Reads all of them: only for short lists. */
export async function findSeen<Doc extends ViewDoc, Field extends string>(
  reads: Pick<ReadStore, 'find'>,
  view: ViewRef<Doc, Field>,
  { skip = 0, limit, ...query }: FindQuery<NoInfer<Field>>,
  isSeen: (id: string) => boolean,
): Promise<FindResult<Doc>> {
  const { rows } = await reads.find(view, query);
  const seen = rows.filter(({ id }) => isSeen(id));
  return { rows: seen.slice(skip, limit === undefined ? undefined : skip + limit), total: seen.length };
}
