/** Texts about links that several rooms share. */

import type { LinkType } from '../../command-service/contract/observation.ts';
import type { PromotionType } from '../../command-service/model/link/events.ts';
import english from '../languages/en/links.json' with { type: 'json' };
import { formatDay } from '../platform/format/dates.ts';
import { translation } from '../platform/language/translation.ts';
import { messages as common } from '../ui/messages.ts';
import { type DURATION_UNITS, PERMANENT, splitDuration, UNTIL } from './duration.ts';
import type { ShownStatus } from './shown-status.ts';

const { messages, labels, format } = translation('links', english);

export { format, labels, messages };

export const STATUS_LABELS: Readonly<Record<ShownStatus, string>> = labels('status');

export const TYPE_LABELS: Readonly<Record<LinkType | 'none', string>> = {
  ...labels('type'),
  none: messages.notApplicable,
};

/** By code; `any` for a filter. */
export const DEVIATION_LABELS: Readonly<Partial<Record<string, string>>> = labels('deviation');

export const FIELD_LABELS: Readonly<Record<string, string>> = labels('field');

/** A changed value as text. */
export function formatValue(value: string | null | readonly string[], field = ''): string {
  if (value === null || value.length === 0) return common.none;
  if (typeof value !== 'string') return value.join(', ');
  if (field === 'liveDate' || field === 'timelineDate') return formatDay(value);
  return field === 'duration' ? formatDuration(value) : value;
}

/** The units of a duration, no end, and a day. */
export const UNIT_LABELS: Readonly<Record<(typeof DURATION_UNITS)[number], string>> = labels('unit');

/** A duration as the API writes it, in the reader's words: '30 days', 'permanent', 'until Dec 31, 2026'. Another text stays as it is. */
export function formatDuration(duration: string): string {
  const { amount, unit } = splitDuration(duration);
  if (unit === PERMANENT) return UNIT_LABELS.permanent;
  if (unit === UNTIL) return format('lasting.until', { day: formatDay(amount) });
  return amount === duration ? duration : format(`lasting.${unit}`, { count: Number(amount) });
}

/** '3 not found yet': the part of removed links that no check has ever found; undefined for none. */
export function formatNotFound(notFound: number | undefined): string | undefined {
  return notFound === undefined || notFound === 0 ? undefined : format('notFoundPart', { count: notFound });
}

/** '12 days left', 'ends today', 'expired 3 days ago'. */
export function formatDaysLeft(days: number): string {
  if (days === 0) return messages.endsToday;
  return format(days > 0 ? 'daysLeft' : 'expiredAgo', { days: Math.abs(days) });
}

/** 'Anchor: …' and 'Type: …', each only if known. */
export function foundLines(anchor: string | null, linkType: LinkType | null): readonly string[] {
  return [
    ...(anchor ? [format('foundAnchor', { anchor })] : []),
    ...(linkType ? [format('foundType', { type: linkType })] : []),
  ];
}

export const PROMOTION_LABELS: Readonly<Record<PromotionType, string>> = labels('promotion');

/** 'expected Mar 12, 2026' or 'late since Mar 12, 2026'. */
export function formatExpected(day: string, late: boolean): string {
  return format(late ? 'late' : 'expected', { day });
}
