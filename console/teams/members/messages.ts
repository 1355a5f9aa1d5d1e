/** Texts of team members and invitations. */

import type { Permission } from '../../../command-service/events/team.ts';
import { formatCount } from '../../platform/format/counts.ts';

/** What each permission allows (infra/docs/product.md, "Permissions"). */
export const PERMISSION_HINTS: Readonly<Record<Permission, string>> = {
  full: 'Manage the team; add, edit and delete links; run checks',
  edit: 'Add, edit and delete links; run checks',
  view: 'Read only',
};

/** '… is already a member', one line a row. */
export function formatAlreadyMember(email: string): string {
  return `${email} is already a member.`;
}

export function formatNotMailed(email: string): string {
  return `The mail to ${email} could not be sent. You can send it again from Manage Team.`;
}

export function formatInvitationsSent(many: number): string {
  return `${formatCount(many, 'invitation')} sent.`;
}

export const messages = {
  team: 'Team',
  chooseTeam: 'Choose a team',
  teamRequired: 'Please select a team.',
  noTeam: 'You manage no team. Create one to invite people.',
  createTeam: 'Create Team',
  noMembers: 'No team members',
  noMembersHint: 'You are the only member. Invite the people you work with.',
  members: 'Members',
  pending: 'Pending invitations',
  permission: 'Permission',
  yourself: 'Nobody changes their own permission.',
  ownerFull: 'The owner always has full access.',
  permissionChanged: 'Permission changed',
  permissionFailed: 'Failed to change permission',
  remove: 'Remove',
  removed: 'Member removed',
  removeFailed: 'Failed to remove member',
  removeHint: 'They will no longer see its links. What they added stays with the team.',
  ownerStays: 'The owner cannot be removed.',
  leaveInstead: 'To leave, use Leave Team.',
  invited: 'invited',
  ends: 'ends',
  resend: 'Send again',
  takeBack: 'Take back',
  takenBack: 'Invitation taken back',
  takeBackFailed: 'Failed to take the invitation back',

  inviteTitle: 'Invite Team Member',
  inviteHint: 'Each person gets an email with a link that is valid for 14 days.',
  name: 'Name',
  email: 'Email',
  addAnother: 'Add another',
  removeRow: 'Remove row',
  send: 'Send Invitations',
  sending: 'Sending...',
  skip: 'Not now',
  sent: 'Invitation Sent',
  sentHint: 'Team member invitation has been sent successfully.',
  notAllSent: 'Not every invitation was sent',
  nothingSent: 'Nobody was invited',
  sendFailed: 'Failed to send invitations',
} as const;
