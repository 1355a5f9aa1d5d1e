/** Sign-in by e-mail: a one-time link, and the account it leads to (design 7). */
import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata, EventStore, ExpiringStore, Mailer } from '../infra/ports.ts';
import { emailIdentity, identity } from './deciders/identity.ts';
import { user } from './deciders/user.ts';
import { Refusal } from './errors.ts';
import type { LinkledgerEvent } from './events.ts';
import { handle, load } from './handle.ts';

/** How long a one-time link works (design 7). */
export const LINK_MINUTES = 10;
/** Mails one address can be sent in WINDOW_MINUTES; so many addresses may be asked for from one network. */
export const MAILS_PER_ADDRESS = 5;
export const MAILS_PER_NETWORK = 30;
const WINDOW_MINUTES = 15;

const KIND = 'sign-in';

interface Ticket {
  readonly email: string;
  readonly returnTo: string;
}

export interface SignInOptions {
  readonly store: EventStore<LinkledgerEvent>;
  readonly tickets: ExpiringStore;
  readonly mailer: Mailer;
  /** Where our pages are, without a trailing slash. */
  readonly publicUrl: string;
  /** Keys the hashes of identities. */
  readonly identityKey: string;
  readonly now: () => Date;
}

/** Sends sign-in links and redeems them. */
export class SignIn {
  readonly #options: SignInOptions;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /**
   * Mails a one-time link. Says the same whether or not the address has an account.
   * @param network the address the request came from.
   * @throws TooManyMails over the limits; whatever the mailer rejects with.
   */
  async sendLink(email: string, returnTo: string, network: string): Promise<void> {
    await this.#count(`to:${email.toLowerCase()}`, MAILS_PER_ADDRESS);
    await this.#count(`from:${network}`, MAILS_PER_NETWORK);
    // 128 bits, and short: a mail's line under 76 characters stays as it is, so the link is whole in the .eml too.
    const token = randomBytes(16).toString('base64url');
    const ticket: Ticket = { email, returnTo };
    await this.#options.tickets.put(KIND, fileUnder(token), ticket, this.#in(LINK_MINUTES));
    const link = `${this.#options.publicUrl}/api/login/email/callback?token=${token}`;
    await this.#options.mailer.send({
      to: email,
      subject: 'Sign in to Linkledger',
      text: [
        'Open this link to sign in to Linkledger:',
        link,
        `It works once, within ${LINK_MINUTES} minutes.`,
        'If you did not ask for it, ignore this mail: nothing happens.',
      ].join('\n\n'),
      terminalLine: `Sign-in link for ${email}: ${link}`,
    });
  }

  /** Whether a link still works. Looking does not use it up: mail scanners look too. */
  async isValid(token: string): Promise<boolean> {
    return (await this.#options.tickets.get<Ticket>(KIND, fileUnder(token))) !== null;
  }

  /** Uses a link up: the account it leads to (registered when it is the first time), or null when it does not work. */
  async redeem(
    token: string,
    requestId: string,
  ): Promise<{ readonly userId: string; readonly returnTo: string; readonly position: number } | null> {
    const ticket = await this.#options.tickets.take<Ticket>(KIND, fileUnder(token));
    if (ticket === null) return null;
    const { userId, position } = await this.#accountOf(ticket.email, requestId);
    return { userId, returnTo: ticket.returnTo, position };
  }

  /**
   * The address is claimed first, so that two sign-ins at once make one account; a crash before the registration is
   * made good by the next sign-in.
   */
  async #accountOf(email: string, requestId: string): Promise<{ readonly userId: string; readonly position: number }> {
    const { store, identityKey, now } = this.#options;
    const hash = emailIdentity(email, identityKey);
    const metadata = (userId: string): EventMetadata => ({
      actor: userId,
      correlationId: requestId,
      causationId: requestId,
      at: now().toISOString(),
    });
    let userId = (await load(store, identity, `identity-${hash}`)).state?.userId;
    if (userId === undefined) {
      userId = uuidv7();
      try {
        await handle(store, identity, { type: 'ClaimIdentity', userId, provider: 'email', hash }, metadata(userId));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const winner = (await load(store, identity, `identity-${hash}`)).state;
        if (winner === null) throw error;
        userId = winner.userId;
      }
    }
    const registration = { type: 'RegisterUser', userId, email, firstName: '', lastName: '', company: '' } as const;
    const { position } = await handle(store, user, registration, metadata(userId));
    return { userId, position };
  }

  async #count(key: string, limit: number): Promise<void> {
    const used = await this.#options.tickets.increment('sign-in-mails', fileUnder(key), this.#in(WINDOW_MINUTES));
    if (used > limit) throw new TooManyMails(WINDOW_MINUTES * 60);
  }

  #in(minutes: number): string {
    return new Date(this.#options.now().getTime() + minutes * 60_000).toISOString();
  }
}

/** Too many sign-in mails were asked for. */
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
