/** Sign-in by e-mail: a one-time link, and the account it leads to. */
import { createHash, randomBytes } from 'node:crypto';
import { EncryptedEntries } from '../../infra/crypto/encrypted-entries.ts';
import type { ExpiringStore } from '../../infra/ports/expiring-store.ts';
import type { Mailer } from '../../infra/ports/mailer.ts';
import type { Accounts, SignInResult } from './accounts.ts';

/** How long a one-time link works (infra/docs/product.md, "Signing in"). */
export const LINK_MINUTES = 10;
/** Mails one address is sent in WINDOW_MINUTES, and mails one network may ask for where nothing else is said. */
export const MAILS_PER_ADDRESS = 5;
export const MAILS_PER_NETWORK = 5;
const WINDOW_MINUTES = 15;

/** Who asks for a link, or opens one. */
export interface Requester {
  /** What limits are counted by. */
  readonly network: string;
  /** The browser's mark, a hash; null where it has none. */
  readonly mark: string | null;
  /** For the eyes of who opens the link: the browser in words, and the address. */
  readonly browser: string;
  readonly address: string;
}

interface Ticket {
  readonly email: string;
  readonly returnTo: string;
  readonly endsAt: string;
  readonly asker: Omit<Requester, 'network'>;
}

/** A link that works. */
export interface OpenedLink {
  readonly email: string;
  /** Where it was asked for, when that was another browser than the one that opens it; null: it was this one. */
  readonly elsewhere: { readonly browser: string; readonly address: string } | null;
}

export interface SignInOptions {
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

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#tickets = new EncryptedEntries(options.tickets, 'sealed-sign-in');
  }

  /**
   * Mails a one-time link. Says the same whether or not the address has an account.
   * @throws TooManyMails over the limits; whatever the mailer rejects with.
   */
  async sendLink(email: string, returnTo: string, asker: Requester): Promise<void> {
    // The network first: who has used that up cannot use up the limit of an address that is somebody else's.
    await this.#count(`from:${asker.network}`, this.#options.mailsPerNetwork ?? MAILS_PER_NETWORK);
    await this.#count(`to:${mailboxOf(email)}`, MAILS_PER_ADDRESS);
    // 128 bits, and short: a mail's line under 76 characters stays as it is, so the link is whole in the .eml too.
    const token = randomBytes(16).toString('base64url');
    const { network: _, ...seen } = asker;
    const endsAt = this.#in(LINK_MINUTES);
    const ticket: Ticket = { email, returnTo, endsAt, asker: seen };
    await this.#tickets.put(token, ticket, endsAt);
    const link = `${this.#options.publicUrl}/api/login/email/callback?token=${token}`;
    await this.#options.mailer.send({
      to: email,
      subject: 'Sign in to Linkledger',
      text: [
        'Open this link to sign in to Linkledger:',
        link,
        `It works once, within ${LINK_MINUTES} minutes, best in the browser that asked.`,
        'If you did not ask to sign in, you can ignore this mail.',
      ].join('\n\n'),
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
   * @throws whatever keeps the account from being found; then the link is not used up.
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

  async #count(key: string, limit: number): Promise<void> {
    const used = await this.#options.tickets.increment('sign-in-mails', fileUnder(key), this.#in(WINDOW_MINUTES));
    if (used > limit) throw new TooManyMails(WINDOW_MINUTES * 60);
  }

  #in(minutes: number): string {
    return new Date(this.#options.now().getTime() + minutes * 60_000).toISOString();
  }
}

/** Too many sign-in mails were requested. */
export class TooManyMails extends Error {
  override readonly name = 'TooManyMails';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Too many sign-in mails were asked for. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function fileUnder(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The mailbox of an address: the text after a plus sign is the owner's own label. */
function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@');
}
