/** Links of several people through the API, on the whole system: permissions, moves, duplicates, clients. */
import test from 'ava';
import type { ClientAnswer, ClientDetailsAnswer } from '../../../../query-service/contract/answers/clients.ts';
import type { CheckResultAnswer, HistoryAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';

const CLIENT = 'https://client.example/tea';
const LINKED = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);

interface Added {
  readonly id: string;
  readonly checkResult: CheckResultAnswer;
}
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly linkId?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);

let articles = 0;
/** The address of a page that links to the client. */
function anArticle(): string {
  const path = `/article-${++articles}`;
  pages.set(path, LINKED);
  return pages.at(path);
}
const add = (person: Actor, articleLink: string, more: object = {}) =>
  person.send<Added & Failure>('POST', '/api/links', { articleLink, clientLink: CLIENT, ...more });
const edit = (person: Actor, id: string, fields: object, headers: Record<string, string> = {}) =>
  person.send<{ readonly revision: number } & Failure>('PATCH', `/api/links/${id}`, fields, headers);
const links = async (person: Actor, query = '') => (await person.get<LinkAnswer[]>(`/api/links?${query}`)).body;
const ids = (answers: readonly LinkAnswer[]) => answers.map(({ id }) => id);
const stats = async (person: Actor, query = '') => (await person.get<StatsAnswer>(`/api/stats?${query}`)).body;

test('a team’s link is seen by its members with the names of team and assignee, and by nobody else', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  await bob.send('PATCH', '/api/user/profile', { firstName: 'Bob', lastName: 'Ray' });
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const { status, body } = await add(ann, anArticle(), { teamId, assignedTo: bob.id });
  t.is(status, 201);
  t.is(body.checkResult.status, 'live');
  t.like((await links(bob))[0], {
    id: body.id,
    teamId,
    teamName: 'Agency',
    assignedTo: bob.id,
    assignedToName: 'Bob Ray',
    status: 'live',
  });
  t.deepEqual(await links(eve), []);
  t.is((await eve.get(`/api/links/${body.id}`)).status, 404);
  t.is((await eve.get(`/api/teams/${teamId}/links`)).status, 404);
  t.is((await eve.get(`/api/teams/${teamId}/clients`)).status, 404);
  t.deepEqual(ids((await bob.get<LinkAnswer[]>(`/api/teams/${teamId}/links?status=live`)).body), [body.id]);
});

test('a viewer adds, edits, rechecks and deletes nothing; an editor does', async (t) => {
  const [ann, bob, cleo] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [
    [bob, 'view'],
    [cleo, 'edit'],
  ]);
  const { id } = (await add(ann, anArticle(), { teamId })).body;
  t.is((await add(bob, anArticle(), { teamId })).status, 403);
  t.is((await edit(bob, id, { remarks: 'mine' })).status, 403);
  t.is((await bob.send('DELETE', `/api/links/${id}`)).status, 403);
  t.is((await bob.send('POST', `/api/links/${id}/recheck`)).status, 403);
  t.is((await edit(cleo, id, { remarks: 'ours' })).status, 200);
  t.is((await cleo.send('DELETE', `/api/links/${id}`)).status, 204);
  t.is((await bob.send('POST', `/api/trash/${id}/restore`)).status, 403);
  t.is((await cleo.send('POST', `/api/trash/${id}/restore`)).status, 200);
  t.is((await links(ann))[0]?.remarks, 'ours');
});

test('a link moves from personal links into a team and back, and the counters follow', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  const { id } = (await add(ann, anArticle())).body;
  t.is((await edit(ann, id, { teamId, assignedTo: bob.id })).status, 200);
  t.like((await links(bob))[0], { id, teamId, assignedTo: bob.id, status: 'live' });
  t.like(await stats(ann, `teamId=${teamId}`), { total: 1, live: 1, uniqueClients: 1 });

  t.is((await edit(bob, id, { teamId: null, remarks: 'taken home' })).status, 200);
  t.deepEqual(await links(ann), []);
  t.like((await links(bob))[0], { id, teamId: null, teamName: null, assignedTo: bob.id, remarks: 'taken home' });
  t.like(await stats(bob), { total: 1, live: 1 });
  t.like(await stats(ann), { total: 0, uniqueClients: 0 });
  const history = (await bob.get<HistoryAnswer[]>(`/api/links/${id}/history`)).body;
  t.deepEqual(
    history.flatMap((entry) => (entry.kind === 'moved' ? [[entry.fromTeamId, entry.toTeamId]] : [])),
    [
      [teamId, null],
      [null, teamId],
    ],
  );
});

test('only an editor moves a link, and only to a scope they may edit', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const [ours, looking] = [await makeTeam(app, ann, [[bob, 'edit']]), await makeTeam(app, ann, [[bob, 'view']])];
  const foreign = await makeTeam(app, ann);
  const mine = (await add(bob, anArticle())).body.id;
  const theirs = (await add(ann, anArticle(), { teamId: looking })).body.id;
  t.is((await edit(bob, mine, { teamId: looking })).status, 403);
  t.is((await edit(bob, mine, { teamId: foreign })).status, 404);
  t.is((await edit(bob, mine, { teamId: 'no-such-team' })).status, 404);
  t.is((await edit(bob, theirs, { teamId: ours })).status, 403);
  t.is((await edit(bob, theirs, { teamId: null })).status, 403);
  t.is((await edit(bob, mine, { teamId: ours })).status, 200);
  t.is((await links(bob, `teamId=${ours}`)).length, 1);
});

test('a team link is assigned only to team members, a personal one only to its owner, and either can be unassigned', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const refused = async (answer: Promise<{ readonly status: number; readonly body: Failure }>) => {
    const { status, body } = await answer;
    t.is(status, 400);
    t.deepEqual(Object.keys(body.fields ?? {}), ['assignedTo']);
  };
  await refused(add(ann, anArticle(), { teamId, assignedTo: eve.id }));
  await refused(add(ann, anArticle(), { assignedTo: bob.id }));
  const { id } = (await add(bob, anArticle())).body;
  const team = (await add(ann, anArticle(), { teamId, assignedTo: bob.id })).body.id;
  await refused(edit(bob, id, { assignedTo: ann.id }));
  await refused(edit(ann, team, { assignedTo: eve.id }));
  await refused(edit(ann, team, { teamId: null, assignedTo: bob.id }));
  t.is((await edit(ann, team, { assignedTo: null })).status, 200);
  t.deepEqual(ids(await links(ann, 'assignedTo=unassigned')), [team]);
  t.deepEqual(await links(ann, `assignedTo=${bob.id}`), []);
});

test('a move unassigns a person who is not in the new team', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const [first, second] = [await makeTeam(app, ann, [[bob, 'edit']]), await makeTeam(app, ann)];
  const { id } = (await add(ann, anArticle(), { teamId: first, assignedTo: bob.id })).body;
  t.is((await edit(ann, id, { teamId: second, remarks: 'handed over' })).status, 200);
  t.like((await links(ann))[0], { teamId: second, assignedTo: null, remarks: 'handed over' });
});

test('adding a duplicate names the existing link, unless the request allows duplicates', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  const at = anArticle();
  const first = (await add(ann, at)).body;
  const again = await add(ann, `${at}/?utm_source=mail#top`.replace('/?', '?'), {
    clientLink: 'http://www.client.example/tea/',
  });
  t.is(again.status, 409);
  t.like(again.body, { code: 'duplicate', linkId: first.id });
  t.regex(again.body.message, /already/);
  t.is((await add(bob, at, { teamId })).status, 201, 'a link that Bob does not see');
  t.is((await add(bob, at, { teamId })).body.code, 'duplicate');
  t.is((await add(ann, at, { allowDuplicate: true })).status, 201);
  t.is((await links(ann)).length, 3);
});

test('a duplicate in any list the person sees is refused, and the message names that list', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const at = anArticle();
  const { id } = (await add(ann, at, { teamId })).body;
  t.like(await add(bob, at), {
    status: 409,
    body: { linkId: id, message: 'You already track this link in the team “Agency”.' },
  });
  const other = (await add(ann, anArticle())).body.id;
  t.like(await edit(ann, other, { articleLink: at }), { status: 409, body: { linkId: id } });
  const second = anArticle();
  const own = (await add(ann, second)).body.id;
  const answer = await add(ann, second, { teamId });
  t.like(answer, {
    status: 409,
    body: { linkId: own, message: 'You already track this link among your personal links.' },
  });
});

test('an edit or a move that would create a duplicate is refused too', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const [at, elsewhere] = [anArticle(), anArticle()];
  const own = (await add(ann, at)).body.id;
  const other = (await add(ann, elsewhere)).body.id;
  const team = (await add(ann, at, { teamId, allowDuplicate: true })).body.id;
  // The list shows it; a moment earlier it may be missed.
  t.is((await links(ann)).length, 3);
  const refused = (await edit(ann, other, { articleLink: at })).body;
  t.is(refused.code, 'duplicate');
  t.true(refused.linkId === own || refused.linkId === team);
  t.like((await edit(ann, own, { teamId })).body, { code: 'duplicate', linkId: team });
  t.is(
    (await edit(ann, own, { articleLink: `${at}#top`, remarks: 'x' })).status,
    200,
    'a link is no duplicate of itself',
  );
  t.is((await edit(ann, other, { articleLink: at, allowDuplicate: true })).status, 200);
});

test('a link in the trash is no duplicate; restoring one succeeds and names its duplicate', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const at = anArticle();
  const first = (await add(ann, at)).body.id;
  await ann.send('DELETE', `/api/links/${first}`);
  const second = (await add(ann, at)).body.id;
  await edit(ann, second, { teamId });
  const restored = await ann.send('POST', `/api/trash/${first}/restore`);
  t.like(restored, { status: 200, body: { id: first, duplicateOf: second } });
  t.is((await links(ann)).length, 2);
  await ann.send('DELETE', `/api/links/${first}`);
  await ann.send('DELETE', `/api/links/${second}`);
  t.like(await ann.send('POST', `/api/trash/${first}/restore`), { body: { duplicateOf: null } });
});

test('of sixteen concurrent adds of the same link, one succeeds', async (t) => {
  const ann = await somebody();
  const at = anArticle();
  const answers = await Promise.all(Array.from({ length: 16 }, () => add(ann, at)));
  const added = answers.filter(({ status }) => status === 201);
  t.is(added.length, 1);
  for (const { status, body } of answers.filter((answer) => !added.includes(answer))) {
    t.is(status, 409);
    t.like(body, { code: 'duplicate', linkId: added[0]?.body.id });
  }
  t.is((await links(ann)).length, 1);
});

test('concurrent edits of different fields both apply; of two with the same If-Match one gets 412', async (t) => {
  const ann = await somebody();
  const { id } = (await add(ann, anArticle())).body;
  const fields = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? { remarks: `r${n}` } : { duration: `${n} days` }));
  const edits = await Promise.all(fields.map((each) => edit(ann, id, each)));
  t.deepEqual([...new Set(edits.map(({ status }) => status))], [200]);
  const [link] = await links(ann);
  t.regex(link?.remarks ?? '', /^r/);
  t.not(link?.duration, '30 days');
  t.is(link?.revision, 8);

  const match = { 'If-Match': '"8"' };
  const raced = await Promise.all([
    edit(ann, id, { remarks: 'first' }, match),
    edit(ann, id, { remarks: 'second' }, match),
  ]);
  t.deepEqual(raced.map(({ status }) => status).sort(), [200, 412]);
});

test('an edit records only the changed fields in the history', async (t) => {
  const ann = await somebody();
  const at = anArticle();
  const { id } = (await add(ann, at)).body;
  const visits = pages.visits(new URL(at).pathname);
  t.is((await edit(ann, id, { articleLink: at, duration: '30 days', remarks: 'paid' })).status, 200);
  const { body: history } = await ann.get<HistoryAnswer[]>(`/api/links/${id}/history`);
  const edited = history.find(({ kind }) => kind === 'edited');
  t.like(edited, { kind: 'edited', changes: [{ field: 'remarks', from: null, to: 'paid' }] });
  t.is(pages.visits(new URL(at).pathname), visits, 'the page is not visited again');
  t.is((await edit(ann, id, {})).body.revision, 1);
});

test('a list without a scope combines all visible scopes, and sorts assignees by name', async (t) => {
  const [zoe, abe] = [await somebody(), await somebody()];
  await zoe.send('PATCH', '/api/user/profile', { firstName: 'Zoe' });
  await abe.send('PATCH', '/api/user/profile', { firstName: 'abe' });
  const teamId = await makeTeam(app, zoe, [[abe, 'edit']]);
  const own = (await add(zoe, anArticle())).body.id;
  const nobodys = (await add(zoe, anArticle(), { teamId, assignedTo: null })).body.id;
  const his = (await add(zoe, anArticle(), { teamId, assignedTo: abe.id })).body.id;
  t.deepEqual(ids(await links(zoe, 'sort=assignedTo')), [his, nobodys, own]);
  t.deepEqual(ids(await links(zoe, 'sort=assignedTo&dir=desc')), [own, nobodys, his]);
  const second = await zoe.get<LinkAnswer[]>('/api/links?sort=assignedTo&page=2&pageSize=1');
  t.deepEqual(ids(second.body), [nobodys]);
  t.is(second.headers['x-total-count'], '3');
  t.deepEqual(ids(await links(zoe, `sort=assignedTo&assignedTo=${abe.id}`)), [his]);
  t.deepEqual(ids(await links(abe, 'sort=assignedTo')), [his, nobodys]);
});

test('the list of links that expire soon starts with the next one', async (t) => {
  const ann = await somebody();
  const start = Date.now();
  const day = (offset: number, from = start) => new Date(from + offset * 86_400_000).toISOString().slice(0, 10);
  const inDays = async (days: number) =>
    (await add(ann, anArticle(), { liveDate: day(days - 10), duration: '10 days' })).body.id;
  const [in20, in3, in90] = [await inDays(20), await inDays(3), await inDays(90)];
  const soon = await links(ann, 'expiringWithin=30');
  t.deepEqual(ids(soon), [in3, in20]);
  // If midnight came meanwhile, the server may already count a day less.
  const late = day(0, Date.now()) !== day(0) && soon[0]?.daysLeft === 2 ? 1 : 0;
  t.deepEqual(
    soon.map(({ daysLeft }) => daysLeft),
    [3 - late, 20 - late],
  );
  t.deepEqual(ids(await links(ann, 'expiringWithin=30&sort=expirationDate&dir=desc')), [in20, in3]);
  t.deepEqual(ids(await links(ann, 'sort=expirationDate')), [in3, in20, in90]);
  t.is((await stats(ann)).expiringSoon, 2);
});

test('clients are the domains of all visible links, whatever their scope', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const gone = pages.at('/no-such-article');
  await add(ann, anArticle());
  await add(ann, gone, { teamId });
  await add(ann, anArticle(), { teamId });
  await add(ann, gone, { teamId, clientLink: 'https://shop.hats.co.uk/' });
  const clients = async (person: Actor, at = '/api/clients') => (await person.get<ClientAnswer[]>(at)).body;
  const teas = {
    ...{ clientDomain: 'client.example', name: 'client.example', domains: ['client.example'] },
    total: 3,
    live: 2,
    removed: 1,
    notFound: 1,
    pending: 0,
    livePercent: 67,
  };
  const names = { clientDomain: 'hats.co.uk', name: 'hats.co.uk', domains: ['hats.co.uk'] };
  const hats = { ...names, total: 1, live: 0, removed: 1, notFound: 1, pending: 0, livePercent: 0 };
  t.deepEqual(await clients(ann), [teas, hats]);
  t.deepEqual(await clients(ann, '/api/clients?sort=live&dir=asc'), [hats, teas]);
  t.deepEqual(await clients(ann, '/api/clients?q=HATS'), [hats]);
  const page = await ann.get<ClientAnswer[]>('/api/clients?page=2&pageSize=1');
  t.deepEqual(page.body, [hats]);
  t.is(page.headers['x-total-count'], '2');
  const inTeam = [{ ...teas, total: 2, live: 1, livePercent: 50 }, hats];
  t.deepEqual(await clients(bob), inTeam);
  t.deepEqual(await clients(ann, `/api/teams/${teamId}/clients`), inTeam);
  t.deepEqual(await clients(ann, `/api/clients?teamId=${teamId}&q=tea`), []);

  const tea = await ann.get<ClientDetailsAnswer>('/api/clients/Client.Example');
  t.deepEqual(tea.body, {
    ...teas,
    scopes: [
      {
        teamId: null,
        teamName: null,
        mayShare: true,
        ...{ mayEdit: true, hasRecord: false },
        total: 1,
        live: 1,
        removed: 0,
        notFound: 0,
        pending: 0,
      },
      {
        teamId,
        teamName: 'Agency',
        mayShare: true,
        ...{ mayEdit: true, hasRecord: false },
        total: 2,
        live: 1,
        removed: 1,
        notFound: 1,
        pending: 0,
      },
    ],
    ...{ notes: null, contacts: [], revision: -1 },
  });
  t.like((await bob.get<ClientDetailsAnswer>('/api/clients/client.example')).body.scopes[0], { mayShare: false });
  t.is((await ann.get('/api/clients/nobody.example')).status, 404);
  t.is((await bob.get(`/api/clients/client.example?teamId=other`)).status, 404);
  t.deepEqual(await stats(ann, 'clientDomain=client.example'), {
    total: 3,
    live: 2,
    removed: 1,
    notFound: 1,
    pending: 0,
    uniqueClients: 1,
    expiringSoon: 2,
    deviating: null,
  });
  t.like(await stats(ann), { total: 4, uniqueClients: 2 });
  const [team] = (await bob.get<TeamAnswer[]>('/api/teams/joined')).body;
  t.deepEqual(team?.links, { total: 3, live: 1, removed: 2, notFound: 2, pending: 0 });
});

for (const at of [
  '/api/clients?sort=status',
  '/api/clients?page=0',
  '/api/stats?status=live',
  '/api/teams/t1/links?teamId=t2',
]) {
  test(`${at} is refused`, async (t) => {
    const ann = await somebody();
    t.like(await ann.get(at), { status: 400, body: { code: 'invalid' } });
  });
}

test('a share without a team covers every list of the client that the person may share', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const [edited, viewed] = [await makeTeam(app, bob, [[ann, 'edit']]), await makeTeam(app, bob, [[ann, 'view']])];
  for (const more of [{}, { teamId: edited }]) await add(ann, anArticle(), more);
  await add(bob, anArticle(), { teamId: viewed });
  const share = async (who: Actor, body: object) => {
    const made = await who.send<{ shareId: string }>('POST', '/api/shared-links', {
      clientDomain: 'client.example',
      ...body,
    });
    if (made.status !== 201) return made.status;
    return (await who.get<{ total: number }>(`/api/shared/${made.body.shareId}`)).body.total;
  };
  t.is(await share(ann, {}), 2);
  t.is(await share(ann, { teamId: null }), 1);
  t.is(await share(ann, { teamId: edited }), 1);
  t.is(await share(ann, { teamId: viewed }), 403);
  t.is(await share(await somebody(), {}), 404);
  // A colleague who may share the team's links sees all shares of them, and may end them.
  const listed = (await bob.get<{ id: string; lists: (string | null)[] }[]>(`/api/shared-links?teamId=${edited}`)).body;
  t.is(listed.length, 2);
  for (const { id } of listed) t.is((await bob.send('DELETE', `/api/shared-links/${id}`)).status, 204);
  t.is((await ann.get<object[]>('/api/shared-links')).body.length, 1);
});
