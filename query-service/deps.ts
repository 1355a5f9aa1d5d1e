/** What the query routes need of the world. */
import type { EvidenceStore, ReadStore } from '../infra/ports.ts';
import type { Changes } from './changes.ts';

export interface QueryDeps {
  readonly reads: ReadStore;
  readonly evidence: Pick<EvidenceStore, 'get' | 'has'>;
  readonly changes: Changes;
  readonly now: () => Date;
  /** Aborts when the server drains: waiting reads go on with what there is, streams end. */
  readonly stopping: AbortSignal;
  /** How long a read waits to see a write, in milliseconds; 2,000 (design 6). */
  readonly patienceMs?: number;
  readonly stream?: StreamTimes;
}

/** Milliseconds of the change stream. */
export interface StreamTimes {
  /** Between two comments that keep the connection open: 25,000. */
  readonly heartbeatMs?: number;
  /** At most one message in this time: 250. */
  readonly quietMs?: number;
  /** After which the stream ends and the browser comes again with its session: 900,000. */
  readonly lifeMs?: number;
}

export const PATIENCE_MS = 2_000;
