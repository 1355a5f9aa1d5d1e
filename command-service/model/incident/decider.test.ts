import test from 'ava';
import { givenWhenThen } from '../../testing/given-when-then.ts';
import { incident } from './decider.ts';
import type { IncidentAcknowledged } from './events.ts';

const scenario = givenWhenThen(incident);
const data = { incidentId: 'i1', scope: 'team:t1', kind: 'lost', site: 'northbank.example', count: 14 } as const;
const acknowledged: IncidentAcknowledged = { type: 'IncidentAcknowledged', data };

test('an incident is acknowledged once, with what it was at that moment', (t) => {
  scenario(t)
    .given()
    .when({ type: 'AcknowledgeIncident', ...data })
    .yields(acknowledged);
  scenario(t)
    .given(acknowledged)
    .when({ type: 'AcknowledgeIncident', ...data, count: 15 })
    .yields();
});
