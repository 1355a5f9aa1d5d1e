/** Which alerts the notifications menu and the Alerts page show. Pure. */

import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { isAttention } from './present-alert.ts';

/** Limits of the notifications menu: removed links, and how long a member counts as new. */
const MOST_REMOVED = 3;

const NEW_MEMBER_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * What the notifications menu shows: the links that were removed last and are so still, the one item that counts what
 * needs attention, and the members who joined of late. Each in the order of `alerts`, newest first.
 */
export function notificationsOf(alerts: readonly AlertAnswer[], now: number): readonly AlertAnswer[] {
  const told = new Set<string>();
  const removed: AlertAnswer[] = [];
  for (const alert of alerts) {
    const { type, linkId } = alert;
    if (linkId === null || told.has(linkId) || (type !== 'removed' && type !== 'status')) continue;
    told.add(linkId);
    if (type === 'removed' && removed.length < MOST_REMOVED) removed.push(alert);
  }
  const attention = alerts.filter(isAttention).slice(0, 1);
  const members = alerts.filter(({ type, at }) => type === 'team' && now - Date.parse(at) <= NEW_MEMBER_MS);
  return [...removed, ...attention, ...members];
}

/** With alerts that were read here and so are not in the list any more: they keep their places in time. */
export function mergeRead(next: readonly AlertAnswer[], kept: readonly AlertAnswer[]): readonly AlertAnswer[] {
  const there = new Set(next.map(({ id }) => id));
  const gone = kept.filter(({ id }) => !there.has(id));
  if (gone.length === 0) return next;
  return [...next, ...gone.map((alert) => ({ ...alert, read: true }))].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
}

/** What an open menu shows when `next` arrives: the places stay as they are, their contents follow. */
export function stableOrder(shown: readonly AlertAnswer[], next: readonly AlertAnswer[]): readonly AlertAnswer[] {
  if (shown.length === 0) return next;
  const fresh = new Map(next.map((alert) => [alert.id, alert]));
  return shown.map((alert) => fresh.get(alert.id) ?? alert);
}
