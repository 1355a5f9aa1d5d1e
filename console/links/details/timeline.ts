/** The history with each check as one entry. Pure. */
import type { LinkType } from '../../../command-service/contract/observation.ts';
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

interface TypeSince {
  readonly type: LinkType;
  /** The instant of the first check that saw the type. */
  readonly since: string;
  /** The previous type; null: no check saw another type. */
  readonly before: LinkType | null;
}

/**
 * Since when checks see the present link type, at the present addresses; null if no check has seen one.
 * @param history newest first.
 */
export function typeSince(history: readonly HistoryAnswer[]): TypeSince | null {
  const edit = history.findIndex(isOfAddress);
  const seen = history
    .slice(0, edit === -1 ? undefined : edit)
    .flatMap((entry) =>
      entry.kind === 'checked' && entry.verdict.status === 'live' && entry.verdict.linkType !== null
        ? [{ type: entry.verdict.linkType, at: entry.at }]
        : [],
    );
  const type = seen[0]?.type;
  const other = seen.findIndex((each) => each.type !== type);
  const first = other === -1 ? seen.at(-1) : seen[other - 1];
  if (type === undefined || first === undefined) return null;
  return { type, since: first.at, before: seen[other]?.type ?? null };
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
