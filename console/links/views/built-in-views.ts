/** The views that every list has: filters that people ask for each day. Pure. */
import { REASON_CODES, type ReasonCode, WARNING_CODES } from '../../../command-service/contract/observation.ts';
import { localDay } from '../../platform/format/dates.ts';
import { DEFAULT_VIEW, type ListView, queryOfView } from '../filters/list-view.ts';
import { BUILT_IN_LABELS } from './messages.ts';

const DAY_MS = 86_400_000;
/** A link that a publisher has not placed after so many days needs a reminder. */
const LATE_DAYS = 7;
/** Verdicts that say something about the link, and links that nobody has visited. */
const NOT_UNREADABLE: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...(['found-static', 'found-rendered', 'not-on-page', 'page-gone', 'not-html', 'never-checked'] as const),
]);

interface NamedView {
  readonly id: string;
  readonly name: string;
  /** As a saved view has it. */
  readonly query: string;
}

interface Reader {
  readonly userId: string;
  /** The warnings that raise an alert for this person; all of them if the person chose none. */
  readonly warningAlerts: readonly string[];
  /** In milliseconds. */
  readonly now: number;
}

export function builtInViews({ userId, warningAlerts, now }: Reader): readonly NamedView[] {
  const filters: Readonly<Record<keyof typeof BUILT_IN_LABELS, Partial<ListView>>> = {
    mine: { assignedTo: [userId] },
    'not-found': { status: ['not-found'], addedTo: localDay(now - LATE_DAYS * DAY_MS) },
    look: { status: ['live'], warning: warningAlerts.length === 0 ? WARNING_CODES : warningAlerts },
    unreadable: { status: ['pending'], reason: REASON_CODES.filter((code) => !NOT_UNREADABLE.has(code)) },
  };
  return (['mine', 'not-found', 'look', 'unreadable'] as const).map((id) => ({
    id,
    name: BUILT_IN_LABELS[id],
    query: queryOfView({ ...DEFAULT_VIEW, ...filters[id] }),
  }));
}
