/** Folds a batch of events into documents and counters, in memory. Pure: the runner does all I/O. */
import type { ViewDoc, ViewWrite } from '../../infra/ports/storage/read-store.ts';
import type { CounterMonth, DocChange, Increment, Recorded, View } from '../view.ts';
import { CounterChanges, type CounterDelta, counterAfter, type MonthDelta, monthAfter } from './counters.ts';

/** An event for which the functions of a view throw. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly view: string;
  readonly event: Recorded;

  constructor(view: string, event: Recorded, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.view = view;
    this.event = event;
  }

  get description(): string {
    const { type, id, position } = this.event;
    return `${type} ${id} at position ${position}: ${this.message}`;
  }
}

/** Events with the documents they touch, up to the first event for which `keys` throws. */
interface FoldPlan {
  /** Only events that touch a document. */
  readonly steps: readonly FoldStep[];
  /** All touched ids, once each. */
  readonly ids: readonly string[];
  /** The position of the last planned event; null if the first was poison. */
  readonly position: number | null;
  readonly poison: PoisonEvent | null;
}

interface FoldStep {
  readonly event: Recorded;
  readonly ids: readonly string[];
  /** The position of the previous event; null for the first. */
  readonly before: number | null;
}

/** Finds the documents that the events touch. */
export function plan(view: View<ViewDoc>, events: readonly Recorded[]): FoldPlan {
  const steps: FoldStep[] = [];
  const ids = new Set<string>();
  let position: number | null = null;
  for (const event of events) {
    try {
      const touched = view.keys(event);
      if (touched.length > 0) steps.push({ event, ids: touched, before: position });
      for (const id of touched) ids.add(id);
    } catch (cause) {
      return { steps, ids: [...ids], position, poison: new PoisonEvent(view.name, event, cause) };
    }
    position = event.position;
  }
  return { steps, ids: [...ids], position, poison: null };
}

/** The result of a batch: a poison event, and everything after it, leaves no trace. */
interface FoldResult {
  readonly changes: readonly DocChange[];
  /** New entries, in the order of their events. */
  readonly entries: readonly ViewDoc[];
  /** Changed counters by id. */
  readonly deltas: ReadonlyMap<string, CounterDelta>;
  /** Changed months of dated counters by id. */
  readonly months: ReadonlyMap<string, MonthDelta>;
  /** The position of the last folded event; null if the first was poison. */
  readonly position: number | null;
  readonly poison: PoisonEvent | null;
}

interface DocState {
  readonly before: ViewDoc | null;
  after: ViewDoc | null;
  counts: readonly Increment[];
}

/** Applies the events in order. `stored` has the existing documents among the touched ones. */
export function fold(view: View<ViewDoc>, stored: ReadonlyMap<string, ViewDoc>, planned: FoldPlan): FoldResult {
  const docs = new Map<string, DocState>();
  const incrementsOf = (doc: ViewDoc | null) => (doc === null ? [] : (view.counters?.increments(doc) ?? []));
  const addsSame = (one: ViewDoc | null, other: ViewDoc | null) =>
    one === other || (one !== null && other !== null && view.counters?.isSame?.(one, other) === true);
  const stateOf = (id: string): DocState => {
    const folded = docs.get(id);
    if (folded !== undefined) return folded;
    const before = stored.get(id) ?? null;
    return { before, after: before, counts: incrementsOf(before) };
  };
  const counters = new CounterChanges();
  const entries: ViewDoc[] = [];
  let { position, poison } = planned;
  for (const { event, ids, before } of planned.steps) {
    try {
      // An event changes all of its documents or none: assigns only after the last one evolved.
      const next = ids.map((id) => {
        const state = stateOf(id);
        const after = view.evolve(state.after, event, id);
        const counts = addsSame(state.after, after) ? state.counts : incrementsOf(after);
        return { id, state, after, counts };
      });
      const added = next.flatMap(({ id, state, after }) => view.entries?.of(event, after, id, state.after) ?? []);
      entries.push(...added);
      const day = view.counters?.countsFrom?.(event) ?? event.metadata.at.slice(0, 10);
      for (const { id, state, after, counts } of next) {
        counters.record(day, state.counts, counts);
        state.after = after;
        state.counts = counts;
        docs.set(id, state);
      }
    } catch (cause) {
      position = before;
      poison = new PoisonEvent(view.name, event, cause);
      break;
    }
  }
  const changed = [...docs].filter(([, state]) => state.before !== state.after);
  return {
    changes: changed.map(([id, { before, after }]) => ({ id, before, after })),
    entries,
    deltas: counters.deltas,
    months: counters.months,
    position,
    poison,
  };
}

/** The writes of a commit. `counters` and `months` have the existing companion documents among the changed ones. */
export function writesOf(
  view: View<ViewDoc>,
  folded: FoldResult,
  counters: ReadonlyMap<string, object>,
  months: ReadonlyMap<string, CounterMonth>,
): readonly ViewWrite[] {
  const writes: ViewWrite[] = folded.changes.map(({ id, after }) => ({ id, doc: after }));
  if (view.entries !== undefined) {
    for (const entry of folded.entries) writes.push({ companion: view.entries.schema, id: entry.id, doc: entry });
  }
  const { schema, history } = view.counters ?? {};
  if (schema !== undefined) {
    for (const [id, delta] of folded.deltas) {
      writes.push({ companion: schema, id, doc: counterAfter(id, counters.get(id), delta) });
    }
  }
  if (history !== undefined) {
    for (const [id, delta] of folded.months) {
      writes.push({ companion: history, id, doc: monthAfter(id, months.get(id), delta) });
    }
  }
  return writes;
}
