/** The values of the report form and the request bodies they make. Pure. */
import { parse } from '../../command-service/contract/schema/parse.ts';
import { addReportSchema } from '../../command-service/model/report/commands.ts';
import { REPORT_PARTS } from '../../command-service/model/report/events.ts';
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
} & Pick<ReportAnswer, 'name' | 'period' | 'parts' | 'prices' | 'language' | 'paper'>;

export function initialReport(teamId: string, language: ReportAnswer['language']): ReportValues {
  const parts = REPORT_PARTS.filter((part) => part !== 'all');
  const nothing = { teamId, clientDomain: '', subject: '', name: '', emails: '' };
  return { ...nothing, kind: 'client', period: 'month', parts, prices: false, language, paper: 'a4' };
}

export function valuesOf({ teamId, subject, recipients, ...report }: ReportAnswer): ReportValues {
  const { name, period, parts, prices, language, paper } = report;
  const about = { kind: subject.kind, clientDomain: subject.id, subject: subject.id, emails: recipients.join(', ') };
  return { ...{ name, period, parts, prices, language, paper }, ...about, teamId: teamId ?? '' };
}

/** The body of POST /api/reports. */
export function bodyOf({ teamId, kind, clientDomain, subject, emails, ...fields }: ReportValues) {
  const about = { teamId: teamId || null, subject: { kind, id: kind === 'client' ? clientDomain : subject } };
  const parts = REPORT_PARTS.filter((part) => fields.parts.includes(part));
  return { ...fields, parts, recipients: addressesIn(emails), ...about };
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
