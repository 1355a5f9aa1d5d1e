/** The titles of alerts and the pages they lead to. Pure. */

import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { teamPath } from '../platform/address/page-paths.ts';
import { messages } from './messages.ts';

/** The alert that counts the links that need attention. */
export function isAttention({ id }: AlertAnswer): boolean {
  return id.startsWith('attention');
}

/** An alert that counts links: it is of the moment, and has no time of its own. */
export function isDaily({ id }: AlertAnswer): boolean {
  return id.startsWith('attention') || id.startsWith('summary');
}

/** The title of an alert on the Alerts page. */
export function pageTitleOf({ type, title }: AlertAnswer): string {
  return type === 'removed' ? messages.statusChanged : title;
}

/** The title of an alert in the notifications menu. */
export function menuTitleOf(alert: AlertAnswer): string {
  if (alert.type === 'removed') return messages.linkRemoved;
  if (alert.type === 'team') return messages.newMember;
  return isAttention(alert) ? messages.needAttention : alert.title;
}

/** Where an alert leads: the details of a link, a page, or nowhere (null). */
type Target = { readonly link: string } | { readonly screen: string } | null;

export function targetOf(alert: AlertAnswer): Target {
  if (alert.linkId !== null) return { link: alert.linkId };
  if (alert.teamId !== null) return { screen: teamPath(alert.teamId) };
  if (isAttention(alert)) return { screen: '/?status=pending' };
  return alert.id.startsWith('summary') ? { screen: '/' } : null;
}
