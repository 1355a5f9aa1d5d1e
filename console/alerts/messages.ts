/** Texts of the Alerts page and of the notifications menu. */
import { beginsByDay } from '../../command-service/contract/deviations.ts';
import type { AlertTab, LinkNewsAnswer } from '../../query-service/contract/answers/alerts.ts';
import english from '../languages/en/alerts.json' with { type: 'json' };
import { formatReason, formatWarning } from '../links/reasons.ts';
import { formatDay } from '../platform/format/dates.ts';
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format, element } = translation('alerts', english);

export { element, format, messages };

export const ALERT_TAB_LABELS: Readonly<Record<AlertTab, string>> = labels('alertTab');

export const LINK_EVENT_LABELS: Readonly<Record<LinkNewsAnswer['event'], string>> = labels('linkEvent');

/** What happened to a link, without its name; the server's text for an event that this version does not know. */
export function formatNews({ event, details, reason, warnings, day, deviation }: LinkNewsAnswer): string {
  if (reason !== null) return formatReason(reason);
  if (warnings.length > 0) return warnings.map(formatWarning).join(' ');
  if (day !== null && event === 'expiring') return format('expiresOn', { day: formatDay(day) });
  if (day !== null && event === 'unchecked') return format('unchecked', { day: formatDay(day) });
  if (deviation === null) return details;
  const { code, evidence: found } = deviation;
  return format(`deviates.${code}`, { found, day: beginsByDay(code) ? formatDay(found) : '' });
}

/** The greatest number that the button shows. */
export const MOST_SHOWN = 99;

/** '3 unread', '99+ unread': as the button's badge shows it. */
export function formatUnread(unread: number): string {
  return unread > MOST_SHOWN ? format('unreadOrMore', { count: MOST_SHOWN }) : format('unread', { count: unread });
}

/** The label of the button: 'Notifications, 3 unread'. */
export function formatBellLabel(unread: number): string {
  return unread === 0 ? messages.notifications : format('bell', { unread: formatUnread(unread) });
}
