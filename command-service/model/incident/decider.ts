/** Whether an incident was acknowledged. */
import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { IncidentAcknowledged } from './events.ts';

export type AcknowledgeIncident = { readonly type: 'AcknowledgeIncident' } & IncidentAcknowledged['data'];

export const incident: Decider<boolean, AcknowledgeIncident, IncidentAcknowledged> = {
  streamOf: ({ incidentId }) => `incident-${incidentId}`,
  initialState: false,
  evolve: () => true,
  // The first person to acknowledge it is the one that everybody sees.
  decide(isAcknowledged, { type: _, ...data }) {
    return isAcknowledged ? [] : [{ type: 'IncidentAcknowledged', data }];
  },
  isEvent: (event): event is IncidentAcknowledged => isOf(event, 'incident'),
};
