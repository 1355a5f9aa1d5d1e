/** The evidence of one link: each change of status is shown once, by one picture at most. */
import type { EvidenceCommand } from '../commands/evidence.ts';
import type { Decider } from '../decider.ts';
import type { EvidenceEvent } from '../events/evidence.ts';
import { isOf } from '../events.ts';

/** The stream of one link's evidence: apart from its checks, which go on while pictures are taken. */
export const streamOf = (linkId: string): string => `evidence-${linkId}`;

export interface EvidenceState {
  /** Ids of the changes of status that are dealt with: shown, or known not to be. */
  readonly concluded: ReadonlySet<string>;
  /** Of every file the link's evidence refers to. */
  readonly hashes: ReadonlySet<string>;
}

export const initialState: EvidenceState = { concluded: new Set(), hashes: new Set() };

/** What the events of a link's evidence add up to. */
export function evolve(state: EvidenceState, event: EvidenceEvent): EvidenceState {
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

/** What a command leads to: evidence of a change that is dealt with already changes nothing. */
export function decide(state: EvidenceState, command: EvidenceCommand): readonly EvidenceEvent[] {
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
