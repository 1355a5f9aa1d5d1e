/** The incidents that people acknowledged. */
import { isOf } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { View } from '../../view.ts';

interface AcknowledgementDoc {
  /** The id of the incident. */
  readonly id: string;
  readonly scope: Scope;
  readonly at: string;
  readonly by: string;
}

/** One document per acknowledged incident. Nobody is reminded of it. */
export const acknowledgements: View<AcknowledgementDoc, never> = {
  name: 'acknowledgements',
  version: 1,
  fields: [],
  keys: (event) => (isOf(event, 'incident') ? [event.data.incidentId] : []),
  evolve(doc, event, id) {
    if (!isOf(event, 'incident')) return doc;
    return { id, scope: event.data.scope, at: event.metadata.at, by: event.metadata.actor };
  },
};
