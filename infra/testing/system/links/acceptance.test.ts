/** The product rules of infra/docs/product.md through HTTP, on the whole system: each title is the rule it proves. */
import test from 'ava';
import type {
  PhotoAnswer,
  ProfileAnswer,
  SubscriptionAnswer,
  UserAnswer,
} from '../../../../query-service/contract/answers/account.ts';
import type { CampaignAnswer, CampaignWithLinksAnswer } from '../../../../query-service/contract/answers/campaigns.ts';
import type { ClientAnswer } from '../../../../query-service/contract/answers/clients.ts';
import type { CheckResultAnswer, LinkAnswer, TrashAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { SharedAnswer } from '../../../../query-service/contract/answers/shares.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import type {
  StartedStatusCheckAnswer,
  StatusCheckAnswer,
} from '../../../../query-service/contract/answers/status-checks.ts';
import type { InvitationAnswer, MembersAnswer, TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { acceptInvitation, makeTeam, signUpActors } from '../../actors/team.ts';
import { invitationToken, Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

interface Added {
  readonly id: string;
  readonly checkResult: CheckResultAnswer;
}
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly nextCheckDate?: string;
  readonly requiresPassword?: boolean;
}

const CLIENT = 'https://client.example/tea';
const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_TIMEOUT_MS: '15000' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);

let written = 0;
/** A new page; `rel` null: without the link. */
function page(rel: string | null = ''): string {
  const path = `/page-${String(++written).padStart(3, '0')}`;
  const link = rel === null ? '<p>Nothing here.</p>' : `<p>We like <a rel="${rel}" href="${CLIENT}">good tea</a>.</p>`;
  pages.set(path, article(link));
  return path;
}
const addTo = (person: Visitor, path: string, more: object = {}) =>
  person.send<Added>('POST', '/api/links', { articleLink: pages.at(path), clientLink: CLIENT, ...more });
const add = async (person: Visitor, path = page(), more: object = {}) => (await addTo(person, path, more)).body;
const links = async (person: Visitor, query = '') => (await person.get<LinkAnswer[]>(`/api/links${query}`)).body;
const one = async (person: Visitor, id: string) => (await person.get<LinkAnswer>(`/api/links/${id}`)).body;
const daysAhead = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

test('a link has every field that the console shows', async (t) => {
  const person = await somebody();
  await add(person, page('sponsored'), { pocEmail: 'poc@example.com', remarks: 'Paid', duration: '12 months' });
  const [link] = await links(person);
  const fields =
    'id articleLink clientLink anchor linkType status lastChecked liveDate duration daysLeft expirationDate assignedTo assignedToName assignedByName teamId teamName pocEmail remarks promotionType websiteUrl timelineDate campaignId';
  for (const field of fields.split(' ')) t.true(Object.hasOwn(link ?? {}, field), field);
  t.like(link, { linkType: 'sponsored', status: 'live', anchor: 'good tea', pocEmail: 'poc@example.com' });
});

test('adding or rechecking a link returns a checkResult with status, anchor and linkType', async (t) => {
  const person = await somebody();
  const { id, checkResult } = await add(person, page('nofollow'));
  t.like(checkResult, { status: 'live', anchor: 'good tea', linkType: 'nofollow' });
  const again = await person.send<Added>('POST', `/api/links/${id}/recheck`);
  t.like(again.body.checkResult, { status: 'live', anchor: 'good tea', linkType: 'nofollow' });
});

test('a user has id, firstName, lastName and email; the profile also has a company', async (t) => {
  const person = await somebody();
  await person.send('PATCH', '/api/user/profile', {
    ...{ email: person.email, firstName: 'Ann', lastName: 'Lee', company: 'Fairwind' },
  });
  const user = (await person.get<UserAnswer>('/api/auth/user')).body;
  t.deepEqual(user, { id: person.id, firstName: 'Ann', lastName: 'Lee', email: person.email });
  const profile = (await person.get<ProfileAnswer>('/api/user/profile')).body;
  t.deepEqual(profile, { firstName: 'Ann', lastName: 'Lee', email: person.email, company: 'Fairwind' });
});

test('a team lists its owner, its members with role, permission and joinedAt, and their number', async (t) => {
  const [owner, member] = [await somebody(), await somebody()];
  const id = await makeTeam(app, owner, [[member, 'edit']]);
  const team = (await owner.get<TeamAnswer>(`/api/teams/${id}`)).body;
  t.like(team, { id, name: 'Agency', ownerId: owner.id, memberCount: 2, owner: { id: owner.id, email: owner.email } });
  t.like(team.members[0], {
    userId: member.id,
    role: 'contributor',
    permission: 'edit',
    user: { email: member.email },
  });
  t.regex(team.members[0]?.joinedAt ?? '', /^\d{4}-\d\d-\d\dT/);
  const { owner: head, members } = (await member.get<MembersAnswer>(`/api/teams/${id}/members`)).body;
  t.deepEqual([head.userId, head.role, members.length], [owner.id, 'admin', 1]);
});

test('a recheck returns live, removed or pending', async (t) => {
  const person = await somebody();
  const path = page();
  const { id } = await add(person, path);
  const recheck = async () => (await person.send<Added>('POST', `/api/links/${id}/recheck`)).body.checkResult.status;
  // A busy machine answers before the check is done.
  const result = () =>
    waitUntil(async () => {
      const status = await recheck();
      return status !== 'pending' && status;
    });
  t.is(await result(), 'live');
  pages.set(path, (_, response) => response.writeHead(403).end());
  t.is(await recheck(), 'pending');
  pages.set(path, article('<p>Nothing here.</p>'));
  t.is(await result(), 'removed');
});

test('a campaign link can be created only as pending or live', async (t) => {
  const owner = await somebody();
  const teamId = await makeTeam(app, owner);
  const campaign = (await owner.send<{ id: string }>('POST', '/api/campaigns', { name: 'Spring', teamId })).body.id;
  const send = (status: string) =>
    owner.send<Failure>('POST', '/api/campaign-links', {
      ...{ campaignId: campaign, promotionType: 'link_insertion', articleLink: pages.at(page()), clientLink: CLIENT },
      ...{ status, timelineDate: daysAhead(0) },
    });
  t.is((await send('pending')).status, 201);
  t.is((await send('live')).status, 201);
  t.is((await send('removed')).status, 400);
});

test('a deleted link moves to the trash, from where it is restored or deleted forever', async (t) => {
  const person = await somebody();
  const { id } = await add(person);
  t.is((await person.send('DELETE', `/api/links/${id}`)).status, 204);
  t.deepEqual(await links(person), []);
  const [item] = (await person.get<TrashAnswer[]>('/api/trash')).body;
  t.like(item, { id, clientLink: CLIENT, anchor: 'good tea' });
  t.is(Date.parse(item?.purgesAt ?? '') - Date.parse(item?.deletedAt ?? ''), 30 * 24 * 60 * 60 * 1000);
  await person.send('POST', `/api/trash/${id}/restore`);
  t.is((await links(person)).length, 1);
  await person.send('DELETE', `/api/links/${id}`);
  t.is((await person.send('DELETE', `/api/trash/${id}/permanent`)).status, 204);
  t.deepEqual((await person.get('/api/trash')).body, []);
});

test('a campaign starts as planning and changes freely between planning, active and completed', async (t) => {
  const owner = await somebody();
  const teamId = await makeTeam(app, owner);
  const { id } = (await owner.send<{ id: string }>('POST', '/api/campaigns', { name: 'Spring', teamId })).body;
  t.is((await owner.get<CampaignAnswer>(`/api/campaigns/${id}`)).body.status, 'planning');
  for (const status of ['completed', 'active', 'planning'] as const) {
    t.is((await owner.send('PATCH', `/api/campaigns/${id}`, { status })).status, 200);
    t.is((await owner.get<CampaignAnswer>(`/api/campaigns/${id}`)).body.status, status);
  }
  t.is((await owner.send('PATCH', `/api/campaigns/${id}`, { status: 'dropped' })).status, 400);
});

test('an invitation is pending until it is accepted', async (t) => {
  const [owner, guest] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, owner);
  const before = app.said.length;
  await owner.send('POST', `/api/teams/${teamId}/invite`, { email: guest.email, name: 'Guest' });
  const token = await invitationToken(app.said, guest.email, before);
  const look = async () => (await new Visitor(app.url).get<InvitationAnswer>(`/api/invitations/${token}`)).body;
  t.like(await look(), { invitation: { status: 'pending', email: guest.email }, team: { id: teamId, name: 'Agency' } });
  t.is((await acceptInvitation(guest, token)).status, 200);
  t.is((await look()).invitation.status, 'accepted');
  t.is((await guest.get<TeamAnswer[]>('/api/teams/joined')).body[0]?.id, teamId);
});

test('a share answers 401 without its password, and the client’s links with it', async (t) => {
  const person = await somebody();
  await add(person);
  await add(person, page(null));
  const body = { clientDomain: 'client.example', password: 'oolong', emails: [''] };
  const { shareId } = (await person.send<{ shareId: string }>('POST', '/api/shared-links', body)).body;
  const client = new Visitor(app.url);
  const locked = await client.get<Failure>(`/api/shared/${shareId}`);
  t.deepEqual([locked.status, locked.body.requiresPassword], [401, true]);
  t.is((await client.get<Failure>(`/api/shared/${shareId}?password=sencha`)).status, 401);
  const open = (await client.get<SharedAnswer>(`/api/shared/${shareId}?password=oolong`)).body;
  t.like(open, { clientDomain: 'client.example', total: 2, live: 1, pending: 0, lost: 1 });
  t.deepEqual(open.links.map(({ status }) => status).sort(), ['live', 'lost']);
});

const REFUSED: readonly (readonly [request: string, path: string, body: object, field: string, message?: string])[] = [
  ['a link without an articleLink', '/api/links', { clientLink: CLIENT }, 'articleLink'],
  ['a link without a clientLink', '/api/links', { articleLink: CLIENT }, 'clientLink'],
  ['a duration that is not a number with a unit', '/api/links', { duration: 'soon' }, 'duration'],
  ['a pocEmail that is not an email address', '/api/links', { pocEmail: 'nobody' }, 'pocEmail'],
  ['a campaign without a name', '/api/campaigns', { name: ' ', teamId: 't' }, 'name', 'Campaign name is required.'],
  [
    'a campaign without a team',
    '/api/campaigns',
    { name: 'Spring' },
    'teamId',
    'Please select a team for this campaign.',
  ],
  [
    'a guest post without a websiteUrl',
    '/api/campaign-links',
    { campaignId: 'c', promotionType: 'guest_post', clientLink: CLIENT, status: 'live' },
    'websiteUrl',
    'Client link and website URL are required for guest posts.',
  ],
  [
    'a link insertion without an articleLink',
    '/api/campaign-links',
    { campaignId: 'c', promotionType: 'link_insertion', clientLink: CLIENT, status: 'live' },
    'articleLink',
    'Article link and client link are required for link insertions.',
  ],
  [
    'a pending campaign link without a timeline date',
    '/api/campaign-links',
    { campaignId: 'c', promotionType: 'other', status: 'pending' },
    'timelineDate',
    'Timeline date is required for pending links.',
  ],
  ['a team with a blank name', '/api/teams', { name: '  ' }, 'name'],
];

for (const [request, path, body, field, message] of REFUSED) {
  test(`${request} is refused`, async (t) => {
    const answer = await (await somebody()).send<Failure>('POST', path, body);
    t.is(answer.status, 400);
    t.truthy(answer.body.fields?.[field]);
    if (message !== undefined) t.is(answer.body.fields?.[field], message);
  });
}

test('a link expires a calendar duration after its liveDate; a permanent one never does', async (t) => {
  const person = await somebody();
  const cases = [
    ['10 days', '2026-01-31', '2026-02-10'],
    ['2 weeks', '2026-01-31', '2026-02-14'],
    ['1 month', '2026-01-31', '2026-02-28'],
    ['1 year', '2024-02-29', '2025-02-28'],
    ['permanent', '2026-01-31', null],
  ] as const;
  for (const [duration, liveDate, expirationDate] of cases) {
    const { id } = await add(person, page(), { duration, liveDate });
    t.is((await one(person, id)).expirationDate, expirationDate, duration);
  }
});

test('filters combine several statuses and link types, and search covers article, client and anchor', async (t) => {
  const person = await somebody();
  const live = await add(person, page('nofollow'));
  await add(person, page(null));
  t.is((await links(person, '?status=live,not-found')).length, 2);
  t.deepEqual(
    (await links(person, '?status=live,not-found&linkType=nofollow')).map(({ id }) => id),
    [live.id],
  );
  for (const q of ['CLIENT.example', 'Good Tea', pages.host]) t.true((await links(person, `?q=${q}`)).length > 0, q);
  t.deepEqual(await links(person, '?q=nowhere'), []);
});

test('a list starts with the link checked last; a named column sorts ascending', async (t) => {
  const person = await somebody();
  const [first, second] = [await add(person), await add(person)];
  t.deepEqual(
    (await links(person)).map(({ id }) => id),
    [second.id, first.id],
  );
  t.deepEqual(
    (await links(person, '?sort=articleLink')).map(({ id }) => id),
    [first.id, second.id],
  );
});

test('edit members change links, view members only read, and only full members and the owner invite', async (t) => {
  const [owner, editor, viewer] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, owner, [
    [editor, 'edit'],
    [viewer, 'view'],
  ]);
  const added = await addTo(editor, page(), { teamId, assignedTo: owner.id });
  t.is(added.status, 201);
  t.is((await links(viewer, `?teamId=${teamId}`)).length, 1);
  t.is((await addTo(viewer, page(), { teamId })).status, 403);
  t.is((await viewer.send('DELETE', `/api/links/${added.body.id}`)).status, 403);
  t.is((await editor.send('POST', `/api/teams/${teamId}/invite`, { email: 'x@example.com', name: 'X' })).status, 403);
  t.is((await addTo(editor, page(), { teamId, assignedTo: 'somebody-else' })).status, 400);
});

test('a link without a team is personal and can be assigned only to its owner', async (t) => {
  const [person, other] = [await somebody(), await somebody()];
  t.is((await addTo(person, page(), { assignedTo: other.id })).status, 400);
  t.is((await addTo(person, page(), { assignedTo: person.id })).status, 201);
});

test('reads answer 401 without a session', async (t) => {
  const nobody = new Visitor(app.url);
  const paths =
    'auth/user subscription user/photo user/profile links campaigns teams/my teams/joined trash stats clients';
  for (const path of paths.split(' ')) t.is((await nobody.get(`/api/${path}`)).status, 401, path);
});

test('GET /api/subscription returns plan, billingCycle and nextCheckDate; PATCH changes the plan', async (t) => {
  const person = await somebody();
  const read = async () => (await person.get<SubscriptionAnswer>('/api/subscription')).body;
  t.deepEqual(await read(), {
    plan: 'free',
    billingCycle: 'monthly',
    status: 'active',
    nextCheckDate: null,
    paidUntil: null,
  });
  await person.send('PATCH', '/api/subscription', { plan: 'starter', billingCycle: 'yearly', status: 'active' });
  t.like(await read(), { plan: 'starter', billingCycle: 'yearly' });
});

test('POST /api/user/photo stores a picture, GET returns it', async (t) => {
  const person = await somebody();
  const profilePhoto =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await person.send('POST', '/api/user/photo', { profilePhoto });
  t.is((await person.get<PhotoAnswer>('/api/user/photo')).body.profilePhoto, profilePhoto);
});

test('GET /api/campaigns/{id} returns the campaign and its links; deleting it keeps the links', async (t) => {
  const owner = await somebody();
  const teamId = await makeTeam(app, owner);
  const fields = { name: ' Spring ', description: ' New ', startDate: '2026-03-01', endDate: '2026-06-01', teamId };
  const { id } = (await owner.send<{ id: string }>('POST', '/api/campaigns', fields)).body;
  const link = { campaignId: id, promotionType: 'guest_post', clientLink: CLIENT, websiteUrl: pages.at(page()) };
  await owner.send('POST', '/api/campaign-links', { ...link, status: 'live' });
  // A busy machine answers before the check is done.
  const campaign = await waitUntil(async () => {
    const { body } = await owner.get<CampaignWithLinksAnswer>(`/api/campaigns/${id}`);
    return body.live === 1 && body;
  });
  t.like(campaign, { name: 'Spring', description: 'New', total: 1, live: 1 });
  t.like(campaign.links[0], { articleLink: link.websiteUrl, duration: 'permanent', promotionType: 'guest_post' });
  t.is((await owner.send('DELETE', `/api/campaigns/${id}`)).status, 204);
  t.is((await owner.get(`/api/campaigns/${id}`)).status, 404);
  t.like((await links(owner))[0], { campaignId: null, teamId });
});

test('members leave a team, its owner deletes it, and its links go to the owner', async (t) => {
  const [owner, member] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, owner, [[member, 'view']]);
  const { id } = await add(owner, page(), { teamId });
  t.is((await member.send('POST', `/api/teams/${teamId}/leave`, { userId: member.id })).status, 200);
  t.is((await member.get(`/api/teams/${teamId}`)).status, 404);
  t.is((await owner.send('DELETE', `/api/teams/${teamId}`)).status, 204);
  // They follow a moment later.
  t.is(await waitUntil(async () => (await one(owner, id)).id), id);
});

test('after a whole status check the free plan waits 14 days, a paid plan does not', async (t) => {
  const person = await somebody();
  const { id } = await add(person);
  const started = await person.send<StartedStatusCheckAnswer>('POST', '/api/status-checks', {});
  // Until it has ended, others join it.
  await waitUntil(async () => {
    const { body } = await person.get<StatusCheckAnswer>(`/api/status-checks/${started.body.runId}`);
    return body.state !== 'running';
  });
  const next = async () => (await person.get<SubscriptionAnswer>('/api/subscription')).body.nextCheckDate;
  const days = (Date.parse(await waitUntil(next)) - Date.now()) / (24 * 60 * 60 * 1000);
  t.true(days > 13.9 && days <= 14, `${days}`);
  for (const path of ['/api/status-checks', `/api/links/${id}/recheck`]) {
    const refused = await person.send<Failure>('POST', path, {});
    t.deepEqual([refused.status, refused.body.code, refused.body.nextCheckDate], [403, 'cooldown', await next()], path);
  }
  await person.send('PATCH', '/api/subscription', { plan: 'starter', billingCycle: 'monthly' });
  t.is((await person.send('POST', `/api/links/${id}/recheck`)).status, 200);
});

test('a link without a duration gets 30 days', async (t) => {
  const person = await somebody();
  t.is((await one(person, (await add(person)).id)).duration, '30 days');
});

test('expiring soon means 0 to 30 days; a client’s live percentage is rounded', async (t) => {
  const person = await somebody();
  for (const duration of ['30 days', '31 days']) await add(person, page(), { liveDate: daysAhead(0), duration });
  await add(person, page(null));
  t.is((await person.get<StatsAnswer>('/api/stats')).body.expiringSoon, 1);
  t.is((await links(person, '?expiringWithin=30')).length, 1);
  t.like((await person.get<ClientAnswer[]>('/api/clients')).body[0], { total: 3, live: 2, livePercent: 67 });
});
