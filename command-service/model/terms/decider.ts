/** The terms of one link: what was agreed about it. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { SetTerms } from './commands.ts';
import { changedFields, NO_TERMS, type Terms, type TermsChanges, type TermsEvent } from './events.ts';

/** The stream of one link's terms. */
export const streamOf = (linkId: string): string => `terms-${linkId}`;

function evolve(state: Terms, { data: { changes } }: TermsEvent): Terms {
  const changed = Object.entries(changes).map(([field, change]) => [field, change.to]);
  return { ...state, ...Object.fromEntries(changed) };
}

/** The terms that are already agreed change nothing. */
function decide(state: Terms, { linkId, terms }: SetTerms): readonly TermsEvent[] {
  const changed = changedFields(state, terms);
  if (changed.length === 0) return [];
  const changes: TermsChanges = Object.fromEntries(
    changed.map((field) => [field, { from: state[field], to: terms[field] }]),
  );
  return [{ type: 'LinkTermsChanged', data: { linkId, changes } }];
}

export const terms: Decider<Terms, SetTerms, TermsEvent> = {
  streamOf: ({ linkId }) => streamOf(linkId),
  initialState: NO_TERMS,
  evolve,
  decide,
  isEvent: (event): event is TermsEvent => isOf(event, 'terms'),
};
