/** Answers about the caller's own account: profile, settings, photo, sessions, sign-in methods, plan. */
import type { BillingCycle, Plan } from '../../../command-service/model/subscription/events.ts';
import type { CheckFrequency, Provider, SettingsFields } from '../../../command-service/model/user/events.ts';

/** GET /api/user/photo. */
export interface PhotoAnswer {
  /** A data URL; null without a photo. */
  readonly profilePhoto: string | null;
}

/** GET and PATCH /api/user/settings. */
export interface SettingsAnswer extends SettingsFields {
  /** How often links are checked: the chosen frequency, limited by the plan. */
  readonly effectiveFrequency: CheckFrequency;
  /** The frequencies the plan allows. */
  readonly allowedFrequencies: readonly CheckFrequency[];
}

/** One line of GET /api/sessions, most recently used first. */
export interface SessionAnswer {
  readonly id: string;
  /** True for the session of this request. */
  readonly current: boolean;
  readonly startedAt: string;
  readonly lastUsedAt: string;
  /** For people: 'Firefox on Windows', or 'Unknown browser'. */
  readonly browser: string;
  /** The network address that started it. */
  readonly network: string;
}

/** One line of GET /api/identities: a sign-in method of the account. */
export interface IdentityAnswer {
  readonly id: string;
  readonly provider: Provider;
  /** 'Email', 'Google', 'GitHub' or the configured name of the OpenID Connect provider. */
  readonly providerName: string;
  readonly label: string;
  /** False for the last sign-in method. */
  readonly removable: boolean;
}

/** GET /api/providers: the sign-in methods of this installation. Email is always one of them. */
export interface ProviderAnswer {
  readonly provider: Provider;
  readonly name: string;
}

/** GET /api/sign-up: who may create an account. Existing accounts keep signing in in every way they have. */
export interface SignUpAnswer {
  /**
   * `invited`: whose address has an open invitation to a team. `domains`: these, and whose address is at one of the
   * domains. `sso`: whom a provider signs in, never by a mailed link. Administrators need no invitation and no domain.
   */
  readonly mode: 'open' | 'invited' | 'domains' | 'sso';
  /** In lower case and as DNS has them; none in other modes. */
  readonly domains: readonly string[];
  /** The rule for newcomers; null if everybody may create an account. */
  readonly sentence: string | null;
}

/** GET and PATCH /api/subscription. */
export interface SubscriptionAnswer {
  readonly plan: Plan;
  readonly billingCycle: BillingCycle;
  readonly status: 'active';
  /** When the next status check can start; null: now. */
  readonly nextCheckDate: string | null;
  /** When a paid plan ends; null for a plan that is free of charge. */
  readonly paidUntil: string | null;
}

/** GET /api/auth/user: the signed-in user. */
export interface UserAnswer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Present only for people who may see the installation's state: ADMINS lists the account’s address. */
  readonly isAdministrator?: true;
}

/** GET /api/user/profile. */
export interface ProfileAnswer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly company: string;
}

/** PATCH /api/user/profile. */
export interface EditedProfileAnswer extends ProfileAnswer {
  /** The new address that a link was mailed to; the account gets it once the link is used. null: unchanged. */
  readonly confirmationSentTo: string | null;
}
