/** Invitations to a team as mails, and the tokens that they carry. */
import { createHash, randomBytes } from 'node:crypto';
import type { ExpiringStore, Log, Mailer } from '../infra/ports.ts';

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 14;
/** Invitation mails that one person can send in an hour. */
export const MAILS_PER_HOUR = 100;

const HOUR_MS = 60 * 60 * 1000;
/** Mails handed over at once: a mail server need not be met by a hundred. */
const AT_ONCE = 5;
const LINE = 72;

export interface InvitationMailOptions {
  readonly mailer: Mailer;
  readonly counters: ExpiringStore;
  /** Where our pages are, without a trailing slash. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly now: () => Date;
}

/** What one mail says. */
export interface InvitationLetter {
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
  readonly #options: InvitationMailOptions;

  constructor(options: InvitationMailOptions) {
    this.#options = options;
  }

  /** Counts so many mails against a person's hour: null when they may go out, else the seconds until the next hour. */
  async admit(userId: string, mails: number): Promise<number | null> {
    const { counters, now } = this.#options;
    const hour = Math.floor(now().getTime() / HOUR_MS);
    const end = (hour + 1) * HOUR_MS;
    let used = 0;
    for (let n = 0; n < mails; n++) {
      used = await counters.increment('invitation-mails', `${userId} ${hour}`, new Date(end).toISOString());
    }
    return used <= MAILS_PER_HOUR ? null : Math.ceil((end - now().getTime()) / 1000);
  }

  /** Hands all of them over; answers the addresses of those that could not be. */
  async send(letters: readonly InvitationLetter[]): Promise<ReadonlySet<string>> {
    const { mailer, publicUrl, log } = this.#options;
    const failed = new Set<string>();
    const queue = letters.values();
    const hand = async () => {
      for (const letter of queue) {
        try {
          await mailer.send(written(letter, publicUrl));
        } catch (error) {
          failed.add(letter.email);
          // The error of a mail server may name the address: only its kind is for the log.
          log.warn({ code: (error as { code?: unknown }).code }, 'an invitation could not be mailed');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, hand));
    return failed;
  }
}

function written({ token, email, name, team, inviter, expiresAt }: InvitationLetter, publicUrl: string) {
  const [to, from, what] = [oneLine(name), oneLine(inviter.name), oneLine(team)];
  const link = `${publicUrl}/invite/${token}`;
  const day = new Date(expiresAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const who = from === inviter.email ? from : `${from} (${inviter.email})`;
  return {
    to: email,
    subject: `${from} invites you to ${what} on Linkledger`,
    text: [
      `Hello ${to},`,
      wrapped(`${who} invites you to the team "${what}" on Linkledger, where backlinks are kept track of.`),
      'Open this link to join:',
      link,
      wrapped(`It works once, until ${day}, for whoever signs in as ${email}.`),
      'If you do not know what this is about, ignore this mail: nothing happens.',
    ].join('\n\n'),
    terminalLine: `Invitation for ${email}: ${link}`,
  };
}

/** In lines of at most 72 characters where words allow it: a mail with longer ones is encoded, its link broken in two. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** What people call themselves and their teams, as one line that reads in one direction. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
