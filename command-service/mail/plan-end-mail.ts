/** The mail about a paid plan that ends soon. */
import type { Mail } from '../../infra/ports/process/mailer.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import type { Plan } from '../model/subscription/events.ts';
import { mailBody } from './mail-body.ts';
import { mailTexts } from './mail-language.ts';

interface PlanEndLetter {
  readonly email: string;
  readonly plan: Plan;
  readonly paidUntil: string;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  /** null if unknown. */
  readonly language: Language | null;
}

export function planEndMail({ email, plan, paidUntil, publicUrl, language }: PlanEndLetter): Mail {
  const texts = mailTexts(readerIn(language));
  const { text, locale } = texts;
  const values = { plan: plan === 'professional' ? 'Professional' : 'Starter', day: formatDay(paidUntil, locale) };
  const link = `${publicUrl}/settings#billing`;
  const subject = text('planEnd.subject', values);
  return {
    to: email,
    subject,
    ...mailBody(texts, subject, [
      { kind: 'paragraph', text: text('planEnd.what', values) },
      { kind: 'button', label: text('planEnd.renew'), url: link },
      { kind: 'paragraph', text: text('planEnd.then') },
    ]),
    terminalLine: `Plan of ${email} ends on ${formatDay(paidUntil)}: ${link}`,
  };
}
