/** Folding a batch of events into a view, in one commit. */
import type { Logger } from '../../infra/ports/logger.ts';
import type { ReadStore, ViewDoc, ViewRef } from '../../infra/ports/read-store.ts';
import type { Committed, Recorded, View } from '../view.ts';
import { fold, type PoisonEvent, plan, writesOf } from './fold.ts';

export interface CommitDeps {
  readonly reads: Pick<ReadStore, 'getMany' | 'commit'>;
  readonly logger: Logger;
  /** Told of each commit once it is done. */
  readonly onCommit?: (committed: Committed) => void;
}

/**
 * Folds events into the view at position `expected`: documents, counters and checkpoint are written at once. Answers
 * where the view stands now, and the event it could not take: everything before that one is committed.
 * @throws ConflictError when the view stands elsewhere.
 */
export async function commitEvents(
  view: View<ViewDoc>,
  { reads, onCommit, logger }: CommitDeps,
  expected: number,
  events: readonly Recorded[],
): Promise<{ readonly position: number; readonly poison: PoisonEvent | null }> {
  const planned = plan(view, events);
  const stored = await documents(reads, view, planned.ids);
  const folded = fold(view, stored, planned);
  const { position, poison } = folded;
  if (position === null) return { position: expected, poison };
  const { schema, history: past } = view.tally ?? {};
  const counters = await documents(reads, schema, [...folded.deltas.keys()]);
  const months = await documents(reads, past, [...folded.months.keys()]);
  await reads.commit(view, expected, position, writesOf(view, folded, counters, months));
  try {
    onCommit?.({ view: view.name, position, changes: folded.changes });
  } catch (error) {
    logger.error({ view: view.name, position, err: error }, 'a listener to the view failed');
  }
  return { position, poison };
}

/** Those of a view that there are; none where there is no view. */
async function documents<Doc extends ViewDoc>(
  reads: CommitDeps['reads'],
  view: ViewRef<Doc> | undefined,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Doc>> {
  if (view === undefined || ids.length === 0) return new Map();
  const docs = await reads.getMany(view, ids);
  return new Map(docs.map((doc) => [doc.id, doc]));
}

/** Logs that a view stopped at an event. */
export function reportPoison({ view, event: { position, id, type }, cause }: PoisonEvent, logger: Logger): void {
  logger.error(
    { view, position, eventId: id, eventType: type, err: cause },
    'the view stopped at an event it cannot take; the other views go on',
  );
}
