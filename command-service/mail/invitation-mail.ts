/** Invitation mails and their tokens. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { Mail, Mailer } from '../../infra/ports/mailer.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
import { type Language, readerIn } from '../languages.ts';
import { mailBody } from './mail-body.ts';
import { mailTexts } from './mail-language.ts';
import { toSingleLine } from './mail-text.ts';
import { MailThrottle } from './mail-throttle.ts';
import type { MailOutbox } from './outbox.ts';

/** Days until an invitation expires. */
export const INVITATION_DAYS = 14;
/** Invitation mails that one person can send in an hour. */
export const MAILS_PER_HOUR = 100;

interface InvitationMailOptions {
  readonly mailer: Mailer;
  /** Takes the mails that cannot be sent at once. */
  readonly outbox: Pick<MailOutbox, 'add'>;
  readonly counters: Pick<ExpiringStore, 'get' | 'increment'>;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** The content of one mail. */
interface InvitationLetter {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly team: string;
  readonly inviter: { readonly name: string; readonly email: string };
  readonly expiresAt: string;
  /** null: not known. */
  readonly language: Language | null;
}

/** A new token of 128 bits, short enough for one line of a mail. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** The invitation id of a token: its hash. Not keyed, because 128 bits cannot be guessed. */
export function invitationIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Sends invitations. */
export class InvitationMail {
  readonly #publicUrl: string;
  readonly #rounds: MailThrottle;

  constructor({ publicUrl, outbox, ...options }: InvitationMailOptions) {
    this.#publicUrl = publicUrl;
    this.#rounds = new MailThrottle({
      ...{ ...options, kind: 'invitation-mails', perPersonAndHour: MAILS_PER_HOUR },
      async keep(mail) {
        await outbox.add(mail, { id: mail.id ?? randomUUID(), kind: 'invitation-mail' });
      },
    });
  }

  /** Reserves mails of a person's hour: null if they may go out, else the seconds until the next hour. */
  admit(userId: string, mails: number): Promise<number | null> {
    return this.#rounds.reserve(userId, mails);
  }

  /** Sends all of them; returns the addresses whose mail is sent later, or not at all. */
  send(letters: readonly InvitationLetter[]): ReturnType<MailThrottle['send']> {
    return this.#rounds.send(letters.map((letter) => written(letter, this.#publicUrl)));
  }
}

function written(
  { token, email, name, team, inviter, expiresAt, language }: InvitationLetter,
  publicUrl: string,
): Mail {
  const texts = mailTexts(readerIn(language));
  const { text, locale } = texts;
  const [to, from, what] = [toSingleLine(name), toSingleLine(inviter.name), toSingleLine(team)];
  const link = `${publicUrl}/invite/${token}`;
  const person = from === inviter.email ? from : text('personWithEmail', { person: from, email: inviter.email });
  const subject = text('invitation.subject', { person: from, team: what });
  return {
    id: `invitation ${invitationIdOf(token)}`,
    to: email,
    subject,
    replyTo: inviter.email,
    ...mailBody(texts, subject, [
      { kind: 'paragraph', text: text('helloName', { name: to }) },
      { kind: 'paragraph', text: text('invitation.what', { person, team: what }) },
      { kind: 'button', label: text('invitation.join'), url: link },
      { kind: 'paragraph', text: text('invitation.until', { email, day: formatDay(expiresAt, locale) }) },
      { kind: 'note', text: text('ignore') },
    ]),
    terminalLine: `Invitation for ${email}: ${link}`,
  };
}
