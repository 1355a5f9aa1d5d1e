/** Acknowledges an incident. */
import { notFound } from '../../../infra/http/request/problem.ts';
import type { Incident } from '../../../projections/alerts/rules/incidents.ts';
import { INCIDENTS } from '../../../projections/alerts/stored-incidents.ts';
import { EVERYBODY } from '../../../projections/views/links/alerts.ts';
import { authorize, roleIn } from '../../core/authorize.ts';
import { handleAs } from '../../core/handle.ts';
import { incident } from '../../model/incident/decider.ts';
import { editorOf, setPosition } from '../request.ts';
import { route } from '../route.ts';

export const incidentRoutes = [
  route({
    method: 'POST',
    path: '/api/incidents/:id/acknowledge',
    action: 'AcknowledgeIncident',
    summary: 'Acknowledges an incident, which ends its reminders for everybody.',
    answers: { 200: 'DoneAnswer' },
    errorStatuses: [404],
    async handle({ ctx, principal, params: { id } }, { store, alertMarks, now }) {
      const found = await alertMarks.get<Incident>(INCIDENTS, id);
      if (found === null || found.audience === EVERYBODY) throw notFound();
      const { audience: scope, kind, site, count } = found;
      const authorizeOn = async () => authorize('AcknowledgeIncident', await roleIn(store, scope, principal));
      const command = { type: 'AcknowledgeIncident', incidentId: id, scope, kind, site, count } as const;
      const acknowledged = await handleAs(store, incident, command, editorOf(ctx, now), authorizeOn);
      setPosition(ctx, acknowledged.position);
      return { id };
    },
  }),
];
