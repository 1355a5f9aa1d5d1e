/** POST /api/teams, PATCH and DELETE /api/teams/{id}, and every change of a team's members. */
import { Router } from '@koa/router';
import { Problem } from '../../infra/http/problem.ts';
import {
  type RequestContext,
  type RequestState,
  requirePrincipal,
  requireUser,
} from '../../infra/http/request-context.ts';
import type { InvitedAnswer } from '../../query-service/contract/answers/teams.ts';
import { authorize, roleIn, roleOf } from '../authorize.ts';
import { parse } from '../commands/schema/parse.ts';
import {
  changePermissionSchema,
  createTeamSchema,
  handOverSchema,
  leaveTeamSchema,
  parseInvitations,
  renameTeamSchema,
  type TeamCommand,
} from '../commands/team.ts';
import { streamOf, type TeamState, team } from '../deciders/team.ts';
import { type UserState, user, streamOf as userStreamOf } from '../deciders/user.ts';
import { DomainError } from '../errors.ts';
import { type CommandResult, handle, load } from '../handle.ts';
import { INVITATION_DAYS, invitationIdOf, MAILS_PER_HOUR, newToken } from '../mail/invitation-mail.ts';
import type { Action } from '../policy.ts';
import type { CommandDeps } from './deps.ts';
import { idParam, ifMatch, metadataOf, setPosition } from './request.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export function teamRoutes(deps: CommandDeps): Router<RequestState> {
  const router = new Router<RequestState>();

  router.post('/api/teams', async (ctx) => {
    const userId = requireUser(ctx);
    authorize('CreateTeam', 'owner');
    const { name, ownerId } = parse(createTeamSchema, ctx.state.body);
    assertSelf(userId, ownerId, 'A team is created for yourself: hand it over once its new owner has joined.');
    const teamId = ctx.state.newId();
    const created = await handle(
      deps.store,
      team,
      { type: 'CreateTeam', teamId, name, ownerId: userId },
      metadataOf(ctx, userId, deps.now),
    );
    setPosition(ctx, created.position);
    ctx.set('Location', `/api/teams/${teamId}`);
    ctx.status = 201;
    ctx.body = { id: teamId, name };
  });

  router.patch('/api/teams/:id', async (ctx) => {
    requireUser(ctx);
    const teamId = idParam(ctx);
    const { name } = parse(renameTeamSchema, ctx.state.body);
    const renamed = await executeOnTeam(deps, ctx, 'RenameTeam', { type: 'RenameTeam', teamId, name });
    setPosition(ctx, renamed.position);
    ctx.set('ETag', `"${renamed.revision}"`);
    ctx.body = { id: teamId, name, revision: renamed.revision };
  });

  router.delete('/api/teams/:id', async (ctx) => {
    const deleted = await executeOnTeam(deps, ctx, 'DeleteTeam', { type: 'DeleteTeam', teamId: idParam(ctx) });
    setPosition(ctx, deleted.position);
    ctx.status = 204;
  });

  router.post('/api/teams/:id/hand-over', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const teamId = idParam(ctx);
    const { userId } = parse(handOverSchema, ctx.state.body);
    authorize('HandOverTeam', await roleIn(deps.store, `team:${teamId}`, principal));
    // Who deleted their account a moment ago may still be a member: the team would be nobody's.
    if ((await load(deps.store, user, userStreamOf(userId))).state.standing === 'deleted') {
      throw new DomainError('conflict', 'not-a-member', 'This person has deleted their account: choose somebody else.');
    }
    const handedOver = await executeOnTeam(deps, ctx, 'HandOverTeam', { type: 'HandOverTeam', teamId, userId });
    setPosition(ctx, handedOver.position);
    ctx.body = { id: teamId };
  });

  router.post('/api/teams/:id/invite', async (ctx) => {
    const userId = requireUser(ctx);
    const teamId = idParam(ctx);
    const { state } = await load(deps.store, team, streamOf(teamId));
    authorize('InviteMember', roleOf(teamId, state, requirePrincipal(ctx)));
    const invitees = parseInvitations(ctx.state.body);
    const known = await addressesOf(deps, state);
    const wanted = invitees.filter(({ email }) => !known.has(email.toLowerCase()));
    await admit(deps, userId, wanted.length);
    const letters = wanted.map((invitee) => ({ ...invitee, token: newToken() }));
    const expiresAt = new Date(deps.now().getTime() + INVITATION_DAYS * DAY_MS).toISOString();
    const invitations = letters.map(({ token, email, name, permission }) => ({
      ...{ invitationId: invitationIdOf(token), email, name, permission },
    }));
    const invited = await executeOnTeam(deps, ctx, 'InviteMember', {
      type: 'InviteMembers',
      teamId,
      invitations,
      expiresAt,
    });
    const inviter = personOf((await load(deps.store, user, userStreamOf(userId))).state);
    const teamName = invited.state.place === 'active' ? invited.state.name : '';
    const failed = await deps.invitationMail.send(
      letters.map(({ token, email, name }) => ({ token, email, name, team: teamName, inviter, expiresAt })),
    );
    setPosition(ctx, invited.position);
    ctx.body = {
      invitations: invitees.map(({ email, name, permission }) => ({
        email,
        name,
        permission,
        status: known.has(email.toLowerCase()) ? 'already-member' : failed.has(email) ? 'not-mailed' : 'sent',
      })),
    } satisfies InvitedAnswer;
  });

  router.delete('/api/teams/:id/invitations/:invitationId', async (ctx) => {
    const invitationId = idParam({ params: { id: ctx.params.invitationId } });
    const command = { type: 'RevokeInvitation', teamId: idParam(ctx), invitationId } as const;
    const revoked = await executeOnTeam(deps, ctx, 'RevokeInvitation', command);
    setPosition(ctx, revoked.position);
    ctx.status = 204;
  });

  router.patch('/api/teams/:id/members/:userId', async (ctx) => {
    const by = requireUser(ctx);
    const teamId = idParam(ctx);
    const userId = idParam({ params: { id: ctx.params.userId } });
    const { permission } = parse(changePermissionSchema, ctx.state.body);
    const command = { type: 'ChangePermission', teamId, userId, permission, by } as const;
    const changed = await executeOnTeam(deps, ctx, 'ChangePermission', command);
    setPosition(ctx, changed.position);
    ctx.body = { userId, permission };
  });

  router.delete('/api/teams/:id/members/:userId', async (ctx) => {
    const userId = idParam({ params: { id: ctx.params.userId } });
    const removed = await executeOnTeam(deps, ctx, 'RemoveMember', {
      type: 'RemoveMember',
      teamId: idParam(ctx),
      userId,
    });
    setPosition(ctx, removed.position);
    ctx.status = 204;
  });

  router.post('/api/teams/:id/leave', async (ctx) => {
    const userId = requireUser(ctx);
    const teamId = idParam(ctx);
    const asked = parse(leaveTeamSchema, ctx.state.body ?? {}).userId;
    assertSelf(userId, asked, 'You can only leave a team yourself: who manages it can remove others.');
    const left = await executeOnTeam(deps, ctx, 'LeaveTeam', { type: 'LeaveTeam', teamId, userId });
    setPosition(ctx, left.position);
    ctx.body = { id: teamId };
  });

  return router;
}

/**
 * Carries out a command on a team the person may act on, on the revision they have seen.
 * @throws Refusal, Problem 412.
 */
async function executeOnTeam(
  deps: CommandDeps,
  ctx: RequestContext,
  action: Action,
  command: TeamCommand,
): Promise<CommandResult<TeamState>> {
  const userId = requireUser(ctx);
  const unchanged = ifMatch(ctx);
  return handle(deps.store, team, command, metadataOf(ctx, userId, deps.now), (state, revision) => {
    const role = roleOf(command.teamId, state, requirePrincipal(ctx));
    // An owner who wants to leave is told what to do instead.
    if (!(action === 'LeaveTeam' && role === 'owner')) authorize(action, role);
    unchanged(revision);
  });
}

/** @throws Refusal 403 where somebody speaks for somebody else. */
function assertSelf(userId: string, asked: string | null | undefined, message: string): void {
  if (asked !== undefined && asked !== null && asked !== userId)
    throw new DomainError('forbidden', 'not-yours', message);
}

/** @throws Problem 429 */
async function admit({ invitationMail }: CommandDeps, userId: string, mails: number): Promise<void> {
  const seconds = await invitationMail.admit(userId, mails);
  if (seconds === null) return;
  const message = `You can send at most ${MAILS_PER_HOUR} invitations an hour. Try again in ${Math.ceil(seconds / 60)} minutes.`;
  throw new Problem(429, 'too-many-requests', message, { headers: { 'Retry-After': String(seconds) } });
}

/** The addresses, in lower case, of everybody who is in the team. */
async function addressesOf({ store }: CommandDeps, state: TeamState): Promise<ReadonlySet<string>> {
  if (state.place !== 'active') return new Set();
  const people = [state.ownerId, ...state.members.keys()];
  const states = await Promise.all(people.map(async (id) => (await load(store, user, userStreamOf(id))).state));
  return new Set(states.map((each) => personOf(each).email.toLowerCase()).filter((email) => email !== ''));
}

function personOf(state: UserState): { readonly name: string; readonly email: string } {
  if (state.standing !== 'active') return { name: '', email: '' };
  const { email, firstName, lastName } = state;
  return { name: `${firstName} ${lastName}`.trim() || email, email };
}
