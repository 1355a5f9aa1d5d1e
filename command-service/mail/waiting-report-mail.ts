/** The mail about an issue of a report that waits for a person. */
import type { Mail } from '../../infra/ports/process/mailer.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
import type { UserDoc } from '../../projections/views/people/users.ts';
import { readerIn } from '../contract/languages.ts';
import type { HeldBecause, IssuePeriod } from '../model/report/events.ts';
import type { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { mailBody } from './mail-body.ts';
import { mailTexts } from './mail-language.ts';

/** `failed`: its files could not be made. */
export type WaitsBecause = HeldBecause | 'chosen' | 'prices' | 'failed';

interface WaitingReport {
  readonly reportId: string;
  readonly name: string;
  readonly period: Pick<IssuePeriod, 'from' | 'to'>;
  readonly because: WaitsBecause;
  readonly publicUrl: string;
  readonly unsubscribing: Pick<UnsubscribeLinks, 'ofSetting'>;
}

export function waitingReportMail({ id, email, settings }: UserDoc, waiting: WaitingReport): Mail {
  const { reportId, name, period, because, publicUrl, unsubscribing } = waiting;
  const texts = mailTexts(readerIn(settings.language));
  const { text, locale } = texts;
  const subject = text('waits.subject', { name });
  const days = { from: formatDay(period.from, locale), to: formatDay(period.to, locale) };
  const url = `${publicUrl}/reports?${new URLSearchParams({ report: reportId })}`;
  const body = mailBody(texts, subject, [
    { kind: 'paragraph', text: text('waits.what', { name, ...days }) },
    { kind: 'paragraph', text: text(`waits.${because}`) },
    { kind: 'button', label: text('issue.open'), url },
    { kind: 'unsubscribe', url: unsubscribing.ofSetting(id, 'emailNotifications') },
  ]);
  return { to: email, subject, ...body, terminalLine: `A report waits for ${email}: ${url}` };
}
