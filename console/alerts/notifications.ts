/** Which alerts the notifications menu and the Alerts page show. Pure. */

import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { type Incident, incidentsOf, isAttention } from './present-alert.ts';

/** Limits of the notifications menu: incidents with removed links, and how long a member counts as new. */
const MOST_REMOVED = 3;

const NEW_MEMBER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * What the notifications menu shows: the last removed links that are still removed, the alert that counts pending
 * links, reports that wait, and new members. Each in the order of `alerts`, newest first.
 */
export function notificationsOf(alerts: readonly AlertAnswer[], now: number): readonly Incident[] {
  const seen = new Set<string>();
  const removed: AlertAnswer[] = [];
  for (const alert of alerts) {
    const { type, linkId } = alert;
    if (linkId === null || seen.has(linkId) || (type !== 'removed' && type !== 'status')) continue;
    seen.add(linkId);
    if (type === 'removed') removed.push(alert);
  }
  const attention = alerts.filter(isAttention).slice(0, 1);
  const members = alerts.filter(({ type, at }) => type === 'team' && now - Date.parse(at) <= NEW_MEMBER_MS);
  const waiting = alerts.filter(({ type }) => type === 'report');
  return [...incidentsOf(removed).slice(0, MOST_REMOVED), ...incidentsOf([...attention, ...waiting, ...members])];
}

/** Adds alerts that were read on the page back to the list of unread alerts, in the order of their times. */
export function mergeRead(next: readonly AlertAnswer[], readHere: readonly AlertAnswer[]): readonly AlertAnswer[] {
  const nextIds = new Set(next.map(({ id }) => id));
  const gone = readHere.filter(({ id }) => !nextIds.has(id));
  if (gone.length === 0) return next;
  return [...next, ...gone.map((alert) => ({ ...alert, read: true }))].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
}

/** What an open menu shows when `next` arrives: the order stays, contents are updated. */
export function stableOrder<Alert extends AlertAnswer>(
  shown: readonly Alert[],
  next: readonly Alert[],
): readonly Alert[] {
  if (shown.length === 0) return next;
  const fresh = new Map(next.map((alert) => [alert.id, alert]));
  return shown.map((alert) => fresh.get(alert.id) ?? alert);
}
