/** Commands of evidence. No request sends them. */
import type { Evidence } from './events.ts';

export interface RecordEvidence {
  readonly type: 'RecordEvidence';
  readonly linkId: string;
  readonly checkId: string;
  /** The id of the LinkStatusChanged event. */
  readonly transition: string;
  /** At most one file of each kind. */
  readonly kept: readonly Evidence[];
  /** Why there is no screenshot; null with a screenshot, or if none was wanted. */
  readonly missed: string | null;
}

export type EvidenceCommand = RecordEvidence;

/** A file is about to be removed to make room. */
export interface RecordRemoval {
  readonly type: 'RecordRemoval';
  readonly hash: string;
  readonly bytes: number;
}
