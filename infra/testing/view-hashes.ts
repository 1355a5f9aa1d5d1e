/** Hashes of views, to compare those of two engines, or of a rebuild. */
import { createHash } from 'node:crypto';
import type { ReadStore, ViewDoc, ViewRef } from '../ports/storage/read-store.ts';

const PAGE = 1_000;

/** A hash of each view and companion, by name, with the number of its documents. */
export type ViewHashes = Readonly<Record<string, string>>;

/**
 * SHA-256 over id and canonical document of every view and of its companions, in id order.
 * @param positions whether properties named `position` count: two logs with the same events have other positions.
 */
export async function hashViews(
  reads: Pick<ReadStore, 'find'>,
  views: readonly ViewRef<ViewDoc>[],
  positions: 'with positions' | 'without positions',
): Promise<ViewHashes> {
  const schemas = views.flatMap((view) => [view, ...(view.companions ?? [])]);
  const hashes: Record<string, string> = {};
  for (const schema of schemas) hashes[schema.name] = await hashView(reads, schema, positions === 'with positions');
  return hashes;
}

async function hashView(reads: Pick<ReadStore, 'find'>, view: ViewRef<ViewDoc>, hasPositions: boolean) {
  const hash = createHash('sha256');
  let count = 0;
  for (let after: string | undefined; ; ) {
    const page = { limit: PAGE, countUpTo: 1, ...(after !== undefined && { after }) };
    const { rows } = await reads.find(view, page);
    for (const doc of rows) {
      const shown = hasPositions ? doc : withoutPositions(doc);
      hash.update(`${JSON.stringify(canonical({ ...shown }, hasPositions))}\n`);
    }
    count += rows.length;
    after = rows.at(-1)?.id;
    if (rows.length < PAGE) return `${count} documents, ${hash.digest('hex')}`;
  }
}

/** Without the positions in other places than `position`: the ids of the ledger's entries, the values of the moments. */
function withoutPositions(doc: ViewDoc): object {
  const parts = 'last' in doc && Array.isArray(doc.last) && { last: doc.last.map((position) => position > 0) };
  return { ...doc, id: doc.id.replace(/^\d{16}/, ''), ...parts };
}

/** The same value with the properties of each object in order of their names. */
function canonical(value: unknown, hasPositions: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => canonical(each, hasPositions));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => hasPositions || name !== 'position');
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, canonical(each, hasPositions)]),
  );
}
