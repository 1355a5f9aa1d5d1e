/** Teams with their owner and members. */

import type { Calendar } from '../../../command-service/contract/calendar.ts';
import { isOf } from '../../../command-service/contract/events.ts';
import type { Matching } from '../../../command-service/contract/observation.ts';
import type { Permission } from '../../../command-service/model/team/events.ts';
import type { Recorded, View } from '../../view.ts';

export interface TeamMember {
  readonly userId: string;
  readonly permission: Permission;
  readonly joinedAt: string;
}

export interface TeamDoc {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** When the owner joined: at the creation, or earlier as a member. */
  readonly ownerJoinedAt: string;
  /** The members without the owner, in the order of joining. */
  readonly members: readonly TeamMember[];
  readonly createdAt: string;
  /** Which addresses count as a client link in its checks; absent for `exact`. */
  readonly matching?: Matching;
  /** Absent for the default. */
  readonly calendar?: Calendar;
  /** The revision of the team's stream. */
  readonly revision: number;
}

const FIELDS = ['ownerId'] as const;

/** One document per team, by team id, until it is deleted. */
export const teams: View<TeamDoc, (typeof FIELDS)[number]> = {
  name: 'teams',
  version: 2,
  fields: FIELDS,
  keys(event) {
    return isOf(event, 'team') ? [event.data.teamId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'team')) return doc;
    if (event.type === 'TeamCreated') return created(event);
    if (doc === null) return null;
    const { revision } = event;
    switch (event.type) {
      case 'TeamRenamed':
        return { ...doc, name: event.data.to, revision };
      case 'TeamMatchingChosen':
        return { ...doc, matching: event.data.to, revision };
      case 'TeamCalendarChosen':
        return { ...doc, calendar: event.data.to, revision };
      case 'TeamHandedOver': {
        const { from, to } = event.data;
        const heir = doc.members.find((each) => each.userId === to);
        const before: TeamMember = { userId: from, permission: 'full', joinedAt: doc.ownerJoinedAt };
        return {
          ...doc,
          ownerId: to,
          ownerJoinedAt: heir?.joinedAt ?? event.metadata.at,
          members: [before, ...otherMembers(doc, to)],
          revision,
        };
      }
      case 'InvitationAccepted': {
        const { userId, permission } = event.data;
        const joined: TeamMember = { userId, permission, joinedAt: event.metadata.at };
        return { ...doc, members: [...otherMembers(doc, userId), joined], revision };
      }
      case 'MemberPermissionChanged': {
        const { userId, to } = event.data;
        const members = doc.members.map((each) => (each.userId === userId ? { ...each, permission: to } : each));
        return { ...doc, members, revision };
      }
      case 'MemberRemoved':
      case 'MemberLeft':
        return { ...doc, members: otherMembers(doc, event.data.userId), revision };
      case 'MemberInvited':
      case 'InvitationRevoked':
        return { ...doc, revision };
      case 'TeamDeleted':
        return null;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function created({ data, metadata, revision }: Recorded & { type: 'TeamCreated' }): TeamDoc {
  const { teamId, name, ownerId } = data;
  const { at } = metadata;
  return { id: teamId, name, ownerId, ownerJoinedAt: at, members: [], createdAt: at, revision };
}

function otherMembers({ members }: TeamDoc, userId: string): readonly TeamMember[] {
  return members.filter((each) => each.userId !== userId);
}
