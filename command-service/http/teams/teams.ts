/** Changes of teams, their members and invitations. */

import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import type { InvitedAnswer } from '../../../query-service/contract/answers/teams.ts';
import { calendarOf, calendarSchema } from '../../contract/calendar.ts';
import type { Language } from '../../contract/languages.ts';
import type { Action } from '../../contract/policy.ts';
import { authorize, roleIn, roleOf } from '../../core/authorize.ts';
import { DomainError, RateLimitError } from '../../core/errors.ts';
import { type CommandResult, handle, handleAs, load } from '../../core/handle.ts';
import { INVITATION_DAYS, invitationIdOf, MAILS_PER_HOUR } from '../../mail/invitation-mail.ts';
import { recipientLanguages } from '../../mail/mail-language.ts';
import type { FirstTry } from '../../mail/outbox.ts';
import {
  changePermissionSchema,
  createTeamSchema,
  handOverSchema,
  invitationSchema,
  invitationsSchema,
  leaveTeamSchema,
  parseInvitations,
  renameTeamSchema,
  type TeamCommand,
  teamMatchingSchema,
} from '../../model/team/commands.ts';
import { streamOf, type TeamState, team } from '../../model/team/decider.ts';
import { type UserState, user, streamOf as userStreamOf } from '../../model/user/decider.ts';
import type { CommandDeps } from '../deps.ts';
import { editorOf, metadataOf, setAccessPosition, setPosition } from '../request.ts';
import { route } from '../route.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const STATUS_OF_MAIL = {
  sent: 'sent',
  delayed: 'mail-delayed',
  unconfirmed: 'mail-unconfirmed',
  missed: 'not-mailed',
} as const satisfies Readonly<Record<FirstTry, InvitedAnswer['invitations'][number]['status']>>;

export const teamRoutes = [
  route({
    method: 'POST',
    path: '/api/teams',
    action: 'CreateTeam',
    onSelf: true,
    summary: 'Creates a team that you own.',
    body: createTeamSchema,
    answers: { 201: 'CreatedTeamAnswer' },
    async handle({ ctx, principal, body }, deps) {
      const { userId } = principal;
      const { name, ownerId } = body;
      assertSelf(userId, ownerId, 'You create a team for yourself: hand it over once its new owner has joined.');
      const teamId = ctx.state.newId();
      const created = await handle(
        deps.store,
        team,
        { type: 'CreateTeam', teamId, name, ownerId: userId },
        metadataOf(ctx, userId, deps.now),
      );
      await setAccessPosition(ctx, deps, created.position);
      ctx.set('Location', `/api/teams/${teamId}`);
      return { id: teamId, name };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/teams/:id',
    action: 'RenameTeam',
    summary: 'Renames a team.',
    body: renameTeamSchema,
    answers: { 200: 'RenamedTeamAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, body: { name }, params: { id: teamId } }, deps) {
      const renamed = await executeOnTeam(deps, ctx, 'RenameTeam', { type: 'RenameTeam', teamId, name });
      setPosition(ctx, renamed.position);
      ctx.set('ETag', `"${renamed.revision}"`);
      return { id: teamId, name, revision: renamed.revision };
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/teams/:id/matching',
    action: 'ChooseTeamMatching',
    summary: 'Chooses which addresses count as a client link in the team’s checks.',
    body: teamMatchingSchema,
    answers: { 200: 'DoneAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, body: { matching }, params: { id: teamId } }, deps) {
      const command = { type: 'ChooseTeamMatching', teamId, matching } as const;
      const chosen = await executeOnTeam(deps, ctx, 'ChooseTeamMatching', command);
      setPosition(ctx, chosen.position);
      return { id: teamId };
    },
  }),

  route({
    method: 'PUT',
    path: '/api/teams/:id/calendar',
    action: 'ChooseTeamCalendar',
    summary: 'Chooses the time zone whose days the team’s dates are, and the day on which its months begin.',
    body: calendarSchema(),
    answers: { 200: 'ChangedAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, body, params: { id: teamId } }, deps) {
      const command = { type: 'ChooseTeamCalendar', teamId, calendar: calendarOf(body) } as const;
      const { position, revision } = await executeOnTeam(deps, ctx, 'ChooseTeamCalendar', command);
      setPosition(ctx, position);
      ctx.set('ETag', `"${revision}"`);
      return { id: teamId, revision };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/teams/:id',
    action: 'DeleteTeam',
    summary: 'Deletes a team; its links move to its owner.',
    answers: { 204: null },
    requestHeaders: ['If-Match'],
    async handle({ ctx, params }, deps) {
      const deleted = await executeOnTeam(deps, ctx, 'DeleteTeam', { type: 'DeleteTeam', teamId: params.id });
      await setAccessPosition(ctx, deps, deleted.position);
    },
  }),

  route({
    method: 'POST',
    path: '/api/teams/:id/hand-over',
    action: 'HandOverTeam',
    summary: 'Makes a member the owner of the team.',
    body: handOverSchema,
    answers: { 200: 'DoneAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body, params }, deps) {
      const teamId = params.id;
      const { userId } = body;
      authorize('HandOverTeam', await roleIn(deps.store, `team:${teamId}`, principal));
      // A member may have just deleted their account, which would leave the team without an owner.
      if ((await load(deps.store, user, userStreamOf(userId))).state.status === 'deleted') {
        throw new DomainError(
          'conflict',
          'not-a-member',
          'This person has deleted their account. Choose another member.',
        );
      }
      const handedOver = await executeOnTeam(deps, ctx, 'HandOverTeam', { type: 'HandOverTeam', teamId, userId });
      await setAccessPosition(ctx, deps, handedOver.position);
      return { id: teamId };
    },
  }),

  route({
    method: 'POST',
    path: '/api/teams/:id/invite',
    action: 'InviteMember',
    summary: 'Invites a list of people, or a single person, by mail.',
    rawBody: { schemas: [invitationsSchema, invitationSchema] },
    answers: { 200: 'InvitedAnswer' },
    errorStatuses: [429],
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, params }, deps) {
      const { userId } = principal;
      const teamId = params.id;
      const { state } = await load(deps.store, team, streamOf(teamId));
      authorize('InviteMember', roleOf(teamId, state, principal));
      // A repeated request creates the same tokens, even if somebody has joined since.
      const invitees = parseInvitations(ctx.state.body).map((each) => ({ ...each, token: ctx.state.newSecret() }));
      const addresses = await addressesOf(deps, state);
      const letters = invitees.filter(({ email }) => !addresses.has(email.toLowerCase()));
      await admit(deps, userId, letters.length);
      const expiresAt = new Date(deps.now().getTime() + INVITATION_DAYS * DAY_MS).toISOString();
      const invitations = letters.map(({ token, email, name, permission }) => ({
        invitationId: invitationIdOf(token),
        email,
        name,
        permission,
      }));
      const inviter = personOf((await load(deps.store, user, userStreamOf(userId))).state);
      const teamName = state.status === 'active' ? state.name : '';
      const languages = await recipientLanguages(
        deps.reads,
        letters.map(({ email }) => email),
      );
      const mails = await deps.invitationMail.hold(
        letters.map(({ token, email, name }) => ({
          teamId,
          token,
          email,
          name,
          team: teamName,
          inviter,
          expiresAt,
          language: languages.get(email) ?? inviter.language,
        })),
      );
      const invited = await executeOnTeam(deps, ctx, 'InviteMember', {
        type: 'InviteMembers',
        teamId,
        invitations,
        expiresAt,
      });
      const notSentOf = await deps.invitationMail.send(mails);
      setPosition(ctx, invited.position);
      return {
        invitations: invitees.map(({ email, name, permission }): InvitedAnswer['invitations'][number] => {
          const mailed = STATUS_OF_MAIL[notSentOf.get(email) ?? 'sent'];
          return { email, name, permission, status: addresses.has(email.toLowerCase()) ? 'already-member' : mailed };
        }),
      };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/teams/:id/invitations/:invitationId',
    action: 'RevokeInvitation',
    summary: 'Revokes an invitation.',
    answers: { 204: null },
    requestHeaders: ['If-Match'],
    async handle({ ctx, params }, deps) {
      const invitationId = params.invitationId;
      const command = { type: 'RevokeInvitation', teamId: params.id, invitationId } as const;
      const revoked = await executeOnTeam(deps, ctx, 'RevokeInvitation', command);
      setPosition(ctx, revoked.position);
    },
  }),

  route({
    method: 'PATCH',
    path: '/api/teams/:id/members/:userId',
    action: 'ChangePermission',
    summary: 'Changes the permission of a member.',
    body: changePermissionSchema,
    answers: { 200: 'PermissionAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body, params }, deps) {
      const by = principal.userId;
      const teamId = params.id;
      const userId = params.userId;
      const { permission } = body;
      const command = { type: 'ChangePermission', teamId, userId, permission, by } as const;
      const changed = await executeOnTeam(deps, ctx, 'ChangePermission', command);
      await setAccessPosition(ctx, deps, changed.position);
      return { userId, permission };
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/teams/:id/members/:userId',
    action: 'RemoveMember',
    summary: 'Removes a member from a team.',
    answers: { 204: null },
    requestHeaders: ['If-Match'],
    async handle({ ctx, params }, deps) {
      const userId = params.userId;
      const removed = await executeOnTeam(deps, ctx, 'RemoveMember', {
        type: 'RemoveMember',
        teamId: params.id,
        userId,
      });
      await setAccessPosition(ctx, deps, removed.position);
    },
  }),

  route({
    method: 'POST',
    path: '/api/teams/:id/leave',
    action: 'LeaveTeam',
    summary: 'Leaves a team.',
    body: leaveTeamSchema,
    isBodyOptional: true,
    answers: { 200: 'DoneAnswer' },
    requestHeaders: ['If-Match'],
    async handle({ ctx, principal, body, params }, deps) {
      const { userId } = principal;
      const teamId = params.id;
      const leavingId = body.userId;
      assertSelf(userId, leavingId, 'You can leave a team only for yourself. To remove others, you need to manage it.');
      const left = await executeOnTeam(deps, ctx, 'LeaveTeam', { type: 'LeaveTeam', teamId, userId });
      await setAccessPosition(ctx, deps, left.position);
      return { id: teamId };
    },
  }),
];

/**
 * Executes a command on a team that the person may change, at the revision they have seen.
 * @throws DomainError, Problem 412.
 */
async function executeOnTeam(
  deps: CommandDeps,
  ctx: RequestContext,
  action: Action,
  command: TeamCommand,
): Promise<CommandResult<TeamState>> {
  const editor = editorOf(ctx, deps.now);
  return handleAs(deps.store, team, command, editor, (state) => {
    const role = roleOf(command.teamId, state, editor.principal);
    // The decider rejects an owner, and its message names the alternatives.
    if (!(action === 'LeaveTeam' && role === 'owner')) authorize(action, role);
  });
}

/** @throws DomainError `forbidden` if a person acts for somebody else. */
function assertSelf(userId: string, requestedId: string | null | undefined, message: string): void {
  if (requestedId !== undefined && requestedId !== null && requestedId !== userId)
    throw new DomainError('forbidden', 'not-yours', message);
}

/** @throws RateLimitError */
async function admit({ invitationMail }: CommandDeps, userId: string, mails: number): Promise<void> {
  const seconds = await invitationMail.admit(userId, mails);
  if (seconds === null) return;
  throw new RateLimitError(
    seconds,
    (wait) => `You can send at most ${MAILS_PER_HOUR} invitations an hour. Try again in ${wait}.`,
  );
}

/** The addresses of the owner and all members, in lower case. */
async function addressesOf({ store }: CommandDeps, state: TeamState): Promise<ReadonlySet<string>> {
  if (state.status !== 'active') return new Set();
  const people = [state.ownerId, ...state.members.keys()];
  const states = await Promise.all(people.map(async (id) => (await load(store, user, userStreamOf(id))).state));
  return new Set(states.map((each) => personOf(each).email.toLowerCase()).filter((email) => email !== ''));
}

interface Contact {
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
}

function personOf(state: UserState): Contact {
  if (state.status !== 'active') return { name: '', email: '', language: null };
  const { email, firstName, lastName, settings } = state;
  return { name: `${firstName} ${lastName}`.trim() || email, email, language: settings.language };
}
