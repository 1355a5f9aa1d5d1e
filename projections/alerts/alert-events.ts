/** What happened to the link of an alert: a code, and the sentences that do not name the link. Pure. */
import { formatReason, formatWarning } from '../../command-service/reasons.ts';
import { formatDay } from '../rules/calendar-days.ts';
import type { AlertFact } from '../views/links/alerts.ts';

/** What happened to a link. */
export type LinkEvent =
  | 'removed'
  | 'not-found'
  | 'live'
  | 'live-again'
  | 'not-verified'
  | 'warning'
  | 'expiring'
  | 'unchecked';

/** null for an alert that is not about a link. */
export function linkEventOf(what: AlertFact): LinkEvent | null {
  switch (what.kind) {
    case 'status-changed':
      if (what.to === 'removed') return what.wasLive ? 'removed' : 'not-found';
      if (what.to === 'pending') return 'not-verified';
      return what.from === 'removed' && what.wasLive ? 'live-again' : 'live';
    case 'warned':
      return 'warning';
    case 'expires':
      return 'expiring';
    case 'unchecked':
      return 'unchecked';
    default:
      return null;
  }
}

/** Whole sentences, for a reader who sees the link's addresses; '' for an alert that is not about a link. */
export function formatLinkEvent(what: AlertFact): string {
  switch (what.kind) {
    case 'status-changed':
      return formatReason(what.reason, what.details);
    case 'warned':
      return what.warnings.map((warning) => formatWarning(warning)).join(' ');
    case 'expires':
      return `The link expires on ${formatDay(what.expirationDate)}.`;
    case 'unchecked':
      return `The link was live when it was last checked, on ${formatDay(what.lastChecked)}. It has not been checked for more than 14 days.`;
    default:
      return '';
  }
}
