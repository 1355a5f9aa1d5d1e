/** Tells the former address of an account that the address has changed. Starts with new events. */

import type { Mail } from '../../infra/ports/process/mailer.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import { formatInstant } from '../../projections/rules/calendar-days.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import { load } from '../core/handle.ts';
import { mailBody } from '../mail/mail-body.ts';
import { mailTexts } from '../mail/mail-language.ts';
import type { MailOutbox } from '../mail/outbox.ts';
import { user, streamOf as userStreamOf } from '../model/user/decider.ts';
import type { Reactor, ReactorDeps } from './run-reactor.ts';

export interface EmailChangeNoticeDeps extends ReactorDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly outbox: Pick<MailOutbox, 'add'>;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
}

export function emailChangeNotice({ store, outbox, publicUrl }: EmailChangeNoticeDeps): Reactor {
  return {
    name: 'email-change-notice',
    failing: 'could not mail the former address of an account; trying again',
    from: 'now',
    handlers: {
      async EmailChanged({ id, data: { userId, from, email }, metadata: { at } }) {
        // Both are null once the account is deleted.
        if (!from || !email) return false;
        // Views may be behind this event: the account's own stream has the language.
        const { state } = await load(store, user, userStreamOf(userId));
        const language = state.status === 'active' ? state.settings.language : null;
        const mail = noticeMail(from, { email, at, publicUrl, language });
        await outbox.add(mail, { id: `email-change ${id}`, kind: 'email-change-notice' });
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
    terminalLine: `Notice to ${to}: the account now uses ${email}`,
  };
}
