/** What can be asked of a user and of the identities that lead to one. */
import * as yup from 'yup';
import type { ProfileFields } from '../events.ts';
import { email, MAX_NAME, MAX_URL, text } from './fields.ts';

/** Body of POST /api/login/email. `returnTo` is checked where it is used: a wrong one falls back to the dashboard. */
export const loginSchema = yup.object({
  email: email('E-mail').nonNullable('E-mail is required').required('E-mail is required'),
  returnTo: text('Return address', MAX_URL).nullable(),
});

/** Body of PATCH /api/user/profile: what is left out stays as it is, null empties a name. */
export const profileSchema = yup.object({
  firstName: text('First name', MAX_NAME).nullable(),
  lastName: text('Last name', MAX_NAME).nullable(),
  company: text('Company', MAX_NAME).nullable(),
});

export type ProfileBody = yup.InferType<typeof profileSchema>;

export type RegisterUser = {
  readonly type: 'RegisterUser';
  readonly userId: string;
  readonly email: string;
} & ProfileFields;

export interface EditProfile {
  readonly type: 'EditProfile';
  readonly userId: string;
  readonly fields: { readonly [Field in keyof ProfileFields]?: string | undefined };
}

export type UserCommand = RegisterUser | EditProfile;

export interface ClaimIdentity {
  readonly type: 'ClaimIdentity';
  readonly userId: string;
  readonly provider: 'email';
}
export interface ReleaseIdentity {
  readonly type: 'ReleaseIdentity';
  readonly userId: string;
}

export type IdentityCommand = ClaimIdentity | ReleaseIdentity;
