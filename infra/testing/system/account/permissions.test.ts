/**
 * The permission matrix: every role at every route, against the whole system. The routes and their actions come from the
 * declarations, what each role may do from the policy. A row only describes how to call the route.
 */
import test, { type ExecutionContext } from 'ava';
import { type Action, allows, POLICY, ROLES, type Role, VIEWERS } from '../../../../command-service/contract/policy.ts';
import type { CampaignAnswer } from '../../../../query-service/contract/answers/campaigns.ts';
import type { HistoryAnswer, LinkAnswer, TrashAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import type { CreatedTokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import type { RouteAccess } from '../../../http/request/route-facts.ts';
import { allRoutes } from '../../../main/parts/all-routes.ts';
import { Program } from '../../actors/program.ts';
import { CLIENT_DOMAIN, invitationIdOf, RoleActors } from '../../actors/role-actors.ts';
import type { Answer, Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never', ADMINS: 'owner@crew.example' });
const crew = await RoleActors.create(app);

/** A team, and the things in a list, which is the team's: each created at the first use. */
class Things {
  readonly #made = new Map<string, Promise<string>>();

  team = () => this.#once('team', () => crew.team());
  /** Where the things are: the id of a team, or null for the owner's own list. */
  list: () => Promise<string | null> = () => this.team();
  link = () => this.#of('link');
  trashed = () => this.#of('trashed');
  /** A campaign belongs to a team. */
  campaign = () => this.#once('campaign', async () => crew.campaign(await this.team()));
  /** The domain of a client with a record. */
  channel = () => this.#once('channel', async () => crew.channel(await this.team()));
  client = () => this.#of('client');
  savedView = () => this.#of('savedView');
  share = () => this.#of('share', 'link');
  report = () => this.#of('report');
  draft = () => this.#of('draft');
  run = () => this.#of('run', 'link');
  import = () => this.#of('import');
  batch = () => this.#of('batch');
  invited = () => this.#once('invited', async () => crew.invited(await this.team()));

  #of(
    what: 'link' | 'trashed' | 'savedView' | 'client' | 'share' | 'report' | 'draft' | 'run' | 'import' | 'batch',
    first?: 'link',
  ): Promise<string> {
    return this.#once(what, async () => {
      if (first !== undefined) await this[first]();
      return crew[what](await this.list());
    });
  }

  #once(what: string, make: () => Promise<string>): Promise<string> {
    const made = this.#made.get(what) ?? make();
    this.#made.set(what, made);
    return made;
  }
}

/** Those of the one team that refused commands are aimed at, and things of that team that are used up. */
const shared = new Things();
const freshIn = (team: () => Promise<string>) => Object.assign(new Things(), { team });

interface Row {
  /**
   * What the role is one to: `thing` of the team, the team itself (`team`), a `list` that shows a thing or not, `oneself`
   * (everybody is the owner of their own account), the `installation` (its administrators are its owners), or `anybody`.
   */
  readonly on: 'thing' | 'team' | 'list' | 'oneself' | 'installation' | 'anybody';
  readonly ask: (who: Visitor, things: Things, role: Role) => Promise<Answer<unknown>>;
  /** Of a list: whether the thing is in it. */
  readonly shows?: (body: unknown) => boolean;
  /** Where the policy opens the route, but what is asked for cannot be done. */
  readonly answers?: number | { readonly [Name in Role]?: number };
}

const get =
  (path: (things: Things) => string | Promise<string>) =>
  async (who: Visitor, things: Things): Promise<Answer<unknown>> =>
    who.get(await path(things));
const send =
  (method: string, path: (things: Things) => string | Promise<string>, body?: unknown) =>
  async (who: Visitor, things: Things): Promise<Answer<unknown>> =>
    who.send(method, await path(things), body);
const holds = (id: string) => (body: unknown) => JSON.stringify(body).includes(id);
/** The requests that another person sends than the given one. */
const asAnother = new Set<Row['ask']>();
/** Somebody who is signed out of somewhere is not one of those that are needed again. */
let passers = 0;
const asPasser = (method: string, path: string) => {
  const ask: Row['ask'] = async (_, __, role) => {
    passers += 1;
    const who = role === 'signed-out' ? crew.signedOut : await app.signIn(`passer${passers}@crew.example`);
    return who.send(method, path);
  };
  asAnother.add(ask);
  return ask;
};

const sharedTeam = await shared.team();
const sharedLink = await shared.link();
const sharedTrash = await shared.trashed();
const sharedCampaign = await shared.campaign();
await shared.savedView();
await crew.termsTemplate(await shared.team());
const sharedShare = await shared.share();
const sharedReport = await shared.report();
const sharedIssue = (await crew.do<{ shareId: string }>('POST', `${await crew.draft(sharedTeam)}/release`)).shareId;
/** A link that was seen on its page, and the markup that shows it. */
const evidence = await evidenceOf(sharedTeam);

async function evidenceOf(teamId: string): Promise<string> {
  const clientLink = `https://${CLIENT_DOMAIN}/`;
  pages.set('/live', article(`<a href="${clientLink}">tea</a>`));
  const body = { articleLink: pages.at('/live'), clientLink, teamId };
  const { id } = await crew.do<{ id: string }>('POST', '/api/links', body);
  return waitUntil(async () => {
    const history = (await crew.owner.visitor.get<HistoryAnswer[]>(`/api/links/${id}/history`)).body;
    const kept = history.find((line) => line.kind === 'evidence-kept');
    return kept?.kind === 'evidence-kept' && kept.evidence.url;
  });
}

const row = (on: Row['on'], ask: Row['ask'], more: Pick<Row, 'shows' | 'answers'> = {}): Row => ({
  on,
  ask,
  ...more,
});

const ROWS: Readonly<Record<string, Row>> = {
  // Links.
  'GET /api/links': row(
    'list',
    get(() => '/api/links'),
    { shows: holds(sharedLink) },
  ),
  'GET /api/links/export': row(
    'list',
    get(() => '/api/links/export'),
    { shows: holds(sharedLink) },
  ),
  'GET /api/links/facets': row(
    'list',
    get(() => '/api/links/facets?of=tag'),
    { shows: holds('crew-tag') },
  ),
  'GET /api/tags': row(
    'list',
    get(() => '/api/tags'),
    { shows: holds('crew-tag') },
  ),
  'GET /api/links/:id': row(
    'thing',
    get(async (its) => `/api/links/${await its.link()}`),
  ),
  'GET /api/links/:id/history': row(
    'thing',
    get(async (its) => `/api/links/${await its.link()}/history`),
  ),
  'GET /api/links/:id/evidence/:hash': row(
    'thing',
    get(() => evidence),
  ),
  'GET /api/teams/:id/links': row(
    'thing',
    get(async (its) => `/api/teams/${await its.team()}/links`),
  ),
  'POST /api/links': row('thing', async (who, its) =>
    who.send('POST', '/api/links', crew.linkFields(await its.team())),
  ),
  'PATCH /api/links/:id': row(
    'thing',
    send('PATCH', async (its) => `/api/links/${await its.link()}`, { remarks: 'seen' }),
  ),
  'DELETE /api/links/:id': row(
    'thing',
    send('DELETE', async (its) => `/api/links/${await its.link()}`),
  ),
  'POST /api/links/:id/recheck': row(
    'thing',
    send('POST', async (its) => `/api/links/${await its.link()}/recheck`),
  ),
  // A link in the trash is not corrected.
  'POST /api/links/:id/corrections': {
    ...row(
      'thing',
      send('POST', async (its) => `/api/links/${await its.trashed()}/corrections`, {
        claim: 'live',
        note: 'I see it.',
      }),
    ),
    answers: 409,
  },
  'DELETE /api/links/:id/corrections/:correctionId': {
    ...row(
      'thing',
      send('DELETE', async (its) => `/api/links/${await its.link()}/corrections/none`),
    ),
    answers: 409,
  },
  'PUT /api/links/:id/terms': row(
    'thing',
    send('PUT', async (its) => `/api/links/${await its.link()}/terms`, { visible: true }),
  ),
  'DELETE /api/links/:id/terms': row(
    'thing',
    send('DELETE', async (its) => `/api/links/${await its.link()}/terms`),
  ),
  'PUT /api/links/:id/money': row(
    'thing',
    send('PUT', async (its) => `/api/links/${await its.link()}/money`, { vendor: 'Northside' }),
  ),
  'POST /api/links/import': row('thing', async (who, its) => crew.addFile(who, await its.team())),
  'POST /api/imports/:id/undo': row(
    'thing',
    send('POST', async (its) => `/api/imports/${await its.import()}/undo`),
  ),
  // A batch skips links that the person may not change.
  'POST /api/links/bulk': row('oneself', async (who, its) => {
    const ids = [await its.link()];
    return who.send('POST', '/api/links/bulk', { ids, action: 'tag', change: { add: ['seen'] }, dryRun: true });
  }),
  // A batch is its person's own.
  'GET /api/links/bulk/:batchId': row(
    'thing',
    get(async (its) => `/api/links/bulk/${await its.batch()}`),
    { answers: { full: 404, edit: 404, view: 404 } },
  ),
  'POST /api/links/bulk/:batchId/undo': row(
    'thing',
    send('POST', async (its) => `/api/links/bulk/${await its.batch()}/undo`),
    { answers: { full: 404, edit: 404, view: 404 } },
  ),
  'GET /api/trash': row(
    'list',
    get(() => '/api/trash'),
    { shows: holds(sharedTrash) },
  ),
  'POST /api/trash/:id/restore': row(
    'thing',
    send('POST', async (its) => `/api/trash/${await its.trashed()}/restore`),
  ),
  'DELETE /api/trash/:id/permanent': row(
    'thing',
    send('DELETE', async (its) => `/api/trash/${await its.trashed()}/permanent`),
  ),
  'GET /api/stats': row(
    'list',
    get(() => '/api/stats'),
    {
      shows: (body) => (body as { total: number }).total > 0,
    },
  ),
  'GET /api/stats/history': row(
    'list',
    get(() => '/api/stats/history'),
    {
      shows: (body) => (body as { pending: number }[]).at(-1)?.pending !== 0,
    },
  ),
  'GET /api/clients': row(
    'list',
    get(() => '/api/clients'),
    { shows: holds(CLIENT_DOMAIN) },
  ),
  'GET /api/clients/:domain': row(
    'thing',
    get(() => `/api/clients/${CLIENT_DOMAIN}`),
  ),
  'POST /api/clients': row('thing', async (who, its) =>
    who.send('POST', '/api/clients', {
      name: 'Crew',
      domains: [`${crypto.randomUUID()}.example`],
      teamId: await its.list(),
    }),
  ),
  'PATCH /api/clients/:domain': row('thing', async (who, its) =>
    who.send('PATCH', `/api/clients/${await its.client()}`, { name: 'Crews', teamId: await its.list() }),
  ),
  'DELETE /api/clients/:domain': row('thing', async (who, its) =>
    who.send('DELETE', `/api/clients/${await its.client()}`, { teamId: await its.list() }),
  ),
  'GET /api/teams/:id/clients': row(
    'thing',
    get(async (its) => `/api/teams/${await its.team()}/clients`),
  ),

  // Status checks.
  'POST /api/status-checks': row('thing', async (who, its) => {
    await its.link();
    return who.send('POST', '/api/status-checks', { teamId: await its.team() });
  }),
  'GET /api/checkable-lists': row(
    'list',
    get(() => '/api/checkable-lists'),
    { shows: holds(sharedTeam) },
  ),
  'GET /api/status-checks': row(
    'thing',
    get(async (its) => `/api/status-checks?teamId=${await its.team()}`),
  ),
  'POST /api/judgings': row('thing', async (who, its) => {
    await its.link();
    return who.send('POST', '/api/judgings', { teamId: await its.team(), dryRun: true });
  }),
  'GET /api/judgings': row(
    'thing',
    get(async (its) => `/api/judgings?teamId=${await its.team()}`),
  ),
  'GET /api/status-checks/:runId': row(
    'thing',
    get(async (its) => `/api/status-checks/${await its.run()}`),
  ),

  'GET /api/terms-templates': row(
    'list',
    get(() => '/api/terms-templates'),
    { shows: holds('crew-template') },
  ),
  'PUT /api/terms-templates': row('thing', async (who, its) =>
    who.send('PUT', '/api/terms-templates', {
      templates: [{ name: 'crew-template', terms: { visible: true } }],
      teamId: await its.list(),
    }),
  ),
  'GET /api/alert-rules': row(
    'thing',
    get(async (its) => `/api/alert-rules?teamId=${await its.team()}`),
  ),
  'PUT /api/alert-rules': row('thing', async (who, its) =>
    who.send('PUT', '/api/alert-rules', { rules: [], teamId: await its.list() }),
  ),
  'POST /api/alert-rules/rehearsal': row('thing', async (who, its) => {
    const when = { pace: 'at-once', hour: 8, weekday: 1, quiet: null };
    const what = { kinds: ['lost'], where: { kind: 'everything' }, to: { kind: 'member', id: crew.owner.id } };
    const rule = { ...what, when, group: 'incident', on: true };
    return who.send('POST', '/api/alert-rules/rehearsal', { rule, teamId: await its.team() });
  }),
  'GET /api/incidents': row(
    'oneself',
    get(() => '/api/incidents'),
  ),
  'POST /api/incidents/:id/acknowledge': row(
    'thing',
    send('POST', () => '/api/incidents/unknown/acknowledge'),
    { answers: { owner: 404, full: 404, edit: 404, view: 404, stranger: 404, 'signed-out': 401 } },
  ),
  'GET /api/brands/:list': row(
    'thing',
    get(async (its) => `/api/brands/${(await its.list()) ?? 'personal'}`),
  ),
  'PUT /api/brands/:list': row('thing', async (who, its) =>
    who.send('PUT', `/api/brands/${(await its.list()) ?? 'personal'}`, { name: 'Crew' }),
  ),
  'DELETE /api/brands/:list': row('thing', async (who, its) =>
    who.send('DELETE', `/api/brands/${(await its.list()) ?? 'personal'}`),
  ),
  // The channels of a list that a person does not manage are left out, and those of a team they are refused.
  'GET /api/channels': row(
    'thing',
    get(async (its) => `/api/channels?teamId=${await its.team()}`),
    { answers: { edit: 404, view: 404 } },
  ),
  'POST /api/channels': row('thing', async (who, its) =>
    who.send('POST', '/api/channels', { ...crew.channelFields, teamId: await its.team() }),
  ),
  'PATCH /api/channels/:id': row(
    'thing',
    send('PATCH', async (its) => `/api/channels/${await its.channel()}`, { name: 'Ops' }),
  ),
  'POST /api/channels/:id/secret': row(
    'thing',
    send('POST', async (its) => `/api/channels/${await its.channel()}/secret`),
  ),
  // The host of the channel does not exist, so that the test fails, as its answer says.
  'POST /api/channels/:id/test': row(
    'thing',
    send('POST', async (its) => `/api/channels/${await its.channel()}/test`),
  ),
  'POST /api/channels/:id/deliveries/:deliveryId/send': row(
    'thing',
    send('POST', async (its) => `/api/channels/${await its.channel()}/deliveries/unknown/send`),
    { answers: 404 },
  ),
  'GET /api/channels/:id/deliveries': row(
    'thing',
    get(async (its) => `/api/channels/${await its.channel()}/deliveries`),
    { answers: { edit: 404, view: 404 } },
  ),
  'DELETE /api/channels/:id': row(
    'thing',
    send('DELETE', async (its) => `/api/channels/${await its.channel()}`),
  ),
  // Campaigns.
  'GET /api/campaigns': row(
    'list',
    get(() => '/api/campaigns'),
    { shows: holds(sharedCampaign) },
  ),
  'GET /api/campaigns/:id': row(
    'thing',
    get(async (its) => `/api/campaigns/${await its.campaign()}`),
  ),
  'POST /api/campaigns': row('thing', async (who, its) =>
    who.send('POST', '/api/campaigns', { name: 'Spring', teamId: await its.team() }),
  ),
  'PATCH /api/campaigns/:id': row(
    'thing',
    send('PATCH', async (its) => `/api/campaigns/${await its.campaign()}`, { name: 'Summer' }),
  ),
  'DELETE /api/campaigns/:id': row(
    'thing',
    send('DELETE', async (its) => `/api/campaigns/${await its.campaign()}`),
  ),
  'GET /api/saved-views': row(
    'list',
    get(() => '/api/saved-views'),
    { shows: holds('crew-view') },
  ),
  'POST /api/saved-views': row('thing', async (who, its) =>
    who.send('POST', '/api/saved-views', { name: 'Lost', query: 'status=removed', teamId: await its.team() }),
  ),
  'PATCH /api/saved-views/:id': row(
    'thing',
    send('PATCH', async (its) => `/api/saved-views/${await its.savedView()}`, { name: 'Lost links' }),
  ),
  'DELETE /api/saved-views/:id': row(
    'thing',
    send('DELETE', async (its) => `/api/saved-views/${await its.savedView()}`),
  ),
  'POST /api/campaign-links': row('thing', async (who, its) => {
    const { articleLink: websiteUrl, ...fields } = crew.linkFields(await its.team());
    const campaignId = await its.campaign();
    const body = { ...fields, campaignId, websiteUrl, promotionType: 'guest_post', timelineDate: '2030-01-01' };
    return who.send('POST', '/api/campaign-links', body);
  }),

  // Shares.
  'GET /api/shared-links': row(
    'list',
    get(() => '/api/shared-links'),
    { shows: holds(sharedShare) },
  ),
  'POST /api/shared-links': row('thing', async (who, its) => {
    await its.link();
    return who.send('POST', '/api/shared-links', { clientDomain: CLIENT_DOMAIN, teamId: await its.team() });
  }),
  'POST /api/evidence-packs': row('thing', async (who, its) =>
    who.send('POST', '/api/evidence-packs', { linkId: await its.link(), from: '2020-01-01', to: '2029-12-31' }),
  ),
  'PATCH /api/shared-links/:id': row(
    'thing',
    send('PATCH', async (its) => `/api/shared-links/${await its.share()}`, { name: 'Board' }),
  ),
  'DELETE /api/shared-links/:id': row(
    'thing',
    send('DELETE', async (its) => `/api/shared-links/${await its.share()}`),
  ),
  'GET /api/shared/:id': row(
    'anybody',
    get(() => `/api/shared/${sharedShare}`),
  ),
  'GET /api/shared/:id/export': row(
    'anybody',
    get(() => `/api/shared/${sharedShare}/export`),
  ),

  // Reports.
  'GET /api/reports': row(
    'list',
    get(() => '/api/reports'),
    { shows: holds(sharedReport) },
  ),
  'POST /api/reports': row('thing', async (who, its) => {
    const body = { name: 'Crew', period: 'month', subject: { kind: 'client', id: CLIENT_DOMAIN } };
    return who.send('POST', '/api/reports', { ...body, teamId: await its.team() });
  }),
  'PATCH /api/reports/:id': row(
    'thing',
    send('PATCH', async (its) => `/api/reports/${await its.report()}`, { name: 'Board' }),
  ),
  'DELETE /api/reports/:id': row(
    'thing',
    send('DELETE', async (its) => `/api/reports/${await its.report()}`),
  ),
  'POST /api/reports/:id/issues': row(
    'thing',
    send('POST', async (its) => `/api/reports/${await its.report()}/issues`),
  ),
  'PATCH /api/reports/:id/issues/:issueId': row(
    'thing',
    send('PATCH', (its) => its.draft(), { note: 'Good month' }),
  ),
  'DELETE /api/reports/:id/issues/:issueId': row(
    'thing',
    send('DELETE', (its) => its.draft()),
  ),
  'POST /api/reports/:id/issues/:issueId/release': row(
    'thing',
    send('POST', async (its) => `${await its.draft()}/release`),
  ),
  'GET /api/reports/:id/issues/:issueId/mails': row(
    'thing',
    get(async (its) => `${await its.draft()}/mails`),
  ),
  'GET /api/reports/:id/issues/:issueId/:format': row(
    'thing',
    get(async (its) => `${await its.draft()}/html`),
  ),
  'GET /api/shared/:id/report/:format': row(
    'anybody',
    get(() => `/api/shared/${sharedIssue}/report/html`),
  ),

  // Teams.
  'POST /api/teams': row(
    'oneself',
    send('POST', () => '/api/teams', { name: 'Another' }),
  ),
  'GET /api/teams/my': row(
    'oneself',
    get(() => '/api/teams/my'),
  ),
  'GET /api/teams/joined': row(
    'oneself',
    get(() => '/api/teams/joined'),
  ),
  'GET /api/teams/:id': row(
    'thing',
    get(async (its) => `/api/teams/${await its.team()}`),
  ),
  'GET /api/teams/:id/members': row(
    'thing',
    get(async (its) => `/api/teams/${await its.team()}/members`),
  ),
  'PATCH /api/teams/:id': row(
    'team',
    send('PATCH', async (its) => `/api/teams/${await its.team()}`, { name: 'Renamed' }),
  ),
  'PATCH /api/teams/:id/matching': row(
    'team',
    send('PATCH', async (its) => `/api/teams/${await its.team()}/matching`, { matching: 'ignore-query' }),
  ),
  'PUT /api/teams/:id/calendar': row(
    'team',
    send('PUT', async (its) => `/api/teams/${await its.team()}/calendar`, { timeZone: 'Asia/Tokyo', monthStart: 2 }),
  ),
  'DELETE /api/teams/:id': row(
    'team',
    send('DELETE', async (its) => `/api/teams/${await its.team()}`),
  ),
  'POST /api/teams/:id/hand-over': row(
    'team',
    send('POST', async (its) => `/api/teams/${await its.team()}/hand-over`, { userId: crew.members.full.id }),
  ),
  'POST /api/teams/:id/leave': row(
    'team',
    send('POST', async (its) => `/api/teams/${await its.team()}/leave`),
    {
      // The answer names the alternative.
      answers: { owner: 409 },
    },
  ),
  'POST /api/teams/:id/invite': row('thing', async (who, its) =>
    who.send('POST', `/api/teams/${await its.team()}/invite`, crew.guest()),
  ),
  'DELETE /api/teams/:id/invitations/:invitationId': row(
    'thing',
    send('DELETE', async (its) => `/api/teams/${await its.team()}/invitations/${invitationIdOf(await its.invited())}`),
  ),
  'PATCH /api/teams/:id/members/:userId': row(
    'team',
    send('PATCH', async (its) => `/api/teams/${await its.team()}/members/${crew.members.view.id}`, {
      permission: 'full',
    }),
  ),
  'DELETE /api/teams/:id/members/:userId': row(
    'team',
    send('DELETE', async (its) => `/api/teams/${await its.team()}/members/${crew.members.view.id}`),
  ),
  'GET /api/invitations/:token': row(
    'anybody',
    get(async (its) => `/api/invitations/${await its.invited()}`),
  ),
  'POST /api/invitations/:token/accept': row('oneself', async (who, _, role) => {
    const known = { owner: crew.owner, ...crew.members }[role as 'owner'];
    if (known !== undefined)
      return who.send('POST', `/api/invitations/${await crew.invitedElsewhere(known.email)}/accept`);
    const { email } = crew.guest();
    const token = await crew.invitedElsewhere(email);
    const newcomer = role === 'signed-out' ? who : await app.signIn(email);
    return newcomer.send('POST', `/api/invitations/${token}/accept`);
  }),

  // The caller's own account.
  'GET /api/auth/user': row(
    'oneself',
    get(() => '/api/auth/user'),
  ),
  'GET /api/user/profile': row(
    'oneself',
    get(() => '/api/user/profile'),
  ),
  'PATCH /api/user/profile': row(
    'oneself',
    send('PATCH', () => '/api/user/profile', { company: 'Tea' }),
  ),
  'GET /api/user/settings': row(
    'oneself',
    get(() => '/api/user/settings'),
  ),
  'PATCH /api/user/settings': row(
    'oneself',
    send('PATCH', () => '/api/user/settings', { retryCount: 3 }),
  ),
  'GET /api/user/photo': row(
    'oneself',
    get(() => '/api/user/photo'),
  ),
  'POST /api/user/photo': row(
    'oneself',
    send('POST', () => '/api/user/photo', { profilePhoto: null }),
  ),
  'DELETE /api/user': row(
    'oneself',
    send('DELETE', () => '/api/user', { confirmation: 'nobody@crew.example', heirs: [] }),
    // Not the required text: no account may be deleted here.
    { answers: 400 },
  ),
  'GET /api/alerts': row(
    'oneself',
    get(() => '/api/alerts'),
  ),
  'GET /api/seals': row(
    'oneself',
    get(() => '/api/seals'),
  ),
  'POST /api/alerts/read': row(
    'oneself',
    send('POST', () => '/api/alerts/read', { all: true }),
  ),
  'GET /api/subscription': row(
    'oneself',
    get(() => '/api/subscription'),
  ),
  'PATCH /api/subscription': row(
    'oneself',
    send('PATCH', () => '/api/subscription', { plan: 'professional', billingCycle: 'monthly' }),
  ),
  'GET /api/billing': row(
    'oneself',
    get(() => '/api/billing'),
  ),
  'GET /api/payments': row(
    'oneself',
    get(() => '/api/payments'),
  ),
  'GET /api/payments/:id/receipt': row(
    'oneself',
    get(() => '/api/payments/unknown/receipt'),
    { answers: 404 },
  ),
  // No payment provider is set up here.
  'GET /setup': row(
    'oneself',
    get(() => '/setup'),
    { answers: 404 },
  ),
  'POST /order': row(
    'oneself',
    send('POST', () => '/order', { plan: 'starter', billingCycle: 'monthly' }),
    { answers: 404 },
  ),
  'POST /order/:id/capture': row(
    'oneself',
    send('POST', () => '/order/unknown/capture'),
    { answers: 404 },
  ),
  'POST /api/razorpay/create-order': row(
    'oneself',
    send('POST', () => '/api/razorpay/create-order', { plan: 'starter', billingCycle: 'monthly' }),
    { answers: 404 },
  ),
  'POST /api/razorpay/verify-payment': row(
    'oneself',
    send('POST', () => '/api/razorpay/verify-payment', {
      ...{ razorpay_order_id: 'order_x', razorpay_payment_id: 'pay_x', razorpay_signature: 'x' },
    }),
    { answers: 404 },
  ),
  'GET /api/sessions': row(
    'oneself',
    get(() => '/api/sessions'),
  ),
  'DELETE /api/sessions': row('oneself', asPasser('DELETE', '/api/sessions')),
  'DELETE /api/sessions/:id': row(
    'oneself',
    send('DELETE', () => '/api/sessions/unknown'),
    {
      answers: 404,
    },
  ),
  'GET /api/identities': row(
    'oneself',
    get(() => '/api/identities'),
  ),
  'DELETE /api/identities/:id': row(
    'oneself',
    send('DELETE', () => '/api/identities/unknown'),
    {
      answers: 404,
    },
  ),
  'GET /api/tokens': row(
    'oneself',
    get(() => '/api/tokens'),
  ),
  'POST /api/tokens': row(
    'oneself',
    send('POST', () => '/api/tokens', { name: 'A program', access: 'read' }),
  ),
  'DELETE /api/tokens/:id': row(
    'oneself',
    send('DELETE', () => '/api/tokens/unknown'),
    {
      answers: 404,
    },
  ),
  // A stream does not end: its headers say enough.
  'GET /api/stream': row(
    'oneself',
    send('HEAD', () => '/api/stream'),
  ),
  'GET /api/events': row(
    'list',
    get(() => '/api/events?limit=1000'),
    { shows: holds(sharedLink) },
  ),
  'GET /api/events/stream': row(
    'thing',
    send('HEAD', () => `/api/events/stream?scope=team:${sharedTeam}`),
  ),
  'GET /api/as-of': row(
    'oneself',
    get(() => '/api/as-of'),
  ),
  'GET /api/compare': row(
    'list',
    get(() => '/api/compare?from=2020-01-01&pageSize=500'),
    { shows: holds(sharedLink) },
  ),
  'GET /api/compare/export': row(
    'list',
    get(() => '/api/compare/export?from=2020-01-01'),
    { shows: holds(sharedLink) },
  ),
  'GET /api/activity': row(
    'list',
    get(() => '/api/activity?from=2020-01-01&pageSize=500'),
    { shows: holds(sharedLink) },
  ),
  'GET /api/activity/export': row(
    'list',
    get(() => '/api/activity/export?from=2020-01-01'),
    { shows: holds(sharedLink) },
  ),
  'GET /api/ledger': row(
    'list',
    get(() => `/api/ledger?linkId=${sharedLink}`),
    { shows: holds(sharedLink) },
  ),
  'GET /api/ledger/stories': row(
    'list',
    get(() => `/api/ledger/stories?linkId=${sharedLink}`),
    { shows: holds(sharedLink) },
  ),

  'GET /api/system': row(
    'installation',
    get(() => '/api/system'),
  ),

  // Signing in. No provider is set up here, so that none of them is there.
  'GET /api/login': row(
    'anybody',
    get(() => '/api/login'),
  ),
  'POST /api/login/email': row('anybody', async (who) =>
    who.send('POST', '/api/login/email', { email: crew.guest().email }),
  ),
  'GET /api/login/email/callback': row(
    'anybody',
    get(() => '/api/login/email/callback?token=x'),
    {
      answers: 410,
    },
  ),
  'POST /api/login/email/callback': row(
    'anybody',
    send('POST', () => '/api/login/email/callback', { token: 'x' }),
    { answers: 410 },
  ),
  'POST /api/logout': row('anybody', asPasser('POST', '/api/logout')),
  'GET /api/providers': row(
    'anybody',
    get(() => '/api/providers'),
  ),
  'GET /api/sign-up': row(
    'anybody',
    get(() => '/api/sign-up'),
  ),
  'GET /api/user/email/confirm': row(
    'anybody',
    get(() => '/api/user/email/confirm?token=x'),
    { answers: 410 },
  ),
  'POST /api/user/email/confirm': row(
    'anybody',
    send('POST', () => '/api/user/email/confirm', { token: 'x' }),
    { answers: { owner: 410, full: 410, edit: 410, view: 410, stranger: 410, 'signed-out': 401 } },
  ),
  'GET /api/connect/:provider': row(
    'anybody',
    get(() => '/api/connect/google'),
    { answers: 404 },
  ),
  'GET /api/connect/:provider/callback': row(
    'anybody',
    get(() => '/api/connect/google/callback'),
    {
      answers: 404,
    },
  ),
  'GET /api/connect/:provider/confirm': row(
    'anybody',
    get(() => '/api/connect/google/confirm'),
    {
      answers: 404,
    },
  ),
  'POST /api/connect/:provider/confirm': row(
    'anybody',
    send('POST', () => '/api/connect/google/confirm'),
    {
      answers: 404,
    },
  ),
};

/** The declared routes that carry out an action, each with its row. */
const declared = allRoutes.flatMap(({ method, path, access, onSelf }) =>
  access === null ? [] : { name: `${method} ${path}`, access, onSelf },
);
const matrix = declared.map(({ name, access }) => [name, { ...must(ROWS[name], name), access }] as const);

function must(row: Row | undefined, name: string): Row {
  if (row === undefined) throw new Error(`${name} has no row in the matrix`);
  return row;
}

// After the last wait at the top: from the first hook on, everything has to be declared at once.
test.after.always(async () => {
  await app.close();
  await pages.close();
});

test('every declared route has a row in the matrix, and every row a route', (t) => {
  t.deepEqual(declared.map(({ name }) => name).toSorted(), Object.keys(ROWS).toSorted());
});

test('a route on the caller’s own account is open to every role in the matrix', (t) => {
  for (const { name, onSelf } of declared) {
    if (onSelf) t.true(['oneself', 'anybody'].includes(ROWS[name]?.on ?? ''), name);
  }
});

type MatrixRow = Row & { readonly access: RouteAccess };

/** The answer that the policy requires for a role; `done` is any status of success. */
function expected({ access, on, answers }: MatrixRow, role: Role): number | 'done' {
  // Each person owns their own account; without a session nobody owns anything.
  const open = access.roles.includes(on === 'oneself' && role !== 'signed-out' ? 'owner' : role);
  const stated = typeof answers === 'object' ? answers[role] : open ? answers : undefined;
  if (stated !== undefined) return stated;
  if (open) return 'done';
  if (role === 'signed-out') return 401;
  if (on === 'list') return 'done';
  if (on === 'installation') return 403;
  return (VIEWERS as readonly Role[]).includes(role) ? 403 : 404;
}

async function matches(t: ExecutionContext, name: string, row: MatrixRow, role: Role): Promise<void> {
  const wanted = expected(row, role);
  const open = wanted === 'done' && row.on !== 'list';
  // Allowed commands get things of their own; refused ones target the one team, which must not change.
  const harmless = !open || name.startsWith('GET ');
  const things = harmless ? shared : row.on === 'team' ? new Things() : freshIn(shared.team);
  const { status, body } = await row.ask(crew.visitor(role), things, role);
  const said = `${name} as ${role}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`;
  if (wanted === 'done') t.true(status >= 200 && status < 400, said);
  else t.is(status, wanted, said);
  if (row.on === 'list' && status === 200) t.is(row.shows?.(body), row.access.roles.includes(role), said);
}

test('a viewer can read, leave and manage their own account, and nothing else', (t) => {
  const open = Object.keys(POLICY).filter((action) => allows(action as Action, 'view'));
  const everybodys = open.filter((action) => allows(action as Action, 'stranger'));
  t.deepEqual(
    open.filter((action) => !everybodys.includes(action)),
    [
      'ReadLinks',
      'ReadTermsTemplates',
      'ReadBrand',
      'ReadCampaigns',
      'ReadSavedViews',
      'ReadReports',
      'ReadTeam',
      'LeaveTeam',
    ],
  );
  t.deepEqual(everybodys, [
    ...['OpenShare', 'CreateTeam', 'ReadInvitation', 'AcceptInvitation', 'RequestSignIn', 'SignIn', 'SignOut'],
  ]);
});

test('every route answers every role as the policy says', async (t) => {
  const before = await stateOf();
  for (const [name, row] of matrix) {
    await Promise.all(ROLES.map((role) => matches(t, name, row, role)));
  }
  t.deepEqual(await stateOf(), before);
});

test('an API token has the same access as a session, for every role', async (t) => {
  const before = await stateOf();
  for (const role of ROLES.filter((each) => each !== 'signed-out')) {
    const made = await crew
      .visitor(role)
      .send<CreatedTokenAnswer>('POST', '/api/tokens', { name: 'A program', access: 'write', money: true });
    const program = new Program(app.url, made.body.token);
    for (const [name, row] of matrix) {
      const open = row.access.token !== null;
      const wanted = open ? expected(row, role) : 403;
      // Only requests that change nothing: allowed commands ran before.
      if (wanted === 'done' && !name.startsWith('GET ')) continue;
      // Those come as somebody else.
      if (!open && row.answers === undefined && row.on !== 'oneself') continue;
      if (name.includes('/accept') || name.startsWith('DELETE /api/sessions') || name === 'GET /api/stream') continue;
      const { status, body } = await row.ask(program, shared, role);
      const said = `${name} as ${role}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`;
      if (wanted === 'done') t.is(status, 200, said);
      else t.is(status, wanted, said);
      if (row.on === 'list' && status === 200) t.is(row.shows?.(body), row.access.roles.includes(role), said);
    }
  }
  t.deepEqual(await stateOf(), before);
});

test.serial(
  'a token for one team reaches no other team and nothing of its person’s own list, at any route',
  async (t) => {
    const { token } = await crew.do<CreatedTokenAnswer>('POST', '/api/tokens', {
      ...{ name: 'A program', access: 'write', money: true, teamId: await crew.team() },
    });
    const program = new Program(app.url, token);
    const own = Object.assign(freshIn(shared.team), { list: async () => null });
    const before = await stateOf();
    for (const things of [shared, own]) {
      for (const [name, row] of matrix) {
        const [method = '', path = ''] = name.split(' ');
        const wanted = row.access.token?.oneTeam === true ? expected(row, 'stranger') : 403;
        const answer = asAnother.has(row.ask) ? program.send(method, path) : row.ask(program, things, 'owner');
        const { status, body } = await answer;
        const said = `${name}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`;
        if (wanted === 'done') t.is(status, 200, said);
        else t.is(status, wanted, said);
        if (row.on === 'list' && status === 200) t.false(row.shows?.(body), said);
      }
    }
    t.deepEqual(await stateOf(), before);
  },
);

/** The targets of refused commands. */
async function stateOf() {
  const read = async <T>(path: string) => (await crew.owner.visitor.get<T>(path)).body;
  const { members, name, ownerId } = await read<TeamAnswer>(`/api/teams/${sharedTeam}`);
  const { remarks, teamId } = await read<LinkAnswer>(`/api/links/${sharedLink}`);
  return {
    team: { name, ownerId, members: members.map(({ userId, permission }) => [userId, permission]) },
    link: { remarks, teamId },
    campaign: (await read<CampaignAnswer>(`/api/campaigns/${sharedCampaign}`)).name,
    trash: (await read<TrashAnswer[]>('/api/trash')).some(({ id }) => id === sharedTrash),
    share: (await crew.signedOut.get(`/api/shared/${sharedShare}`)).status,
  };
}
