/** What does not fit. */
export interface Problem {
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
  /** The number of the event in the log, from 1; of a seal the number of the last event that it covers. */
  readonly event?: number;
  /** SHA-256 of the file as it should be. */
  readonly file?: string;
  /** A sentence for people. */
  readonly message: string;
}
