/**
 * Tells the former address of an account that the account has another one. Starts with new events. A mail may go out twice
 * if the process dies right after sending it.
 */
import type { Mail, Mailer } from '../../infra/ports/mailer.ts';
import type { ReadStore } from '../../infra/ports/read-store.ts';
import { formatInstant } from '../../projections/rules/calendar-days.ts';
import { users } from '../../projections/views/people/users.ts';
import { type Language, readerIn } from '../languages.ts';
import { mailBody } from '../mail/mail-body.ts';
import { mailTexts } from '../mail/mail-language.ts';
import { doublingPause, type Reactor, type ReactorDeps } from './run-reactor.ts';

export interface EmailChangeNoticeDeps extends ReactorDeps {
  readonly reads: Pick<ReadStore, 'get'>;
  readonly mailer: Mailer;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  /** Milliseconds before the n-th retry (from 1) of a mail; grows to a minute. */
  readonly noticePauseMs?: (attempt: number) => number;
}

/** Over an hour of an unreachable mail server. */
const ATTEMPTS = 70;

export function emailChangeNotice({ reads, mailer, publicUrl, noticePauseMs }: EmailChangeNoticeDeps): Reactor {
  return {
    name: 'email-change-notice',
    failing: 'could not mail the former address of an account; trying again',
    from: 'now',
    pauseMs: noticePauseMs ?? doublingPause(1_000),
    giveUp: { attempts: ATTEMPTS, message: 'giving up on the mail to the former address of an account' },
    handlers: {
      async EmailChanged({ data: { userId, from, email }, metadata: { at } }) {
        // Both are null once the account is deleted.
        if (!from || !email) return false;
        const person = await reads.get(users, userId);
        await mailer.send(noticeMail(from, { email, at, publicUrl, language: person?.settings.language ?? null }));
        return true;
      },
    },
  };
}

interface Notice {
  readonly email: string;
  readonly at: string;
  readonly publicUrl: string;
  readonly language: Language | null;
}

function noticeMail(to: string, { email, at, publicUrl, language }: Notice): Mail {
  const texts = mailTexts(readerIn(language));
  const { text, locale } = texts;
  const subject = text('changed.subject');
  return {
    to,
    subject,
    ...mailBody(texts, subject, [
      { kind: 'paragraph', text: text('changed.what', { time: formatInstant(at, locale), email }) },
      { kind: 'paragraph', text: text('changed.byYou') },
      { kind: 'paragraph', text: text('changed.byOther') },
      { kind: 'note', text: text('changed.where'), link: { label: publicUrl, url: publicUrl } },
    ]),
    terminalLine: `Told ${to} that the account uses ${email}`,
  };
}
