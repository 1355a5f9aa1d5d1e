/** Corrections of verdicts through the API, on the whole system. */
import test from 'ava';
import { latestDay } from '../../../../command-service/contract/schema/days.ts';
import type { HistoryAnswer, LinkAnswer, LinkDetailsAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';

const CLIENT = 'https://client.example/tea';
const LINKED = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);
const NOTE = 'I see it below the second picture.';

interface Failure {
  readonly code: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);

/** Adds a link whose page is at `path`. */
async function add(person: Actor, path: string, more: object = {}): Promise<string> {
  const body = { articleLink: pages.at(path), clientLink: CLIENT, ...more };
  return (await person.send<{ readonly id: string }>('POST', '/api/links', body)).body.id;
}
const correct = (person: Actor, id: string, body: object) =>
  person.send<{ readonly id: string } & Failure>('POST', `/api/links/${id}/corrections`, { note: NOTE, ...body });
const details = async (person: Actor, id: string) => (await person.get<LinkDetailsAnswer>(`/api/links/${id}`)).body;

test('a live link that a person calls removed is removed in list, counts and history, until it is undone', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  await bob.send('PATCH', '/api/user/profile', { firstName: 'Bob', lastName: 'Ray' });
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  pages.set('/tea', LINKED);
  const id = await add(ann, '/tea', { teamId });

  const { status, body } = await correct(bob, id, { claim: 'removed' });
  t.is(status, 200);
  const link = await details(bob, id);
  t.like(link, { status: 'removed', reason: { code: 'corrected-removed' } });
  t.like(link.correction, { id: body.id, claim: 'removed', note: NOTE, byName: 'Bob Ray' });
  const listed = (await ann.get<LinkAnswer[]>('/api/links?status=removed')).body;
  t.deepEqual(
    listed.map((each) => each.id),
    [id],
  );
  t.like((await ann.get<StatsAnswer>('/api/stats')).body, { live: 0, removed: 1 });
  const told = (await ann.get<HistoryAnswer[]>(`/api/links/${id}/history`)).body.find(
    ({ kind }) => kind === 'corrected',
  );
  t.like(told, { claim: 'removed', note: NOTE, actorName: 'Bob Ray' });

  t.is((await ann.send('DELETE', `/api/links/${id}/corrections/${body.id}`)).status, 204);
  t.like(await details(ann, id), { status: 'live', correction: null, reason: { code: 'correction-undone' } });
  t.like((await ann.get<StatsAnswer>('/api/stats')).body, { live: 1, removed: 0 });
  const again = await ann.send<Failure>('DELETE', `/api/links/${id}/corrections/${body.id}`);
  t.is(again.status, 409);
  t.is(again.body.code, 'correction-over');
});

test('a check that cannot tell leaves a correction, and the next one that finds something else decides', async (t) => {
  const ann = await somebody();
  const recheck = (id: string) => ann.send('POST', `/api/links/${id}/recheck`);
  const gone = (status: number) => pages.set('/gone', (_request, response) => response.writeHead(status).end());
  gone(404);
  const id = await add(ann, '/gone');
  t.is((await correct(ann, id, { claim: 'live' })).status, 200);
  t.like(await details(ann, id), { status: 'live', wasLive: true });
  gone(503);
  await recheck(id);
  t.like(await details(ann, id), { status: 'live', correction: { claim: 'live' } });
  gone(404);
  await recheck(id);
  t.like(await details(ann, id), { status: 'removed', correction: null, reason: { code: 'page-gone' } });
  const history = (await ann.get<HistoryAnswer[]>(`/api/links/${id}/history`)).body;
  t.true(history.some(({ kind }) => kind === 'corrected'));
});

test('a viewer may not correct a verdict, and a stranger does not learn that the link exists', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  pages.set('/viewed', LINKED);
  const id = await add(ann, '/viewed', { teamId });
  t.is((await correct(bob, id, { claim: 'removed' })).status, 403);
  t.is((await correct(eve, id, { claim: 'removed' })).status, 404);
  t.is((await correct(ann, 'no-such-link', { claim: 'removed' })).status, 404);
});

test('a correction holds from the person’s own today, also where the day begins first', async (t) => {
  const ann = await somebody();
  pages.set('/ahead', LINKED);
  const id = await add(ann, '/ahead');
  const since = latestDay(new Date());
  t.is((await correct(ann, id, { claim: 'removed', since })).status, 200);
  const { correction } = await details(ann, id);
  t.is(correction?.since, correction?.at.slice(0, 10));
});

test('bad corrections are refused with the field that is wrong', async (t) => {
  const ann = await somebody();
  pages.set('/bad', LINKED);
  const id = await add(ann, '/bad');
  const fields = async (body: object) => {
    const answer = await correct(ann, id, body);
    t.is(answer.status, 400, JSON.stringify(body));
    return Object.keys(answer.body.fields ?? {});
  };
  t.deepEqual(await fields({}), ['claim']);
  t.deepEqual(await fields({ claim: 'gone' }), ['claim']);
  t.deepEqual(await fields({ claim: 'removed', note: '  ' }), ['note']);
  t.deepEqual(await fields({ claim: 'removed', note: 'x'.repeat(501) }), ['note']);
  t.deepEqual(await fields({ claim: 'removed', since: '2026-02-30' }), ['since']);
  t.deepEqual(await fields({ claim: 'removed', since: '2999-01-01' }), ['since']);
  t.deepEqual(await fields({ claim: 'removed', since: '1999-01-01' }), ['since']);
  t.is((await correct(ann, id, { claim: 'live' })).body.code, 'nothing-to-correct');
  await ann.send('DELETE', `/api/links/${id}`);
  t.is((await correct(ann, id, { claim: 'removed' })).body.code, 'in-trash');
});
