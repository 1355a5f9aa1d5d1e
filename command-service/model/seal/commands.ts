/** Commands of the log's seals. */

/** Seals the log up to its event `count`: fields as in LogSealed. */
export interface SealCommand {
  readonly type: 'SealLog';
  readonly day: string;
  readonly count: number;
  readonly position: number;
  readonly hash: string;
  readonly timestamp: string | null;
}
