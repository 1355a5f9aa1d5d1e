/** The evidence of one link: each status change is concluded once, with at most one screenshot. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { EvidenceCommand } from './commands.ts';
import type { EvidenceEvent } from './events.ts';

/** The stream of one link's evidence: separate from its checks, which go on while a screenshot is taken. */
export const streamOf = (linkId: string): string => `evidence-${linkId}`;

interface EvidenceState {
  /** The ids of the status changes that have evidence, or that certainly have none. */
  readonly concluded: ReadonlySet<string>;
  /** The hashes of all files of this link's evidence. */
  readonly hashes: ReadonlySet<string>;
}

const initialState: EvidenceState = { concluded: new Set(), hashes: new Set() };

function evolve(state: EvidenceState, event: EvidenceEvent): EvidenceState {
  const concluded = new Set([...state.concluded, event.data.transition]);
  switch (event.type) {
    case 'EvidenceKept':
      return { concluded, hashes: new Set([...state.hashes, event.data.hash]) };
    case 'EvidenceMissed':
      return { ...state, concluded };
    default: {
      const _: never = event;
      return _;
    }
  }
}

/** Further evidence of a concluded status change changes nothing. */
function decide(state: EvidenceState, command: EvidenceCommand): readonly EvidenceEvent[] {
  const { linkId, checkId, transition, kept, missed } = command;
  if (state.concluded.has(transition)) return [];
  const of = { linkId, checkId, transition };
  const events: EvidenceEvent[] = kept.map((evidence) => ({ type: 'EvidenceKept', data: { ...of, ...evidence } }));
  if (missed !== null) events.push({ type: 'EvidenceMissed', data: { ...of, reason: missed } });
  return events;
}

export const evidence: Decider<EvidenceState, EvidenceCommand, EvidenceEvent> = {
  streamOf: (command) => streamOf(command.linkId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is EvidenceEvent => isOf(event, 'evidence'),
};
