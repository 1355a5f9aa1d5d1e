/** The templates of terms that a list has. */

import { isOf } from '../../contract/events.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Decider } from '../../core/decider.ts';
import type { SetTermsTemplates } from './commands.ts';
import type { TermsTemplate, TermsTemplatesEvent } from './events.ts';

/** The stream of one list's templates. */
export const streamOf = (scope: Scope): string => `termstemplates-${scope}`;

export const termsTemplates: Decider<readonly TermsTemplate[], SetTermsTemplates, TermsTemplatesEvent> = {
  streamOf: ({ scope }) => streamOf(scope),
  initialState: [],
  evolve: (_, { data }) => data.templates,
  decide(state, { scope, templates }) {
    const sorted = templates.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    if (JSON.stringify(sorted) === JSON.stringify(state)) return [];
    return [{ type: 'TermsTemplatesSet', data: { scope, templates: sorted } }];
  },
  isEvent: (event): event is TermsTemplatesEvent => isOf(event, 'termstemplates'),
};
