/** Invitations to a team as mails, and the tokens that they carry. */
import { createHash, randomBytes } from 'node:crypto';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { Logger } from '../../infra/ports/logger.ts';
import type { Mail, Mailer } from '../../infra/ports/mailer.ts';
import { toSingleLine, wrapLines } from './mail-text.ts';
import { MailThrottle } from './mail-throttle.ts';

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 14;
/** Invitation mails that one person can send in an hour. */
export const MAILS_PER_HOUR = 100;

interface InvitationMailOptions {
  readonly mailer: Mailer;
  readonly counters: Pick<ExpiringStore, 'get' | 'increment'>;
  /** Where our pages are, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** What one mail says. */
interface InvitationLetter {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly team: string;
  readonly inviter: { readonly name: string; readonly email: string };
  readonly expiresAt: string;
}

/** A new token: 128 bits, and short, so that its line in a mail stays whole. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** What a token is filed under. Not keyed: what has 128 bits is not found by guessing. */
export function invitationIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Sends invitations. */
export class InvitationMail {
  readonly #publicUrl: string;
  readonly #rounds: MailThrottle;

  constructor({ publicUrl, ...options }: InvitationMailOptions) {
    this.#publicUrl = publicUrl;
    this.#rounds = new MailThrottle({ ...options, kind: 'invitation-mails', perPersonAndHour: MAILS_PER_HOUR });
  }

  /** Counts so many mails against a person's hour: null when they may go out, else the seconds until the next hour. */
  admit(userId: string, mails: number): Promise<number | null> {
    return this.#rounds.reserve(userId, mails);
  }

  /** Hands all of them over; answers the addresses of those that could not be. */
  send(letters: readonly InvitationLetter[]): Promise<ReadonlySet<string>> {
    return this.#rounds.send(letters.map((letter) => written(letter, this.#publicUrl)));
  }
}

function written({ token, email, name, team, inviter, expiresAt }: InvitationLetter, publicUrl: string): Mail {
  const [to, from, what] = [toSingleLine(name), toSingleLine(inviter.name), toSingleLine(team)];
  const link = `${publicUrl}/invite/${token}`;
  const day = new Date(expiresAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const who = from === inviter.email ? from : `${from} (${inviter.email})`;
  return {
    to: email,
    subject: `${from} invites you to ${what} on Linkledger`,
    text: [
      `Hello ${to},`,
      wrapLines(`${who} invites you to the team "${what}" on Linkledger, where backlinks are kept track of.`),
      'Open this link to join:',
      link,
      wrapLines(`It works once, until ${day}, for whoever signs in as ${email}.`),
      'If you do not know what this is about, ignore this mail: nothing happens.',
    ].join('\n\n'),
    terminalLine: `Invitation for ${email}: ${link}`,
  };
}
