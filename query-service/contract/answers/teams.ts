/** Answers about teams and invitations. */
import type { Calendar } from '../../../command-service/contract/calendar.ts';
import type { Matching } from '../../../command-service/contract/observation.ts';
import type { Permission } from '../../../command-service/model/team/events.ts';
import type { LinkCountsAnswer } from './stats.ts';

/** A person as their teammates see them. */
export interface PersonAnswer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The caller's role in a team: `admin` owns it. */
type TeamRole = 'admin' | 'contributor';

export interface MemberAnswer {
  readonly userId: string;
  readonly role: TeamRole;
  /** `full` for the owner. */
  readonly permission: Permission;
  readonly joinedAt: string;
  /** First and last name, else the email address. */
  readonly name: string;
  readonly user: Omit<PersonAnswer, 'id'>;
}

/** One line of GET /api/teams/my and /api/teams/joined, and GET /api/teams/{id}. */
export interface TeamAnswer {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** The number of members, including the owner. */
  readonly memberCount: number;
  readonly owner: PersonAnswer;
  /** The members without the owner. */
  readonly members: readonly MemberAnswer[];
  /** The caller's role. */
  readonly role: TeamRole;
  readonly permission: Permission;
  /** When the next status check of the team can start, by its owner's plan; null: now. */
  readonly nextCheckDate: string | null;
  /** The counts of active links. */
  readonly links: LinkCountsAnswer;
  readonly createdAt: string;
  /** Which addresses count as a client link in its checks. */
  readonly matching: Matching;
  /** The days that its dates are. */
  readonly calendar: Calendar;
  /** Send it as If-Match to refuse the change if someone else changed the team meanwhile. */
  readonly revision: number;
}

/** GET /api/teams/{id}/members. */
export interface MembersAnswer {
  readonly owner: MemberAnswer;
  readonly members: readonly MemberAnswer[];
  /** Empty unless the caller may manage the team. */
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

/** GET /api/invitations/{token}; 404 if it is unknown, expired or revoked. */
export interface InvitationAnswer {
  readonly invitation: {
    readonly email: string;
    readonly name: string;
    readonly permission: Permission;
    readonly status: 'pending' | 'accepted';
  };
  readonly team: { readonly id: string; readonly name: string };
  /** Whether the signed-in person has or had the invited address; false for a signed-out visitor. */
  readonly forYou: boolean;
}

/** POST /api/teams/{id}/invite: the result of each row. */
export interface InvitedAnswer {
  readonly invitations: readonly {
    readonly email: string;
    readonly name: string;
    readonly permission: Permission;
    /**
     * `mail-delayed`: the mail server could not be reached; the mail is sent later. `mail-unconfirmed`: the mail
     * server did not confirm the mail, which may have arrived. `not-mailed`: the invitation is valid, but its mail could
     * not be sent; a new invitation sends another mail.
     */
    readonly status: 'sent' | 'already-member' | 'mail-delayed' | 'mail-unconfirmed' | 'not-mailed';
  }[];
}
