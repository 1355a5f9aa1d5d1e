/** The events of a team. */

import { type Calendar, DEFAULT_CALENDAR } from '../../contract/calendar.ts';
import type { Event } from '../../contract/event.ts';
import type { Matching } from '../../contract/observation.ts';

/** The permissions of a member (infra/docs/product.md, "Permissions"). */
export const PERMISSIONS = ['full', 'edit', 'view'] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The calendar until the team chooses another. */
export const DEFAULT_TEAM_CALENDAR: Calendar = DEFAULT_CALENDAR;

type TeamCreated = Event<'TeamCreated', { readonly teamId: string; readonly name: string; readonly ownerId: string }>;

type TeamRenamed = Event<'TeamRenamed', { readonly teamId: string; readonly from: string; readonly to: string }>;

/** Which addresses count as a client link in the team's checks. */
type TeamMatchingChosen = Event<
  'TeamMatchingChosen',
  { readonly teamId: string; readonly from: Matching; readonly to: Matching }
>;

/** The calendar of the team's dates. What was issued before keeps its own. */
type TeamCalendarChosen = Event<
  'TeamCalendarChosen',
  { readonly teamId: string; readonly from: Calendar; readonly to: Calendar }
>;

/** `from`, the previous owner, stays as a member with permission `full`. */
type TeamHandedOver = Event<'TeamHandedOver', { readonly teamId: string; readonly from: string; readonly to: string }>;

/** `invitationId` is the SHA-256 of the token in the mail, hex; the token itself is not stored. */
type MemberInvited = Event<
  'MemberInvited',
  {
    readonly teamId: string;
    readonly invitationId: string;
    readonly email: string;
    readonly name: string;
    readonly permission: Permission;
    readonly expiresAt: string;
  }
>;

/** Revoked, replaced by a newer invitation to the same address, or expired (then the actor is the scheduler). */
type InvitationRevoked = Event<'InvitationRevoked', { readonly teamId: string; readonly invitationId: string }>;

type InvitationAccepted = Event<
  'InvitationAccepted',
  {
    readonly teamId: string;
    readonly invitationId: string;
    readonly userId: string;
    readonly permission: Permission;
  }
>;

type MemberPermissionChanged = Event<
  'MemberPermissionChanged',
  { readonly teamId: string; readonly userId: string; readonly from: Permission; readonly to: Permission }
>;

type MemberRemoved = Event<'MemberRemoved', { readonly teamId: string; readonly userId: string }>;

type MemberLeft = Event<'MemberLeft', { readonly teamId: string; readonly userId: string }>;

/** Names the owner, members and invitations, so that each of their views can be updated from this event alone. */
type TeamDeleted = Event<
  'TeamDeleted',
  {
    readonly teamId: string;
    readonly ownerId: string;
    readonly memberIds: readonly string[];
    readonly invitationIds: readonly string[];
  }
>;

export type TeamEvent =
  | TeamCreated
  | TeamRenamed
  | TeamMatchingChosen
  | TeamCalendarChosen
  | TeamHandedOver
  | MemberInvited
  | InvitationRevoked
  | InvitationAccepted
  | MemberPermissionChanged
  | MemberRemoved
  | MemberLeft
  | TeamDeleted;
