/** Matching, and judging past checks again, through the API, on the whole system. */
import test from 'ava';
import type { SettingsAnswer } from '../../../../query-service/contract/answers/account.ts';
import type {
  JudgingAnswer,
  JudgingPreviewAnswer,
  StartedJudgingAnswer,
} from '../../../../query-service/contract/answers/judgings.ts';
import type { LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type { HistoryAnswer, LinkDetailsAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea?size=2';
const linking = (href: string) => article(`<p>We like <a href="${href}">good tea</a>.</p>`);

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

let served = 0;
/** Adds a link whose page links to `href`, and waits for its check; its id. */
async function add(person: Actor, href: string, teamId: string | null = null): Promise<string> {
  const path = `/page-${++served}`;
  pages.set(path, linking(href));
  const body = { articleLink: pages.at(path), clientLink: CLIENT, teamId };
  const { id } = (await person.send<{ readonly id: string }>('POST', '/api/links', body)).body;
  // A busy machine answers before the check is done.
  await waitUntil(async () => !(await details(person, id)).checking);
  return id;
}
const preview = async (person: Actor, body: object = {}) =>
  (await person.send<JudgingPreviewAnswer>('POST', '/api/judgings', { ...body, dryRun: true })).body;
const details = async (person: Actor, id: string) => (await person.get<LinkDetailsAnswer>(`/api/links/${id}`)).body;

/** Judges a list again and waits for the end. */
async function judge(person: Actor, teamId: string | null = null): Promise<JudgingAnswer> {
  const started = await person.send<StartedJudgingAnswer & Failure>('POST', '/api/judgings', { teamId });
  if (started.status !== 201) throw new Error(`judging answered ${started.status} ${started.body.code}`);
  return waitUntil(async () => {
    const [newest] = (await person.get<JudgingAnswer[]>(`/api/judgings${teamId ? `?teamId=${teamId}` : ''}`)).body;
    return newest?.judgingId === started.body.judgingId && newest.state === 'done' && newest;
  });
}

test('a looser matching judges past checks without a visit, is shown everywhere, and can be taken back', async (t) => {
  const ann = await somebody();
  const query = await add(ann, 'https://client.example/tea?size=3');
  const shop = await add(ann, 'https://shop.client.example/tea');
  const exact = await add(ann, CLIENT);
  t.is((await details(ann, query)).status, 'pending');
  const chosen = await ann.send<SettingsAnswer>('PATCH', '/api/user/settings', { matching: 'ignore-query' });
  t.is(chosen.body.matching, 'ignore-query');
  const path = `/${(await details(ann, query)).articleLink.split('/').at(-1)}`;
  t.is(pages.visits(path), 1);

  const looked = await preview(ann);
  t.like(looked, { matching: 'ignore-query', total: 3, needsVisit: 0, neverChecked: 0 });
  t.deepEqual(looked.changes, [{ from: 'pending', to: 'live', wasLive: false, count: 1 }]);
  t.deepEqual(
    looked.links.map(({ linkId, from, to }) => [linkId, from, to]),
    [[query, 'pending', 'live']],
  );
  t.is((await details(ann, query)).status, 'pending', 'a preview changes nothing');
  t.deepEqual((await preview(ann, { matching: 'any-subdomain' })).changes, [
    { from: 'pending', to: 'live', wasLive: false, count: 2 },
  ]);

  t.like(await judge(ann), { total: 3, done: 3, failed: 0, matching: 'ignore-query' });
  t.like(await details(ann, query), { status: 'live', anchor: 'good tea', linkType: 'dofollow' });
  t.is((await details(ann, shop)).status, 'pending');
  t.like((await ann.get<StatsAnswer>('/api/stats')).body, { live: 2, pending: 1 });
  const history = (await ann.get<HistoryAnswer[]>(`/api/links/${query}/history`)).body;
  t.deepEqual(
    history.map(({ kind }) => kind),
    ['status-changed', 'judged-again', 'checked', 'check-requested', 'added'],
  );
  t.like(history[1], { actor: ann.id, from: 'pending', verdict: { status: 'live', matching: 'ignore-query' } });
  const ledger = (await ann.get<LedgerAnswer[]>('/api/ledger')).body.filter(
    ({ event }) => event.type === 'VerdictJudgedAgain',
  );
  t.is(ledger.length, 1);
  t.is(pages.visits(path), 1, 'the page was not visited again');
  t.deepEqual((await preview(ann)).changes, [], 'judging again with the same rules changes nothing');

  await ann.send('PATCH', '/api/user/settings', { matching: 'exact' });
  t.deepEqual((await preview(ann)).changes, [{ from: 'live', to: 'pending', wasLive: true, count: 1 }]);
  await judge(ann);
  t.is((await details(ann, query)).status, 'pending');
  t.is((await details(ann, exact)).status, 'live');
});

test('new visits use the matching of the list', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  await ann.send('PATCH', `/api/teams/${teamId}/matching`, { matching: 'any-subdomain' });
  t.is((await ann.get<TeamAnswer>(`/api/teams/${teamId}`)).body.matching, 'any-subdomain');
  const shared = await add(ann, 'https://shop.client.example/tea', teamId);
  const own = await add(ann, 'https://shop.client.example/tea');
  t.is((await details(ann, shared)).status, 'live');
  t.is((await details(ann, own)).status, 'pending');
});

test('corrections stay in force, and undoing one leads to the new verdict', async (t) => {
  const ann = await somebody();
  const id = await add(ann, 'https://client.example/tea?size=3');
  const claim = { claim: 'removed', note: 'It is gone.' };
  const corrected = await ann.send<{ id: string }>('POST', `/api/links/${id}/corrections`, claim);
  await ann.send('PATCH', '/api/user/settings', { matching: 'ignore-query' });
  await judge(ann);
  t.like(await details(ann, id), { status: 'removed', correction: { claim: 'removed' } });
  await ann.send('DELETE', `/api/links/${id}/corrections/${corrected.body.id}`);
  t.like(await details(ann, id), { status: 'live', correction: null });
});

test('a deleted link does not stop a judging, and a link without a check stays as it is', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  await add(ann, 'https://client.example/tea?size=3', teamId);
  const gone = await add(ann, 'https://client.example/tea?size=4', teamId);
  const spring = await ann.send<{ readonly id: string }>('POST', '/api/campaigns', { name: 'Spring', teamId });
  const place = { campaignId: spring.body.id, promotionType: 'link_insertion', status: 'pending' };
  const later = { ...place, articleLink: pages.at('/later'), clientLink: CLIENT, timelineDate: '2999-01-01' };
  t.is((await ann.send('POST', '/api/campaign-links', later)).status, 201);
  await ann.send('PATCH', `/api/teams/${teamId}/matching`, { matching: 'ignore-query' });
  t.like(await preview(ann, { teamId }), { total: 3, neverChecked: 1 });
  await ann.send('DELETE', `/api/links/${gone}`);
  t.like(await judge(ann, teamId), { total: 2, done: 2, failed: 0 });
});

test('a list is judged only by people who may change its settings, and an unknown matching is refused', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  for (const body of [{ teamId }, { teamId, dryRun: true }]) {
    t.is((await bob.send('POST', '/api/judgings', body)).status, 403);
    t.is((await eve.send('POST', '/api/judgings', body)).status, 404);
  }
  t.is((await bob.get(`/api/judgings?teamId=${teamId}`)).status, 200);
  t.is((await eve.get(`/api/judgings?teamId=${teamId}`)).status, 404);
  t.is((await bob.send('PATCH', `/api/teams/${teamId}/matching`, { matching: 'exact' })).status, 403);
  for (const matching of ['loose', 7, ['exact']]) {
    const answers = [
      await ann.send<Failure>('PATCH', '/api/user/settings', { matching }),
      await ann.send<Failure>('PATCH', `/api/teams/${teamId}/matching`, { matching }),
      await ann.send<Failure>('POST', '/api/judgings', { matching, dryRun: true }),
    ];
    for (const { status, body } of answers) {
      t.is(status, 400, String(matching));
      t.deepEqual(Object.keys(body.fields ?? {}), ['matching']);
    }
  }
  const empty = await ann.send<Failure>('POST', '/api/judgings', { teamId });
  t.is(empty.body.code, 'no-links');
  const stale = await ann.send<Failure>('POST', '/api/judgings', { teamId, matching: 'ignore-query' });
  t.deepEqual([stale.status, stale.body.code], [409, 'changed']);
});
