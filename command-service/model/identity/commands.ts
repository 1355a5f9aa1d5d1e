/** Commands and input of sign-in identities. */

import * as yup from 'yup';
import { email, MAX_URL, text } from '../../contract/schema/fields.ts';
import type { Provider } from '../user/events.ts';

/** Body of POST /api/login/email. `returnTo` is checked on use: an invalid one falls back to the dashboard. */
export const loginSchema = yup.object({
  email: email('Email').nonNullable('Email is required').required('Email is required'),
  returnTo: text('Return address', MAX_URL).nullable(),
});

/** A way to sign in. `hash` names its stream; the person knows it by `label`. */
export interface Identity {
  readonly provider: Provider;
  readonly hash: string;
  readonly label: string;
}

interface ClaimIdentity {
  readonly type: 'ClaimIdentity';
  readonly userId: string;
  readonly provider: Provider;
}

interface ReleaseIdentity {
  readonly type: 'ReleaseIdentity';
  readonly userId: string;
}

export type IdentityCommand = ClaimIdentity | ReleaseIdentity;
