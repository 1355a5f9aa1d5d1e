/** Teams, members and invitations for the API. */

import { DEFAULT_CALENDAR } from '../../command-service/contract/calendar.ts';
import type { Role } from '../../command-service/contract/policy.ts';
import type { Permission } from '../../command-service/model/team/events.ts';
import type { LinkCountDoc } from '../../projections/views/links/link-counts.ts';
import type { InvitationDoc } from '../../projections/views/people/invitations.ts';
import type { TeamDoc, TeamMember } from '../../projections/views/people/teams.ts';
import type { UserDoc } from '../../projections/views/people/users.ts';
import type { Access } from '../access/access.ts';
import type {
  InvitationAnswer,
  MemberAnswer,
  MembersAnswer,
  PendingInvitationAnswer,
  PersonAnswer,
  TeamAnswer,
} from '../contract/answers/teams.ts';
import { fullName, UNKNOWN_PERSON } from './person-names.ts';
import { sumCounts } from './stats.ts';

type People = ReadonlyMap<string, UserDoc>;

/** The data of a team's answer that the team's document lacks. */
interface TeamContext {
  readonly access: Access;
  readonly people: People;
  readonly nextCheckDate: string | null;
  /** Its link counts; undefined without links. */
  readonly counts: LinkCountDoc | undefined;
}

/** The ids of the people in a team's answer. */
export function peopleInTeam({ ownerId, members }: TeamDoc): readonly string[] {
  return [ownerId, ...members.map(({ userId }) => userId)];
}

/** Names every outgoing field. */
export function presentTeam(team: TeamDoc, { access, people, nextCheckDate, counts }: TeamContext): TeamAnswer {
  const mine = team.members.find(({ userId }) => userId === access.userId);
  const { members } = presentMembers(team, people);
  return {
    id: team.id,
    name: team.name,
    ownerId: team.ownerId,
    memberCount: members.length + 1,
    owner: presentPerson(team.ownerId, people),
    members,
    role: team.ownerId === access.userId ? 'admin' : 'contributor',
    permission: mine?.permission ?? permissionOf(access.roleIn(`team:${team.id}`)),
    nextCheckDate,
    links: sumCounts(counts === undefined ? [] : [counts]),
    createdAt: team.createdAt,
    matching: team.matching ?? 'exact',
    calendar: team.calendar ?? DEFAULT_CALENDAR,
    revision: team.revision,
  };
}

/** A person who was not a member then has their present permission. */
function permissionOf(role: Role): Permission {
  return role === 'edit' || role === 'view' ? role : 'full';
}

/** Names every outgoing field. */
export function presentMembers(team: TeamDoc, people: People): Pick<MembersAnswer, 'owner' | 'members'> {
  const owner = { userId: team.ownerId, permission: 'full', joinedAt: team.ownerJoinedAt } as const;
  return {
    owner: { ...presentMember(owner, people), role: 'admin' },
    members: team.members.map((member) => presentMember(member, people)),
  };
}

function presentMember({ userId, permission, joinedAt }: TeamMember, people: People): MemberAnswer {
  const doc = people.get(userId);
  const { firstName, lastName, email } = presentPerson(userId, people);
  return {
    userId,
    role: 'contributor',
    permission,
    joinedAt,
    name: doc === undefined ? UNKNOWN_PERSON : fullName(doc),
    user: { firstName, lastName, email },
  };
}

function presentPerson(id: string, people: People): PersonAnswer {
  const { firstName = '', lastName = '', email = '' } = people.get(id) ?? {};
  return { id, firstName, lastName, email };
}

/** Names every outgoing field. */
export function presentInvitation(doc: InvitationDoc): PendingInvitationAnswer {
  const { id, email, name, permission, invitedAt, expiresAt } = doc;
  return { id, email, name, permission, invitedAt, expiresAt };
}

/**
 * Names every outgoing field. `acceptedBy` is the account that joined with the invitation; `reader` is the signed-in
 * person, or null.
 */
export function presentInvite(
  doc: InvitationDoc,
  team: TeamDoc,
  { acceptedBy, reader }: { readonly acceptedBy: UserDoc | null; readonly reader: UserDoc | null },
): InvitationAnswer {
  const { permission, status } = doc;
  const email = acceptedBy?.email ?? doc.email;
  const name = acceptedBy === null ? doc.name : fullName(acceptedBy);
  const own = reader === null ? [] : [reader.email, ...reader.formerEmails];
  const forYou = own.some((each) => each.toLowerCase() === email.toLowerCase());
  return { invitation: { email, name, permission, status }, team: { id: team.id, name: team.name }, forYou };
}
