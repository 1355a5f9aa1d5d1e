/** A part of the log that does not fit. */
export interface LogProblem {
  readonly kind:
    | 'event-changed'
    | 'event-missing'
    | 'event-unreadable'
    | 'events-lost'
    | 'chain-missing'
    | 'seal-differs'
    | 'timestamp-invalid'
    | 'file-missing'
    | 'file-changed';
  /** The number of the event in the log, from 1; for a seal, the number of its last event. */
  readonly event?: number;
  /** The expected SHA-256 of the file. */
  readonly file?: string;
  /** A message for people. */
  readonly message: string;
}
