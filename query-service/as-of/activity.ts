/** Reads what happened to links between two moments. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import { entryId } from '../../projections/view.ts';
import {
  type ActivityEntry,
  type ActivityField,
  type ActivityKind,
  linkActivity,
} from '../../projections/views/links/link-activity.ts';

/** The entries of the links that `where` selects, after one position and up to another. */
export interface Period {
  readonly where: NonNullable<FindQuery<ActivityField>['where']> & { readonly scope: readonly string[] };
  readonly after: number;
  readonly upTo: number;
}

/** The newest entries first, in pages. A link that moves within the selection is neither deleted nor added. */
export async function* activityPages(
  reads: Pick<ReadStore, 'find'>,
  { where, after, upTo }: Period,
  size = 500,
): AsyncGenerator<readonly ActivityEntry[]> {
  if (where.scope.length === 0) return;
  for (let before = `${entryId(upTo)}~`; ; ) {
    const { rows } = await reads.find(linkActivity, { where, before, limit: size, countUpTo: 1 });
    const isFull = rows.length === size;
    // The two entries of a move stay together: the next page begins with this one.
    if (isFull && rows.at(-1)?.kind === 'added') rows.pop();
    const moves = new Set(
      rows.flatMap(({ position }, index) => (rows[index + 1]?.position === position ? position : [])),
    );
    yield rows.filter(({ position }) => position > after && !moves.has(position));
    const last = rows.at(-1);
    if (!isFull || last === undefined || last.position <= after) return;
    before = last.id;
    // Other requests get their turn between pages: a store may answer at once.
    await nextTurn();
  }
}

/** One page of the entries of these kinds, their number, and the number of all entries by kind. */
export async function readActivity(
  reads: Pick<ReadStore, 'find'>,
  period: Period,
  { kinds, skip, limit }: { kinds: readonly ActivityKind[] | undefined; skip: number; limit: number },
) {
  const counts = {
    'went-live': 0,
    lost: 0,
    'came-back': 0,
    unreadable: 0,
    changed: 0,
    deviates: 0,
    added: 0,
    deleted: 0,
  };
  const rows: ActivityEntry[] = [];
  let total = 0;
  for await (const page of activityPages(reads, period)) {
    for (const entry of page) {
      counts[entry.kind] += 1;
      if (kinds?.includes(entry.kind) === false) continue;
      if (total >= skip && rows.length < limit) rows.push(entry);
      total += 1;
    }
  }
  return { counts, total, rows };
}
