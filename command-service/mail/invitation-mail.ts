/** Invitation mails and their tokens. */
import { createHash } from 'node:crypto';
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import { mailBody } from './mail-body.ts';
import { mailTexts } from './mail-language.ts';
import { toSingleLine } from './mail-text.ts';
import { MailThrottle } from './mail-throttle.ts';
import type { CommandMail, MailOutbox } from './outbox.ts';

/** Days until an invitation expires. */
export const INVITATION_DAYS = 14;
/** Invitation mails that one person can send in an hour. */
export const MAILS_PER_HOUR = 100;

interface InvitationMailOptions {
  readonly outbox: Pick<MailOutbox, 'hold' | 'send' | 'release' | 'drop'>;
  readonly counters: Pick<ExpiringStore, 'get' | 'increment'>;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** The content of one mail. */
interface InvitationLetter {
  readonly teamId: string;
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly team: string;
  readonly inviter: { readonly name: string; readonly email: string };
  readonly expiresAt: string;
  /** null if unknown. */
  readonly language: Language | null;
}

/** The invitation id of a token: its hash. Not keyed, because 128 bits cannot be guessed. */
export function invitationIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Sends invitations. */
export class InvitationMail {
  readonly #publicUrl: string;
  readonly #outbox: InvitationMailOptions['outbox'];
  readonly #rounds: MailThrottle;

  constructor({ publicUrl, outbox, ...options }: InvitationMailOptions) {
    this.#publicUrl = publicUrl;
    this.#outbox = outbox;
    this.#rounds = new MailThrottle({ ...options, outbox, kind: 'invitation-mails', perPersonAndHour: MAILS_PER_HOUR });
  }

  /** Reserves mails within a person's hour: null if they may be sent, else the seconds until the next hour. */
  admit(userId: string, mails: number): Promise<number | null> {
    return this.#rounds.reserve(userId, mails);
  }

  /** Stores the mails before the invitations are created, so that a process that dies in between loses none of them. */
  async hold(letters: readonly InvitationLetter[]): Promise<readonly CommandMail[]> {
    const mails = letters.map((letter) => written(letter, this.#publicUrl));
    await this.#outbox.hold(mails);
    return mails;
  }

  /** Sends the mails of created invitations; returns the addresses whose mail is sent later, or not at all. */
  send(mails: readonly CommandMail[]): ReturnType<MailThrottle['send']> {
    return this.#rounds.send(mails);
  }
}

function written(
  { teamId, token, email, name, team, inviter, expiresAt, language }: InvitationLetter,
  publicUrl: string,
): CommandMail {
  const texts = mailTexts(readerIn(language));
  const { text, locale } = texts;
  const [to, from, teamName] = [toSingleLine(name), toSingleLine(inviter.name), toSingleLine(team)];
  const link = `${publicUrl}/invite/${token}`;
  const person = from === inviter.email ? from : text('personWithEmail', { person: from, email: inviter.email });
  const subject = text('invitation.subject', { person: from, team: teamName });
  const invitationId = invitationIdOf(token);
  const mail = {
    id: `invitation ${invitationId}`,
    to: email,
    subject,
    replyTo: inviter.email,
    ...mailBody(texts, subject, [
      { kind: 'paragraph', text: text('helloName', { name: to }) },
      { kind: 'paragraph', text: text('invitation.what', { person, team: teamName }) },
      { kind: 'button', label: text('invitation.join'), url: link },
      { kind: 'paragraph', text: text('invitation.until', { email, day: formatDay(expiresAt, locale) }) },
      { kind: 'note', text: text('ignore') },
    ]),
    terminalLine: `Invitation for ${email}: ${link}`,
  };
  return { mail, kind: 'invitation-mail', target: { teamId, invitationId } };
}
