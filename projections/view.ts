/** What a view is: a pure function of (document, event), and what the runner must know to keep it. */
import type { LinkledgerEvent } from '../command-service/events.ts';
import type { RecordedEvent } from '../infra/ports/event-store.ts';
import type { ViewDoc, ViewRef } from '../infra/ports/read-store.ts';

/** An event as the projections see it. */
export type Recorded = RecordedEvent<LinkledgerEvent>;

/** A kind of document kept from events. The runner owns all reading and writing; these functions are pure. */
export interface View<Doc extends ViewDoc, Field extends string = string> extends ViewRef<Doc, Field> {
  /** The ids of the documents this event touches; none when the view does not care. */
  keys(event: Recorded): readonly string[];
  /** The document `id` after the event. `null` is "no such document", before and after. */
  evolve(doc: Doc | null, event: Recorded, id: string): Doc | null;
  /** Counters kept from this view's documents. */
  readonly tally?: Counters<Doc>;
}

/**
 * Counters that follow the documents of a view: whenever a document changes, what it added before is taken away and
 * what it adds now is put on, in the same commit. Kept so, they equal a recount at every position.
 */
export interface Counters<Doc extends ViewDoc> {
  /** The companion view that holds the counters. */
  readonly schema: ViewRef;
  /** What this document adds to which counters. */
  contributions(doc: Doc): readonly Increment[];
  /** The companion view that holds the past of `dated` counters: a `CounterMonth` for each month in which one moved. */
  readonly history?: ViewRef<CounterMonth>;
}

export interface Increment {
  /** The id of the counter document. */
  readonly id: string;
  /** What the counter document says of itself; the same for all contributions to it. */
  readonly labels: Readonly<Record<string, string>>;
  /** What is added to each amount. A counter document whose amounts are all 0 is removed. */
  readonly amounts: Readonly<Record<string, number>>;
  /** What each day added to the counter is kept as well. */
  readonly dated?: boolean;
}

/**
 * What the days of one month added to a counter, by the UTC day of the event. What a counter was at the end of a day is
 * the sum of all its days up to that one, so that it equals a recount of the documents as they were then.
 */
export interface CounterMonth {
  readonly id: string;
  /** The id of the counter document. */
  readonly counter: string;
  /** By day, YYYY-MM-DD; only days and amounts that moved. */
  readonly days: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A document before and after a commit; null is "no such document". */
export interface DocChange {
  readonly id: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** What a commit changed, for whoever waits for a position or shows a list. */
export interface Committed {
  readonly view: string;
  /** Where the view stands now. */
  readonly position: number;
  /** Only documents that really changed; none when the events did not concern the view. */
  readonly changes: readonly DocChange[];
}
