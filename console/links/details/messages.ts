/** Texts of Link Details: facts, history, checks, screenshots. */
import type { CheckReason, LinkTypeCause, Visit } from '../../../command-service/contract/observation.ts';
import { reasonDetails } from '../../../command-service/contract/reasons.ts';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import english from '../../languages/en/links.details.json' with { type: 'json' };
import { formatDay, utcDay } from '../../platform/format/dates.ts';
import { locale } from '../../platform/language/language.ts';
import { translation } from '../../platform/language/translation.ts';
import { TYPE_LABELS } from '../messages.ts';
import { formatReason } from '../reasons.ts';
import type { HistoryFilter, seenSince } from './timeline.ts';

const { messages, labels, format, element } = translation('links.details', english);

export { element, format, messages };

const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Who did something: a name, and whether it is the reader. */
export interface Who {
  readonly who: string;
  readonly you: 'yes' | 'no';
}

/** Why a check was made, and who caused it. */
export function formatCause(reason: CheckReason, { who, you }: Who): string {
  return format(`because.${reason}`, { who, you });
}

/** Why a line of a history has its status; null for lines without a status. */
export function formatLineReason(entry: HistoryAnswer): string | null {
  if (entry.kind === 'status-changed') return formatReason(entry.reason);
  if (entry.kind !== 'checked' && entry.kind !== 'judged-again') return null;
  const { verdict, reasonText: text } = entry;
  const details = entry.kind === 'checked' ? reasonDetails(verdict.reason, entry.observation) : entry.details;
  return formatReason({ code: verdict.reason, details, text });
}

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** 'Oct 4 – Nov 18, 2026', of two instants. */
export function formatDays(first: string, last: string): string {
  return days.formatRange(Date.parse(first), Date.parse(last));
}

export const FILTER_LABELS: Readonly<Record<HistoryFilter, string>> = labels('only');

/** The purpose of the next check, unless it is an ordinary scheduled check. */
export const NEXT_CHECK_NOTES: Readonly<Partial<Record<CheckReason, string>>> = labels('nextCheckNotes');

export const CAUSE_LABELS: Readonly<Record<LinkTypeCause, string>> = labels('cause');

/** Texts of the screenshots. */
export const screenshotMessages = labels('screenshot');

/** Texts of what a check saw. */
export const observationMessages = labels('observation');

/** How much a visit read and how long that took: '12 kB in 1.4 s, incomplete'. */
export function formatRead({ bytes, durationMs, complete }: Visit): string {
  const size =
    bytes < 1_024
      ? format('observation.bytes', { size: bytes })
      : format('observation.kilobytes', { size: Math.round(bytes / 1_024) });
  const time =
    durationMs < 1_000
      ? format('observation.milliseconds', { time: Math.round(durationMs) })
      : format('observation.seconds', { time: seconds.format(durationMs / 1_000) });
  return format('observation.readIn', { size, time, complete: complete ? 'yes' : 'no' });
}

/** 'Nofollow since Nov 3, 2026; Dofollow before'. */
export function formatTypeSince({
  value,
  since,
  before,
}: NonNullable<ReturnType<typeof seenSince<'linkType'>>>): string {
  const values = { type: TYPE_LABELS[value], day: formatDay(utcDay(Date.parse(since))) };
  return before === null
    ? format('typeSince', values)
    : format('typeSinceBefore', { ...values, before: TYPE_LABELS[before] });
}
