/**
 * Tells the former address of an account that the account has another one. Starts with new events. A mail may go out twice
 * if the process dies right after sending it.
 */
import type { Mail, Mailer } from '../../infra/ports/mailer.ts';
import { mailBody } from '../mail/mail-body.ts';
import { doublingPause, type Reactor, type ReactorDeps } from './run-reactor.ts';

export interface EmailChangeNoticeDeps extends ReactorDeps {
  readonly mailer: Mailer;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  /** Milliseconds before the n-th retry (from 1) of a mail; grows to a minute. */
  readonly noticePauseMs?: (attempt: number) => number;
}

/** Over an hour of an unreachable mail server. */
const ATTEMPTS = 70;

export function emailChangeNotice({ mailer, publicUrl, noticePauseMs }: EmailChangeNoticeDeps): Reactor {
  return {
    name: 'email-change-notice',
    failing: 'could not mail the former address of an account; trying again',
    from: 'now',
    pauseMs: noticePauseMs ?? doublingPause(1_000),
    giveUp: { attempts: ATTEMPTS, message: 'giving up on the mail to the former address of an account' },
    handlers: {
      async EmailChanged({ data: { from, email }, metadata: { at } }) {
        // Both are null once the account is deleted.
        if (!from || !email) return false;
        await mailer.send(noticeMail(from, email, at, publicUrl));
        return true;
      },
    },
  };
}

function noticeMail(to: string, email: string, at: string, publicUrl: string): Mail {
  const subject = 'The email address of your Linkledger account was changed';
  return {
    to,
    subject,
    ...mailBody(subject, [
      {
        kind: 'paragraph',
        text: `Since ${at.slice(0, 16).replace('T', ' ')} UTC your account uses ${email}. Sign-in links and all other mails go there.`,
      },
      { kind: 'paragraph', text: 'Was it you? Then there is nothing to do.' },
      {
        kind: 'paragraph',
        text: 'If it was not you, somebody else has your account: tell the people who run this Linkledger right away.',
      },
      { kind: 'note', text: 'This Linkledger:', link: { label: publicUrl, url: publicUrl } },
    ]),
    terminalLine: `Told ${to} that the account uses ${email}`,
  };
}
