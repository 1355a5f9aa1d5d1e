/** Texts of reports. */
import type { ReportAnswer, ReportIssueAnswer } from '../../query-service/contract/answers/reports.ts';
import english from '../languages/en/reports.json' with { type: 'json' };
import { utcDay } from '../platform/format/dates.ts';
import { locale } from '../platform/language/language.ts';
import { translation } from '../platform/language/translation.ts';

const { messages, labels, format, element } = translation('reports', english);

export { element, format, messages };

export const PART_LABELS = labels('part');
export const PERIOD_LABELS = labels('period');
export const SCHEDULE_LABELS = labels('goesOut');
export const SUBJECT_LABELS = labels('subject');
export const FORMAT_LABELS = labels('format');
export const PAPER_LABELS = labels('paper');
const HELD_LABELS = labels('held');

const DAY = 86_400_000;
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The days of an issue: 'October 2026' for a month of the calendar, else 'Oct 5 – 11, 2026'. */
export function formatDays({ from, to }: Pick<ReportIssueAnswer, 'from' | 'to'>): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const isMonth = from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && utcDay(last + DAY).endsWith('-01');
  return isMonth ? month.format(first) : days.formatRange(first, last);
}

/** 'Harbour & Pine · Every month · Nordic team · for 2 recipients · with prices'. */
export function formatReport({
  name,
  subjectName,
  period,
  teamName,
  prices,
  recipients,
  unsubscribed,
}: ReportAnswer): string {
  const about = subjectName === name ? '' : subjectName;
  const count = recipients.length - unsubscribed.length;
  const readers = count === 0 ? '' : format('forRecipients', { count });
  const left =
    unsubscribed.length === 0
      ? ''
      : format('unsubscribed', { emails: unsubscribed.join(', '), count: unsubscribed.length });
  const all = [
    about,
    PERIOD_LABELS[period],
    teamName ?? messages.own,
    readers,
    prices ? messages.withPrices : '',
    left,
  ];
  return all.filter(Boolean).join(' · ');
}

/** 'Draft · waits for you', 'Held because …', 'Issued · opened once'. */
export function formatState({ status, held, views }: ReportIssueAnswer, mayRelease: boolean): string {
  if (status === 'revoked') return messages.takenDown;
  if (status === 'issued') return format('issued', { count: views });
  if (held !== null) return HELD_LABELS[held];
  return mayRelease ? messages.waitsForYou : messages.draft;
}
