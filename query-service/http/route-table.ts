/** What the routes of the query side are: a row a route, and none without. */
import { all, pages, type RouteTable } from '../../infra/http/route.ts';
import {
  alertListSchema,
  campaignListSchema,
  clientListSchema,
  clientSchema,
  countHistorySchema,
  exportSchema,
  linkListSchema,
  nothingSchema,
  ownTeamsSchema,
  pageSchema,
  sharedSchema,
  shareListSchema,
  statsSchema,
  statusCheckListSchema,
  tagListSchema,
  teamClientsSchema,
  teamLinksSchema,
} from '../contract/queries.ts';

export const queryTable: RouteTable = {
  // Links.
  'GET /api/links': {
    action: 'ReadLinks',
    says: 'The links one sees, narrowed and sorted.',
    query: linkListSchema,
    answers: { 200: pages('LinkAnswer') },
  },
  'GET /api/links/export': {
    action: 'ReadLinks',
    says: 'A list of links as a file.',
    query: exportSchema,
    answers: { 200: { media: ['text/csv', 'application/x-ndjson'] } },
  },
  'GET /api/links/:id': {
    action: 'ReadLinks',
    says: 'One link.',
    loose: [],
    answers: { 200: 'LinkDetailsAnswer' },
  },
  'GET /api/links/:id/history': {
    action: 'ReadLinks',
    says: 'Everything that ever happened to a link, newest first.',
    query: pageSchema,
    answers: { 200: pages('HistoryAnswer') },
  },
  'GET /api/links/:id/evidence/:hash': {
    action: 'ReadLinks',
    says: 'A picture of the page, or the markup round the link.',
    loose: [],
    answers: { 200: { media: ['image/webp', 'text/plain'] } },
  },
  'GET /api/teams/:id/links': {
    action: 'ReadLinks',
    says: 'The links of a team, narrowed and sorted.',
    query: teamLinksSchema,
    answers: { 200: pages('LinkAnswer') },
  },
  'GET /api/links/bulk/:batchId': {
    action: 'ReadLinks',
    says: 'How far a batch is, for who began it.',
    query: nothingSchema,
    answers: { 200: 'BulkAnswer' },
    sends: ['X-Position'],
  },
  'GET /api/tags': {
    action: 'ReadLinks',
    says: 'The tags in use, and how many links have each.',
    query: tagListSchema,
    answers: { 200: all('TagAnswer') },
  },
  'GET /api/trash': {
    action: 'ReadLinks',
    says: 'The links in the trash, newest first.',
    query: pageSchema,
    answers: { 200: pages('TrashAnswer') },
  },
  'GET /api/stats': {
    action: 'ReadLinks',
    says: 'How many links there are of each status.',
    query: statsSchema,
    answers: { 200: 'StatsAnswer' },
  },
  'GET /api/stats/history': {
    action: 'ReadLinks',
    says: 'How many links there were of each status, day by day.',
    query: countHistorySchema,
    answers: { 200: all('DayCountsAnswer') },
  },
  'GET /api/clients': {
    action: 'ReadLinks',
    says: 'The clients whose links one sees.',
    query: clientListSchema,
    answers: { 200: pages('ClientAnswer') },
  },
  'GET /api/clients/:domain': {
    action: 'ReadLinks',
    says: 'One client.',
    query: clientSchema,
    answers: { 200: 'ClientDetailsAnswer' },
  },
  'GET /api/teams/:id/clients': {
    action: 'ReadLinks',
    says: 'The clients of a team.',
    query: teamClientsSchema,
    answers: { 200: pages('ClientAnswer') },
  },
  'GET /api/status-checks': {
    action: 'ReadLinks',
    says: 'The newest status check of a team, or of one’s own links.',
    query: statusCheckListSchema,
    answers: { 200: all('StatusCheckAnswer') },
    refusals: [404],
  },
  'GET /api/status-checks/:runId': {
    action: 'ReadLinks',
    says: 'How far a status check is.',
    query: nothingSchema,
    answers: { 200: 'StatusCheckAnswer' },
  },

  // Campaigns.
  'GET /api/campaigns': {
    action: 'ReadCampaigns',
    says: 'The campaigns one sees, newest first.',
    query: campaignListSchema,
    answers: { 200: pages('CampaignAnswer') },
  },
  'GET /api/campaigns/:id': {
    action: 'ReadCampaigns',
    says: 'One campaign with its links.',
    query: nothingSchema,
    answers: { 200: 'CampaignWithLinksAnswer' },
  },

  // Shares.
  'GET /api/shared-links': {
    action: 'ReadShares',
    says: 'What is shared, newest first.',
    query: shareListSchema,
    answers: { 200: pages('ShareAnswer') },
    refusals: [404],
  },
  'GET /api/shared/:id': {
    action: 'OpenShare',
    says: 'What a share shows, to whoever knows its address and, where it has one, its password.',
    query: sharedSchema,
    answers: { 200: 'SharedAnswer' },
    refusals: [401, 429, 503],
    heeds: ['X-Share-Password'],
  },

  // Teams.
  'GET /api/teams/my': {
    action: 'ReadTeam',
    says: 'The teams one owns.',
    query: ownTeamsSchema,
    answers: { 200: pages('TeamAnswer') },
  },
  'GET /api/teams/joined': {
    action: 'ReadTeam',
    says: 'The teams one has joined.',
    query: ownTeamsSchema,
    answers: { 200: pages('TeamAnswer') },
  },
  'GET /api/teams/:id': {
    action: 'ReadTeam',
    says: 'One team.',
    query: nothingSchema,
    answers: { 200: 'TeamAnswer' },
  },
  'GET /api/teams/:id/members': {
    action: 'ReadTeam',
    says: 'The people in a team, and for who manages it the invitations that are open.',
    query: nothingSchema,
    answers: { 200: 'MembersAnswer' },
  },
  'GET /api/invitations/:token': {
    action: 'ReadInvitation',
    says: 'What an invitation offers.',
    query: nothingSchema,
    answers: { 200: 'InvitationAnswer' },
  },

  // One's own account.
  'GET /api/auth/user': {
    action: 'ReadAccount',
    says: 'Who asks.',
    loose: [],
    answers: { 200: 'UserAnswer' },
    sends: ['X-Position'],
  },
  'GET /api/user/profile': {
    action: 'ReadAccount',
    says: 'One’s name, address and company.',
    loose: [],
    answers: { 200: 'ProfileAnswer' },
  },
  'GET /api/user/settings': {
    action: 'ReadAccount',
    says: 'One’s settings, and what the plan allows of them.',
    loose: [],
    answers: { 200: 'SettingsAnswer' },
  },
  'GET /api/user/photo': {
    action: 'ReadAccount',
    says: 'One’s photo, or a teammate’s.',
    loose: ['userId'],
    answers: { 200: 'PhotoAnswer' },
    refusals: [404],
  },
  'GET /api/subscription': {
    action: 'ReadAccount',
    says: 'One’s plan.',
    query: nothingSchema,
    answers: { 200: 'SubscriptionAnswer' },
  },
  'GET /api/alerts': {
    action: 'ReadAlerts',
    says: 'What one is told, newest first.',
    query: alertListSchema,
    answers: { 200: pages('AlertAnswer') },
  },
  'GET /api/stream': {
    action: 'ReadAccount',
    says: 'Server-sent events: a `changed` event says which lists to read again; its data is a ChangedMessage.',
    loose: ['after'],
    answers: { 200: { media: ['text/event-stream'] } },
  },

  // How one signs in, and lets programs in.
  'GET /api/providers': {
    action: 'RequestSignIn',
    says: 'The ways to sign in that are set up here.',
    loose: [],
    answers: { 200: all('ProviderAnswer') },
  },
  'GET /api/sessions': {
    action: 'ReadWaysIn',
    says: 'Where one is signed in.',
    loose: [],
    answers: { 200: all('SessionAnswer') },
  },
  'GET /api/identities': {
    action: 'ReadWaysIn',
    says: 'The ways to sign in that lead to one’s account.',
    loose: [],
    answers: { 200: all('IdentityAnswer') },
  },
  'GET /api/tokens': {
    action: 'ReadWaysIn',
    says: 'One’s API tokens, the newest first.',
    query: nothingSchema,
    answers: { 200: all('TokenAnswer') },
  },
};
