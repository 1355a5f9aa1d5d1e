/** Sign-in by email: a one-time link, and the account it leads to. */

import { randomBytes } from 'node:crypto';
import { EncryptedEntries } from '../../infra/crypto/encrypted-entries.ts';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { Mailer } from '../../infra/ports/mailer.ts';
import { mailBody } from '../mail/mail-body.ts';
import type { Accounts, SignInResult } from './accounts.ts';
import { SignInMailLimits } from './sign-in-mail-limits.ts';

/** How long a one-time link works (infra/docs/product.md, "Signing in"). */
const LINK_MINUTES = 10;

/** The sender of a request for a link, or of a visit to one. */
export interface Requester {
  /** The network that limits count by. */
  readonly network: string;
  /** The browser's mark, a hash; null without one. */
  readonly mark: string | null;
  /** Shown on the page of the link: the name of the browser, and the address. */
  readonly browser: string;
  readonly address: string;
}

interface Ticket {
  readonly email: string;
  readonly returnTo: string;
  readonly endsAt: string;
  readonly asker: Omit<Requester, 'network'>;
}

/** A valid link. */
export interface OpenedLink {
  readonly email: string;
  /** The browser that requested the link, if another one opens it; else null. */
  readonly elsewhere: { readonly browser: string; readonly address: string } | null;
}

interface SignInOptions {
  readonly accounts: Accounts;
  readonly tickets: ExpiringStore;
  readonly mailer: Mailer;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly mailsPerNetwork?: number;
  readonly now: () => Date;
}

/** Sends sign-in links and redeems them. */
export class EmailSignIn {
  readonly #options: SignInOptions;
  /** By the token of their mail. */
  readonly #tickets: EncryptedEntries<Ticket>;
  readonly #limits: SignInMailLimits;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#tickets = new EncryptedEntries(options.tickets, 'sealed-sign-in');
    this.#limits = new SignInMailLimits({ ...options, counters: options.tickets });
  }

  /**
   * Mails a one-time link. Does not reveal whether the address has an account.
   * @throws RateLimitError over the limits; the mailer's error.
   */
  async sendLink(email: string, returnTo: string, asker: Requester): Promise<void> {
    await this.#limits.claim(asker.network, email);
    // 128 bits, and short: mail encoding does not break a line under 76 characters, so the link is whole in the .eml too.
    const token = randomBytes(16).toString('base64url');
    const { network: _, ...seen } = asker;
    const endsAt = this.#in(LINK_MINUTES);
    const ticket: Ticket = { email, returnTo, endsAt, asker: seen };
    await this.#tickets.put(token, ticket, endsAt);
    const link = `${this.#options.publicUrl}/api/login/email/callback?token=${token}`;
    const subject = 'Sign in to Linkledger';
    await this.#options.mailer.send({
      to: email,
      subject,
      ...mailBody(subject, [
        { kind: 'button', label: 'Sign in to Linkledger', url: link },
        {
          kind: 'paragraph',
          text: `The link works once, for ${LINK_MINUTES} minutes. Open it in the browser where you asked for it.`,
        },
        { kind: 'note', text: 'Not expecting this? You can ignore it.' },
      ]),
      terminalLine: `Sign-in link for ${email}: ${link}`,
    });
  }

  /** The purpose of a link, or null if it is invalid. Reading does not use it up, because mail scanners open links. */
  async open(token: string, mark: string | null): Promise<OpenedLink | null> {
    const ticket = await this.#tickets.get(token);
    if (ticket === null) return null;
    const { email, asker } = ticket;
    const isHere = asker.mark !== null && asker.mark === mark;
    return { email, elsewhere: isHere ? null : { browser: asker.browser, address: asker.address } };
  }

  /**
   * Uses a link: returns its account, registered if it is new, or null if the link is invalid.
   * @throws the error that prevented the sign-in; the link then stays valid.
   */
  async redeem(token: string, requestId: string): Promise<(SignInResult & { readonly returnTo: string }) | null> {
    const ticket = await this.#tickets.take(token);
    if (ticket === null) return null;
    try {
      return {
        ...(await this.#options.accounts.findOrRegisterByEmail(ticket.email, requestId)),
        returnTo: ticket.returnTo,
      };
    } catch (error) {
      await this.#tickets.put(token, ticket, ticket.endsAt);
      throw error;
    }
  }

  #in(minutes: number): string {
    return new Date(this.#options.now().getTime() + minutes * 60_000).toISOString();
  }
}
