/** Texts of teams. */

import type { Permission } from '../../command-service/events/team.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { formatCount } from '../platform/format/counts.ts';

export const messages = {
  teams: 'Teams',
  note: 'Share links with the people you work with, and set the permissions of each.',
  tabs: 'Teams',
  my: 'My Teams',
  joined: 'Joined Teams',
  createTeam: 'Create Team',
  noneOwned: 'No teams yet',
  noneOwnedHint: 'A team shares its links among its members. Create one, then invite the people you work with.',
  noneJoined: 'You have not joined a team',
  noneJoinedHint: 'Someone who manages a team can invite you by email. The teams you join appear here.',
  fetchFailed: 'Failed to fetch teams',

  createHint: 'A name your colleagues recognize. You can change it later.',
  teamName: 'Team Name',
  creating: 'Creating...',
  created: 'Team created',
  createdHint: 'Now invite the people you work with.',
  createFailed: 'Failed to create team',

  owner: 'Owner',
  teamMenu: 'Team menu',
  manageTeam: 'Manage Team',
  viewActivity: 'View Activity',
  leaveTeam: 'Leave Team',
  ownersOnly: 'Only the owner can do this.',

  left: 'You left the team',
  leaveFailed: 'Failed to leave team',
  leaveHint: 'You will no longer see its links. What you added stays with the team.',
  deleteTeam: 'Delete Team',
  deleted: 'Team deleted',
  deletedHint: 'Its links are among your own now.',
  deleteFailed: 'Failed to delete team',
  deleteHint: 'You own this team, so leaving deletes it for everyone.',
  deleteConfirm: 'Delete this team?',
  deleteMeans:
    'Nothing is lost: its links and their history move to your own links. Its members no longer see them, and pending invitations end.',
  handOverInstead: 'Hand it over instead',

  manageFailed: 'Failed to fetch members',
  loadingMembers: 'Loading members...',
  rename: 'Rename',
  renaming: 'Renaming...',
  renamed: 'Team renamed',
  renameFailed: 'Failed to rename team',
  renameMeanwhile: 'Someone changed this team while you were editing. Save again to use your name:',
  deletedMeanwhile: 'This team was deleted while you were editing.',
  handOver: 'Hand over',
  handOverTo: 'New owner',
  handOverTitle: 'Hand over this team',
  handOverHint:
    'Choose the member who becomes its owner. Their plan then counts for its status checks. You stay a member with full access.',
  handOverNobody: 'Invite someone first: only a member can become its owner.',
  handedOver: 'Team handed over',
  handOverFailed: 'Failed to hand over team',

  team: 'Team',
  members: 'Members',
  links: 'Links',
  actions: 'Actions',
  notThere: 'Team not found',
  notThereHint: 'It may have been deleted, or you are no longer a member.',
  teamFailed: 'The team could not be loaded',
  toTeams: 'Go to Teams',
  addMember: 'Add Member',
  noLinks: 'No links yet',
  noLinksHint: 'Links added to this team are seen by all its members.',
  noLinksToSee: 'No links have been added to this team yet.',
  addFirst: 'Add Your First Link',
} as const;

export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = { full: 'Full', edit: 'Edit', view: 'View' };

export function formatMembers(many: number): string {
  return formatCount(many, 'member');
}

/** '4 members · Owner'. */
export function formatMembership({ memberCount, role, permission }: TeamAnswer): string {
  return `${formatMembers(memberCount)} · ${role === 'admin' ? messages.owner : PERMISSION_LABELS[permission]}`;
}
