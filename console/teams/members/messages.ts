/** Texts of team members and invitations. */

import type { Permission } from '../../../command-service/events/team.ts';
import english from '../../languages/en/teams.members.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format } = translation('teams.members', english);

export { messages };

/** What each permission allows (infra/docs/product.md, "Permissions"). */
export const PERMISSION_HINTS: Readonly<Record<Permission, string>> = labels('permissionHints');

/** '… is already a member', one line a row. */
export function formatAlreadyMember(email: string): string {
  return `${email} is already a member.`;
}

export function formatNotMailed(email: string): string {
  return `The mail to ${email} could not be sent. You can send it again from Manage Team.`;
}

export function formatInvitationsSent(many: number): string {
  return format('invitationsSent', { many });
}
