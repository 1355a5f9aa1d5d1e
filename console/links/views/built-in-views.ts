/** The views that every list has: filters that people ask for each day. Pure. */
import { REASON_CODES, WARNING_CODES } from '../../../command-service/contract/observation.ts';
import { ANY_DEVIATION } from '../../../query-service/contract/list-options.ts';
import { utcDay } from '../../platform/format/dates.ts';
import { messages } from './messages.ts';

/** A link that a publisher has not placed after seven days, in milliseconds, needs a reminder. */
const LATE_MS = 7 * 86_400_000;
/** Verdicts that say something about the link, and links that nobody has visited. */
const READABLE: readonly string[] = [
  ...['found-static', 'found-rendered', 'not-on-page', 'page-gone', 'not-html', 'never-checked'],
];

interface Reader {
  readonly userId: string;
  /** The warnings that raise an alert for this person; all of them if the person chose none. */
  readonly warningAlerts: readonly string[];
  /** In milliseconds. */
  readonly now: number;
  /** Whether any link deviates from what was agreed. */
  readonly deviates: boolean;
}

/** The views by name, each with the query of a saved view. */
export function builtInViews({ userId, warningAlerts, now, deviates }: Reader) {
  const warnings = warningAlerts.length === 0 ? WARNING_CODES : warningAlerts;
  const reasons = REASON_CODES.filter((code) => !READABLE.includes(code));
  return [
    { id: 'mine', name: messages.mine, query: `assignedTo=${userId}` },
    { id: 'lost', name: messages.lost, query: `lostFrom=${utcDay(now).slice(0, 8)}01` },
    { id: 'late', name: messages.late, query: `status=not-found&addedTo=${utcDay(now - LATE_MS)}` },
    { id: 'look', name: messages.look, query: `status=live&warning=${warnings.join()}` },
    ...(deviates ? [{ id: 'deviates', name: messages.deviates, query: `deviation=${ANY_DEVIATION}` }] : []),
    { id: 'unread', name: messages.unreadable, query: `status=pending&reason=${reasons.join()}` },
  ];
}
