/** A view: a pure function of (document, event), with the settings that the runner needs to keep it. Contract. */
import type { LinkledgerEvent } from '../command-service/contract/events.ts';
import type { RecordedEvent } from '../infra/ports/storage/event-store.ts';
import type { ViewDoc, ViewRef } from '../infra/ports/storage/read-store.ts';

/** A recorded event. */
export type Recorded = RecordedEvent<LinkledgerEvent>;

/** A kind of document computed from events. The functions are pure; the runner does all I/O. */
export interface View<Doc extends ViewDoc, Field extends string = string> extends ViewRef<Doc, Field> {
  /** The ids of the documents that this event touches; empty if the view ignores the event. */
  keys(event: Recorded): readonly string[];
  /** The document `id` after the event. `null` means "no such document", as argument and as result. */
  evolve(doc: Doc | null, event: Recorded, id: string): Doc | null;
  /** Counters kept from this view's documents. */
  readonly counters?: Counters<Doc>;
  /** Documents written once per event. */
  readonly entries?: Entries<Doc>;
}

/** Documents that an event adds to a companion, and that no later event changes. */
interface Entries<Doc extends ViewDoc> {
  /** The companion view of the entries. */
  readonly schema: ViewRef;
  /** The entries of an event for the document `id`, which was `before` until the event and then `doc`. Ids are new. */
  of(event: Recorded, doc: Doc | null, id: string, before: Doc | null): readonly ViewDoc[];
}

/** The id of a position's first entry, greater than all entries of earlier positions. */
export const entryId = (position: number): string => String(position).padStart(16, '0');

/**
 * Counters over the documents of a view. When a document changes, its old increments are subtracted and its new ones added
 * in the same commit, so counters always equal a recount.
 */
interface Counters<Doc extends ViewDoc> {
  /** The companion view of the counters. */
  readonly schema: ViewRef;
  /** The UTC day from which an event's changes count, if not the day of the event. */
  countsFrom?(event: Recorded): string | undefined;
  /** The document's increments. */
  increments(doc: Doc): readonly Increment[];
  /** Whether two documents have the same increments, as far as that shows without computing them. */
  isSame?(one: Doc, other: Doc): boolean;
  /** The companion view with the history of `dated` counters: a `CounterMonth` for each month with changes. */
  readonly history?: ViewRef<CounterMonth>;
}

export interface Increment {
  /** The id of the counter document. */
  readonly id: string;
  /** Fields of the counter document; the same in all increments of one counter. */
  readonly labels: Readonly<Record<string, string>>;
  /** Added to each amount. A counter document with only zeros is removed. */
  readonly amounts: Readonly<Record<string, number>>;
  /** Also records the changes of each day. */
  readonly dated?: boolean;
}

/**
 * The net changes of a counter on the days of one month, by the UTC day of the event. The counter at the end of a day
 * is the sum of all days up to then.
 */
export interface CounterMonth {
  readonly id: string;
  /** The id of the counter document. */
  readonly counter: string;
  /** By day, YYYY-MM-DD; only days and amounts that changed. */
  readonly days: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A document before and after a commit; null means "no such document". */
export interface DocChange {
  readonly id: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** What a commit changed. */
export interface CommittedChanges {
  readonly view: string;
  /** The new position of the view. */
  readonly position: number;
  /** Only documents that differ; empty if the events did not concern the view. */
  readonly changes: readonly DocChange[];
  /** The new entries of a view with entries. */
  readonly entries?: readonly ViewDoc[];
}
