/** The mail that a channel was paused. */
import type { Mail } from '../../infra/ports/process/mailer.ts';
import german from '../contract/languages/de/channels.json' with { type: 'json' };
import english from '../contract/languages/en/channels.json' with { type: 'json' };
import { CLAUSES } from '../contract/languages/server-texts.ts';
import { textsOf } from '../contract/languages/texts.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import { mailBody } from './mail-body.ts';
import { mailTexts } from './mail-language.ts';

/** The texts of channels in the language of their reader. */
export const channelTexts = textsOf({ en: english, de: german });

interface ChannelLetter {
  readonly email: string;
  readonly language: Language | null;
  readonly name: string;
  readonly team: string;
  readonly because: 'failing' | 'gone';
  /** Why the last try failed, as a clause. */
  readonly error: string;
  /** The page of the channels. */
  readonly url: string;
  /** The address that ends these mails. */
  readonly unsubscribe: string;
}

export function channelMail({ email, language, name, team, because, error, url, unsubscribe }: ChannelLetter): Mail {
  const reader = readerIn(language);
  const { text } = channelTexts(reader);
  const subject = text('paused.subject', { name });
  return {
    to: email,
    subject,
    ...mailBody(mailTexts(reader), subject, [
      { kind: 'paragraph', text: text(`paused.${because}`, { name, team }) },
      { kind: 'paragraph', text: text('paused.error', { error: CLAUSES[reader.language](error) }) },
      { kind: 'paragraph', text: text('paused.what') },
      { kind: 'button', label: text('paused.open'), url },
      { kind: 'note', text: text('paused.why') },
      { kind: 'unsubscribe', url: unsubscribe },
    ]),
    terminalLine: `Mail to ${email}: the channel ${name} of ${team} was paused`,
  };
}
