/** The events of a person's account. */

import type { Event } from './event.ts';

/** A person's profile. Personal data: never in clear in the log (infra/docs/product.md, "Personal data"). */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}

/**
 * `provider`: what the account was registered with; the IdentityLinked that says more follows in the same append. Absent
 * in old logs: the e-mail address, which has no event of its own.
 */
export type UserRegistered = Event<
  'UserRegistered',
  ProfileFields & { readonly userId: string; readonly email: string; readonly provider?: Provider }
>;

/** The fields that changed and their new values; the old ones stand in earlier events. */
export type ProfileEdited = Event<'ProfileEdited', { readonly userId: string } & Partial<ProfileFields>>;

/** How a person can prove who they are. */
export const PROVIDERS = ['email', 'google', 'github', 'oidc'] as const;

export type Provider = (typeof PROVIDERS)[number];

/**
 * A way to sign in was joined to the account. `hash` is the identity's stream; `label` is what the person knows it by
 * (an e-mail address or a user name). The address an account was registered with has no event of its own in old logs.
 */
export type IdentityLinked = Event<
  'IdentityLinked',
  { readonly userId: string; readonly provider: Provider; readonly hash: string; readonly label: string }
>;

export type IdentityUnlinked = Event<
  'IdentityUnlinked',
  { readonly userId: string; readonly provider: Provider; readonly hash: string }
>;

/** The picture itself is kept apart from the log, so that it can go; null: none any more. */
export interface Photo {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: number;
}

export type PhotoChanged = Event<'PhotoChanged', { readonly userId: string; readonly photo: Photo | null }>;

/** How often a person's links are checked automatically, least often first (infra/docs/product.md, "Plans"). */
export const CHECK_FREQUENCIES = ['biweekly', 'weekly', 'daily'] as const;

export type CheckFrequency = (typeof CHECK_FREQUENCIES)[number];

/** A person's settings (infra/docs/product.md, "Settings"). */
export interface SettingsFields {
  readonly emailNotifications: boolean;
  readonly statusChangeAlerts: boolean;
  readonly expiringLinkAlerts: boolean;
  readonly weeklyReport: boolean;
  /** null: as often as the plan allows. */
  readonly checkFrequency: CheckFrequency | null;
  /** 0 to 10. */
  readonly retryCount: number;
}

/** The settings of a person who never changed any. */
export const DEFAULT_SETTINGS: SettingsFields = {
  emailNotifications: true,
  statusChangeAlerts: true,
  expiringLinkAlerts: true,
  weeklyReport: false,
  checkFrequency: null,
  retryCount: 3,
};

/** The settings that changed and their new values. */
export type SettingsChanged = Event<'SettingsChanged', { readonly userId: string } & Partial<SettingsFields>>;

/** The person is gone; `heirs` says who has each team that was not deleted with the account. */
export type AccountDeleted = Event<
  'AccountDeleted',
  {
    readonly userId: string;
    readonly heirs: readonly { readonly teamId: string; readonly userId: string }[];
  }
>;

export type UserEvent =
  | UserRegistered
  | ProfileEdited
  | IdentityLinked
  | IdentityUnlinked
  | PhotoChanged
  | SettingsChanged
  | AccountDeleted;
