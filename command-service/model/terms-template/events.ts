/** The event of the templates of terms that a list has. */

import type { Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Terms } from '../terms/events.ts';

export interface TermsTemplate {
  readonly id: string;
  readonly name: string;
  readonly terms: Terms;
}

/** All templates of the list, by name. Links keep the terms that they got from an earlier template. */
export type TermsTemplatesEvent = Event<
  'TermsTemplatesSet',
  { readonly scope: Scope; readonly templates: readonly TermsTemplate[] }
>;
