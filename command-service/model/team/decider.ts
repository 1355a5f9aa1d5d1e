/** A team: an owner, members with their permissions, and invitations. */

import { isOf } from '../../contract/events.ts';
import type { Matching } from '../../contract/observation.ts';
import type { Decider } from '../../core/decider.ts';
import { DomainError } from '../../core/errors.ts';
import type { TeamCommand } from './commands.ts';
import { DEFAULT_TEAM_CALENDAR, type Permission, type TeamEvent } from './events.ts';

/** The stream of one team. */
export const streamOf = (teamId: string): string => `team-${teamId}`;

/** An open invitation. */
interface InvitationState {
  /** '' once the address was erased. */
  readonly email: string;
  readonly permission: Permission;
  readonly expiresAt: string;
  /** The person who accepted the invitation; null before that. */
  readonly acceptedBy: string | null;
}

export type TeamState =
  | { readonly status: 'none' }
  | {
      readonly status: 'active' | 'deleted';
      readonly name: string;
      readonly ownerId: string;
      readonly matching: Matching;
      readonly calendar: typeof DEFAULT_TEAM_CALENDAR;
      /** The members without the owner. */
      readonly members: ReadonlyMap<string, Permission>;
      readonly invitations: ReadonlyMap<string, InvitationState>;
    };

type KnownTeam = Exclude<TeamState, { readonly status: 'none' }>;

const initialState: TeamState = { status: 'none' };

function evolve(state: TeamState, event: TeamEvent): TeamState {
  if (event.type === 'TeamCreated') {
    const { name, ownerId } = event.data;
    return {
      status: 'active',
      name,
      ownerId,
      matching: 'exact',
      calendar: DEFAULT_TEAM_CALENDAR,
      members: new Map(),
      invitations: new Map(),
    };
  }
  if (state.status === 'none') return state;
  const { members, invitations } = state;
  switch (event.type) {
    case 'TeamRenamed':
      return { ...state, name: event.data.to };
    case 'TeamMatchingChosen':
      return { ...state, matching: event.data.to };
    case 'TeamCalendarChosen':
      return { ...state, calendar: event.data.to };
    case 'TeamHandedOver': {
      const { from, to } = event.data;
      return { ...state, ownerId: to, members: put(without(members, to), from, 'full') };
    }
    case 'MemberInvited': {
      const { invitationId, email, permission, expiresAt } = event.data;
      const invitation = { email: email ?? '', permission, expiresAt, acceptedBy: null };
      return { ...state, invitations: put(invitations, invitationId, invitation) };
    }
    case 'InvitationRevoked':
      return { ...state, invitations: without(invitations, event.data.invitationId) };
    case 'InvitationAccepted': {
      const { invitationId, userId, permission } = event.data;
      const invitation = invitations.get(invitationId);
      return {
        ...state,
        members: put(members, userId, permission),
        invitations:
          invitation === undefined
            ? invitations
            : put(invitations, invitationId, { ...invitation, acceptedBy: userId }),
      };
    }
    case 'MemberPermissionChanged':
      return { ...state, members: put(members, event.data.userId, event.data.to) };
    case 'MemberRemoved':
    case 'MemberLeft':
      return { ...state, members: without(members, event.data.userId) };
    case 'TeamDeleted':
      return { ...state, status: 'deleted' };
    default: {
      const _: never = event;
      return _;
    }
  }
}

function put<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> {
  return new Map(map).set(key, value);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const left = new Map(map);
  left.delete(key);
  return left;
}

function decide(state: TeamState, command: TeamCommand): readonly TeamEvent[] {
  if (command.type === 'CreateTeam') return create(state, command);
  const { teamId } = command;
  if (command.type === 'DeleteTeam' && state.status === 'deleted') return [];
  if (state.status !== 'active') throw new DomainError('not-found', 'not-found', 'This team no longer exists.');
  const { ownerId, members, invitations } = state;
  switch (command.type) {
    case 'RenameTeam':
      if (command.name === state.name) return [];
      return [{ type: 'TeamRenamed', data: { teamId, from: state.name, to: command.name } }];
    case 'ChooseTeamMatching':
      if (command.matching === state.matching) return [];
      return [{ type: 'TeamMatchingChosen', data: { teamId, from: state.matching, to: command.matching } }];
    case 'ChooseTeamCalendar': {
      const { calendar: from } = state;
      const { calendar: to } = command;
      if (to.timeZone === from.timeZone && to.monthStart === from.monthStart) return [];
      return [{ type: 'TeamCalendarChosen', data: { teamId, from, to } }];
    }
    case 'HandOverTeam': {
      const { userId } = command;
      if (userId === ownerId) return [];
      if (!members.has(userId)) {
        throw new DomainError('conflict', 'not-a-member', 'A team can only be handed over to one of its members.');
      }
      return [{ type: 'TeamHandedOver', data: { teamId, from: ownerId, to: userId } }];
    }
    case 'InviteMembers':
      return invite(state, command);
    case 'RevokeInvitation': {
      const { invitationId } = command;
      if (invitations.get(invitationId)?.acceptedBy !== null) return [];
      return [{ type: 'InvitationRevoked', data: { teamId, invitationId } }];
    }
    case 'AcceptInvitation':
      return accept(state, command);
    case 'ChangePermission':
      return changePermission(state, command);
    case 'RemoveMember': {
      const { userId } = command;
      if (userId === ownerId) throw untouchable();
      return members.has(userId) ? [{ type: 'MemberRemoved', data: { teamId, userId } }] : [];
    }
    case 'LeaveTeam': {
      const { userId } = command;
      if (userId === ownerId) {
        const message = 'You own this team, so you cannot leave it: hand it over to a member first, or delete it.';
        throw new DomainError('conflict', 'owner-cannot-leave', message);
      }
      return members.has(userId) ? [{ type: 'MemberLeft', data: { teamId, userId } }] : [];
    }
    case 'DeleteTeam': {
      const [memberIds, invitationIds] = [[...members.keys()], [...invitations.keys()]];
      return [{ type: 'TeamDeleted', data: { teamId, ownerId, memberIds, invitationIds } }];
    }
    default: {
      const _: never = command;
      return _;
    }
  }
}

function create(state: TeamState, command: Extract<TeamCommand, { type: 'CreateTeam' }>): readonly TeamEvent[] {
  const { type: _, ...data } = command;
  if (state.status === 'none') return [{ type: 'TeamCreated', data }];
  if (state.status === 'active' && state.name === command.name && state.ownerId === command.ownerId) return [];
  throw new DomainError('conflict', 'already-exists', 'A team with this id already exists.');
}

function invite(
  { invitations }: KnownTeam,
  { teamId, invitations: invitees, expiresAt }: Extract<TeamCommand, { type: 'InviteMembers' }>,
): readonly TeamEvent[] {
  const events: TeamEvent[] = [];
  const pending = new Map<string, string>();
  for (const [id, { email, acceptedBy }] of invitations) {
    if (acceptedBy === null && email !== '') pending.set(email.toLowerCase(), id);
  }
  for (const { invitationId, email, name, permission } of invitees) {
    if (invitations.has(invitationId)) continue;
    const replaced = pending.get(email.toLowerCase());
    if (replaced !== undefined) {
      events.push({ type: 'InvitationRevoked', data: { teamId, invitationId: replaced } });
    }
    events.push({ type: 'MemberInvited', data: { teamId, invitationId, email, name, permission, expiresAt } });
    pending.set(email.toLowerCase(), invitationId);
  }
  return events;
}

function changePermission(
  { ownerId, members }: KnownTeam,
  { teamId, userId, permission, by }: Extract<TeamCommand, { type: 'ChangePermission' }>,
): readonly TeamEvent[] {
  if (userId === ownerId) throw untouchable();
  if (userId === by) {
    const message = 'Nobody can change their own permission. Ask the team’s owner.';
    throw new DomainError('forbidden', 'own-permission', message);
  }
  const from = members.get(userId);
  if (from === undefined) throw new DomainError('not-found', 'not-found', 'This person is no longer in the team.');
  return from === permission
    ? []
    : [{ type: 'MemberPermissionChanged', data: { teamId, userId, from, to: permission } }];
}

/** An invitation belongs to its address. If the person is already in the team, this only uses it up. */
function accept(
  { ownerId, members, invitations }: KnownTeam,
  { teamId, invitationId, userId, email, formerEmails = [], at }: Extract<TeamCommand, { type: 'AcceptInvitation' }>,
): readonly TeamEvent[] {
  const invitation = invitations.get(invitationId);
  const belongs = userId === ownerId || members.has(userId);
  if (invitation === undefined) throw gone();
  if (invitation.acceptedBy !== null) {
    if (invitation.acceptedBy === userId && belongs) return [];
    throw gone();
  }
  if (invitation.email === '' || Date.parse(invitation.expiresAt) <= Date.parse(at)) throw gone();
  const invited = invitation.email.toLowerCase();
  if (![email, ...formerEmails].some((own) => own.toLowerCase() === invited)) {
    const asWhom = email === '' ? 'with another account' : `as ${email}`;
    const message = `This invitation was sent to ${invitation.email}. You are signed in ${asWhom}: sign in with ${invitation.email} to accept it.`;
    throw new DomainError('forbidden', 'other-address', message);
  }
  if (belongs) return [{ type: 'InvitationRevoked', data: { teamId, invitationId } }];
  return [{ type: 'InvitationAccepted', data: { teamId, invitationId, userId, permission: invitation.permission } }];
}

function gone(): DomainError {
  return new DomainError('not-found', 'not-found', 'Invitation not found or expired');
}

function untouchable(): DomainError {
  const message = 'The team’s owner cannot be removed or limited. Only the owner can hand the team over.';
  return new DomainError('forbidden', 'owner-untouchable', message);
}

export const team: Decider<TeamState, TeamCommand, TeamEvent> = {
  streamOf: (command) => streamOf(command.teamId),
  initialState,
  evolve,
  decide,
  isEvent: (event): event is TeamEvent => isOf(event, 'team'),
};
