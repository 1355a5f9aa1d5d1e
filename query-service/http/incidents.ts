/** GET /api/incidents. */
import { wholeList } from '../../infra/http/request/route-facts.ts';
import type { Incident } from '../../projections/alerts/rules/incidents.ts';
import { listBehind } from '../../projections/alerts/rules/list-behind.ts';
import { storedIncidents } from '../../projections/alerts/stored-incidents.ts';
import { acknowledgements } from '../../projections/views/links/acknowledgements.ts';
import { EVERYBODY } from '../../projections/views/links/alerts.ts';
import { accessOf, may, teamIdOf } from '../access/access.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { incidentListSchema } from '../contract/queries.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { loadNames } from '../presenters/person-names.ts';
import { route } from './route.ts';

/** The most incidents of an answer. */
const MOST = 500;

export const incidentRoutes = [
  route({
    method: 'GET',
    path: '/api/incidents',
    action: 'ReadLinks',
    summary: 'The incidents of the last 30 days in your lists, newest first, at most 500.',
    query: incidentListSchema,
    answers: { 200: wholeList('IncidentAnswer') },
    async handle({ ctx, principal, query }, { reads, alertMarks, ...deps }) {
      await waitForPosition(ctx, { reads, ...deps }, acknowledgements);
      const access = await accessOf(reads, principal);
      const found = (await storedIncidents(alertMarks, scopesOf(access, query.teamId))).slice(0, MOST);
      const ids = found.map(({ id }) => id);
      const known = new Map((await reads.getMany(acknowledgements, ids)).map((doc) => [doc.id, doc]));
      const names = await loadNames(
        reads,
        [...known.values()].map(({ by }) => by),
      );
      return found.flatMap((incident) => {
        const { id, audience, kind, site, count, backIds, startedAt, lastAt, endedAt } = incident;
        if (audience === EVERYBODY) return [];
        const doc = known.get(id);
        return [
          {
            ...{ id, teamId: teamIdOf(audience), kind, site, count, back: backIds.length, startedAt, lastAt, endedAt },
            acknowledged: doc === undefined ? null : { at: doc.at, by: names.get(doc.by) ?? '' },
            path: pathOf(incident),
            mayAcknowledge: may(access, 'AcknowledgeIncident', audience),
          },
        ];
      });
    },
  }),
];

/** Nothing of an incident that ended is in its list any more: the list is shown as of the last alert. */
function pathOf(incident: Incident): string {
  const { startedAt, lastAt, endedAt } = incident;
  const list = listBehind({ ...incident, firstAt: startedAt });
  const second = new Date(Math.ceil(Date.parse(lastAt) / 1000) * 1000).toISOString().replace('.000', '');
  return endedAt === null ? list : `${list}&${new URLSearchParams({ asOf: second })}`;
}
