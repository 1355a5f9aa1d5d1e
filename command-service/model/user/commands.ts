/** Commands and input of a person's account. */

import * as yup from 'yup';
import { calendarSchema } from '../../contract/calendar.ts';
import { LANGUAGE_CODES, type Language } from '../../contract/languages.ts';
import { WARNING_CODES } from '../../contract/observation.ts';
import { email, MATCHING, MAX_NAME, matching, text } from '../../contract/schema/fields.ts';
import type { Identity } from '../identity/commands.ts';
import { CHECK_FREQUENCIES, type Photo, type ProfileFields, type Provider, type SettingsFields } from './events.ts';

/**
 * Body of PATCH /api/user/profile: absent fields stay unchanged, null empties a name or the company. A new `email` must be confirmed.
 */
export const profileSchema = yup.object({
  firstName: text('First name', MAX_NAME).nullable(),
  lastName: text('Last name', MAX_NAME).nullable(),
  company: text('Company', MAX_NAME).nullable(),
  email: email('Email').nonNullable('Your account needs an email address'),
});

/** The most retries of an unreadable page (infra/docs/product.md, "Settings"). */
const MAX_RETRIES = 10;

const WARNINGS = `Warnings that raise alerts must be a list of ${WARNING_CODES.join(', ')}`;

const RETRIES = `Retry failed checks must be a whole number from 0 to ${MAX_RETRIES}`;

const LANGUAGE = `Language must be one of ${LANGUAGE_CODES.join(', ')}`;

/** Body of PATCH /api/user/settings: absent fields stay unchanged. */
export const settingsSchema = yup.object({
  emailNotifications: onOrOff('Email notifications'),
  statusChangeAlerts: onOrOff('Status change alerts'),
  expiringLinkAlerts: onOrOff('Expiring link alerts'),
  weeklyReport: onOrOff('Weekly report'),
  sealMails: onOrOff('Daily seal'),
  defaultView: text('Default view', 100).nullable(),
  warningAlerts: yup
    .array(yup.string().typeError(WARNINGS).oneOf(WARNING_CODES, WARNINGS).required(WARNINGS))
    .typeError(WARNINGS)
    .nonNullable(WARNINGS)
    .max(WARNING_CODES.length, WARNINGS),
  checkFrequency: yup
    .string()
    .typeError('Auto-check frequency must be text, or null for as often as the plan allows')
    .oneOf(CHECK_FREQUENCIES, `Auto-check frequency must be one of ${CHECK_FREQUENCIES.join(', ')}`)
    .nullable(),
  retryCount: yup
    .number()
    .typeError(RETRIES)
    .nonNullable(RETRIES)
    .integer(RETRIES)
    .min(0, RETRIES)
    .max(MAX_RETRIES, RETRIES),
  matching: matching().nonNullable(MATCHING),
  calendar: calendarSchema().default(undefined).optional(),
  language: yup.string().typeError(LANGUAGE).nonNullable(LANGUAGE).oneOf(LANGUAGE_CODES, LANGUAGE),
});

export type SettingsBody = yup.InferType<typeof settingsSchema>;

function onOrOff(label: string) {
  return yup.boolean().typeError(`${label} must be true or false`).nonNullable(`${label} must be true or false`);
}

/** Largest photo, in bytes once decoded (infra/docs/product.md, "Profile and photo"). */
export const MAX_PHOTO = 2 * 1024 * 1024;

const PHOTO = 'Photo must be a data URL, or null to remove it';

/** Body of POST /api/user/photo. The image is parsed later. */
export const photoSchema = yup.object({
  profilePhoto: yup
    .string()
    .typeError(PHOTO)
    .nullable()
    .defined(PHOTO)
    .meta({ jsonSchema: { pattern: '^data:[^,]{0,200};base64,[A-Za-z0-9+/]+={0,2}$' } }),
});

const heirSchema = yup
  .object({
    teamId: text('Team', 100).nonNullable('Team is required').required('Team is required'),
    userId: text('New owner', 100).nonNullable('New owner is required').required('New owner is required'),
  })
  .noUnknown('Each heir has a teamId and a userId, and nothing else')
  .nonNullable('Each heir has a teamId and a userId');

/** Body of DELETE /api/user. Owned teams without an heir are deleted. */
export const deleteAccountSchema = yup.object({
  confirmation: text('Confirmation', 254)
    .nonNullable('Type your email address to confirm')
    .required('Type your email address to confirm'),
  heirs: yup
    .array()
    .typeError('Heirs must be a list')
    .of(heirSchema)
    .nonNullable('Heirs must be a list')
    .max(1_000, 'There can be at most 1,000 heirs')
    .test('once', 'Each team can have only one heir', (heirs) => {
      // Another rule reports an invalid heir.
      const teams = (heirs ?? []).flatMap((heir) => heir?.teamId ?? []);
      return new Set(teams).size === teams.length;
    }),
});

export type DeleteAccountBody = yup.InferType<typeof deleteAccountSchema>;

/** `identity`: the way to sign in, recorded with the registration in one append. */
export type RegisterUser = {
  readonly type: 'RegisterUser';
  readonly userId: string;
  readonly email: string;
  readonly identity?: Identity;
  /** A second way to sign in, which the account has from the start. */
  readonly alsoBy?: Identity;
} & ProfileFields;

/**
 * Replaces the address `from` by an address that is linked already. `hash` and `formerHash` are the identities of the
 * new and the former address.
 */
interface ChangeEmail {
  readonly type: 'ChangeEmail';
  readonly userId: string;
  readonly from: string;
  readonly email: string;
  readonly hash: string;
  readonly formerHash: string;
}

interface EditProfile {
  readonly type: 'EditProfile';
  readonly userId: string;
  readonly fields: { readonly [Field in keyof ProfileFields]?: string | undefined };
}

interface LinkIdentity extends Identity {
  readonly type: 'LinkIdentity';
  readonly userId: string;
}

interface UnlinkIdentity {
  readonly type: 'UnlinkIdentity';
  readonly userId: string;
  readonly provider: Provider;
  readonly hash: string;
}

interface ChangePhoto {
  readonly type: 'ChangePhoto';
  readonly userId: string;
  readonly photo: Photo | null;
}

interface ChangeSettings {
  readonly type: 'ChangeSettings';
  readonly userId: string;
  readonly fields: { readonly [Field in keyof SettingsFields]?: SettingsFields[Field] | undefined };
}

/** Records the language of a sign-in page for an account without a language. */
interface NoteLanguage {
  readonly type: 'NoteLanguage';
  readonly userId: string;
  readonly language: Language;
}

interface DeleteAccount {
  readonly type: 'DeleteAccount';
  readonly userId: string;
  readonly heirs: readonly { readonly teamId: string; readonly userId: string }[];
}

export type UserCommand =
  | RegisterUser
  | ChangeEmail
  | EditProfile
  | LinkIdentity
  | UnlinkIdentity
  | ChangePhoto
  | ChangeSettings
  | NoteLanguage
  | DeleteAccount;
