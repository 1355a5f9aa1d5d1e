/** Links in mails that work once: limits, tokens and the purpose of each link. */
import { randomBytes } from 'node:crypto';
import { EncryptedEntries } from '../../infra/crypto/encrypted-entries.ts';
import type { Mailer } from '../../infra/ports/process/mailer.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import type { Accounts } from './accounts.ts';
import { SignInMailLimits } from './sign-in-mail-limits.ts';

/** How long a link works (infra/docs/product.md, "Signing in"). */
export const LINK_MINUTES = 10;

/** The dependencies of sending and redeeming links. */
export interface LinkMailOptions {
  readonly accounts: Accounts;
  readonly tickets: ExpiringStore;
  readonly mailer: Mailer;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly mailsPerNetwork?: number;
  readonly now: () => Date;
}

type StoredTicket<Ticket> = Ticket & { readonly endsAt: string };

export class OneTimeLinks<Ticket extends object> {
  /** By the token of the mail. */
  readonly #tickets: EncryptedEntries<StoredTicket<Ticket>>;
  readonly #limits: SignInMailLimits;
  readonly #now: () => Date;

  /** @param kind separates the purposes of links in one store. */
  constructor(options: LinkMailOptions, kind: string) {
    this.#tickets = new EncryptedEntries(options.tickets, kind);
    this.#limits = new SignInMailLimits({ ...options, counters: options.tickets });
    this.#now = options.now;
  }

  /** Counts a mail to this address, requested from this network. @throws RateLimitError over the limits. */
  claimMail(network: string, email: string): Promise<void> {
    return this.#limits.claim(network, email);
  }

  /** Stores the purpose of a new link, and returns its token. */
  async create(ticket: Ticket): Promise<{ readonly token: string; readonly endsAt: string }> {
    // 128 bits. Mail encoding breaks lines at 76 characters: the link stays whole in the .eml, too.
    const token = randomBytes(16).toString('base64url');
    const endsAt = new Date(this.#now().getTime() + LINK_MINUTES * 60_000).toISOString();
    await this.#tickets.put(token, { ...ticket, endsAt }, endsAt);
    return { token, endsAt };
  }

  /** The purpose of a link; null if invalid. Reading does not use up the link, because mail scanners open links. */
  open(token: string): Promise<Ticket | null> {
    return this.#tickets.get(token);
  }

  /** Uses up a link; null if it is invalid. @throws the error of `use`; the link then stays valid. */
  async redeem<Result>(token: string, use: (ticket: Ticket) => Promise<Result>): Promise<Result | null> {
    const ticket = await this.#tickets.take(token);
    if (ticket === null) return null;
    try {
      return await use(ticket);
    } catch (error) {
      await this.#tickets.put(token, ticket, ticket.endsAt);
      throw error;
    }
  }
}
