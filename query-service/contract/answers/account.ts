/** What a person is told of their own account: settings, photo, sessions, ways to sign in, plan. */
import type { BillingCycle, Plan } from '../../../command-service/events/subscription.ts';
import type { CheckFrequency, Provider, SettingsFields } from '../../../command-service/events/user.ts';

/** GET /api/user/photo. */
export interface PhotoAnswer {
  /** A data URL; null: none. */
  readonly profilePhoto: string | null;
}

/** GET and PATCH /api/user/settings. */
export interface SettingsAnswer extends SettingsFields {
  /** How often links are really checked: the wish, as far as the plan allows it. */
  readonly effectiveFrequency: CheckFrequency;
  /** What the plan allows. */
  readonly allowedFrequencies: readonly CheckFrequency[];
}

/** One line of GET /api/sessions, the one used last first. */
export interface SessionAnswer {
  readonly id: string;
  /** The session that asks. */
  readonly current: boolean;
  readonly startedAt: string;
  readonly lastUsedAt: string;
  /** In words: 'Firefox on Windows'; 'Unknown browser' where the browser does not say. */
  readonly browser: string;
  /** The network address it was started from. */
  readonly network: string;
}

/** One line of GET /api/identities: a way to sign in that leads to the account. */
export interface IdentityAnswer {
  readonly id: string;
  readonly provider: Provider;
  /** 'E-mail', 'Google', 'GitHub' or the provider's own name. */
  readonly providerName: string;
  readonly label: string;
  /** The last one cannot be taken away. */
  readonly removable: boolean;
}

/** GET /api/providers: the ways to sign in that are set up here, for buttons. E-mail is always among them. */
export interface ProviderAnswer {
  readonly provider: Provider;
  readonly name: string;
}

/** GET and PATCH /api/subscription. */
export interface SubscriptionAnswer {
  readonly plan: Plan;
  readonly billingCycle: BillingCycle;
  readonly status: 'active';
  /** Until when no status check can be run; null: it can be now. */
  readonly nextCheckDate: string | null;
}

/** The signed-in person (GET /api/auth/user). */
export interface UserAnswer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** GET /api/user/profile. */
export interface ProfileAnswer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly company: string;
}
