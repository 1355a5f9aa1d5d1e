/** Terms of many links at once, on the whole system: previewed, set, undone. */
import test from 'ava';
import type {
  BulkAnswer,
  BulkCountAnswer,
  StartedBulkAnswer,
} from '../../../../query-service/contract/answers/bulk-operations.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const TODAY = new Date().toISOString().slice(0, 10);

const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);
let served = 0;

/** Adds a link to a page whose link has this `rel`. */
async function add(person: Actor, rel = '', more: object = {}): Promise<string> {
  served += 1;
  pages.set(`/tea-${served}`, article(`<p>We like <a rel="${rel}" href="${CLIENT}">good tea</a>.</p>`));
  const body = { articleLink: pages.at(`/tea-${served}`), clientLink: CLIENT, ...more };
  return (await person.send<{ readonly id: string }>('POST', '/api/links', body)).body.id;
}
const agree = (person: Actor, id: string, terms: object) => person.send('PUT', `/api/links/${id}/terms`, terms);
const link = async (person: Actor, id: string) => (await person.get<LinkAnswer>(`/api/links/${id}`)).body;
const bulk = <T>(person: Actor, body: object) => person.send<T>('POST', '/api/links/bulk', body);
const preview = async (person: Actor, ids: readonly string[], change: object) =>
  (await bulk<BulkCountAnswer>(person, { ids, action: 'terms', change, dryRun: true })).body;
const ended = (person: Actor, batchId: string) =>
  waitUntil(async () => {
    const { body } = await person.get<BulkAnswer>(`/api/links/bulk/${batchId}`);
    return body.state !== 'running' && body;
  });

/** Sets the terms and waits for the end. */
async function setAll(person: Actor, ids: readonly string[], change: object): Promise<BulkAnswer> {
  const { status, body } = await bulk<StartedBulkAnswer>(person, { ids, action: 'terms', change });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return ended(person, body.batchId);
}
async function undo(person: Actor, batchId: string): Promise<BulkAnswer> {
  await person.send('POST', `/api/links/bulk/${batchId}/undo`);
  return ended(person, batchId);
}

test('the preview says which links would deviate, and since when, and changes nothing', async (t) => {
  const ann = await somebody();
  const ids = [await add(ann, 'nofollow'), await add(ann, 'sponsored'), await add(ann)];
  const missing = await add(ann, '', { articleLink: pages.at('/nowhere') });
  await ann.send('PATCH', `/api/links/${ids[2]}`, { timelineDate: '2020-01-31' });
  await ann.send('PATCH', `/api/links/${missing}`, { timelineDate: '2020-03-11' });
  const counted = await preview(ann, [...ids, missing], { linkTypes: ['dofollow'] });
  t.like(counted, { total: 4, allowed: 4, refused: [] });
  t.like(counted.deviations, {
    links: 3,
    codes: [
      { code: 'wrong-type', count: 2 },
      { code: 'late', count: 1 },
    ],
    oldest: '2020-03-12',
  });
  const [first] = counted.deviations?.first ?? [];
  t.like(first, { linkId: ids[0], clientLink: CLIENT });
  const wrong = { code: 'wrong-type', since: TODAY, factSince: TODAY, evidence: 'nofollow', cause: 'rel' } as const;
  t.deepEqual(first?.deviations, [wrong]);
  t.is((await link(ann, ids[0] ?? '')).terms, null);
  const none = await preview(ann, ids, { visible: true });
  t.deepEqual(none.deviations, { links: 0, codes: [], oldest: null, first: [] });
  t.false('deviations' in (await bulk<BulkCountAnswer>(ann, { ids, action: 'trash', dryRun: true })).body);
});

test('terms are set for many links, and an undo gives each link its earlier terms back', async (t) => {
  const ann = await somebody();
  const ids = [await add(ann, 'nofollow'), await add(ann), await add(ann)];
  const [fresh = '', agreed = '', edited = ''] = ids;
  await agree(ann, agreed, { indexable: true });
  const answer = await setAll(ann, ids, { linkTypes: ['dofollow'], visible: true });
  t.like(answer, { action: 'terms', total: 3, done: 3, failed: 0, undoable: true });
  for (const id of ids) t.like((await link(ann, id)).terms, { indexable: false, visible: true });
  t.like((await link(ann, fresh)).deviations, [{ code: 'wrong-type' }]);
  t.is((await link(ann, agreed)).termsRevision, 2);

  await agree(ann, edited, { linkTypes: ['nofollow'], visible: true });
  const back = await undo(ann, answer.batchId);
  t.like(back, { state: 'undone', done: 3, failed: 1 });
  t.deepEqual(back.failures, [
    { linkId: edited, message: 'Somebody changed this since and it was left as it is: link type.' },
  ]);
  t.is((await link(ann, fresh)).terms, null);
  t.deepEqual((await link(ann, fresh)).deviations, []);
  t.like((await link(ann, agreed)).terms, { indexable: true, visible: false, linkTypes: null });
  t.like((await link(ann, edited)).terms, { linkTypes: ['nofollow'], visible: false });
  const history = (await ann.get<HistoryAnswer[]>(`/api/links/${agreed}/history`)).body;
  t.is(history.filter(({ kind }) => kind === 'terms-changed').length, 3);
});

test('links in the trash, links that a person may only view and unknown links keep their terms', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const [theirs, mine, trashed] = [await add(ann, 'nofollow', { teamId }), await add(bob), await add(bob)];
  await bob.send('DELETE', `/api/links/${trashed}`);
  const ids = [theirs, mine, trashed, 'unknown'];
  const counted = await preview(bob, ids, { linkTypes: ['dofollow'] });
  t.like(counted, { total: 4, allowed: 1, deviations: { links: 0 } });
  t.true(counted.refused.some(({ message }) => message === 'This link is in the trash: restore it first.'));
  const answer = await setAll(bob, ids, { linkTypes: ['dofollow'] });
  t.like(answer, { done: 4, failed: 3 });
  t.like((await link(bob, mine)).terms, { linkTypes: ['dofollow'] });
  t.is((await link(ann, theirs)).terms, null);
});

test('wrong terms and more than 100,000 links are refused, and nothing starts', async (t) => {
  const ann = await somebody();
  const refused = async (ids: readonly string[], change: object) => {
    const body = { ids, action: 'terms', change };
    const answer = await bulk<{ readonly fields?: Readonly<Record<string, string>> }>(ann, body);
    t.is(answer.status, 400);
    return answer.body.fields;
  };
  const many = Array.from({ length: 100_001 }, (_, index) => `l${index}`);
  t.deepEqual(await refused(many, {}), { ids: 'ids must be at most 100,000: do it in parts' });
  const wrong = { anchor: { rule: 'exactly', texts: ['  '] }, linkTypes: [] };
  t.deepEqual(Object.keys((await refused(['l1'], wrong)) ?? {}), ['anchor.texts[0]', 'linkTypes']);
});
