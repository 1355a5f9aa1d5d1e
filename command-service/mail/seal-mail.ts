/** The mail with the seal of a day. */
import type { Mail } from '../../infra/ports/process/mailer.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import { mailBody } from './mail-body.ts';
import { mailTexts } from './mail-language.ts';

interface SealLetter {
  readonly email: string;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly count: number;
  /** The address that ends these mails. */
  readonly unsubscribe: string;
  /** In hexadecimal. */
  readonly hash: string;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  /** null if unknown. */
  readonly language: Language | null;
}

export function sealMail({ email, day, count, hash, publicUrl, language, unsubscribe }: SealLetter): Mail {
  const texts = mailTexts(readerIn(language));
  const { text, locale } = texts;
  const subject = text('seal.subject', { day: formatDay(day, locale) });
  return {
    to: email,
    subject,
    ...mailBody(texts, subject, [
      { kind: 'paragraph', text: text('seal.what', { count, url: publicUrl }) },
      { kind: 'paragraph', text: hash },
      { kind: 'paragraph', text: text('seal.keep') },
      { kind: 'paragraph', text: `npm run verify -- --seal ${count}:${hash}` },
      {
        kind: 'note',
        text: text('seal.why'),
        link: { label: text('seal.settings'), url: `${publicUrl}/settings#notifications` },
      },
      { kind: 'unsubscribe', url: unsubscribe },
    ]),
    terminalLine: `Seal of ${day} for ${email}: ${count}:${hash}`,
  };
}
