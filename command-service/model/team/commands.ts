/** Team commands: the schemas of the request bodies, and the commands with the ids and times the server adds. */
import * as yup from 'yup';
import type { Calendar } from '../../contract/calendar.ts';
import type { Matching } from '../../contract/observation.ts';
import { email, line, MATCHING, matching, text } from '../../contract/schema/fields.ts';
import { InputError, parse } from '../../contract/schema/parse.ts';
import { PERMISSIONS, type Permission } from './events.ts';

/** The most rows of an invite form. */
export const MAX_INVITATIONS = 100;

/** The default permission of an invitation. */
export const DEFAULT_PERMISSION: Permission = 'view';

const userId = (label: string) => text(label, 100);
const teamName = () => line('Team name').nonNullable('Team name is required').required('Team name is required');

const permission = () =>
  yup
    .string()
    .typeError('Permission must be text')
    .oneOf(PERMISSIONS, `Permission must be one of ${PERMISSIONS.join(', ')}`);

/** Body of POST /api/teams. `ownerId`, if present, must be the person's own id. */
export const createTeamSchema = yup.object({ name: teamName(), ownerId: userId('Owner').nullable() });

/** Body of PATCH /api/teams/{id}. */
export const renameTeamSchema = yup.object({ name: teamName() });

/** Body of PATCH /api/teams/{id}/matching. */
export const teamMatchingSchema = yup.object({ matching: matching().nonNullable(MATCHING).required(MATCHING) });

/** Body of POST /api/teams/{id}/leave. `userId`, if present, must be the person's own id. */
export const leaveTeamSchema = yup.object({ userId: userId('User').nullable() });

/** Body of POST /api/teams/{id}/hand-over. */
export const handOverSchema = yup.object({
  userId: userId('New owner').nonNullable('New owner is required').required('New owner is required'),
});

/** Body of PATCH /api/teams/{id}/members/{userId}. */
export const changePermissionSchema = yup.object({
  permission: permission().nonNullable('Permission is required').required('Permission is required'),
});

/** One person to invite: a row of the invite form. */
export const invitationSchema = yup.object({
  name: line('Name').nonNullable('Name is required').required('Name is required'),
  email: email('Email').nonNullable('Email is required').required('Email is required'),
  permission: permission().nullable(),
});

/** A list of invitations, blank rows of the form included. */
export const invitationsSchema = yup.object({
  invitations: yup
    .array()
    // Blank rows do not count, and an address is invited once.
    .meta({ rows: invitationSchema, jsonSchema: { minItems: 1, uniqueItems: true } })
    .typeError('Invitations must be a list')
    .nonNullable('Invitations must be a list')
    .required('Invitations must be a list')
    .max(MAX_INVITATIONS, `At most ${MAX_INVITATIONS} people can be invited at once.`),
});

/** A person to invite, and their permission. */
interface Invitee {
  readonly email: string;
  readonly name: string;
  readonly permission: Permission;
}

/**
 * Body of POST /api/teams/{id}/invite: a list, or one person without a list. Blank rows are dropped.
 * @throws InputError that names each wrong field by its row, counted from 0 as sent: `invitations.1.email`.
 */
export function parseInvitations(body: unknown): readonly Invitee[] {
  const isList = typeof body === 'object' && body !== null && Object.hasOwn(body, 'invitations');
  if (!isList) return [invitee(parse(invitationSchema, body))];
  const wrong = new Map<string, string>();
  const invited = new Map<string, Invitee>();
  for (const [index, row] of parse(invitationsSchema, body).invitations.entries()) {
    if (isBlank(row)) continue;
    try {
      const parsed = invitee(parse(invitationSchema, row));
      const address = parsed.email.toLowerCase();
      if (invited.has(address)) wrong.set(`invitations.${index}.email`, 'This address is already in the list');
      invited.set(address, parsed);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      for (const [field, message] of Object.entries(error.fields)) wrong.set(`invitations.${index}.${field}`, message);
    }
  }
  if (wrong.size > 0) throw new InputError(Object.fromEntries(wrong));
  if (invited.size === 0) throw new InputError({ invitations: 'Enter a name and an email address.' });
  return [...invited.values()];
}

function invitee({ email, name, permission }: yup.InferType<typeof invitationSchema>): Invitee {
  return { email, name, permission: permission ?? DEFAULT_PERMISSION };
}

/** A row without text; a permission chosen in it does not count. */
function isBlank(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false;
  const { name, email } = row as { name?: unknown; email?: unknown };
  return [name, email].every((value) => value == null || (typeof value === 'string' && value.trim() === ''));
}

interface CreateTeam {
  readonly type: 'CreateTeam';
  readonly teamId: string;
  readonly name: string;
  readonly ownerId: string;
}
interface RenameTeam {
  readonly type: 'RenameTeam';
  readonly teamId: string;
  readonly name: string;
}
interface ChooseTeamMatching {
  readonly type: 'ChooseTeamMatching';
  readonly teamId: string;
  readonly matching: Matching;
}
interface ChooseTeamCalendar {
  readonly type: 'ChooseTeamCalendar';
  readonly teamId: string;
  readonly calendar: Calendar;
}
/** The previous owner stays as a member. */
interface HandOverTeam {
  readonly type: 'HandOverTeam';
  readonly teamId: string;
  readonly userId: string;
}
/** Invites all people in the list, or nobody. Replaces an earlier invitation to the same address. */
export interface InviteMembers {
  readonly type: 'InviteMembers';
  readonly teamId: string;
  readonly invitations: readonly (Invitee & { readonly invitationId: string })[];
  readonly expiresAt: string;
}
interface RevokeInvitation {
  readonly type: 'RevokeInvitation';
  readonly teamId: string;
  readonly invitationId: string;
}
/** `email`: the person's confirmed address; '' without one. `formerEmails`: those that they confirmed before. */
export interface AcceptInvitation {
  readonly type: 'AcceptInvitation';
  readonly teamId: string;
  readonly invitationId: string;
  readonly userId: string;
  readonly email: string;
  readonly formerEmails?: readonly string[];
  readonly at: string;
}
/** `by`: the person who makes the change. */
interface ChangePermission {
  readonly type: 'ChangePermission';
  readonly teamId: string;
  readonly userId: string;
  readonly permission: Permission;
  readonly by: string;
}
interface RemoveMember {
  readonly type: 'RemoveMember';
  readonly teamId: string;
  readonly userId: string;
}
interface LeaveTeam {
  readonly type: 'LeaveTeam';
  readonly teamId: string;
  readonly userId: string;
}
interface DeleteTeam {
  readonly type: 'DeleteTeam';
  readonly teamId: string;
}

export type TeamCommand =
  | CreateTeam
  | RenameTeam
  | ChooseTeamMatching
  | ChooseTeamCalendar
  | HandOverTeam
  | InviteMembers
  | RevokeInvitation
  | AcceptInvitation
  | ChangePermission
  | RemoveMember
  | LeaveTeam
  | DeleteTeam;
