/** Team memberships with their role: the basis of all access rules. */

import { isOf } from '../../../command-service/contract/events.ts';
import type { Permission } from '../../../command-service/model/team/events.ts';
import type { Recorded, View } from '../../view.ts';

export interface MembershipDoc {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly role: 'owner' | Permission;
  readonly since: string;
}

/** The id of a person's membership in a team. */
export const membershipId = (teamId: string, userId: string): string => `${teamId} ${userId}`;

const FIELDS = ['userId', 'teamId'] as const;

/** One document per person and team, owners included, until the person leaves or the team is deleted. */
export const memberships: View<MembershipDoc, (typeof FIELDS)[number]> = {
  name: 'memberships',
  version: 1,
  fields: FIELDS,
  partition: 'userId',
  keys(event) {
    if (!isOf(event, 'team')) return [];
    const { teamId } = event.data;
    const ids = (...userIds: readonly string[]) => userIds.map((userId) => membershipId(teamId, userId));
    switch (event.type) {
      case 'TeamCreated':
        return ids(event.data.ownerId);
      case 'TeamHandedOver':
        return ids(event.data.from, event.data.to);
      case 'InvitationAccepted':
      case 'MemberPermissionChanged':
      case 'MemberRemoved':
      case 'MemberLeft':
        return ids(event.data.userId);
      case 'TeamDeleted':
        return ids(event.data.ownerId, ...event.data.memberIds);
      case 'TeamRenamed':
      case 'TeamMatchingChosen':
      case 'TeamCalendarChosen':
      case 'MemberInvited':
      case 'InvitationRevoked':
        return [];
      default:
        event satisfies never;
        return [];
    }
  },
  evolve(doc, event, id) {
    if (!isOf(event, 'team')) return doc;
    switch (event.type) {
      case 'TeamCreated':
        return member(event, event.data.ownerId, 'owner');
      case 'TeamHandedOver': {
        const { teamId, from, to } = event.data;
        const [userId, role] = id === membershipId(teamId, to) ? ([to, 'owner'] as const) : ([from, 'full'] as const);
        return doc === null ? member(event, userId, role) : { ...doc, role };
      }
      case 'InvitationAccepted':
        return member(event, event.data.userId, event.data.permission);
      case 'MemberPermissionChanged':
        return doc === null ? null : { ...doc, role: event.data.to };
      case 'MemberRemoved':
      case 'MemberLeft':
      case 'TeamDeleted':
        return null;
      case 'TeamRenamed':
      case 'TeamMatchingChosen':
      case 'TeamCalendarChosen':
      case 'MemberInvited':
      case 'InvitationRevoked':
        return doc;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function member(
  { data: { teamId }, metadata }: Recorded & { readonly data: { readonly teamId: string } },
  userId: string,
  role: MembershipDoc['role'],
): MembershipDoc {
  return { id: membershipId(teamId, userId), teamId, userId, role, since: metadata.at };
}
