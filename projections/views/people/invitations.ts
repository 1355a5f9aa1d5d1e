/** Pending and accepted invitations. */

import { isOf } from '../../../command-service/contract/events.ts';
import type { Permission } from '../../../command-service/model/team/events.ts';
import type { Recorded, View } from '../../view.ts';

export interface InvitationDoc {
  /** The SHA-256 of the token, hex. */
  readonly id: string;
  readonly teamId: string;
  /** The invitee's address; '' once accepted, because the account then has it. */
  readonly email: string;
  /** The same in lower case, to find it by. */
  readonly address: string;
  readonly name: string;
  readonly permission: Permission;
  readonly status: 'pending' | 'accepted';
  readonly invitedAt: string;
  readonly expiresAt: string;
  readonly acceptedBy: string | null;
}

const FIELDS = ['teamId', 'status', 'invitedAt', 'address'] as const;

/** One document per invitation, by its id, until it is revoked or its team is deleted. */
export const invitations: View<InvitationDoc, (typeof FIELDS)[number]> = {
  name: 'invitations',
  version: 2,
  fields: FIELDS,
  partition: 'teamId',
  keys(event) {
    if (!isOf(event, 'team')) return [];
    switch (event.type) {
      case 'MemberInvited':
      case 'InvitationRevoked':
      case 'InvitationAccepted':
        return [event.data.invitationId];
      case 'TeamDeleted':
        return event.data.invitationIds;
      case 'TeamCreated':
      case 'TeamRenamed':
      case 'TeamMatchingChosen':
      case 'TeamCalendarChosen':
      case 'TeamHandedOver':
      case 'MemberPermissionChanged':
      case 'MemberRemoved':
      case 'MemberLeft':
        return [];
      default:
        event satisfies never;
        return [];
    }
  },
  evolve(doc, event) {
    if (!isOf(event, 'team')) return doc;
    switch (event.type) {
      case 'MemberInvited':
        return invited(event);
      case 'InvitationAccepted':
        return doc === null
          ? null
          : { ...doc, email: '', address: '', name: '', status: 'accepted', acceptedBy: event.data.userId };
      case 'InvitationRevoked':
      case 'TeamDeleted':
        return null;
      case 'TeamCreated':
      case 'TeamRenamed':
      case 'TeamMatchingChosen':
      case 'TeamCalendarChosen':
      case 'TeamHandedOver':
      case 'MemberPermissionChanged':
      case 'MemberRemoved':
      case 'MemberLeft':
        return doc;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function invited({ data, metadata }: Recorded & { type: 'MemberInvited' }): InvitationDoc {
  return {
    id: data.invitationId,
    teamId: data.teamId,
    email: data.email ?? '',
    address: (data.email ?? '').toLowerCase(),
    name: data.name ?? '',
    permission: data.permission,
    status: 'pending',
    invitedAt: metadata.at,
    expiresAt: data.expiresAt,
    acceptedBy: null,
  };
}
