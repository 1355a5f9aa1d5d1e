/** The days of alerts and the pages they lead to. Pure. */

import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { teamPath } from '../platform/address/page-paths.ts';
import { localDay } from '../platform/format/dates.ts';

/** The alert that counts the links that need attention. */
export function isAttention({ id }: AlertAnswer): boolean {
  return id.startsWith('attention');
}

function isSummary({ id }: AlertAnswer): boolean {
  return id.startsWith('summary');
}

/** An alert that counts links: it describes the present, and has no time of its own. */
export function isDaily(alert: AlertAnswer): boolean {
  return isAttention(alert) || isSummary(alert);
}

/** Where an alert leads: the details of a link, a page, or nowhere (null). */
type AlertTarget = { readonly link: string } | { readonly screen: string } | null;

export function targetOf(alert: AlertAnswer): AlertTarget {
  if (alert.linkId !== null) return { link: alert.linkId };
  if (alert.id.startsWith('unfound')) return { screen: '/?status=not-found' };
  if (alert.teamId !== null) return { screen: teamPath(alert.teamId) };
  if (isAttention(alert)) return { screen: '/?status=pending' };
  return isSummary(alert) ? { screen: '/' } : null;
}

/** The alerts of one day in the reader's time zone. */
interface AlertDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly alerts: readonly AlertAnswer[];
}

/** Alerts by day, in their order. */
export function byDay(alerts: readonly AlertAnswer[]): readonly AlertDay[] {
  const days = Map.groupBy(alerts, ({ at }) => localDay(Date.parse(at)));
  return [...days].map(([day, those]) => ({ day, alerts: those }));
}
