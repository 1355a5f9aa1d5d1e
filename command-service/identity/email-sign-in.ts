/** Sign-in by email: a one-time link, and the account it leads to. */
import { SENTENCES } from '../contract/languages/server-texts.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import { type MailBlock, mailBody } from '../mail/mail-body.ts';
import { mailTexts } from '../mail/mail-language.ts';
import type { SignInResult } from './accounts.ts';
import { LINK_MINUTES, type LinkMailOptions, OneTimeLinks } from './one-time-links.ts';
import type { SignUp } from './sign-up.ts';

/** The browser that requests a link or opens one. */
export interface Requester {
  /** The network whose limit counts. */
  readonly network: string;
  /** The hash of the browser's mark; null without a mark. */
  readonly mark: string | null;
  /** The name of the browser, and the address: the page of the link shows them. */
  readonly browser: string;
  readonly address: string;
}

interface Ticket {
  readonly email: string;
  readonly returnTo: string;
  readonly asker: Omit<Requester, 'network'>;
}

/** A valid link. */
export interface OpenedLink {
  readonly email: string;
  /** The browser that requested the link, if another one opens it; else null. */
  readonly elsewhere: { readonly browser: string; readonly address: string } | null;
}

interface EmailSignInOptions extends LinkMailOptions {
  readonly signUp: Pick<SignUp, 'sentence'>;
}

/** Sends sign-in links and redeems them. */
export class EmailSignIn {
  readonly #options: EmailSignInOptions;
  readonly #links: OneTimeLinks<Ticket>;

  constructor(options: EmailSignInOptions) {
    this.#options = options;
    this.#links = new OneTimeLinks(options, 'sealed-sign-in');
  }

  /**
   * Mails a one-time link. An address that may not create an account gets a mail that says who may. Does not reveal
   * whether the address has an account: the work is the same for both mails.
   * @throws RateLimitError over the limits; the mailer's error.
   */
  async sendLink(email: string, returnTo: string, asker: Requester, language: Language): Promise<void> {
    await this.#links.claimMail(asker.network, email);
    const { network: _, ...seen } = asker;
    const { accounts, mailer, publicUrl, signUp } = this.#options;
    const isAdmitted = await accounts.admits(email);
    const { token } = await this.#links.create({ email, returnTo, asker: seen });
    const link = `${publicUrl}/api/login/email/callback?token=${token}`;
    const texts = mailTexts(readerIn(language));
    const { text } = texts;
    const subject = text(isAdmitted ? 'signIn.subject' : 'signUp.subject');
    const content: readonly MailBlock[] = isAdmitted
      ? [
          { kind: 'button', label: subject, url: link },
          { kind: 'paragraph', text: text('signIn.onceFor', { minutes: LINK_MINUTES }) },
        ]
      : [{ kind: 'paragraph', text: SENTENCES[language](signUp.sentence ?? '') }];
    await mailer.send({
      to: email,
      subject,
      ...mailBody(texts, subject, [...content, { kind: 'note', text: text('ignore') }]),
      terminalLine: isAdmitted ? `Sign-in link for ${email}: ${link}` : `${email} may not create an account here`,
    });
  }

  /** The purpose of a link; null if invalid. Reading does not use up the link, because mail scanners open links. */
  async open(token: string, mark: string | null): Promise<OpenedLink | null> {
    const ticket = await this.#links.open(token);
    if (ticket === null) return null;
    const { email, asker } = ticket;
    const isHere = asker.mark !== null && asker.mark === mark;
    return { email, elsewhere: isHere ? null : { browser: asker.browser, address: asker.address } };
  }

  /**
   * Uses up a link: returns its account, newly registered if necessary, or null if the link is invalid. An account
   * without a language gets that of the page.
   * @throws the error that prevented the sign-in, such as a DomainError if the address may not create an account; the
   * link then stays valid.
   */
  async redeem(
    token: string,
    requestId: string,
    language: Language,
  ): Promise<(SignInResult & { readonly returnTo: string }) | null> {
    const { accounts } = this.#options;
    return this.#links.redeem(token, async ({ email, returnTo }) => {
      const { userId } = await accounts.findOrRegisterByEmail(email, requestId);
      return { userId, position: await accounts.noteLanguage(userId, language, requestId), returnTo };
    });
  }
}
