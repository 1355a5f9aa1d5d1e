/** The evidence files that were removed to make room: the log tells them from files that somebody deleted. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { RecordRemoval } from './commands.ts';
import type { EvidenceRemoved } from './events.ts';

interface EvidenceFileState {
  readonly isRemoved: boolean;
}

export const evidenceFile: Decider<EvidenceFileState, RecordRemoval, EvidenceRemoved> = {
  streamOf: ({ hash }) => `evidencefile-${hash}`,
  initialState: { isRemoved: false },
  evolve: () => ({ isRemoved: true }),
  decide: ({ isRemoved }, { hash, bytes }) => (isRemoved ? [] : [{ type: 'EvidenceRemoved', data: { hash, bytes } }]),
  isEvent: (event): event is EvidenceRemoved => isOf(event, 'evidencefile'),
};
