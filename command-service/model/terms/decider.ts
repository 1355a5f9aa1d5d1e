/** The terms of one link: what was agreed about it. */

import { changesBetween, isOf, isUnchanged, withChanges } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { SetTerms } from './commands.ts';
import { changedFields, type LinkTerms, NO_TERMS, type TermsEvent } from './events.ts';

/** The stream of one link's terms. */
export const streamOf = (linkId: string): string => `terms-${linkId}`;

function evolve(state: LinkTerms, { data: { changes } }: TermsEvent): LinkTerms {
  return withChanges(state, changes);
}

/** The terms that are already agreed change nothing. */
function decide(state: LinkTerms, { linkId, terms, template }: SetTerms): readonly TermsEvent[] {
  const isEdited = state.template !== null && changedFields(state, terms).length > 0;
  const kept = isEdited ? { ...state.template, isChanged: true } : state.template;
  const changes = changesBetween<LinkTerms>(state, { ...terms, template: template === undefined ? kept : template });
  return isUnchanged(changes) ? [] : [{ type: 'LinkTermsChanged', data: { linkId, changes } }];
}

export const terms: Decider<LinkTerms, SetTerms, TermsEvent> = {
  streamOf: ({ linkId }) => streamOf(linkId),
  initialState: { ...NO_TERMS, template: null },
  evolve,
  decide,
  isEvent: (event): event is TermsEvent => isOf(event, 'terms'),
};
