/** Share mails, password hashes and share addresses. */

import { createHash } from 'node:crypto';
import type { Logger } from '../../infra/ports/process/logger.ts';
import type { PasswordHasher } from '../../infra/ports/process/password-hasher.ts';
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import type { ExpiringStore } from '../../infra/ports/storage/expiring-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { formatDay, formatInstant } from '../../projections/rules/calendar-days.ts';
import { clientCountIds, type LinkCountDoc, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import { type Language, readerIn } from '../contract/languages.ts';
import type { Scope } from '../contract/scope.ts';
import { RateLimitError } from '../core/errors.ts';
import { waitForHead } from '../links/wait-for-views.ts';
import type { Brand } from '../model/brand/events.ts';
import type { IssuePeriod } from '../model/report/events.ts';
import type { PinnedMoment } from '../model/share/events.ts';
import type { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { mailBody } from './mail-body.ts';
import { type MailTexts, mailTexts, recipientLanguages } from './mail-language.ts';
import { toSingleLine } from './mail-text.ts';
import { MailThrottle } from './mail-throttle.ts';
import type { CommandMail, MailOutbox } from './outbox.ts';

/** The most mails with share links an hour, from one person and to one address. */
export const MAILS_PER_PERSON = 60;
export const MAILS_PER_ADDRESS = 10;

/** The longest sender's name in a mail. */
const MAX_SENDER = 100;
interface SharingOptions {
  readonly reads: ReadStore;
  readonly feed: Pick<Feed, 'head'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly outbox: Pick<MailOutbox, 'hold' | 'send' | 'release' | 'drop'>;
  readonly limits: Pick<ExpiringStore, 'get' | 'increment'>;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly unsubscribing: Pick<UnsubscribeLinks, 'addressOf'>;
  /** @throws Problem 400 for an invalid moment. */
  readonly momentOf: (asOf: string) => Promise<PinnedMoment>;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** The content of a share mail. */
export interface ShareMail {
  readonly shareId: string;
  /** The revision of the share before the edit that adds the recipient; absent when the share is made. */
  readonly edit?: number;
  /** The client’s name. */
  readonly client: string;
  /** The links of today, the moment that the page shows permanently, or the days of a report, whose name is `client`. */
  readonly shows: Readonly<Record<'live' | 'total', number>> | PinnedMoment | Pick<IssuePeriod, 'from' | 'to'>;
  readonly hasPassword: boolean;
  readonly expiresAt: string | null;
  /** The brand of the list. */
  readonly brand: Brand | null;
  /** Its name, or the team whose links are shared; null for several lists or personal links. */
  readonly agency: string | null;
  /** The sender's name or address; '' if both are unknown. */
  readonly sender: string;
  /** The sender's address, for answers; null without one. */
  readonly replyTo: string | null;
  /** The report's or the sender's language, for recipients whose own is unknown. */
  readonly language: Language | null;
}

export interface ShareRecipient {
  readonly email: string;
  /** If they get every issue of a report: which, and as which recipient. */
  readonly inReport?: { readonly reportId: string; readonly recipientId: string };
}

/** The addresses without a mail so far, in the order of the recipients. */
interface UnsentShareMails {
  /** Addresses that get no mail. */
  readonly notMailed: readonly string[];
  /** Addresses whose mail is sent later: the mail server could not be reached. */
  readonly mailDelayed: readonly string[];
  /** Addresses whose mail may have arrived: the mail server did not confirm it. */
  readonly mailUnconfirmed: readonly string[];
}

export class ShareMailer {
  readonly #options: SharingOptions;
  readonly #rounds: MailThrottle;

  constructor(options: SharingOptions) {
    this.#options = options;
    const { outbox, limits: counters, logger, now } = options;
    this.#rounds = new MailThrottle({
      ...{ outbox, counters, kind: 'share-mails', perPersonAndHour: MAILS_PER_PERSON, logger, now },
    });
  }

  /** The address of a share's page. */
  urlOf(shareId: string): string {
    return `${this.#options.publicUrl}/share/${shareId}`;
  }

  /** The links of a client's domains in each of these scopes that has some, including a link added a moment ago. */
  async countsOf(scopes: readonly Scope[], domains: readonly string[]): Promise<readonly LinkCountDoc[]> {
    await waitForHead(this.#options, [links]);
    const counts = await this.#options.reads.getMany(linkCounts, clientCountIds(scopes, domains));
    // A text that is not a domain could name a counter of another kind.
    return counts.filter(({ kind }) => kind === 'client');
  }

  /** The moment that a page shows permanently. @throws Problem 400 for an invalid moment. */
  momentOf(asOf: string): Promise<PinnedMoment> {
    return this.#options.momentOf(asOf);
  }

  /** @throws BusyError */
  hash(password: string): Promise<string> {
    return this.#options.passwords.hash(password);
  }

  /** Counts mails before they are sent. @throws RateLimitError if the person has too few left in this hour. */
  async claimMails(userId: string, count: number): Promise<void> {
    const seconds = await this.#rounds.reserve(userId, count);
    if (seconds === null) return;
    throw new RateLimitError(
      seconds,
      (wait) =>
        `You can send at most ${MAILS_PER_PERSON} share mails an hour. Try again in ${wait}, or share the link without mails.`,
      'too-many-mails',
    );
  }

  /**
   * Stores the mails before the share is created, so that a process that dies in between loses none of them. They
   * contain the link, never the password.
   */
  async hold(recipients: readonly ShareRecipient[], mail: ShareMail): Promise<readonly CommandMail[]> {
    const { reads, outbox, publicUrl, unsubscribing, now } = this.#options;
    const emails = recipients.map(({ email }) => email);
    const languages = await recipientLanguages(reads, emails);
    const url = this.urlOf(mail.shareId);
    const mails = recipients.map(({ email, inReport }) => {
      const unsubscribe = inReport && unsubscribing.addressOf({ kind: 'report', ...inReport });
      const language = languages.get(email) ?? mail.language;
      const written = writtenTo(email, { ...mail, url, publicUrl, unsubscribe, language }, now());
      const target = { shareId: mail.shareId, ...(inReport && { recipientId: inReport.recipientId }) };
      return { mail: written, kind: 'share-mail', target };
    });
    await outbox.hold(mails);
    return mails;
  }

  /** Removes the mails of a share that was not made or edited. */
  async drop(mails: readonly CommandMail[]): Promise<void> {
    await Promise.all(mails.map(({ mail }) => this.#options.outbox.drop(mail.id)));
  }

  /** Leaves the mails of a created share to the rounds of the outbox, without limits of mails an hour. */
  async leave(mails: readonly CommandMail[]): Promise<void> {
    // The outbox may have dropped the mails of a slow command.
    await this.#options.outbox.hold(mails);
    await Promise.all(mails.map(({ mail }) => this.#options.outbox.release(mail.id)));
  }

  /** Sends the mails of a created or edited share; returns the addresses whose mail is sent later, or not at all. */
  async send(mails: readonly CommandMail[]): Promise<UnsentShareMails> {
    const unsent = await this.#rounds.send(mails, (to) => this.#mayReceive(to));
    const recipients = mails.map(({ mail }) => mail.to);
    return {
      notMailed: recipients.filter((to) => unsent.get(to) === 'missed'),
      mailDelayed: recipients.filter((to) => unsent.get(to) === 'delayed'),
      mailUnconfirmed: recipients.filter((to) => unsent.get(to) === 'unconfirmed'),
    };
  }

  async #mayReceive(to: string): Promise<boolean> {
    const end = this.#rounds.hourEnds();
    const key = createHash('sha256').update(`to:${to.toLowerCase()} ${end}`).digest('hex');
    return (await this.#options.limits.increment('share-mails-to', key, end)) <= MAILS_PER_ADDRESS;
  }
}

function whatItShows(shows: ShareMail['shows'], { text, locale }: MailTexts): string {
  if ('from' in shows) {
    return text('issue.shows', { from: formatDay(shows.from, locale), to: formatDay(shows.to, locale) });
  }
  return 'at' in shows ? text('share.showsPast', { time: formatInstant(shows.at, locale) }) : text('share.shows');
}

function writtenTo(
  to: string,
  {
    shareId,
    edit,
    url,
    client,
    shows,
    hasPassword,
    expiresAt,
    brand,
    agency,
    sender,
    replyTo,
    language,
    publicUrl,
    unsubscribe,
  }: ShareMail & {
    readonly url: string;
    readonly unsubscribe: string | undefined;
    readonly publicUrl: string;
  },
  now: Date,
): CommandMail['mail'] {
  const texts = mailTexts(readerIn(language));
  const { text, locale } = texts;
  const kind = 'from' in shows ? 'issue' : 'share';
  const subject = text(`${kind}.subject`, { client });
  const person = toSingleLine(sender, MAX_SENDER);
  const team = agency === null ? '' : toSingleLine(agency, MAX_SENDER);
  const from = person && team ? text('personAtTeam', { person, team }) : person || team || text('share.somebody');
  const until = expiresAt === null ? null : formatInstant(expiresAt, locale);
  const day = formatDay(now.toISOString(), locale);
  return {
    id: `share ${createHash('sha256')
      .update(`${shareId} ${to.toLowerCase()}${edit ?? ''}`)
      .digest('hex')}`,
    to,
    subject,
    ...(replyTo !== null && { replyTo }),
    ...(brand?.senderName && { senderName: brand.senderName }),
    ...mailBody(
      texts,
      subject,
      [
        { kind: 'paragraph', text: text(`${kind}.what`, { sender: from, client }) },
        ...('live' in shows ? [{ kind: 'paragraph' as const, text: text('share.counts', shows) }] : []),
        { kind: 'button', label: text(`${kind}.open`), url },
        { kind: 'paragraph', text: whatItShows(shows, texts) },
        ...(hasPassword ? [{ kind: 'paragraph' as const, text: text('share.password') }] : []),
        ...(until === null ? [] : [{ kind: 'paragraph' as const, text: text('share.until', { time: until }) }]),
        { kind: 'note', text: text(replyTo === null ? 'share.sent' : 'share.sentWithReply', { day }) },
        ...(unsubscribe === undefined ? [] : [{ kind: 'unsubscribe' as const, url: unsubscribe }]),
      ],
      brand && { ...brand, publicUrl },
    ),
    terminalLine: `Share link for ${to}: ${url}`,
  };
}
