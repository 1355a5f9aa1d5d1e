/** The caller's own account for the API. */

import { allowedFrequencies, effectiveFrequency } from '../../command-service/contract/plans.ts';
import type { Plan } from '../../command-service/model/subscription/events.ts';
import type { UserDoc } from '../../projections/views/people/users.ts';
import type { ProfileAnswer, SettingsAnswer, UserAnswer } from '../contract/answers/account.ts';

/** Names every outgoing field. */
export function presentUser(
  { id, firstName, lastName, email }: UserDoc,
  { isAdministrator }: { readonly isAdministrator: boolean },
): UserAnswer {
  return { id, firstName, lastName, email, ...(isAdministrator && { isAdministrator }) };
}

/** Names every outgoing field. */
export function presentProfile({ firstName, lastName, email, company }: UserDoc): ProfileAnswer {
  return { firstName, lastName, email, company };
}

/** Names every outgoing field. */
export function presentSettings({ settings }: Pick<UserDoc, 'settings'>, plan: Plan): SettingsAnswer {
  const { emailNotifications, statusChangeAlerts, expiringLinkAlerts, weeklyReport, sealMails } = settings;
  const { defaultView, warningAlerts, checkFrequency, retryCount, matching, calendar, language } = settings;
  return {
    emailNotifications,
    statusChangeAlerts,
    expiringLinkAlerts,
    weeklyReport,
    sealMails,
    defaultView,
    warningAlerts,
    checkFrequency,
    retryCount,
    matching,
    calendar,
    language,
    effectiveFrequency: effectiveFrequency(plan, checkFrequency),
    allowedFrequencies: allowedFrequencies(plan),
  };
}
