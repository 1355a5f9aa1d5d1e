/** The progress of a campaign between its two dates, and its links that are due. Dates are YYYY-MM-DD. Pure. */

import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { isOverdue } from '../links/promotion.ts';
import { formatDay } from '../platform/format/dates.ts';
import { format, messages } from './messages.ts';

const DAY = 86_400_000;

interface CampaignDays {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);
}

/** 'Mar 1, 2026 – Apr 30, 2026'; 'From Mar 1, 2026' with one date. */
export function formatRange({ startDate, endDate }: CampaignDays): string {
  if (startDate !== null && endDate !== null) return `${formatDay(startDate)} – ${formatDay(endDate)}`;
  if (startDate !== null) return format('from', { day: formatDay(startDate) });
  return endDate === null ? messages.noDates : format('until', { day: formatDay(endDate) });
}

/** The elapsed share of the time, from 0 to 1 (null without both dates), and the time left as text. */
export function progressOf(
  { startDate, endDate }: CampaignDays,
  today: string,
): { readonly gone: number | null; readonly text: string } {
  const sinceStart = startDate === null ? null : daysBetween(startDate, today);
  const untilEnd = endDate === null ? null : daysBetween(today, endDate);
  const length = startDate === null || endDate === null ? null : daysBetween(startDate, endDate) + 1;
  const gone = length === null || sinceStart === null ? null : Math.min(1, Math.max(0, (sinceStart + 1) / length));
  if (sinceStart !== null && sinceStart < 0)
    return { gone: gone === null ? null : 0, text: format('startsIn', { days: -sinceStart }) };
  if (untilEnd !== null) {
    if (untilEnd < 0) return { gone, text: format('endedAgo', { days: -untilEnd }) };
    return { gone, text: untilEnd === 0 ? messages.endsToday : format('daysLeft', { days: untilEnd }) };
  }
  if (sinceStart !== null)
    return { gone, text: sinceStart === 0 ? messages.startsToday : format('startedAgo', { days: sinceStart }) };
  return { gone, text: '' };
}

type ExpectedLink = Pick<LinkAnswer, 'status' | 'timelineDate'>;

/** '3 links expected, next on Mar 12, 2026 · 1 late'; empty if no link is expected. */
export function formatExpectedLinks(links: readonly ExpectedLink[], today: string): string {
  const awaited = links.filter(({ status, timelineDate }) => status === 'pending' && timelineDate !== null);
  const late = awaited.filter((link) => isOverdue(link, today)).length;
  const [next] = awaited
    .flatMap(({ timelineDate }) => timelineDate ?? [])
    .filter((day) => day >= today)
    .toSorted();
  const ahead = awaited.length - late;
  return [
    ...(next === undefined ? [] : [format('expected', { count: ahead, day: formatDay(next) })]),
    ...(late === 0 ? [] : [format('late', { count: late })]),
  ].join(' · ');
}
