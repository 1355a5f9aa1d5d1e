/** Acknowledged incidents, on the whole system. The rounds that find incidents have suites of their own. */
import path from 'node:path';
import test from 'ava';
import { PROGRESS } from '../../../../command-service/alert-rules/rule-progress.ts';
import type { Incident } from '../../../../projections/alerts/rules/incidents.ts';
import { INCIDENTS } from '../../../../projections/alerts/stored-incidents.ts';
import type { IncidentAnswer } from '../../../../query-service/contract/answers/incidents.ts';
import type { LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import { openDurableStores } from '../../../engines/embedded/stores/durable-stores.ts';
import { NEVER } from '../../../ports/storage/durable-store.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

const app = await startServer([], { CHECKER_RENDER: 'never' });
const somebody = signUpActors(app);
const durable = openDurableStores(path.join(app.dataDir, 'durable.db'), () => new Date());
test.after.always(async () => {
  durable.close();
  await app.close();
});
/** A cluster keeps incidents elsewhere. */
const testAlone = process.env.TEST_CLUSTER === '1' ? test.skip : test;
let made = 0;

async function lost(teamId: string): Promise<string> {
  const at = new Date().toISOString();
  const incident: Incident = {
    ...{ id: `incident${++made}`, audience: `team:${teamId}`, kind: 'lost', site: 'northbank.example', count: 14 },
    ...{ startedAt: at, lastAt: at, endedAt: null, from: 1, to: 1, linkIds: [], backIds: [] },
  };
  await durable.state.put(INCIDENTS, incident.id, incident, NEVER, incident.audience);
  return incident.id;
}
const acknowledge = (person: Actor, id: string) => person.send('POST', `/api/incidents/${id}/acknowledge`);
const incidents = async (person: Actor) => (await person.get<IncidentAnswer[]>('/api/incidents')).body;

testAlone('the first who acknowledges an incident is named to everybody in the team, and in the ledger', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const id = await lost(await makeTeam(app, ann, [[bob, 'edit']]));
  t.like(await incidents(ann), [{ id, acknowledged: null, mayAcknowledge: true }]);
  t.is((await acknowledge(bob, id)).status, 200);
  const [seen] = await incidents(bob);
  t.is((await acknowledge(ann, id)).status, 200);
  t.deepEqual((await incidents(ann))[0]?.acknowledged, seen?.acknowledged);
  const told = (await ann.get<LedgerAnswer[]>('/api/ledger?kind=notices')).body;
  t.like(told, [
    { event: { type: 'IncidentAcknowledged', actor: bob.id, data: { site: 'northbank.example', count: 14 } } },
  ]);
});

testAlone('only people who may edit the list acknowledge its incidents', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  const id = await lost(teamId);
  t.is((await acknowledge(eve, id)).status, 404);
  t.is((await acknowledge(ann, 'unknown')).status, 404);
  await ann.send('PATCH', `/api/teams/${teamId}/members/${bob.id}`, { permission: 'view' });
  t.is((await acknowledge(bob, id)).status, 403);
  t.like(await incidents(bob), [{ id, acknowledged: null, mayAcknowledge: false }]);
});

testAlone('the incidents and the progress of rules of a deleted team are removed', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann, []);
  const id = await lost(teamId);
  const rule = `team:${teamId} r1`;
  await durable.state.put(PROGRESS, rule, {}, NEVER, `team:${teamId}`);
  await ann.send('DELETE', `/api/teams/${teamId}`, { confirmation: 'Team' });
  t.is((await acknowledge(ann, id)).status, 404);
  t.deepEqual(await incidents(ann), []);
  await waitUntil(async () => (await durable.state.get(INCIDENTS, id)) === null);
  await waitUntil(async () => (await durable.state.get(PROGRESS, rule)) === null);
});
