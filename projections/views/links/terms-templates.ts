/** The templates of terms of each list. */
import { isOf } from '../../../command-service/contract/events.ts';
import type { TermsTemplatesEvent } from '../../../command-service/model/terms-template/events.ts';
import type { View } from '../../view.ts';

type ListDoc = TermsTemplatesEvent['data'] & { readonly id: string; readonly revision: number };

/** One document per list, by its scope. */
export const termsTemplates: View<ListDoc, 'scope'> = {
  name: 'terms-templates',
  version: 1,
  fields: ['scope'],
  partition: 'scope',
  keys: (event) => (isOf(event, 'termstemplates') ? [event.data.scope] : []),
  evolve(doc, event, id) {
    return isOf(event, 'termstemplates') ? { id, ...event.data, revision: event.revision + 1 } : doc;
  },
};
