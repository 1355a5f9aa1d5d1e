/** What a rule would have sent, on the whole system. */
import test from 'ava';
import type { RehearsalAnswer } from '../../../../query-service/contract/answers/alert-rules.ts';
import { type Actor, addMember, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { testClocks } from '../../clock.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';

const pages = await startPageServer();
const clock = testClocks();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' }, clock);
const somebody = signUpActors(app);
test.after.always(async () => {
  await app.close();
  await pages.close();
});
/** The processes of a cluster have clocks of their own. */
const testAlone = process.env.TEST_CLUSTER === '1' ? test.skip : test;
const when = { pace: 'at-once', hour: 8, weekday: 1, quiet: null };
const RULE = {
  ...{ kinds: ['lost'], where: { kind: 'everything' }, to: { kind: 'me' }, group: 'incident', on: true, when },
};
const rehearsal = async (person: Actor, change: object = {}, teamId: string | null = null) =>
  (await person.send<RehearsalAnswer>('POST', '/api/alert-rules/rehearsal', { rule: { ...RULE, ...change }, teamId }))
    .body;

async function loses(person: Actor, teamId: string, name: string): Promise<void> {
  const clientLink = 'https://client.example/';
  pages.set(`/${name}`, article(`<a href="${clientLink}">tea</a>`));
  const body = { articleLink: pages.at(`/${name}`), clientLink, teamId };
  const { id } = (await person.send<{ readonly id: string }>('POST', '/api/links', body)).body;
  pages.set(`/${name}`, (_, response) => response.writeHead(410).end());
  await person.send('POST', `/api/links/${id}/recheck`);
}

testAlone('a rehearsal tells the lost links that its receiver sees', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann);
  for (const name of ['one', 'two']) await loses(ann, teamId, name);
  await app.settled();
  clock.pass(10 * 60_000);
  const { total, messages } = await rehearsal(ann);
  const title = '2 links on 127.0.0.1 were removed';
  t.is(total, 1);
  t.like(messages, [{ kind: 'alerts', title, count: 2, groupCount: 1, groups: [{ title, count: 2 }] }]);
  t.is((await rehearsal(ann, { where: { kind: 'list', id: `user:${ann.id}` } })).total, 0);
  t.is((await rehearsal(ann, { kinds: ['expires'] })).total, 0);
  t.is((await rehearsal(bob)).total, 0);
  // Who joins later is not told of what happened before.
  await addMember(app, ann, teamId, bob, 'full');
  t.is((await rehearsal(bob)).total, 0);
  t.is((await rehearsal(bob, { to: { kind: 'member', id: ann.id } }, teamId)).total, 1);
});
