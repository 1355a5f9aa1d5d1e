/** Saved views through the API, on the whole system. */
import test from 'ava';
import type { SettingsAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { SavedViewAnswer } from '../../../../query-service/contract/answers/links.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';

const app = await startServer([]);
test.after.always(() => app.close());
const somebody = signUpActors(app);

interface Saved {
  readonly id: string;
  readonly code: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const save = (person: Actor, body: object) => person.send<Saved>('POST', '/api/saved-views', body);
const views = async (person: Actor) =>
  (await person.get<SavedViewAnswer[]>('/api/saved-views')).body.map(({ name, query, teamId, mayEdit }) => ({
    name,
    query,
    teamId,
    mayEdit,
  }));

test('a view is its person’s own until it is shared, and members with edit permission may change it then', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [
    [bob, 'view'],
    [eve, 'edit'],
  ]);
  const { status, body } = await save(ann, { name: ' Lost ', query: 'status=removed&clientDomain=a.example' });
  t.is(status, 201);
  const own = { name: 'Lost', query: 'clientDomain=a.example&status=removed', teamId: null, mayEdit: true };
  t.deepEqual(await views(ann), [own]);
  t.deepEqual(await views(bob), []);
  t.is((await eve.send('PATCH', `/api/saved-views/${body.id}`, { name: 'Mine' })).status, 404);

  t.is((await ann.send('PATCH', `/api/saved-views/${body.id}`, { teamId })).status, 200);
  t.deepEqual(await views(bob), [{ ...own, teamId, mayEdit: false }]);
  t.is((await bob.send('DELETE', `/api/saved-views/${body.id}`)).status, 403);
  t.is((await eve.send('PATCH', `/api/saved-views/${body.id}`, { name: 'Gone' })).status, 200);
  t.deepEqual(await views(ann), [{ ...own, name: 'Gone', teamId }]);
  t.is((await eve.send('DELETE', `/api/saved-views/${body.id}`)).status, 204);
  t.deepEqual(await views(ann), []);
  t.is((await save(bob, { name: 'No', query: 'status=live', teamId })).status, 403);
});

test('a view without a name, or with a filter that no list has, is refused', async (t) => {
  const ann = await somebody();
  for (const [body, field] of [
    [{ query: 'status=live' }, 'name'],
    [{ name: '  ', query: 'status=live' }, 'name'],
    [{ name: 'A' }, 'query'],
    [{ name: 'A', query: '' }, 'query'],
    [{ name: 'A', query: 'status=bogus' }, 'query'],
    [{ name: 'A', query: 'scope=user:bob' }, 'query'],
    [{ name: 'A', query: 'page=2' }, 'query'],
    [{ name: 'x'.repeat(201), query: 'status=live' }, 'name'],
    [{ name: 'A', query: `q=${'x'.repeat(4_000)}` }, 'query'],
  ] as const) {
    const { status, body: problem } = await save(ann, body);
    t.is(status, 400, JSON.stringify(body).slice(0, 60));
    t.deepEqual(Object.keys(problem.fields ?? {}), [field]);
  }
  t.is((await save(ann, { name: 'A', query: 'status=live', teamId: 'nope' })).status, 404);
  t.deepEqual(await views(ann), []);
});

test('only a view that its person sees can be the default view', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const own = (await save(ann, { name: 'Own', query: 'status=live' })).body.id;
  const ofTeam = (await save(ann, { name: 'Shared', query: 'status=live', teamId })).body.id;
  const choose = (person: Actor, defaultView: string) =>
    person.send<Saved>('PATCH', '/api/user/settings', { defaultView });
  t.is((await choose(bob, ofTeam)).status, 200);
  for (const id of [own, 'nothing-like-this', 'a b/../c']) {
    const { status, body } = await choose(bob, id);
    t.deepEqual([status, Object.keys(body.fields ?? {})], [400, ['defaultView']], id);
  }
  t.is((await ann.send('DELETE', `/api/saved-views/${ofTeam}`)).status, 204);
  t.is((await choose(ann, ofTeam)).status, 400);
  t.is((await choose(bob, ofTeam)).status, 200, 'an unchanged value is accepted');
});

test('the default view is a setting, and null means all links', async (t) => {
  const ann = await somebody();
  const { id } = (await save(ann, { name: 'Lost', query: 'status=removed' })).body;
  const chosen = await ann.send<SettingsAnswer>('PATCH', '/api/user/settings', { defaultView: id });
  t.is(chosen.body.defaultView, id);
  const cleared = await ann.send<SettingsAnswer>('PATCH', '/api/user/settings', { defaultView: null });
  t.is(cleared.body.defaultView, null);
});
