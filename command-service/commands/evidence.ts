/** What is recorded of a change of status that was photographed, or could not be. Never comes with a request. */
import type { Evidence } from '../events/evidence.ts';

export interface RecordEvidence {
  readonly type: 'RecordEvidence';
  readonly linkId: string;
  readonly checkId: string;
  /** The id of the LinkStatusChanged event. */
  readonly transition: string;
  /** At most one of a kind. */
  readonly kept: readonly Evidence[];
  /** Why there is no picture; null where there is one, or none was wanted. */
  readonly missed: string | null;
}

export type EvidenceCommand = RecordEvidence;
