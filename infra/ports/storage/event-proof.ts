/**
 * The port for proofs that events are in the hash chain of the log: their bytes as stored, and the digests of the
 * events between them, up to the next seal. They suffice to compute the seal's hash without the other events.
 */

/** An event of a proof, with the bytes that its digest covers. */
export interface ProvenEvent {
  /** The number of the event in the log, from 1. */
  readonly n: number;
  readonly stream: string;
  /** Decimal digits. */
  readonly revision: string;
  readonly id: string;
  readonly type: string;
  /** JSON as stored: personal values are encrypted. */
  readonly metadata: string;
  readonly data: string;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
}

/** The events from number `after` + 1 to `count`, in order. */
export interface ProofRun {
  readonly after: number;
  /** The hash of event `after`, hexadecimal. */
  readonly before: string;
  /** Digests of events that are not in the proof, base64, 32 bytes each; or the index of an event of the proof. */
  readonly steps: readonly (string | number)[];
  readonly count: number;
  /** The hash of event `count`, hexadecimal. */
  readonly hash: string;
  /** The day of the seal with this count and hash; null: not sealed yet. */
  readonly sealed: string | null;
}

/** A seal at the end of a run. */
export interface ProofSeal {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly count: number;
  readonly hash: string;
  /** An RFC 3161 timestamp token over the hash, base64; null without one. */
  readonly timestamp: string | null;
}

export type EventProof =
  | {
      readonly kind: 'proof';
      readonly events: readonly ProvenEvent[];
      readonly runs: readonly ProofRun[];
      readonly seals: readonly ProofSeal[];
    }
  /** More digests or bytes than the limits. */
  | { readonly kind: 'too-large' }
  /** The log differs from the sealed log: the message says where. */
  | { readonly kind: 'does-not-fit'; readonly message: string };

export interface ProofLimits {
  /** Digests of other events. */
  readonly digests: number;
  /** Bytes of the events, as stored. */
  readonly bytes: number;
}

/** Proves the events at these positions of the log. */
export type ProveEvents = (positions: readonly number[], limits: ProofLimits) => Promise<EventProof>;
