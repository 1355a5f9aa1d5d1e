/** The mail that a paid plan ends soon. */
import type { Mail } from '../../infra/ports/mailer.ts';
import type { Plan } from '../events/subscription.ts';
import { mailBody } from './mail-body.ts';

interface PlanEndLetter {
  readonly email: string;
  readonly plan: Plan;
  readonly paidUntil: string;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
}

export function planEndMail({ email, plan, paidUntil, publicUrl }: PlanEndLetter): Mail {
  const day = new Date(paidUntil).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const name = plan === 'professional' ? 'Professional' : 'Starter';
  const link = `${publicUrl}/settings#billing`;
  const subject = `Your ${name} plan ends on ${day}`;
  return {
    to: email,
    subject,
    ...mailBody(subject, [
      {
        kind: 'paragraph',
        text: `Your ${name} plan on Linkledger is paid until ${day}. It does not renew by itself.`,
      },
      { kind: 'button', label: 'Renew it', url: link },
      {
        kind: 'paragraph',
        text: 'If you do nothing, the Free plan applies from then on. Nothing is deleted: your links, history, teams and shares all stay, and links are checked every 14 days.',
      },
    ]),
    terminalLine: `Plan of ${email} ends on ${day}: ${link}`,
  };
}
