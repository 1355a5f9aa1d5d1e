/** Templates of terms, on the whole system: kept, given to links, changed and deleted. */
import test from 'ava';
import type { BulkAnswer, BulkCountAnswer } from '../../../../query-service/contract/answers/bulk-operations.ts';
import type { LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type { LinkAnswer, TermsTemplateAnswer } from '../../../../query-service/contract/answers/links.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

// Checks refuse loopback addresses at once.
const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());
const somebody = signUpActors(app);
let pages = 0;

interface Failure {
  readonly id: string;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
}
const add = (person: Actor, more: object = {}) =>
  person.send<Failure>('POST', '/api/links', {
    ...{ articleLink: `http://127.0.0.1/page-${++pages}`, clientLink: 'http://127.0.0.1/client', ...more },
  });
const added = async (person: Actor, more: object = {}) => (await add(person, more)).body.id;
const link = async (person: Actor, id: string) => (await person.get<LinkAnswer>(`/api/links/${id}`)).body;
const templates = async (person: Actor) => (await person.get<TermsTemplateAnswer[]>('/api/terms-templates')).body;
const put = (person: Actor, list: readonly object[], teamId: string | null = null, headers = {}) =>
  person.send<Failure & { readonly revision: number }>(
    'PUT',
    '/api/terms-templates',
    { templates: list, teamId },
    headers,
  );
const agree = (person: Actor, id: string, body: object) => person.send<Failure>('PUT', `/api/links/${id}/terms`, body);

const GUEST = { name: 'Guest post', terms: { linkTypes: ['dofollow'] } };
const FORUM = { name: 'Forum', terms: { visible: true } };

/** Makes a template, and answers it. */
async function make(person: Actor, teamId: string | null = null): Promise<TermsTemplateAnswer> {
  await put(person, [GUEST], teamId);
  const made = (await templates(person)).find((each) => each.teamId === teamId);
  if (made === undefined) throw new Error('the template is missing');
  return made;
}

test('templates are kept by name with their ids, and nobody overwrites a change that they have not seen', async (t) => {
  const ann = await somebody();
  t.is((await put(ann, [GUEST, FORUM], null, { 'If-Match': '"0"' })).body.revision, 1);
  const [forum, guest] = await templates(ann);
  t.like(forum, { name: 'Forum', terms: { visible: true, linkTypes: null }, teamId: null, links: 0, mayEdit: true });
  t.like(guest, { name: 'Guest post', revision: 1 });
  t.is((await put(ann, [], null, { 'If-Match': '"0"' })).status, 412);
  const renamed = { id: guest?.id, name: 'Guest posts', terms: { indexable: true } };
  t.is((await put(ann, [renamed], null, { 'If-Match': '"1"' })).status, 200);
  t.like(await templates(ann), [{ id: guest?.id, name: 'Guest posts', terms: { indexable: true, linkTypes: null } }]);
  const told = (await ann.get<LedgerAnswer[]>('/api/ledger?kind=terms')).body;
  t.deepEqual(
    told.map(({ event }) => event.type),
    ['TermsTemplatesSet', 'TermsTemplatesSet'],
  );
});

test('a link gets the terms of a template, and remembers whether a person changed them', async (t) => {
  const ann = await somebody();
  const { id: templateId } = await make(ann);
  const [first, second] = [await added(ann, { templateId }), await added(ann)];
  t.like(await link(ann, first), {
    terms: { linkTypes: ['dofollow'] },
    termsTemplate: { id: templateId, isChanged: false },
  });
  t.is((await agree(ann, second, { templateId, linkTypes: ['dofollow'], visible: true })).status, 200);
  t.like(await link(ann, second), { terms: { visible: true }, termsTemplate: { id: templateId, isChanged: true } });
  t.is((await templates(ann))[0]?.links, 1);
  await agree(ann, second, { templateId });
  t.like(await link(ann, second), { terms: { visible: false }, termsTemplate: { isChanged: false } });
  const listed = (await ann.get<LinkAnswer[]>(`/api/links?termsTemplate=${templateId}`)).body;
  t.deepEqual(listed.map(({ id }) => id).toSorted(), [first, second].toSorted());

  await put(ann, [{ id: templateId, ...FORUM }]);
  t.like((await templates(ann))[0], { id: templateId, links: 2, changedLinks: 0 });
  t.like(await link(ann, first), { terms: { linkTypes: ['dofollow'] }, termsTemplate: { isChanged: false } });
  await agree(ann, first, { indexable: true });
  t.like(await link(ann, first), { termsTemplate: { id: templateId, isChanged: true } });
  t.like((await templates(ann))[0], { links: 1, changedLinks: 1 });
  const changed = (await ann.get<LinkAnswer[]>(`/api/links?termsTemplate=~${templateId}`)).body;
  t.deepEqual(
    changed.map(({ id }) => id),
    [first],
  );
  await put(ann, []);
  t.like(await link(ann, second), { terms: { linkTypes: ['dofollow'] }, termsTemplate: { id: templateId } });
  t.deepEqual((await agree(ann, second, { templateId })).body.fields, {
    templateId: 'This list does not have this template.',
  });
});

test('a changed template is given to all its links at once, and an undo gives them back what they had', async (t) => {
  const ann = await somebody();
  const { id: templateId } = await make(ann);
  const ids = [await added(ann, { templateId }), await added(ann, { templateId })];
  await put(ann, [{ id: templateId, ...FORUM }]);
  const body = { filter: { termsTemplate: templateId }, action: 'terms', change: { templateId } };
  const counted = (await ann.send<BulkCountAnswer>('POST', '/api/links/bulk', { ...body, dryRun: true })).body;
  t.like(counted, { total: 2, allowed: 2, deviations: { links: 0 } });
  const { batchId } = (await ann.send<BulkAnswer>('POST', '/api/links/bulk', body)).body;
  const ended = () =>
    waitUntil(async () => {
      const job = (await ann.get<BulkAnswer>(`/api/links/bulk/${batchId}`)).body;
      return job.state !== 'running' && job;
    });
  t.like(await ended(), { done: 2, failed: 0 });
  for (const id of ids) t.like(await link(ann, id), { terms: { visible: true, linkTypes: null } });
  await put(ann, []);
  await ann.send('POST', `/api/links/bulk/${batchId}/undo`);
  t.like(await ended(), { state: 'undone', done: 2, failed: 0 });
  for (const id of ids) {
    t.like(await link(ann, id), {
      terms: { visible: false, linkTypes: ['dofollow'] },
      termsTemplate: { id: templateId, isChanged: false },
    });
  }
});

test('a template is for the links of its list, and only who may edit there changes it', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const { id: templateId } = await make(ann, teamId);
  t.like(await templates(bob), [{ id: templateId, teamId, mayEdit: false }]);
  t.deepEqual(await templates(eve), []);
  t.is((await put(bob, [], teamId)).status, 403);
  t.is((await put(eve, [], teamId)).status, 404);
  t.like(await add(eve, { templateId }), {
    status: 400,
    body: { fields: { templateId: 'This list does not have this template.' } },
  });
  t.is((await add(ann, { templateId, teamId })).status, 201);
  const wrong = await put(ann, [{ name: ' ', terms: { linkTypes: ['follow'], price: 1 } }], teamId);
  t.deepEqual(Object.keys(wrong.body.fields ?? {}).toSorted(), [
    'templates[0].name',
    'templates[0].terms',
    'templates[0].terms.linkTypes[0]',
  ]);
});

test('a link that is added to a campaign gets the template of the campaign, if no other is chosen', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann, []);
  const own = await make(ann);
  await put(ann, [GUEST, FORUM], teamId);
  const [forum, guest] = (await templates(ann)).filter((each) => each.teamId === teamId);
  const notOfList = { templateId: 'This list does not have this template.' };
  const campaign = (method: 'POST' | 'PATCH', path: string, templateId: string | null | undefined) =>
    ann.send<Failure>(method, path, { templateId, ...(method === 'POST' && { name: 'Spring', teamId }) });
  t.deepEqual((await campaign('POST', '/api/campaigns', own.id)).body.fields, notOfList);
  const { id: campaignId } = (await campaign('POST', '/api/campaigns', guest?.id)).body;
  const path = `/api/campaigns/${campaignId}`;
  t.like((await ann.get(path)).body, { templateId: guest?.id });
  t.deepEqual((await campaign('PATCH', path, own.id)).body.fields, notOfList);

  const addToCampaign = async (more: object) => {
    const body = { campaignId, promotionType: 'other', status: 'live', ...more };
    const added = await ann.send<Failure>('POST', '/api/campaign-links', body);
    t.is(added.status, 201);
    return (await link(ann, added.body.id)).termsTemplate;
  };
  const ofCampaign = { id: guest?.id, isChanged: false };
  t.deepEqual(await addToCampaign({}), ofCampaign);
  t.deepEqual(await addToCampaign({ templateId: forum?.id }), { id: forum?.id, isChanged: false });
  t.is(await addToCampaign({ templateId: null }), null);
  // A template that is gone keeps nobody from adding links.
  await put(ann, [{ ...FORUM, id: forum?.id }], teamId);
  t.is(await addToCampaign({}), null);
  t.is(await addToCampaign({ templateId: guest?.id }), null);
});

test('a name is given once in a list, and fits in a line of it', async (t) => {
  const ann = await somebody();
  const taken = 'This list has a template of this name already.';
  const doubled = await put(ann, [GUEST, FORUM, { ...FORUM, name: ' guest POST ' }]);
  t.deepEqual(doubled.body.fields, { 'templates[2].name': taken });
  const long = await put(ann, [{ ...GUEST, name: 'x'.repeat(2_000) }]);
  t.deepEqual(long.body.fields, { 'templates[0].name': 'Name must be at most 200 characters' });
  t.deepEqual((await put(ann, [{ ...GUEST, name: '' }])).body.fields, { 'templates[0].name': 'Name is required.' });
  t.deepEqual(await templates(ann), []);
});
