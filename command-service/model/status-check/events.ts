/** The events of a status check: one run over the links of a scope, or over those of one of its clients. */

import type { Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

/** One visit of a page serves all its links: each of n links counts as 1/n, so `visits` may be a fraction. */
export interface Visited {
  readonly checks: number;
  readonly visits: number;
}

/** The results of a run so far. */
export interface RunCounts {
  readonly done: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
  /** The visited links, and the number of their visits. Absent in old events. */
  readonly visited?: Visited;
}

/** A check of the links of a scope started. Links come in the order of their ids; `total` is their number at the start. */
type StatusCheckStarted = Event<
  'StatusCheckStarted',
  {
    readonly runId: string;
    readonly scope: Scope;
    readonly total: number;
    /** The only client whose links are checked. Absent: all links of the scope. */
    readonly clientDomain?: string;
    /** The API token that started it; null: no token. Absent in old events. */
    readonly tokenId?: string | null;
  }
>;

/**
 * Every link up to and including `cursor` is done ('' before the first), and some after it. `settled` counts only those
 * up to the cursor: a run resumes from there.
 */
type StatusCheckProgressed = Event<
  'StatusCheckProgressed',
  { readonly runId: string; readonly cursor: string; readonly settled: RunCounts } & RunCounts
>;

/** `whole`: every link was done. */
export type StatusCheckFinished = Event<
  'StatusCheckFinished',
  { readonly runId: string; readonly scope: Scope; readonly outcome: 'whole' | 'broken-off' } & RunCounts
>;

export type StatusCheckEvent = StatusCheckStarted | StatusCheckProgressed | StatusCheckFinished;
