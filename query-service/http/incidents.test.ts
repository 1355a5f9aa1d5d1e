import test, { type ExecutionContext } from 'ava';
import { NEVER } from '../../infra/ports/storage/durable-store.ts';
import { openQueries } from '../../infra/testing/apps/query-app.ts';
import { joinedTeam, teamCreated, userRegistered } from '../../infra/testing/event-builder.ts';
import type { Incident } from '../../projections/alerts/rules/incidents.ts';
import { INCIDENTS } from '../../projections/alerts/stored-incidents.ts';
import type { IncidentAnswer } from '../contract/answers/incidents.ts';

const base: Incident = {
  ...{
    id: 'i1',
    audience: 'team:t1',
    kind: 'lost',
    site: 'northbank.example',
    count: 2,
    from: 5,
    to: 9,
    endedAt: null,
  },
  ...{
    startedAt: '2026-03-08T23:50:00.000Z',
    lastAt: '2026-03-09T00:10:00.250Z',
    linkIds: ['l1', 'l2'],
    backIds: ['l1'],
  },
};

async function world(t: ExecutionContext, ...incidents: readonly Partial<Incident>[]) {
  const app = await openQueries(t);
  await app.given(
    [userRegistered('ann', { firstName: 'Ann', lastName: 'Lee' })],
    [userRegistered('bob')],
    [teamCreated('t1', 'ann')],
    [joinedTeam('t1', 'bob', 'view')],
  );
  for (const change of incidents) {
    const incident = { ...base, ...change };
    await app.expiring.put(INCIDENTS, incident.id, incident, NEVER, incident.audience);
  }
  return app;
}

test('incidents are those of the reader’s lists, newest first, with the page that lists their links', async (t) => {
  const { get } = await world(
    t,
    {},
    { id: 'i2', from: 20 },
    { id: 'i3', audience: 'user:ann', from: 10 },
    { id: 'i4', audience: 'user:eve' },
  );
  const all = (await get<IncidentAnswer[]>('/api/incidents')).body;
  t.deepEqual(
    all.map(({ id, teamId }) => [id, teamId]),
    [
      ['i2', 't1'],
      ['i3', null],
      ['i1', 't1'],
    ],
  );
  t.deepEqual(all.at(-1), {
    ...{ id: 'i1', teamId: 't1', kind: 'lost', site: 'northbank.example', count: 2, back: 1 },
    ...{ startedAt: base.startedAt, lastAt: base.lastAt, endedAt: null, acknowledged: null, mayAcknowledge: true },
    path: '/?teamId=t1&publisher=northbank.example&lostFrom=2026-03-08&lostTo=2026-03-09',
  });
  const own = (await get<IncidentAnswer[]>('/api/incidents?teamId=personal')).body;
  t.deepEqual(
    own.map(({ id }) => id),
    ['i3'],
  );
  t.is((await get('/api/incidents', {}, '')).status, 401);
});

test('an incident that ended is shown as of its last alert, and one of unreadable pages by their status', async (t) => {
  const { get } = await world(
    t,
    { endedAt: base.lastAt },
    { id: 'i2', kind: 'unclear', audience: 'user:ann', from: 1 },
  );
  const [ended, unclear] = (await get<IncidentAnswer[]>('/api/incidents')).body;
  t.is(
    ended?.path,
    '/?teamId=t1&publisher=northbank.example&lostFrom=2026-03-08&lostTo=2026-03-09&asOf=2026-03-09T00%3A10%3A01Z',
  );
  t.is(unclear?.path, '/?teamId=personal&publisher=northbank.example&status=pending');
});

test('everybody in the team sees who acknowledged an incident', async (t) => {
  const app = await world(t, {});
  const { id: incidentId, kind, site, count } = base;
  const data = { incidentId, scope: 'team:t1', kind, site, count } as const;
  const at = '2026-03-09T08:00:00.000Z';
  await app.given([{ type: 'IncidentAcknowledged', stream: 'incident-i1', data }, { at }]);
  const [seen] = (await app.get<IncidentAnswer[]>('/api/incidents', {}, 'bob')).body;
  t.deepEqual(seen?.acknowledged, { at, by: 'Ann Lee' });
  t.false(seen?.mayAcknowledge);
});

test('an answer has at most 500 incidents', async (t) => {
  const { get } = await world(t, ...Array.from({ length: 510 }, (_, index) => ({ id: `i${index}`, from: index })));
  const found = (await get<IncidentAnswer[]>('/api/incidents')).body;
  t.is(found.length, 500);
  t.is(found[0]?.id, 'i509');
});
