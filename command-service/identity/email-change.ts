/** Changes the email address of an account: a one-time link to the new address confirms it. */
import { createHash, randomBytes } from 'node:crypto';
import { EncryptedEntries } from '../../infra/crypto/encrypted-entries.ts';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { Mailer } from '../../infra/ports/mailer.ts';
import { mailBody } from '../mail/mail-body.ts';
import type { Accounts } from './accounts.ts';
import { SignInMailLimits } from './sign-in-mail-limits.ts';

/** How long a link works (infra/docs/product.md, "Signing in"). */
const LINK_MINUTES = 10;
/** The newest link of each person: an earlier one no longer works. */
const NEWEST = 'email-change';

/** What a link changes. */
export interface RequestedChange {
  readonly userId: string;
  /** The account's address when the link was requested; '' without one. */
  readonly from: string;
  readonly email: string;
}

interface Ticket extends RequestedChange {
  readonly endsAt: string;
}

interface EmailChangeOptions {
  readonly accounts: Accounts;
  readonly tickets: ExpiringStore;
  readonly mailer: Mailer;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly mailsPerNetwork?: number;
  readonly now: () => Date;
}

/** Sends links that confirm a new address, and redeems them. */
export class EmailChange {
  readonly #options: EmailChangeOptions;
  /** By the token of their mail. */
  readonly #tickets: EncryptedEntries<Ticket>;
  readonly #limits: SignInMailLimits;

  constructor(options: EmailChangeOptions) {
    this.#options = options;
    this.#tickets = new EncryptedEntries(options.tickets, 'sealed-email-change');
    this.#limits = new SignInMailLimits({ ...options, counters: options.tickets });
  }

  /**
   * Mails a one-time link to the new address; an earlier link of this person stops working. An address of another account
   * gets a mail that says so instead: only its owner learns that it is taken.
   * @throws RateLimitError over the limits; the mailer's error.
   */
  async sendLink(change: RequestedChange, network: string, requestId: string): Promise<void> {
    const { accounts, tickets, mailer, publicUrl, now } = this.#options;
    const { userId, email } = change;
    await this.#limits.claim(network, email);
    const owner = await accounts.ownerOfEmail(email, requestId);
    // 128 bits, and short enough for one line of a mail.
    const token = randomBytes(16).toString('base64url');
    const endsAt = new Date(now().getTime() + LINK_MINUTES * 60_000).toISOString();
    await tickets.put(NEWEST, userId, hashOf(token), endsAt);
    if (owner !== null && owner !== userId) {
      await mailer.send({ to: email, ...takenMail(), terminalLine: `${email} has an account already` });
      return;
    }
    await this.#tickets.put(token, { ...change, endsAt }, endsAt);
    const link = `${publicUrl}/api/user/email/confirm?token=${token}`;
    await mailer.send({ to: email, ...confirmMail(link), terminalLine: `Link to confirm ${email}: ${link}` });
  }

  /** What a link changes, or null if it is invalid. Reading does not use it up, because mail scanners open links. */
  async open(token: string): Promise<RequestedChange | null> {
    const ticket = await this.#tickets.get(token);
    if (ticket === null) return null;
    const { userId, from, email } = ticket;
    const { accounts, tickets } = this.#options;
    if ((await tickets.get<string>(NEWEST, userId)) !== hashOf(token)) return null;
    // The account may have been deleted, or have another address by now.
    const { email: current, ways } = await accounts.signInMethods(userId);
    return ways.size > 0 && current === from ? { userId, from, email } : null;
  }

  /**
   * Uses a link: returns the position of the last event, or null if the link is invalid or another person's.
   * @throws DomainError if the address belongs to another account by now, or the account was changed or deleted; any other
   *   error leaves the link valid.
   */
  async redeem(token: string, userId: string, requestId: string): Promise<number | null> {
    const change = await this.open(token);
    if (change?.userId !== userId) return null;
    const ticket = await this.#tickets.take(token);
    if (ticket === null) return null;
    const { accounts, tickets } = this.#options;
    try {
      const position = await accounts.changeEmail(userId, ticket.from, ticket.email, requestId);
      await tickets.remove(NEWEST, userId);
      return position;
    } catch (error) {
      await this.#tickets.put(token, ticket, ticket.endsAt);
      throw error;
    }
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function confirmMail(link: string) {
  const subject = 'Confirm your new email address';
  return {
    subject,
    ...mailBody(subject, [
      { kind: 'paragraph', text: 'Use this address for your Linkledger account?' },
      { kind: 'button', label: 'Confirm this address', url: link },
      {
        kind: 'paragraph',
        text: `The link works once, for ${LINK_MINUTES} minutes. Open it in a browser where you are signed in.`,
      },
      { kind: 'note', text: 'Not expecting this? You can ignore it.' },
    ]),
  };
}

function takenMail() {
  const subject = 'This address already has a Linkledger account';
  return {
    subject,
    ...mailBody(subject, [
      {
        kind: 'paragraph',
        text: 'Somebody tried to use this address for another Linkledger account. It belongs to yours, so nothing was changed.',
      },
      {
        kind: 'paragraph',
        text: 'Was it you? Sign in with this address. To use it for the other account, change the address of this one first.',
      },
      { kind: 'note', text: 'Not expecting this? You can ignore it.' },
    ]),
  };
}
