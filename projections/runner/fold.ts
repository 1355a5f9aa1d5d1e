/** Folding a batch of events into documents and counters, in memory. Pure: the runner reads and writes. */
import type { ViewDoc, ViewWrite } from '../../infra/ports/read-store.ts';
import type { CounterMonth, DocChange, Increment, Recorded, View } from '../view.ts';
import { CounterChanges, type CounterDelta, counterAfter, type MonthDelta, monthAfter } from './counters.ts';

/** An event that a view's own functions cannot take. */
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

/** Events with the documents each touches, up to the first that `keys` cannot take. */
export interface Plan {
  /** Only events that touch a document. */
  readonly steps: readonly Step[];
  /** All touched ids, once each. */
  readonly ids: readonly string[];
  /** Of the last event; null when even the first was poison. */
  readonly position: number | null;
  readonly poison: PoisonEvent | null;
}

interface Step {
  readonly event: Recorded;
  readonly ids: readonly string[];
  /** The position of the event before; null for the first. */
  readonly before: number | null;
}

/** Asks the view which documents the events touch. */
export function plan(view: View<ViewDoc>, events: readonly Recorded[]): Plan {
  const steps: Step[] = [];
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

/** What became of the documents. With poison it holds everything up to the event before, and nothing of that event. */
export interface Folded {
  readonly changes: readonly DocChange[];
  /** Counters by id; only those that move. */
  readonly deltas: ReadonlyMap<string, CounterDelta>;
  /** Months of dated counters by id; only those in which something moves. */
  readonly months: ReadonlyMap<string, MonthDelta>;
  /** Of the last event folded in; null when even the first was poison. */
  readonly position: number | null;
  readonly poison: PoisonEvent | null;
}

interface Entry {
  readonly before: ViewDoc | null;
  after: ViewDoc | null;
  counts: readonly Increment[];
}

/** Applies the events in order to the documents as they stand. `stored` holds the touched ones that exist. */
export function fold(view: View<ViewDoc>, stored: ReadonlyMap<string, ViewDoc>, planned: Plan): Folded {
  const entries = new Map<string, Entry>();
  const contributions = (doc: ViewDoc | null) => (doc === null ? [] : (view.tally?.contributions(doc) ?? []));
  const entryOf = (id: string): Entry => {
    const known = entries.get(id);
    if (known !== undefined) return known;
    const before = stored.get(id) ?? null;
    return { before, after: before, counts: contributions(before) };
  };
  const ledger = new CounterChanges();
  let { position, poison } = planned;
  for (const { event, ids, before } of planned.steps) {
    try {
      // All documents of one event or none: they are put in place only when the last has been evolved.
      const next = ids.map((id) => {
        const entry = entryOf(id);
        const after = view.evolve(entry.after, event, id);
        const counts = after === entry.after ? entry.counts : contributions(after);
        return { id, entry, after, counts };
      });
      for (const { id, entry, after, counts } of next) {
        ledger.record(event.metadata.at, entry.counts, counts);
        entry.after = after;
        entry.counts = counts;
        entries.set(id, entry);
      }
    } catch (cause) {
      position = before;
      poison = new PoisonEvent(view.name, event, cause);
      break;
    }
  }
  const changed = [...entries].filter(([, entry]) => entry.before !== entry.after);
  return {
    changes: changed.map(([id, { before, after }]) => ({ id, before, after })),
    deltas: ledger.counters,
    months: ledger.months,
    position,
    poison,
  };
}

/**
 * The writes of a commit. `counters` and `months` hold the documents of the companions that the deltas touch, as far as
 * they exist.
 */
export function writesOf(
  view: View<ViewDoc>,
  folded: Folded,
  counters: ReadonlyMap<string, object>,
  months: ReadonlyMap<string, CounterMonth>,
): readonly ViewWrite[] {
  const writes: ViewWrite[] = folded.changes.map(({ id, after }) => ({ id, doc: after }));
  const { schema, history: past } = view.tally ?? {};
  if (schema !== undefined) {
    for (const [id, delta] of folded.deltas) {
      writes.push({ companion: schema, id, doc: counterAfter(id, counters.get(id), delta) });
    }
  }
  if (past !== undefined) {
    for (const [id, delta] of folded.months) {
      writes.push({ companion: past, id, doc: monthAfter(id, months.get(id), delta) });
    }
  }
  return writes;
}
