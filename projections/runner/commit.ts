/** Folds a batch of events into a view, in one commit. */
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { ReadStore, ViewDoc, ViewRef } from '../../infra/ports/storage/read-store.ts';
import type { CommittedChanges, Recorded, View } from '../view.ts';
import { fold, type PoisonEvent, plan, writesOf } from './fold.ts';

export interface CommitDeps {
  readonly reads: Pick<ReadStore, 'getMany' | 'commit'>;
  readonly logger: Logger;
  /** Runs a commit of many changes after those of other views. Default: at once. */
  readonly inQueue?: <T>(commit: () => Promise<T>) => Promise<T>;
  /** Makes the note of a commit, for those who watch the views. */
  readonly noteOf?: (committed: CommittedChanges) => object;
}

interface CommitResult {
  /** The new position of the view. */
  readonly position: number;
  /** The event that the view cannot handle; everything before it is committed. */
  readonly poison: PoisonEvent | null;
  /** The events that touched documents, in order. */
  readonly steps: readonly { readonly event: Recorded }[];
  /** When the commit began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** How long the commit took, in milliseconds. */
  readonly ms: number;
}

/** The most events of a commit that waits for no other. */
const FEW_EVENTS = 50;

/**
 * Folds events into the view at position `expected` and writes documents, counters and checkpoint at once.
 * @throws ConflictError if the view is at another position.
 */
export async function commitEvents(
  view: View<ViewDoc>,
  deps: CommitDeps,
  expected: number,
  events: readonly Recorded[],
): Promise<CommitResult> {
  const planned = plan(view, events);
  const commit = () => commitPlanned(view, deps, expected, planned);
  return planned.steps.length <= FEW_EVENTS || deps.inQueue === undefined ? commit() : deps.inQueue(commit);
}

async function commitPlanned(
  view: View<ViewDoc>,
  deps: CommitDeps,
  expected: number,
  planned: ReturnType<typeof plan>,
): Promise<CommitResult> {
  const { reads } = deps;
  const [startedAt, started] = [Date.now(), performance.now()];
  const stored = await documents(reads, view, planned.ids);
  const folded = fold(view, stored, planned);
  const { position, poison } = folded;
  const result = (reached: number, steps: CommitResult['steps']) => {
    return { position: reached, poison, steps, startedAt, ms: performance.now() - started };
  };
  if (position === null) return result(expected, []);
  const { schema, history } = view.counters ?? {};
  const counters = await documents(reads, schema, [...folded.deltas.keys()]);
  const months = await documents(reads, history, [...folded.months.keys()]);
  const entries = view.entries && { entries: folded.entries };
  const note = noteOn({ view: view.name, position, changes: folded.changes, ...entries }, deps);
  await reads.commit(view, expected, position, writesOf(view, folded, counters, months), note);
  return result(position, planned.steps);
}

/** null without a note: readers must assume that anything changed. */
function noteOn(committed: CommittedChanges, { noteOf, logger }: CommitDeps): object | null {
  try {
    return noteOf?.(committed) ?? null;
  } catch (error) {
    const { view, position } = committed;
    logger.error({ view, position, err: error }, 'a commit could not be summarized; its readers reload everything');
    return null;
  }
}

/** The existing documents by id; empty without a view. */
async function documents<Doc extends ViewDoc>(
  reads: CommitDeps['reads'],
  view: ViewRef<Doc> | undefined,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Doc>> {
  if (view === undefined || ids.length === 0) return new Map();
  const docs = await reads.getMany(view, ids);
  return new Map(docs.map((doc) => [doc.id, doc]));
}

/** Logs that a view stopped at a poison event. */
export function reportPoison({ view, event: { position, id, type }, cause }: PoisonEvent, logger: Logger): void {
  logger.error(
    { view, position, eventId: id, eventType: type, err: cause },
    'the view stopped at an event it cannot handle; the other views continue',
  );
}
