/** What the routes of the command side are: a row a route, and none without. */
import { PAGE, type RouteTable } from '../../infra/http/route.ts';
import { linkFilterSchema } from '../../query-service/contract/queries.ts';
import { readAlertsSchema } from '../commands/alert.ts';
import { bulkChangeSchemas, bulkSchema, MAX_BULK } from '../commands/bulk.ts';
import { createCampaignSchema, editCampaignSchema } from '../commands/campaign.ts';
import { loginSchema } from '../commands/identity.ts';
import { importSchema } from '../commands/import.ts';
import { addCampaignLinkSchema, addLinkSchema, editLinkSchema } from '../commands/link.ts';
import { createShareSchema } from '../commands/share.ts';
import { statusCheckSchema } from '../commands/status-check.ts';
import { subscriptionSchema } from '../commands/subscription.ts';
import {
  changePermissionSchema,
  createTeamSchema,
  handOverSchema,
  invitationSchema,
  invitationsSchema,
  leaveTeamSchema,
  renameTeamSchema,
} from '../commands/team.ts';
import { createTokenSchema } from '../commands/token.ts';
import { deleteAccountSchema, photoSchema, profileSchema, settingsSchema } from '../commands/user.ts';

const CSV = { media: ['text/csv', 'text/plain', 'text/tab-separated-values'] };
const REDIRECT = { media: ['text/html', 'text/plain'] };

export const commandTable: RouteTable = {
  // Links.
  'POST /api/links': {
    action: 'AddLink',
    says: 'Adds a link, checks it, and answers with what was seen; this can take up to 30 seconds.',
    body: addLinkSchema,
    answers: { 201: 'CheckedLinkAnswer' },
    refusals: [404],
  },
  'PATCH /api/links/:id': {
    action: 'EditLink',
    says: 'Changes a link, or moves it to another list: what is left out stays as it is.',
    body: editLinkSchema,
    answers: { 200: 'ChangedAnswer' },
    refusals: [409],
    heeds: ['If-Match'],
  },
  'DELETE /api/links/:id': {
    action: 'TrashLink',
    says: 'Moves a link to the trash.',
    answers: { 204: null },
    heeds: ['If-Match'],
  },
  'POST /api/links/:id/recheck': {
    action: 'RecheckLink',
    says: 'Visits the page now and answers with what was seen; this can take up to 30 seconds.',
    answers: { 200: 'CheckedLinkAnswer' },
  },
  'POST /api/links/import': {
    action: 'AddLink',
    says: 'Adds the links of a CSV file, row by row; with dryRun it only says what would happen.',
    query: importSchema,
    bodyIs: CSV,
    answers: { 200: 'ImportAnswer' },
    refusals: [404, 413, 415],
  },
  'POST /api/imports/:id/undo': {
    action: 'TrashLink',
    says: 'Moves all links of an import to the trash.',
    answers: { 200: 'UndoneImportAnswer' },
  },
  'POST /api/links/bulk': {
    action: 'EditLink',
    says: 'Does one thing with many links, as a job of the server’s; with dryRun it only counts them.',
    body: bulkSchema,
    beside: {
      ids: { type: 'array', items: { type: 'string' }, maxItems: MAX_BULK },
      // In place of ids.
      filter: [linkFilterSchema],
      change: bulkChangeSchemas,
    },
    answers: { 200: 'BulkCountAnswer', 201: 'StartedBulkAnswer' },
    refusals: [404],
  },
  'POST /api/links/bulk/:batchId/undo': {
    action: 'EditLink',
    says: 'Takes back what was done with many links.',
    answers: { 200: 'StartedBulkAnswer' },
  },
  'POST /api/trash/:id/restore': {
    action: 'RestoreLink',
    says: 'Takes a link back from the trash.',
    answers: { 200: 'DoneAnswer' },
    heeds: ['If-Match'],
  },
  'DELETE /api/trash/:id/permanent': {
    action: 'PurgeLink',
    says: 'Deletes a link in the trash for ever.',
    answers: { 204: null },
    refusals: [409],
    heeds: ['If-Match'],
  },
  'POST /api/status-checks': {
    action: 'RunStatusCheck',
    says: 'Checks all links of a team, or one’s own, as a job of the server’s.',
    body: statusCheckSchema,
    bodyIs: 'optional',
    answers: { 200: 'StartedStatusCheckAnswer', 201: 'StartedStatusCheckAnswer' },
    refusals: [404],
  },

  // Campaigns.
  'POST /api/campaigns': {
    action: 'AddCampaign',
    says: 'Creates a campaign of a team.',
    body: createCampaignSchema,
    answers: { 201: 'ChangedAnswer' },
    refusals: [404],
  },
  'PATCH /api/campaigns/:id': {
    action: 'EditCampaign',
    says: 'Changes a campaign: what is left out stays as it is.',
    body: editCampaignSchema,
    answers: { 200: 'ChangedAnswer' },
    heeds: ['If-Match'],
  },
  'DELETE /api/campaigns/:id': {
    action: 'DeleteCampaign',
    says: 'Deletes a campaign; its links stay.',
    answers: { 204: null },
    heeds: ['If-Match'],
  },
  'POST /api/campaign-links': {
    action: 'AddLink',
    says: 'Adds a link to a campaign, and checks it unless it is only expected.',
    body: addCampaignLinkSchema,
    answers: { 201: 'CheckedLinkAnswer' },
    refusals: [404],
  },

  // Shares.
  'POST /api/shared-links': {
    action: 'CreateShare',
    says: 'Opens a read-only view of one client’s links to whoever knows its address.',
    body: createShareSchema,
    answers: { 201: 'CreatedShareAnswer' },
    refusals: [404, 429, 503],
  },
  'DELETE /api/shared-links/:id': {
    action: 'RevokeShare',
    says: 'Closes a share.',
    answers: { 204: null },
  },

  // Teams.
  'POST /api/teams': {
    action: 'CreateTeam',
    says: 'Creates a team of one’s own.',
    body: createTeamSchema,
    answers: { 201: 'CreatedTeamAnswer' },
  },
  'PATCH /api/teams/:id': {
    action: 'RenameTeam',
    says: 'Renames a team.',
    body: renameTeamSchema,
    answers: { 200: 'RenamedTeamAnswer' },
    heeds: ['If-Match'],
  },
  'DELETE /api/teams/:id': {
    action: 'DeleteTeam',
    says: 'Deletes a team; its links move to its owner.',
    answers: { 204: null },
    heeds: ['If-Match'],
  },
  'POST /api/teams/:id/hand-over': {
    action: 'HandOverTeam',
    says: 'Makes a member the owner of the team.',
    body: handOverSchema,
    answers: { 200: 'DoneAnswer' },
    heeds: ['If-Match'],
  },
  'POST /api/teams/:id/leave': {
    action: 'LeaveTeam',
    says: 'Leaves a team.',
    body: leaveTeamSchema,
    bodyIs: 'optional',
    answers: { 200: 'DoneAnswer' },
    heeds: ['If-Match'],
  },
  'POST /api/teams/:id/invite': {
    action: 'InviteMember',
    says: 'Invites people by mail: a list, or one person without a list.',
    body: [invitationsSchema, invitationSchema],
    answers: { 200: 'InvitedAnswer' },
    refusals: [429],
    heeds: ['If-Match'],
  },
  'DELETE /api/teams/:id/invitations/:invitationId': {
    action: 'RevokeInvitation',
    says: 'Takes an invitation back.',
    answers: { 204: null },
    heeds: ['If-Match'],
  },
  'PATCH /api/teams/:id/members/:userId': {
    action: 'ChangePermission',
    says: 'Changes what a member may do.',
    body: changePermissionSchema,
    answers: { 200: 'PermissionAnswer' },
    heeds: ['If-Match'],
  },
  'DELETE /api/teams/:id/members/:userId': {
    action: 'RemoveMember',
    says: 'Removes a member from a team.',
    answers: { 204: null },
    heeds: ['If-Match'],
  },
  'POST /api/invitations/:token/accept': {
    action: 'AcceptInvitation',
    says: 'Joins the team that an invitation leads to.',
    answers: { 200: 'JoinedTeamAnswer' },
  },

  // One's own account.
  'PATCH /api/user/profile': {
    action: 'EditProfile',
    says: 'Changes one’s name and company.',
    body: profileSchema,
    answers: { 200: 'ProfileAnswer' },
  },
  'PATCH /api/user/settings': {
    action: 'EditSettings',
    says: 'Changes one’s settings: what is left out stays as it is.',
    body: settingsSchema,
    answers: { 200: 'SettingsAnswer' },
  },
  'POST /api/user/photo': {
    action: 'ChangePhoto',
    says: 'Sets or removes one’s photo.',
    body: photoSchema,
    answers: { 204: null },
  },
  'DELETE /api/user': {
    action: 'DeleteAccount',
    says: 'Deletes one’s account.',
    body: deleteAccountSchema,
    answers: { 204: null },
    refusals: [409],
  },
  'PATCH /api/subscription': {
    action: 'ChangePlan',
    says: 'Chooses a plan, or puts the next status check off.',
    body: subscriptionSchema,
    answers: { 200: 'SubscriptionAnswer' },
    refusals: [404],
  },
  'POST /api/alerts/read': {
    action: 'MarkAlertsRead',
    says: 'Marks alerts as read.',
    body: readAlertsSchema,
    answers: { 200: 'ReadAlertsAnswer' },
  },

  // Signing in, and letting programs in.
  'GET /api/login': {
    action: 'RequestSignIn',
    says: 'The sign-in page.',
    loose: ['returnTo', 'again'],
    answers: { 200: PAGE, 302: REDIRECT },
  },
  'POST /api/login/email': {
    action: 'RequestSignIn',
    says: 'Mails a sign-in link.',
    body: loginSchema,
    bodyIs: 'form',
    answers: { 200: PAGE, 202: 'MailSentAnswer' },
    refusals: [429, 503],
  },
  'GET /api/login/email/callback': {
    action: 'SignIn',
    says: 'The page that a mailed link leads to: its button signs in.',
    loose: ['token'],
    answers: { 200: PAGE, 410: PAGE },
  },
  'POST /api/login/email/callback': {
    action: 'SignIn',
    says: 'Signs in with the token of a mailed link.',
    bodyIs: { media: ['application/x-www-form-urlencoded', 'application/json'] },
    answers: { 303: REDIRECT, 410: PAGE },
    refusals: [413, 415],
  },
  'POST /api/logout': { action: 'SignOut', says: 'Signs this browser out.', answers: { 204: null } },
  'GET /api/connect/:provider': {
    action: 'SignIn',
    says: 'Begins to sign in with a provider, or to join it to one’s account.',
    loose: ['returnTo', 'again'],
    answers: { 302: REDIRECT, 429: PAGE },
  },
  'GET /api/connect/:provider/callback': {
    action: 'SignIn',
    says: 'Where a provider sends people back to.',
    loose: ['code', 'state', 'error'],
    answers: { 302: REDIRECT, 400: PAGE, 403: PAGE, 409: PAGE, 502: PAGE },
  },
  'GET /api/connect/:provider/confirm': {
    action: 'SignIn',
    says: 'The page that asks whether a provider’s account is one’s own.',
    answers: { 200: PAGE, 400: PAGE },
  },
  'POST /api/connect/:provider/confirm': {
    action: 'SignIn',
    says: 'Joins a provider’s account to one’s own.',
    answers: { 303: REDIRECT, 400: PAGE, 401: PAGE, 409: PAGE },
  },
  'DELETE /api/sessions': { action: 'EndSession', says: 'Signs out everywhere.', answers: { 204: null } },
  'DELETE /api/sessions/:id': { action: 'EndSession', says: 'Signs one browser out.', answers: { 204: null } },
  'DELETE /api/identities/:id': {
    action: 'UnlinkIdentity',
    says: 'Takes a way to sign in away.',
    answers: { 204: null },
    refusals: [409],
  },
  'POST /api/tokens': {
    action: 'CreateToken',
    says: 'Creates an API token, which is shown this once.',
    body: createTokenSchema,
    answers: { 201: 'CreatedTokenAnswer' },
    refusals: [404],
  },
  'DELETE /api/tokens/:id': { action: 'RevokeToken', says: 'Revokes an API token.', answers: { 204: null } },
};
