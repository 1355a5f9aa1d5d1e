/** Changes the email address of an account: a one-time link to the new address confirms it. */
import { createHash } from 'node:crypto';
import { type Language, readerIn } from '../contract/languages.ts';
import { mailBody } from '../mail/mail-body.ts';
import { type MailTexts, mailTexts } from '../mail/mail-language.ts';
import { LINK_MINUTES, type LinkMailOptions, OneTimeLinks } from './one-time-links.ts';

/** Stores the newest link of each person: earlier links no longer work. */
const NEWEST = 'email-change';

/** The change that a link confirms. */
export interface RequestedChange {
  readonly userId: string;
  /** The account's address when the link was requested; '' without one. */
  readonly from: string;
  readonly email: string;
}

/** Sends links that confirm a new address, and redeems them. */
export class EmailChange {
  readonly #options: LinkMailOptions;
  readonly #links: OneTimeLinks<RequestedChange>;

  constructor(options: LinkMailOptions) {
    this.#options = options;
    this.#links = new OneTimeLinks(options, 'sealed-email-change');
  }

  /**
   * Mails a one-time link to the new address; the person's earlier link stops working. If another account has the
   * address, the mail says so instead: only that account's owner learns it. `language` is the language of the mail's
   * reader.
   * @throws RateLimitError over the limits; the mailer's error.
   */
  async sendLink(
    change: RequestedChange,
    network: string,
    requestId: string,
    language: Language | null,
  ): Promise<void> {
    const { accounts, tickets, mailer, publicUrl } = this.#options;
    const { userId, email } = change;
    const texts = mailTexts(readerIn(language));
    await this.#links.claimMail(network, email);
    const owner = await accounts.ownerOfEmail(email, requestId);
    if (owner !== null && owner !== userId) {
      await tickets.remove(NEWEST, userId);
      await mailer.send({ to: email, ...takenMail(texts), terminalLine: `${email} already has an account` });
      return;
    }
    const { token, endsAt } = await this.#links.create(change);
    await tickets.put(NEWEST, userId, hashOf(token), endsAt);
    const link = `${publicUrl}/api/user/email/confirm?token=${token}`;
    await mailer.send({ to: email, ...confirmMail(link, texts), terminalLine: `Link to confirm ${email}: ${link}` });
  }

  /** The change behind a link; null if invalid. Reading does not use up the link, because mail scanners open links. */
  async open(token: string): Promise<RequestedChange | null> {
    const ticket = await this.#links.open(token);
    if (ticket === null) return null;
    const { userId, from, email } = ticket;
    const { accounts, tickets } = this.#options;
    if ((await tickets.get<string>(NEWEST, userId)) !== hashOf(token)) return null;
    // Meanwhile the account may have been deleted, or its address changed.
    const { email: current, ways } = await accounts.signInMethods(userId);
    return ways.size > 0 && current === from ? { userId, from, email } : null;
  }

  /**
   * Uses a link: returns the position of the last event, or null if the link is invalid or belongs to another person.
   * @throws DomainError if the address meanwhile belongs to another account, or the account was changed or deleted; any
   * other error leaves the link valid.
   */
  async redeem(token: string, userId: string, requestId: string): Promise<number | null> {
    const change = await this.open(token);
    if (change?.userId !== userId) return null;
    const { accounts, tickets } = this.#options;
    return this.#links.redeem(token, async ({ from, email }) => {
      const position = await accounts.changeEmail(userId, from, email, requestId);
      await tickets.remove(NEWEST, userId);
      return position;
    });
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function confirmMail(link: string, texts: MailTexts) {
  const { text } = texts;
  const subject = text('address.subject');
  return {
    subject,
    ...mailBody(texts, subject, [
      { kind: 'paragraph', text: text('address.use') },
      { kind: 'button', label: text('address.confirm'), url: link },
      { kind: 'paragraph', text: text('address.onceFor', { minutes: LINK_MINUTES }) },
      { kind: 'note', text: text('ignore') },
    ]),
  };
}

function takenMail(texts: MailTexts) {
  const { text } = texts;
  const subject = text('taken.subject');
  return {
    subject,
    ...mailBody(texts, subject, [
      { kind: 'paragraph', text: text('taken.what') },
      { kind: 'paragraph', text: text('taken.next') },
      { kind: 'note', text: text('ignore') },
    ]),
  };
}
