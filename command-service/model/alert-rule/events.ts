/** The event of the alert rules of a person or a team: which alerts go to whom, when, and how they are grouped. */

import type { DeviationCode } from '../../contract/deviations.ts';
import type { Event } from '../../contract/event.ts';
import type { WarningCode } from '../../contract/observation.ts';
import type { Scope } from '../../contract/scope.ts';
import type { SettingsFields } from '../user/events.ts';

/** What a rule can tell. `lost`: a link that was live is removed; `not-found`: a removed link that was never seen live. */
export const ALERT_KINDS = [
  'lost',
  'not-found',
  'live',
  'unclear',
  'warned',
  'deviates',
  'expires',
  'unchecked',
  'outage',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

export const PACES = ['at-once', 'hourly', 'daily', 'weekly'] as const;

export type Pace = (typeof PACES)[number];

export const GROUPINGS = ['incident', 'client', 'list'] as const;

export interface AlertRule {
  readonly id: string;
  /** At least one. */
  readonly kinds: readonly AlertKind[];
  /** Only these codes of `deviates`; empty: all. */
  readonly deviations: readonly DeviationCode[];
  /** Only these codes of `warned`; empty: all. */
  readonly warnings: readonly WarningCode[];
  /** `client`: one of its domains; all domains of its record count. */
  readonly where:
    | { readonly kind: 'everything' }
    | { readonly kind: 'assigned' }
    | { readonly kind: 'list'; readonly id: Scope }
    | { readonly kind: 'client' | 'campaign' | 'tag'; readonly id: string };
  readonly to:
    | { readonly kind: 'me' }
    | { readonly kind: 'member'; readonly id: string }
    | { readonly kind: 'channel'; readonly id: string };
  readonly when: {
    readonly pace: Pace;
    /** 0 to 23, of `daily` and `weekly`. */
    readonly hour: number;
    /** 1 (Monday) to 7, of `weekly`. */
    readonly weekday: number;
    /** Hours of the day between which messages wait until `to`; null for none. */
    readonly quiet: { readonly from: number; readonly to: number } | null;
  };
  /** How one message is divided. */
  readonly group: (typeof GROUPINGS)[number];
  readonly on: boolean;
}

/** All rules of the person or the team, in their order. */
export type AlertRulesEvent = Event<'AlertRulesSet', { readonly scope: Scope; readonly rules: readonly AlertRule[] }>;

/** The rule of a person without rules of their own: what the switches of the settings say. Empty if all are off. */
export function defaultRules({
  statusChangeAlerts,
  warningAlerts,
  expiringLinkAlerts,
}: Pick<SettingsFields, 'statusChangeAlerts' | 'warningAlerts' | 'expiringLinkAlerts'>): readonly AlertRule[] {
  const isWanted = (kind: AlertKind) => {
    if (kind === 'warned') return warningAlerts.length > 0;
    return kind === 'expires' ? expiringLinkAlerts : kind !== 'outage' && statusChangeAlerts;
  };
  const kinds = ALERT_KINDS.filter(isWanted);
  if (kinds.length === 0) return [];
  return [
    {
      ...{ id: 'default', kinds, deviations: [], warnings: warningAlerts, on: true },
      ...{ where: { kind: 'everything' }, to: { kind: 'me' }, group: 'list' },
      when: { pace: 'hourly', hour: 8, weekday: 1, quiet: null },
    },
  ];
}
