/** The history with each check as one entry. Pure. */
import type { Verdict } from '../../../command-service/contract/observation.ts';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { type ShownStatus, shownStatus } from '../shown-status.ts';

type HistoryOf<Kind extends HistoryAnswer['kind']> = Extract<HistoryAnswer, { kind: Kind }>;

export type TimelineEntry =
  | {
      readonly kind: 'check';
      readonly id: string;
      readonly asked: HistoryOf<'check-requested'> | null;
      readonly seen: HistoryOf<'checked'> | null;
    }
  | {
      readonly kind: 'event';
      readonly id: string;
      readonly event: Exclude<HistoryAnswer, { kind: 'check-requested' | 'checked' }>;
    };

export type CheckEntry = Extract<TimelineEntry, { kind: 'check' }>;

/** A line of the history: an entry, or several checks that found the same as the check before them. */
export type HistoryRow =
  | TimelineEntry
  | { readonly kind: 'checks'; readonly id: string; readonly checks: readonly CheckEntry[] };

/** What a history can be limited to: what people did, checks, or changes of the link and its status. */
export const HISTORY_FILTERS = ['people', 'changes', 'checks'] as const;

export type HistoryFilter = (typeof HISTORY_FILTERS)[number];

const SYSTEM_ACTORS: readonly string[] = ['checker', 'scheduler', 'system'];

const isOfAddress = (entry: HistoryAnswer) =>
  entry.kind === 'edited' && entry.changes.some(({ field }) => field === 'articleLink' || field === 'clientLink');

/**
 * The status that each check and each change of status led to, by the entry's id: a link that was missed before it was
 * ever live was not found yet. What is older than the entries counts as live.
 * @param history newest first.
 */
export function shownStatuses(history: readonly HistoryAnswer[]): ReadonlyMap<string, ShownStatus> {
  const shown = new Map<string, ShownStatus>();
  let wasLive = history.at(-1)?.kind !== 'added';
  for (const entry of history.toReversed()) {
    if (isOfAddress(entry)) wasLive = false;
    if (entry.kind === 'checked' || entry.kind === 'judged-again') {
      shown.set(entry.id, shownStatus(entry.verdict.status, wasLive));
      wasLive ||= entry.verdict.status === 'live';
    }
    if (entry.kind === 'corrected' && entry.claim !== 'removed') wasLive = entry.claim === 'live';
    if (entry.kind === 'status-changed') shown.set(entry.id, shownStatus(entry.to, wasLive));
  }
  return shown;
}

interface SeenSince<Value> {
  readonly value: Value;
  /** The instant of the first check that saw the value. */
  readonly since: string;
  /** The previous value; null: no check saw another value. */
  readonly before: Value | null;
}

/**
 * Since when checks see the present anchor or link type, at the present addresses; null if no check has seen one.
 * @param history newest first.
 */
export function seenSince<Field extends 'anchor' | 'linkType'>(
  history: readonly HistoryAnswer[],
  field: Field,
): SeenSince<NonNullable<Verdict[Field]>> | null {
  const edit = history.findIndex(isOfAddress);
  const seen = history.slice(0, edit === -1 ? undefined : edit).flatMap((entry) => {
    const value = entry.kind === 'checked' && entry.verdict.status === 'live' ? entry.verdict[field] : null;
    return value === null ? [] : [{ value, at: entry.at }];
  });
  const value = seen[0]?.value;
  const other = seen.findIndex((each) => each.value !== value);
  const first = other === -1 ? seen.at(-1) : seen[other - 1];
  if (value === undefined || first === undefined) return null;
  return { value, since: first.at, before: seen[other]?.value ?? null };
}

/**
 * Joins each request for a check with its result, in the place of the later of the two (newest first). A request
 * without a result is a check in progress. A check that a person requested while it was scheduled is attributed to the
 * person.
 */
export function buildTimeline(history: readonly HistoryAnswer[]): readonly TimelineEntry[] {
  const request = new Map<string, HistoryOf<'check-requested'>>();
  const result = new Set<string>();
  for (const entry of history) {
    if (entry.kind === 'check-requested' && !request.has(entry.checkId)) request.set(entry.checkId, entry);
    if (entry.kind === 'checked') result.add(entry.checkId);
  }
  const timeline: TimelineEntry[] = [];
  for (const entry of history) {
    if (entry.kind === 'checked') {
      timeline.push({ kind: 'check', id: entry.id, asked: request.get(entry.checkId) ?? null, seen: entry });
    } else if (entry.kind === 'check-requested') {
      if (!result.has(entry.checkId) && request.get(entry.checkId) === entry)
        timeline.push({ kind: 'check', id: entry.id, asked: entry, seen: null });
    } else {
      timeline.push({ kind: 'event', id: entry.id, event: entry });
    }
  }
  return timeline;
}

/**
 * The lines of a history. Two or more checks in a row that found nothing new are one line, with the id of the newest.
 * @param history newest first.
 * @param only null for all lines.
 */
export function historyRows(
  history: readonly HistoryAnswer[],
  statuses: ReadonlyMap<string, ShownStatus>,
  only: HistoryFilter | null,
): readonly HistoryRow[] {
  const timeline = buildTimeline(history);
  const unchanged = unchangedChecks(timeline, statuses);
  const rows: HistoryRow[] = [];
  for (const entry of timeline) {
    if (!isShown(entry, only)) continue;
    const last = rows.at(-1);
    if (entry.kind !== 'check' || !unchanged.has(entry.id) || last === undefined) rows.push(entry);
    else if (last.kind === 'checks') rows[rows.length - 1] = { ...last, checks: [...last.checks, entry] };
    else if (last.kind === 'check' && unchanged.has(last.id))
      rows[rows.length - 1] = { kind: 'checks', id: last.id, checks: [last, entry] };
    else rows.push(entry);
  }
  return rows;
}

/**
 * The checks whose status, link type and warnings, and whose reason if the link was not found, are those of the check
 * before, and with which no deviation began or ended.
 */
function unchangedChecks(
  timeline: readonly TimelineEntry[],
  statuses: ReadonlyMap<string, ShownStatus>,
): ReadonlySet<string> {
  const unchanged = new Set<string>();
  let before = '';
  for (const entry of timeline.toReversed()) {
    if (entry.kind !== 'check' || entry.seen === null) continue;
    const { verdict, warnings } = entry.seen;
    const { status, linkType, reason } = verdict;
    const codes = warnings.map(({ code }) => code);
    const found = [statuses.get(entry.id), linkType, status === 'live' ? '' : reason, ...codes].join(' ');
    if (found === before && entry.seen.deviations === undefined) unchanged.add(entry.id);
    before = found;
  }
  return unchanged;
}

function isShown(entry: TimelineEntry, only: HistoryFilter | null): boolean {
  // Evidence is shown as screenshots.
  if (entry.kind === 'event' && entry.event.kind.startsWith('evidence')) return false;
  if (only === 'checks') return entry.kind === 'check';
  if (only === 'changes') return entry.kind === 'event';
  const actor = entry.kind === 'event' ? entry.event.actor : entry.asked?.actor;
  return only === null || (actor !== undefined && !SYSTEM_ACTORS.includes(actor));
}
