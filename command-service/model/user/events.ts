/** The events of a person's account. */

import { type Calendar, DEFAULT_CALENDAR } from '../../contract/calendar.ts';
import type { Event } from '../../contract/event.ts';
import type { Language } from '../../contract/languages.ts';
import type { Matching, WarningCode } from '../../contract/observation.ts';

/** A person's profile. Personal data: encrypted in the log (infra/docs/product.md, "Personal data"). */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}

/**
 * `provider`: how the account was registered; the same append has the IdentityLinked event. Absent in old logs: registered
 * by email, without an IdentityLinked event.
 */
type UserRegistered = Event<
  'UserRegistered',
  ProfileFields & { readonly userId: string; readonly email: string; readonly provider?: Provider }
>;

/**
 * The account has a new address, which its owner confirmed. IdentityLinked came before; the same append ends the ways
 * to sign in with the former address. `from`: '' for an account without an address.
 */
type EmailChanged = Event<'EmailChanged', { readonly userId: string; readonly from: string; readonly email: string }>;

/** The changed fields and their new values; earlier events have the old values. */
type ProfileEdited = Event<'ProfileEdited', { readonly userId: string } & Partial<ProfileFields>>;

/** The ways to sign in. */
const PROVIDERS = ['email', 'google', 'github', 'oidc'] as const;

export type Provider = (typeof PROVIDERS)[number];

/**
 * A way to sign in was linked to the account. `hash` names the identity's stream; the person knows it by `label` (an
 * email address or a user name). In old logs the address of the registration has no such event.
 */
type IdentityLinked = Event<
  'IdentityLinked',
  { readonly userId: string; readonly provider: Provider; readonly hash: string; readonly label: string }
>;

type IdentityUnlinked = Event<
  'IdentityUnlinked',
  { readonly userId: string; readonly provider: Provider; readonly hash: string }
>;

/** The image's data. The image is stored outside the log, so that it can be deleted; null: the photo was removed. */
export interface Photo {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: number;
}

type PhotoChanged = Event<'PhotoChanged', { readonly userId: string; readonly photo: Photo | null }>;

/** How often a person's links are checked, least frequent first (infra/docs/product.md, "Plans"). */
export const CHECK_FREQUENCIES = ['biweekly', 'weekly', 'daily'] as const;

export type CheckFrequency = (typeof CHECK_FREQUENCIES)[number];

/** A person's settings (infra/docs/product.md, "Settings"). */
export interface SettingsFields {
  readonly emailNotifications: boolean;
  readonly statusChangeAlerts: boolean;
  readonly expiringLinkAlerts: boolean;
  readonly weeklyReport: boolean;
  /** The mail with the daily seal of the log. Absent in old events. */
  readonly sealMails: boolean;
  /** The saved view that the dashboard opens with; null: all links. Absent in old events. */
  readonly defaultView: string | null;
  /** The warnings that raise an alert, in the order of `WARNING_CODES`. */
  readonly warningAlerts: readonly WarningCode[];
  /** null: the plan's most frequent. */
  readonly checkFrequency: CheckFrequency | null;
  /** 0 to 10. */
  readonly retryCount: number;
  /** Which addresses count as the client link of a personal link. Absent in old events. */
  readonly matching: Matching;
  /** The calendar of personal links. Absent in old events. */
  readonly calendar: Calendar;
  /** The language of mails; null if unknown. Absent in old events. */
  readonly language: Language | null;
}

/** The settings until a person changes them. */
export const DEFAULT_SETTINGS: SettingsFields = {
  emailNotifications: true,
  statusChangeAlerts: true,
  expiringLinkAlerts: true,
  weeklyReport: false,
  sealMails: false,
  defaultView: null,
  warningAlerts: ['hidden', 'noindex', 'canonical-elsewhere', 'robots-txt', 'changed-by-script', 'type-changed'],
  checkFrequency: null,
  retryCount: 3,
  matching: 'exact',
  calendar: DEFAULT_CALENDAR,
  language: null,
};

/** The changed settings and their new values. */
type SettingsChanged = Event<'SettingsChanged', { readonly userId: string } & Partial<SettingsFields>>;

/** The account was deleted; `heirs` are the new owners of the teams that continue. */
export type AccountDeleted = Event<
  'AccountDeleted',
  {
    readonly userId: string;
    readonly heirs: readonly { readonly teamId: string; readonly userId: string }[];
  }
>;

export type UserEvent =
  | UserRegistered
  | EmailChanged
  | ProfileEdited
  | IdentityLinked
  | IdentityUnlinked
  | PhotoChanged
  | SettingsChanged
  | AccountDeleted;
