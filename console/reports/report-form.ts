/** The values of the report form and the request bodies they make. Pure. */
import { parse } from '../../command-service/contract/schema/parse.ts';
import { addReportSchema } from '../../command-service/model/report/commands.ts';
import { REPORT_PARTS, USUAL_PARTS } from '../../command-service/model/report/events.ts';
import type { ReportAnswer } from '../../query-service/contract/answers/reports.ts';
import { formatNoAddress } from '../shares/messages.ts';
import { addressesIn } from '../shares/share-form.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';

export type ReportValues = {
  /** '' for the person's own links. */
  readonly teamId: string;
  readonly kind: ReportAnswer['subject']['kind'];
  readonly clientDomain: string;
  /** The id of the campaign, or the tag. */
  readonly subject: string;
  readonly emails: string;
  /** Whether issues are drafted after each period, and whether they then wait for a person. */
  readonly goesOut: 'by-hand' | 'waits' | 'alone';
  /** The hour of the schedule, in the zone of the list. */
  readonly hour: string;
} & Pick<ReportAnswer, 'name' | 'period' | 'parts' | 'prices' | 'language' | 'paper'>;

export function initialReport(teamId: string, language: ReportAnswer['language']): ReportValues {
  const about = { teamId, kind: 'client', clientDomain: '', subject: '', name: '', emails: '' } as const;
  const times = { period: 'month', goesOut: 'by-hand', hour: '8' } as const;
  return { ...about, ...times, parts: USUAL_PARTS, prices: false, language, paper: 'a4' };
}

export function valuesOf({ teamId, subject, recipients, ...report }: ReportAnswer): ReportValues {
  const { name, period, parts, prices, language, paper, schedule } = report;
  const goesOut = schedule === null ? 'by-hand' : schedule.waits ? 'waits' : 'alone';
  const times = { goesOut, hour: String(schedule?.hour ?? 8) } as const;
  const about = { kind: subject.kind, clientDomain: subject.id, subject: subject.id, emails: recipients.join(', ') };
  return { name, period, parts, prices, language, paper, ...times, ...about, teamId: teamId ?? '' };
}

/** The body of POST /api/reports. */
export function bodyOf({ teamId, kind, clientDomain, subject, emails, goesOut, hour, ...fields }: ReportValues) {
  const about = { teamId: teamId || null, subject: { kind, id: kind === 'client' ? clientDomain : subject } };
  const parts = REPORT_PARTS.filter((part) => fields.parts.includes(part));
  // Days that a person chooses have no end to wait for.
  const isByHand = goesOut === 'by-hand' || fields.period === 'own';
  const schedule = isByHand ? null : { hour: Number(hour), waits: goesOut === 'waits' };
  return { ...fields, parts, schedule, recipients: addressesIn(emails), ...about };
}

/** The errors of the API, by the fields of the form. */
export function inForm(fields: Readonly<Record<string, string>>, { kind, emails }: ReportValues) {
  const about = kind === 'client' ? 'clientDomain' : 'subject';
  const entries = Object.entries(fields).map(([field, text]) => {
    const wrong = /^recipients\[(\d+)\]$/.exec(field)?.[1];
    if (wrong !== undefined) return ['emails', formatNoAddress(addressesIn(emails)[Number(wrong)] ?? '')];
    return [{ recipients: 'emails', 'subject.id': about }[field] ?? field, text];
  });
  return Object.fromEntries(entries);
}

export function validate(values: ReportValues): Readonly<Record<string, string>> {
  const problems = fieldErrors(() => parse(addReportSchema, bodyOf(values)));
  return inForm(problems, values);
}
