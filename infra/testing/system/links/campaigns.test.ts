/** Campaigns and their links through the API, on the whole system. */
import test from 'ava';
import type { CampaignAnswer, CampaignWithLinksAnswer } from '../../../../query-service/contract/answers/campaigns.ts';
import type { CheckResultAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';

const CLIENT = 'https://client.example/tea';

interface Created {
  readonly id: string;
  readonly checkResult: CheckResultAnswer;
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
  pages.set(path, article(`<a href="${CLIENT}">good tea</a>`));
  return pages.at(path);
}
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const create = (person: Actor, teamId: string, more: object = {}) =>
  person.send<Created>('POST', '/api/campaigns', { name: ' Spring ', teamId, ...more });
const addTo = (person: Actor, campaignId: string, more: object) =>
  person.send<Created>('POST', '/api/campaign-links', { campaignId, ...more });
const one = (person: Actor, id: string) => person.get<CampaignWithLinksAnswer>(`/api/campaigns/${id}`);

test('a campaign has the fields it was given, and appears in the lists of its team', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const more = { description: ' All of it ', startDate: '2026-03-01', endDate: '2026-03-01' };
  const { status, headers, body } = await create(ann, teamId, more);
  t.is(status, 201);
  t.is(headers.location, `/api/campaigns/${body.id}`);
  const { createdAt, links, ...shown } = (await one(bob, body.id)).body;
  t.deepEqual(shown, {
    ...{ clientDomain: null, clientName: null, templateId: null },
    id: body.id,
    name: 'Spring',
    description: 'All of it',
    startDate: '2026-03-01',
    endDate: '2026-03-01',
    status: 'planning',
    teamId,
    teamName: 'Agency',
    total: 0,
    live: 0,
    removed: 0,
    notFound: 0,
    pending: 0,
    revision: 0,
  });
  t.deepEqual(links, []);
  const autumn = (await create(ann, teamId, { name: 'Autumn', status: 'active' })).body.id;
  const list = async (person: Actor, query = '') =>
    (await person.get<CampaignAnswer[]>(`/api/campaigns?${query}`)).body.map(({ id }) => id);
  t.deepEqual((await list(bob)).sort(), [body.id, autumn].sort());
  t.deepEqual(await list(ann, 'q=ALL of'), [body.id]);
  t.deepEqual(await list(ann, `q=autumn&teamId=${teamId}`), [autumn]);
  t.deepEqual(await list(ann, 'teamId=other'), []);
  t.is((await list(ann, 'page=1&pageSize=1')).length, 1);
  t.deepEqual(await list(eve), []);
  const none = await one(eve, body.id);
  t.is(none.status, 404);
  t.deepEqual(none.body, (await eve.get('/api/campaigns/no-such-campaign')).body);
  t.like(none.body, { message: 'Campaign not found' });
  t.true(Date.parse(createdAt) <= Date.now());
});

test('an incomplete campaign is refused with the product’s texts', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const wrong: [object, Record<string, string>][] = [
    [{}, { name: 'Campaign name is required.', teamId: 'Please select a team for this campaign.' }],
    [{ name: '   ', teamId }, { name: 'Campaign name is required.' }],
    [{ name: 'x', teamId: null }, { teamId: 'Please select a team for this campaign.' }],
    [
      { name: 'x', teamId, startDate: '2026-03-02', endDate: '2026-03-01' },
      { endDate: 'End date must not be before the start date' },
    ],
    [
      { name: 'x', teamId, startDate: '2026-02-30' },
      { startDate: 'Start date must be a day without a time, written as YYYY-MM-DD' },
    ],
    [
      { name: 'x', teamId, startDate: '2026-03-01T00:00:00.000Z' },
      { startDate: 'Start date must be a day without a time, written as YYYY-MM-DD' },
    ],
    [{ name: 'x', teamId, status: 'done' }, { status: 'Status must be one of planning, active, completed' }],
    [{ name: 'x'.repeat(201), teamId }, { name: 'Campaign name must be at most 200 characters' }],
  ];
  for (const [body, fields] of wrong) {
    const answer = await ann.send<Created>('POST', '/api/campaigns', body);
    t.is(answer.status, 400);
    t.deepEqual(answer.body.fields, fields);
  }
  t.is((await create(ann, 'no-such-team')).status, 404);
  t.deepEqual((await ann.get('/api/campaigns')).body, []);
});

test('a campaign is edited with If-Match, its days stay in order, and its status changes freely', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const { id } = (await create(ann, teamId, { startDate: '2026-03-10' })).body;
  const edit = (person: Actor, body: object, headers = {}) =>
    person.send<Created>('PATCH', `/api/campaigns/${id}`, body, headers);
  t.is((await edit(ann, { status: 'completed', description: 'x' })).status, 200);
  t.is((await edit(ann, { status: 'planning' }, { 'If-Match': '"1"' })).status, 200);
  t.is((await edit(ann, { name: 'Late' }, { 'If-Match': '"1"' })).status, 412);
  t.deepEqual((await edit(ann, { endDate: '2026-03-09' })).body.fields, {
    endDate: 'End date must not be before the start date',
  });
  t.deepEqual((await edit(ann, { name: '' })).body.fields, { name: 'Campaign name is required.' });
  t.deepEqual((await edit(ann, { teamId })).body.fields, { teamId: '“teamId” is not a field of this request' });
  t.is((await edit(bob, { name: 'Mine' })).status, 403);
  t.is((await bob.send('DELETE', `/api/campaigns/${id}`)).status, 403);
  t.is((await create(bob, teamId)).status, 403);
  t.like((await one(ann, id)).body, { name: 'Spring', status: 'planning', description: 'x', revision: 2 });
  t.is((await one(ann, id)).headers.etag, '"2"');
});

test('a campaign link requires the fields of its kind, with the product’s texts', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const { id } = (await create(ann, teamId)).body;
  const guest = 'Client link and website URL are required for guest posts.';
  const insertion = 'Article link and client link are required for link insertions.';
  const timeline = 'Timeline date is required for pending links.';
  const wrong: [object, Record<string, string>][] = [
    [{ status: 'live' }, { clientLink: guest, websiteUrl: guest }],
    [{ promotionType: 'guest_post', clientLink: CLIENT, status: 'live' }, { websiteUrl: guest }],
    [
      { promotionType: 'link_insertion', status: 'live' },
      { articleLink: insertion, clientLink: insertion },
    ],
    [
      { promotionType: 'link_insertion', articleLink: ' ', clientLink: CLIENT, status: 'live' },
      { articleLink: insertion },
    ],
    [{ promotionType: 'other' }, { timelineDate: timeline }],
    [{ promotionType: 'other', status: 'pending', timelineDate: '' }, { timelineDate: timeline }],
    [
      { promotionType: 'other', status: 'removed' },
      { status: 'Status must be “pending” or “live”', timelineDate: timeline },
    ],
    [
      { promotionType: 'barter', status: 'live' },
      { promotionType: 'Promotion type must be one of guest_post, link_insertion, other' },
    ],
    [
      { promotionType: 'other', status: 'live', duration: '30 days' },
      { duration: 'Duration of a campaign’s link must be “permanent”' },
    ],
    [
      { promotionType: 'other', status: 'live', clientLink: 'javascript:alert(1)' },
      { clientLink: 'Client link must be a web address that starts with http:// or https://' },
    ],
    [
      { promotionType: 'other', status: 'live', teamId: 'another' },
      { teamId: 'The campaign belongs to another team.' },
    ],
    [
      { promotionType: 'other', status: 'live', assignedTo: 'somebody' },
      { assignedTo: 'A team’s link can only be assigned to its owner, to one of its members, or to nobody.' },
    ],
  ];
  for (const [body, fields] of wrong) {
    const answer = await addTo(ann, id, body);
    t.is(answer.status, 400, JSON.stringify(body));
    t.deepEqual(answer.body.fields, fields);
  }
  t.deepEqual(
    (await ann.send<Created>('POST', '/api/campaign-links', { status: 'live', promotionType: 'other' })).body.fields,
    {
      campaignId: 'Campaign is required',
    },
  );
  t.is((await addTo(ann, 'no-such-campaign', { promotionType: 'other', status: 'live' })).status, 404);
  t.deepEqual((await ann.get('/api/links')).body, []);
});

test('a link entered as live is checked at once, and counts as live once it was found', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const { id } = (await create(ann, teamId)).body;
  const at = anArticle();
  const live = { promotionType: 'link_insertion', articleLink: at, clientLink: CLIENT, status: 'live', teamId };
  const { status, body } = await addTo(ann, id, { ...live, duration: 'permanent' });
  t.is(status, 201);
  t.like(body.checkResult, { status: 'live', anchor: 'good tea' });
  const gone = await addTo(ann, id, { ...live, articleLink: pages.at('/nowhere') });
  t.is(gone.body.checkResult.status, 'removed');
  t.like(await addTo(ann, id, live), { status: 409, body: { code: 'duplicate', linkId: body.id } });
  const { body: shown } = await one(ann, id);
  t.like(shown, { total: 2, live: 1, removed: 1, pending: 0 });
  t.like(
    shown.links.find((link) => link.id === body.id),
    {
      campaignId: id,
      campaignName: 'Spring',
      promotionType: 'link_insertion',
      websiteUrl: null,
      timelineDate: null,
      duration: 'permanent',
      expirationDate: null,
      daysLeft: null,
      teamId,
      assignedTo: ann.id,
    },
  );
  t.deepEqual(
    (await ann.get<LinkAnswer[]>(`/api/links?campaignId=${id}&status=live`)).body.map((link) => link.id),
    [body.id],
  );
  t.like((await ann.get<StatsAnswer>(`/api/stats?campaignId=${id}`)).body, {
    total: 2,
    live: 1,
    uniqueClients: 1,
    expiringSoon: 0,
    deviating: null,
  });
  t.like((await ann.get<StatsAnswer>(`/api/stats?campaignId=${id}&clientDomain=other.example`)).body, {
    total: 0,
    uniqueClients: 0,
  });
});

test('an awaited guest post is not checked before its day, except on request', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const { id } = (await create(ann, teamId)).body;
  const websiteUrl = anArticle();
  const path = new URL(websiteUrl).pathname;
  const timelineDate = day(10);
  const awaited = { clientLink: CLIENT, websiteUrl, timelineDate, assignedTo: null };
  const { status, body } = await addTo(ann, id, awaited);
  t.is(status, 201);
  t.deepEqual(body.checkResult, {
    status: 'pending',
    anchor: null,
    linkType: null,
    reason: `It is checked from ${timelineDate} on, the day it is expected.`,
    reasonCode: null,
    reasonDetails: null,
    warnings: [],
  });
  const link = async () => (await ann.get<LinkAnswer>(`/api/links/${body.id}`)).body;
  t.like(await link(), {
    articleLink: websiteUrl,
    websiteUrl,
    promotionType: 'guest_post',
    timelineDate,
    status: 'pending',
    assignedTo: null,
    reason: { code: 'never-checked' },
  });
  const edit = (fields: object) => ann.send<Created>('PATCH', `/api/links/${body.id}`, fields);
  t.deepEqual((await edit({ timelineDate: null })).body.fields, {
    timelineDate: 'Timeline date is required for pending links.',
  });
  t.deepEqual((await edit({ websiteUrl: null })).body.fields, {
    websiteUrl: 'Client link and website URL are required for guest posts.',
  });
  t.deepEqual((await edit({ promotionType: 'other' })).body.fields, {
    promotionType: '“promotionType” is not a field of this request',
  });
  t.is((await edit({ timelineDate: day(20), remarks: 'moved back' })).status, 200);
  t.is(pages.visits(path), 0);
  const { body: rechecked } = await ann.send<Created>('POST', `/api/links/${body.id}/recheck`);
  t.is(rechecked.checkResult.status, 'live');
  t.is((await edit({ timelineDate: null })).status, 200);
});

test('a link of another kind needs no addresses, and is not checked until it has both', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const { id } = (await create(ann, teamId)).body;
  const { status, body } = await addTo(ann, id, { promotionType: 'other', status: 'live', remarks: 'a podcast' });
  t.is(status, 201);
  t.regex(body.checkResult.reason, /nothing to check/);
  t.is((await addTo(ann, id, { promotionType: 'other', status: 'live' })).status, 201, 'no duplicate');
  const shown = (await ann.get<LinkAnswer>(`/api/links/${body.id}`)).body;
  t.like(shown, { articleLink: '', clientLink: '', clientDomain: '', status: 'pending', checking: false });
  t.deepEqual((await ann.get('/api/clients')).body, []);
  t.like((await ann.get<StatsAnswer>('/api/stats')).body, { total: 2, pending: 2, uniqueClients: 0 });
  t.is((await ann.send<Created>('POST', `/api/links/${body.id}/recheck`)).body.checkResult.status, 'pending');
  const edit = (fields: object) => ann.send('PATCH', `/api/links/${body.id}`, fields);
  t.is((await edit({ clientLink: CLIENT, timelineDate: null, websiteUrl: null })).status, 200);
  t.is((await edit({ articleLink: anArticle() })).status, 200);
  const checked = async () => (await ann.get<LinkAnswer>(`/api/links/${body.id}`)).body.checking;
  t.is(typeof (await checked()), 'boolean');
  t.like((await ann.get<StatsAnswer>(`/api/stats?clientDomain=client.example`)).body, { total: 1 });
});

test('deleting a campaign keeps its links, without the campaign', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const { id } = (await create(ann, teamId)).body;
  const other = (await create(ann, teamId, { name: 'Autumn' })).body.id;
  const live = { promotionType: 'link_insertion', articleLink: anArticle(), clientLink: CLIENT, status: 'live' };
  const link = (await addTo(ann, id, live)).body.id;
  t.is((await ann.send('DELETE', `/api/campaigns/${id}`, undefined, { 'If-Match': '"7"' })).status, 412);
  t.is((await ann.send('DELETE', `/api/campaigns/${id}`)).status, 204);
  t.is((await ann.send('DELETE', `/api/campaigns/${id}`)).status, 404);
  t.is((await one(ann, id)).status, 404);
  t.like((await ann.get<LinkAnswer>(`/api/links/${link}`)).body, {
    campaignId: null,
    campaignName: null,
    promotionType: 'link_insertion',
    status: 'live',
  });
  t.deepEqual((await ann.get(`/api/links?campaignId=${id}`)).body, []);
  t.like((await ann.get<StatsAnswer>(`/api/stats?campaignId=${id}`)).body, { total: 0, uniqueClients: 0 });
  const edit = (campaignId: string | null) => ann.send<Created>('PATCH', `/api/links/${link}`, { campaignId });
  t.deepEqual(Object.keys((await edit(id)).body.fields ?? {}), []);
  t.is((await edit(other)).status, 200);
  t.is((await one(ann, other)).body.total, 1);
  t.is((await edit(null)).status, 200);
  t.is((await one(ann, other)).body.total, 0);
});

test('a link that leaves its team leaves its campaign, and joins only campaigns of its own scope', async (t) => {
  const ann = await somebody();
  const [from, to] = [await makeTeam(app, ann), await makeTeam(app, ann)];
  const [spring, autumn] = [(await create(ann, from)).body.id, (await create(ann, to, { name: 'Autumn' })).body.id];
  const live = { promotionType: 'link_insertion', articleLink: anArticle(), clientLink: CLIENT, status: 'live' };
  const link = (await addTo(ann, spring, live)).body.id;
  const edit = (fields: object) => ann.send<Created>('PATCH', `/api/links/${link}`, fields);
  t.deepEqual(Object.keys((await edit({ campaignId: autumn })).body.fields ?? {}), ['campaignId']);
  t.is((await edit({ teamId: to })).status, 200);
  t.like((await ann.get<LinkAnswer>(`/api/links/${link}`)).body, { teamId: to, campaignId: null });
  t.like((await one(ann, spring)).body, { total: 0 });
  t.is((await edit({ teamId: from, campaignId: spring })).status, 200);
  t.is((await edit({ teamId: to, campaignId: autumn })).status, 200);
  t.like((await one(ann, autumn)).body, { total: 1, live: 1 });
});

test('a campaign’s link keeps its permanent duration, and one of type other is edited without addresses', async (t) => {
  const ann = await somebody();
  const { id } = (await create(ann, await makeTeam(app, ann))).body;
  const { body } = await addTo(ann, id, { promotionType: 'other', status: 'live' });
  const empty = { articleLink: '', clientLink: null, remarks: 'agreed', duration: 'permanent' };
  t.is((await ann.send('PATCH', `/api/links/${body.id}`, empty)).status, 200);
  const refused = await ann.send<{ fields: object }>('PATCH', `/api/links/${body.id}`, { duration: '30 days' });
  t.like(refused, { status: 400, body: { fields: { duration: 'Duration of a campaign’s link must be “permanent”' } } });
  const insertion = { promotionType: 'link_insertion', articleLink: anArticle(), clientLink: CLIENT, status: 'live' };
  const other = (await addTo(ann, id, insertion)).body;
  const emptied = await ann.send<{ fields: object }>('PATCH', `/api/links/${other.id}`, { articleLink: null });
  t.like(emptied, { status: 400, body: { fields: { articleLink: 'Article link is required' } } });
});
