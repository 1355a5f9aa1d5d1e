/** Does the same work on every matching document of a view, until no document matches. */
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import type { FindQuery, ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { DomainError } from '../core/errors.ts';
import { waitForViews } from '../links/wait-for-views.ts';

interface WorkDeps {
  readonly feed: Pick<Feed<LinkledgerEvent>, 'head'>;
  readonly reads: ReadStore;
}

/** The documents to work on. */
export interface MatchingDocs<Field extends string> {
  readonly view: ViewRef<{ readonly id: string }, Field>;
  readonly where: NonNullable<FindQuery<NoInfer<Field>>['where']>;
}

/** The result of the work. */
interface WorkOutcome {
  /** The position of the last event, or `from`. */
  readonly position: number;
  /** Documents whose work was refused and that still match. */
  readonly left: number;
}

/** Documents found at once, and worked on together: a view applies a slice in one commit. */
const SLICE = 200;
const AT_ONCE = 20;

/**
 * Works on the matching documents, a slice at a time, once the view includes the log up to `from`. A document stops
 * matching when the view includes the work on it, or another change. Stops when aborted.
 * @param work returns the position of the last event it wrote.
 */
export async function forEachMatching<Field extends string>(
  { reads, feed }: WorkDeps,
  { view, where }: MatchingDocs<Field>,
  from: number,
  work: (id: string) => Promise<number>,
  signal: AbortSignal,
): Promise<WorkOutcome> {
  const done = new Set<string>();
  let position = from;
  while (!signal.aborted && (await waitForViews(reads, [view], position, signal))) {
    const { rows } = await reads.find(view, { where, limit: SLICE });
    const left = rows.filter(({ id }) => !done.has(id));
    if (left.length === 0) return { position, left: rows.length };
    for (let at = 0; at < left.length && !signal.aborted; at += AT_ONCE) {
      const ids = left.slice(at, at + AT_ONCE).map(({ id }) => id);
      const positions = await Promise.all(ids.map(async (id) => (await unlessRefused(work(id))) ?? feed.head()));
      position = Math.max(position, ...positions);
      for (const id of ids) done.add(id);
    }
  }
  return { position, left: 0 };
}

/** null if the command was refused because the item no longer exists or has changed: no work is left. */
async function unlessRefused(work: Promise<number>): Promise<number | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
