/** Tells the former address of an account that the account has another one. Starts with new events. */
import type { Mail } from '../../infra/ports/mailer.ts';
import { mailBody } from '../mail/mail-body.ts';
import type { MailOutbox } from '../mail/outbox.ts';
import type { Reactor, ReactorDeps } from './run-reactor.ts';

export interface EmailChangeNoticeDeps extends ReactorDeps {
  readonly outbox: Pick<MailOutbox, 'add'>;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
}

export function emailChangeNotice({ outbox, publicUrl }: EmailChangeNoticeDeps): Reactor {
  return {
    name: 'email-change-notice',
    failing: 'could not mail the former address of an account; trying again',
    from: 'now',
    handlers: {
      async EmailChanged({ id, data: { from, email }, metadata: { at } }) {
        // Both are null once the account is deleted.
        if (!from || !email) return false;
        await outbox.add(noticeMail(from, email, at, publicUrl), {
          id: `email-change ${id}`,
          kind: 'email-change-notice',
        });
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
