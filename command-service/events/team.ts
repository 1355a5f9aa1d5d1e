/** The events of a team. */

import type { Event } from './event.ts';

/** What a member may do (infra/docs/product.md, "Permissions"). */
export const PERMISSIONS = ['full', 'edit', 'view'] as const;

export type Permission = (typeof PERMISSIONS)[number];

export type TeamCreated = Event<
  'TeamCreated',
  { readonly teamId: string; readonly name: string; readonly ownerId: string }
>;

export type TeamRenamed = Event<'TeamRenamed', { readonly teamId: string; readonly from: string; readonly to: string }>;

/** `from` stays as a member with permission `full`. */
export type TeamHandedOver = Event<
  'TeamHandedOver',
  { readonly teamId: string; readonly from: string; readonly to: string }
>;

/** `invitationId` is the SHA-256 of the token that the mail carries, hex: the token itself is kept nowhere. */
export type MemberInvited = Event<
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

/** Taken back, replaced by a newer one to the same address, or expired (then its actor is the scheduler). */
export type InvitationRevoked = Event<'InvitationRevoked', { readonly teamId: string; readonly invitationId: string }>;

export type InvitationAccepted = Event<
  'InvitationAccepted',
  {
    readonly teamId: string;
    readonly invitationId: string;
    readonly userId: string;
    readonly permission: Permission;
  }
>;

export type MemberPermissionChanged = Event<
  'MemberPermissionChanged',
  { readonly teamId: string; readonly userId: string; readonly from: Permission; readonly to: Permission }
>;

export type MemberRemoved = Event<'MemberRemoved', { readonly teamId: string; readonly userId: string }>;

export type MemberLeft = Event<'MemberLeft', { readonly teamId: string; readonly userId: string }>;

/** Names everybody it concerns, so that each of their views can follow it from this event alone. */
export type TeamDeleted = Event<
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
  | TeamHandedOver
  | MemberInvited
  | InvitationRevoked
  | InvitationAccepted
  | MemberPermissionChanged
  | MemberRemoved
  | MemberLeft
  | TeamDeleted;
