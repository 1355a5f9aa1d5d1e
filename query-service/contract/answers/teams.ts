/** The answers to queries about teams and invitations. */
import type { Permission } from '../../../command-service/events/team.ts';
import type { LinkCountsAnswer } from './stats.ts';

/** A person as their teammates see them. */
export interface PersonAnswer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The caller's role in a team: `admin` owns it. */
export type TeamRole = 'admin' | 'contributor';

export interface MemberAnswer {
  readonly userId: string;
  readonly role: TeamRole;
  /** The owner's is `full`. */
  readonly permission: Permission;
  readonly joinedAt: string;
  /** First and last name, else the e-mail address. */
  readonly name: string;
  readonly user: Omit<PersonAnswer, 'id'>;
}

/** One line of GET /api/teams/my and /api/teams/joined, and GET /api/teams/{id}. */
export interface TeamAnswer {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** The owner included. */
  readonly memberCount: number;
  readonly owner: PersonAnswer;
  /** Without the owner. */
  readonly members: readonly MemberAnswer[];
  /** Of the asking person. */
  readonly role: TeamRole;
  readonly permission: Permission;
  /** Until when no status check can be run for the team; null: it can be now. Follows from the owner's plan. */
  readonly nextCheckDate: string | null;
  /** How many active links it has. */
  readonly links: LinkCountsAnswer;
  readonly createdAt: string;
  /** Send it as If-Match to change only what you have seen. */
  readonly revision: number;
}

/** GET /api/teams/{id}/members. */
export interface MembersAnswer {
  readonly owner: MemberAnswer;
  readonly members: readonly MemberAnswer[];
  /** Only for who may manage the team; to others always empty. */
  readonly invitations: readonly PendingInvitationAnswer[];
}

export interface PendingInvitationAnswer {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly permission: Permission;
  readonly invitedAt: string;
  readonly expiresAt: string;
}

/** GET /api/invitations/{token}; one that is unknown, expired or taken back is a 404. */
export interface InvitationAnswer {
  readonly invitation: {
    readonly email: string;
    readonly name: string;
    readonly permission: Permission;
    readonly status: 'pending' | 'accepted';
  };
  readonly team: { readonly id: string; readonly name: string };
}

/** POST /api/teams/{id}/invite: what became of each row. */
export interface InvitedAnswer {
  readonly invitations: readonly {
    readonly email: string;
    readonly name: string;
    readonly permission: Permission;
    /** `not-mailed`: the invitation stands, but its mail could not be handed over; inviting again sends another. */
    readonly status: 'sent' | 'already-member' | 'not-mailed';
  }[];
}
