/** Sample data through the API, on the whole system: added, marked, left out of shares, removed without a trace. */
import test from 'ava';
import type { LinkAnswer, TrashAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { startServer } from '../../apps/server.ts';

const app = await startServer([]);
test.after.always(() => app.close());

test('sample data is a team of its own, and one click removes all of it', async (t) => {
  const person = await app.signIn('newcomer@example.com');
  const links = async () => (await person.get<LinkAnswer[]>('/api/links')).body;
  const teams = async () => (await person.get<TeamAnswer[]>('/api/teams/my')).body;
  await person.send('POST', '/api/links', {
    articleLink: 'http://127.0.0.1/own',
    clientLink: 'http://127.0.0.1/client',
  });

  const { status, body } = await person.send<{ id: string; name: string }>('POST', '/api/sample-data');
  t.is(status, 201);
  t.regex(body.id, /^sample-/);
  const samples = (await links()).filter(({ teamId }) => teamId === body.id);
  t.is(samples.length, 4);
  for (const { tags } of samples) t.true(tags.includes('sample'));
  t.is((await person.send('POST', '/api/sample-data')).status, 409);

  const share = { clientDomain: 'iana.org', teamId: body.id };
  t.like(await person.send('POST', '/api/shared-links', share), { status: 409, body: { code: 'sample-data' } });
  // Without a list, a share has everything that may be shared.
  t.is((await person.send('POST', '/api/shared-links', { clientDomain: 'iana.org' })).status, 404);
  const { scopes } = (await person.get<{ scopes: { mayShare: boolean }[] }>('/api/clients/iana.org')).body;
  t.deepEqual(
    scopes.map(({ mayShare }) => mayShare),
    [false],
  );

  await person.send('POST', '/api/campaigns', { name: 'Mine, in the sample', teamId: body.id });
  await person.send('DELETE', `/api/links/${samples[0]?.id}`);
  t.is((await person.send('DELETE', '/api/sample-data')).status, 204);
  t.deepEqual(
    (await links()).map(({ articleLink }) => articleLink),
    ['http://127.0.0.1/own'],
  );
  t.deepEqual(await teams(), []);
  t.deepEqual((await person.get<TrashAnswer[]>('/api/trash')).body, []);
  t.deepEqual((await person.get<unknown[]>('/api/campaigns')).body, []);

  t.is((await person.send('DELETE', '/api/sample-data')).status, 204);
  t.is((await person.send('POST', '/api/sample-data')).status, 201);
});

test('nobody removes the sample data of another person', async (t) => {
  const [one, other] = [await app.signIn('one@example.com'), await app.signIn('other@example.com')];
  await one.send('POST', '/api/sample-data');
  t.is((await other.send('DELETE', '/api/sample-data')).status, 204);
  t.is((await one.get<LinkAnswer[]>('/api/links')).body.length, 4);
});
